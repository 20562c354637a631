"""What help reads a clue with: nothing that can be spelled is ruled out."""

from random import Random

import pytest

from companion.languages import LANGUAGES, Language, fold
from companion.words.clue_index import WordIndex, clue_index
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from companion.words.likely import after_clues, from_cards
from companion.words.packing import compress, decompress
from companion.words.rare import WellRead, well_read
from companion.words.vocabulary import RARE, load_vocabulary, weight
from tests.benchmarks.understood import commonest_alone, families, hide, told

SPELLED = ("BAD", "BED", "BEE", "DEED", "FEED", "ABABABABABAB", "ABCABCABCABCABC")
READER = WellRead(WordIndex({"BED": 1.0, "NASA": 2.0}), decompress(*compress(SPELLED)))
SAMPLE = 400


def test_what_only_the_spelling_list_has_weighs_as_a_rare_word() -> None:
    rare = weight(RARE)
    assert READER.weights("B?D", "AEI") == [rare, 1.0, 0.0]
    assert READER.weights("?EE?", "BDF") == [0.0, rare, 0.0]
    assert READER.weights("NA?A", "NS") == [0.0, 2.0]
    assert READER.weights("?B?B?B?B?B?B", "A") == [rare]
    assert (READER.weight("BAD"), READER.weight("BED"), READER.weight("BOD")) == (
        rare,
        1,
        0,
    )


def test_the_wildcard_is_any_letter_and_the_same_everywhere() -> None:
    rare = weight(RARE)
    assert READER.weights("B*?", "DE") == [1.0 + rare, rare]
    assert READER.weights("*EE?", "DE") == [2 * rare, 0.0]
    assert READER.weights("?**D", "DF") == [rare, rare]


def test_longer_words_are_read_by_the_index_alone() -> None:
    assert READER.weights("?BC?BC?BC?BC?BC", "A") == [0.0]


def test_nobody_says_more_for_it() -> None:
    assert READER.legal("BADE", wildcard=False) == ["BED"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_weights_are_what_trying_every_letter_adds_up_to(language: Language) -> None:
    index, spelling, random = (
        clue_index(language),
        load_lexicon(language),
        Random(4),
    )
    letters = tuple(DECKS[language].counts)
    words = [word for length in (3, 5, 8) for word in spelling.spelling.of_length(length)]
    for word in random.sample(words, 60):
        own, wild = random.choice(word), random.choice(word)
        pattern = word.replace(own, "?").replace(wild, "*")
        for letter, found in zip(
            letters, well_read(index, language).weights(pattern, letters), strict=True
        ):
            filled = pattern.replace("?", letter)
            each = {filled.replace("*", wild) for wild in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
            expected = sum(
                index.weight(one) or weight(RARE) * (one in spelling.spelling)
                for one in each
            )
            assert found == pytest.approx(expected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_dealt_is_understood(language: Language) -> None:
    lexicon, known = load_lexicon(language), load_vocabulary(language).weights
    assert [
        word for word in (*lexicon.secret, *lexicon.children) if word not in known
    ] == []
    assert min(known.values()) >= weight(RARE)


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        *(("de", each) for each in ("?ÖWE", "D?CKEL", "WES?E", "MÄN?EL", "REH?")),
        *(("en", each) for each in ("?RIDGES", "?ETTLES", "?ITTENS", "L?AVES", "OA?")),
    ],
)
def test_help_is_no_longer_sure_of_what_it_was_wrong_about(
    language: Language, pattern: str
) -> None:
    right = {"?ÖWE": "M", "D?CKEL": "A", "WES?E": "P", "MÄN?EL": "T", "REH?": "E"}
    right |= {"?RIDGES": "F", "?ETTLES": "K", "?ITTENS": "M", "L?AVES": "O", "OA?": "R"}
    key = fold(pattern.replace("?", "J"), language).replace("J", "?")
    reader = well_read(clue_index(language), language)
    belief = after_clues(from_cards(DECKS[language].counts, {}), [key], reader)
    assert belief[right[pattern]] >= 0.05


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_seldom_sure_and_wrong(language: Language) -> None:
    """A sample of what `python -m tests.benchmarks.understood` prints."""
    random, before = Random(8), commonest_alone(language)
    reader = well_read(clue_index(language), language)
    for name, words in families(language).items():
        readings = hide(language, random.sample(words, min(SAMPLE, len(words))), None)
        old, new = (told(language, readings, each) for each in (before, reader))
        assert new.unshown <= 0.02, name
        assert new.certain <= 0.012, name
        assert new.loss <= 1.02 * old.loss, name
        if name in {"regular forms", "everyday words"}:
            assert new.loss <= 0.5 * old.loss, name
