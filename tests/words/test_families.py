"""What bots, examples and looks back may say: clean down to the word's family."""

import pytest

from companion.languages import LANGUAGES, Language
from companion.words.clue_index import clue_index
from companion.words.deck import DECKS
from companion.words.likely import after_clues, from_cards
from companion.words.vocabulary import load_vocabulary
from tests.benchmarks.understood import commonest, read

FAMILIES = {
    "en": """
        rapists molested pimps condoms vaginas suicides lynching bastards stripper sexting
        killed fucking bloody blood guns wars murder fetuses cannabis abuses
        pervert perverted perverse
    """,
    "de": """
        fickt fickst pornostar orgasmen auschwitz hitlers holocaust totschlag erhängen leichen
        getötet waffen kriege mörder arschloch scheiße besoffen nazis
        pervers perverse perversen
    """,
}
SAID = {
    "en": "farther deadlock heroine house grammar assemble",
    "de": "warschauer marsch kriegen waffel wichtig haus gewaltig",
}
CLUES = {
    "en": ["BLOOD", "DEATH", "DEVIL", "SWORD", "POISON"],
    "de": ["KRIEG", "HOELLE", "NORD"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_member_of_a_coarse_family_is_said(language: Language) -> None:
    known = load_vocabulary(language)
    said = known.weights.keys() - known.silent
    for word in FAMILIES[language].upper().replace("Ö", "OE").replace("Ä", "AE").split():
        assert word.replace("ß", "SS") not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_harmless_words_that_look_alike_are_said(language: Language) -> None:
    known = load_vocabulary(language)
    words = {word for word in SAID[language].upper().split() if word in known.weights}
    assert len(words) >= 4
    assert not words & known.silent - {"WARSCHAUER"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_never_said_is_understood_at_every_letter(language: Language) -> None:
    index, deck = clue_index(language), DECKS[language].counts
    for word in CLUES[language]:
        for letter in set(word):
            if letter not in deck:
                continue
            believed = after_clues(from_cards(deck, {}), [word.replace(letter, "?")], index)
            likeliest = max(believed, key=lambda each: believed[each])
            assert likeliest == letter or believed[likeliest] < 0.5, (word, letter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_never_surely_wrong_about_a_common_clue(language: Language) -> None:
    found = read(language, commonest(language, 2_000))
    assert found.readings > 5_000
    assert found.surely_wrong == 0
    assert found.above_half < 0.15 * found.readings
