import subprocess
import sys
from array import array
from itertools import permutations

import pytest

from companion.errors import DataError
from companion.languages import LANGUAGES, Language, fold
from companion.words.deck import DECKS
from companion.words.lexicon import STEPS, Lexicon, load_lexicon, parse_secret
from companion.words.workshop.apply_strikes import (
    DATA,
    load_levels,
    load_strikes,
    read_levels,
)

LENGTHS = range(3, 8)

# A few that the public lists know and a few that they miss. Strike files say the rest.
OFFENSIVE = {
    "en": """
        anal arse ass bastard bitch boob cock crap cum cunt damn dick dildo dyke fag fart
        fuck gay hell homo idiot naked nazi negro nigger nipple nude orgasm orgy penis piss
        poop porn pussy rape rapist retard semen sex shit slut sperm suck tit tits turd twat
        wank whore
    """,
    "de": """
        anal Arsch Bordell Busen Depp Dildo Dirne ficken Ficker Fotze Furz geil Hure Hitler
        Hoden Idiot Inzest Kacke Kanake Kondom Kot Kotze kotzen Luder Möse nackt Nazi Neger
        Nutte Orgie Penis Penner Pisse Popo Porno Puff Scheiße schwul Sperma Titten Trottel
        Wichser
    """,
}


@pytest.fixture(params=LANGUAGES)
def lexicon(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def test_levels_are_cumulative_and_each_adds_words(lexicon: Lexicon) -> None:
    for length in LENGTHS:
        easy, normal, hard = (lexicon.secret_words(level, length) for level in STEPS)
        assert set(easy) < set(normal) < set(hard)
        assert list(hard) == sorted(set(hard))
        assert len(easy) >= 50
        assert {len(word) for word in hard} == {length}


def test_no_reading_of_the_lists_makes_them_thin(lexicon: Lexicon) -> None:
    counts = {
        level: sum(len(lexicon.secret_words(level, length)) for length in LENGTHS)
        for level in STEPS
    }
    assert counts["easy"] > 1_200
    assert counts["normal"] > 2_100
    assert counts["hard"] > 3_300
    assert len(lexicon.spelling) == {"en": 115_406, "de": 446_595}[lexicon.language]


def test_every_secret_word_can_be_laid_and_is_a_word_and_can_be_scrambled(
    lexicon: Lexicon,
) -> None:
    for word in lexicon.secret:
        assert DECKS[lexicon.language].holds(word)
        assert lexicon.is_word(word)
        assert any("".join(order) not in lexicon.spelling for order in permutations(word))


def test_no_struck_word_is_dealt(lexicon: Lexicon) -> None:
    strikes = load_strikes(lexicon.language)
    assert [word for word in lexicon.secret if strikes.strike(word)] == []


def test_no_offensive_word_is_dealt(lexicon: Lexicon) -> None:
    offensive = {
        fold(word, lexicon.language) for word in OFFENSIVE[lexicon.language].split()
    }
    assert offensive & set(lexicon.secret) == set()


def test_the_committed_list_is_sorted_and_written_as_the_build_writes_it(
    lexicon: Lexicon,
) -> None:
    lines = (DATA / f"secret_{lexicon.language}.tsv").read_text("utf-8").splitlines()
    assert lines == sorted(lines, key=lambda line: line.partition("\t")[0])
    for line in lines:
        word, level, zipf = line.split("\t")
        assert fold(word, lexicon.language) == word
        assert level in {"1", "2", "3"}
        assert f"{float(zipf):.2f}" == zipf
        assert 2.3 <= float(zipf) < 8


def test_childrens_words_are_of_the_easiest_level(lexicon: Lexicon) -> None:
    known = [word for word in lexicon.children if word in lexicon.secret]
    assert len(known) >= 0.99 * len(lexicon.children)
    assert {lexicon.secret[word].level for word in known} == {"easy"}


def test_levels_go_by_speech_and_by_what_children_read() -> None:
    german, english = load_lexicon("de").secret, load_lexicon("en").secret
    for word in ("BLUME", "LAMPE", "ENTE", "ZAHN", "LOEFFEL", "SCHERE", "PINGUIN"):
        assert german[word].level == "easy"
    for word in ("GATTUNG", "KANTON", "URKUNDE", "BEZIRK"):
        assert german.get(word) is None or german[word].level != "easy"
    assert (english["TOAD"].level, english["SNAKE"].level) == ("easy", "easy")
    assert english["CENSUS"].level == "hard"


TAUGHT_EARLY = {
    "en": "snowman atom pebble printer saucer lullaby tram coconut koala yawn itchy puma",
    "de": "Alltag Akku Allee Atom Bürste nicken meckern Müsli Pudel Shampoo Watte Pfütze",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_known_at_ten_years_is_not_hard(language: Language) -> None:
    secret = load_lexicon(language).secret
    for word in TAUGHT_EARLY[language].split():
        key = fold(word, language)
        assert key not in secret or secret[key].level != "hard"


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_that_were_read_are_the_list_s(language: Language) -> None:
    lexicon, read = load_lexicon(language), load_levels(language)
    assert len(read) > 500
    for word, level in read.items():
        if word not in lexicon.children:
            assert STEPS.index(lexicon.secret[word].level) + 1 == level


def test_a_read_level_stands_below_its_heading() -> None:
    text = "# who\n[easy]\ntree  # a plant\n\n[hard]\nÜbel awl\n"
    assert read_levels(text, "de") == {"TREE": 1, "UEBEL": 3, "AWL": 3}


def test_words_are_found_in_any_case_and_with_umlauts() -> None:
    german, english = load_lexicon("de"), load_lexicon("en")
    assert german.is_word("Tür")
    assert german.is_word("tuer")
    assert german.is_word("Tierheim")
    assert german.is_word("Meisterschaft")
    assert not german.is_word("Tur")
    assert english.is_word("colour")
    assert english.is_word("COLOR")
    assert english.is_word("fiancée")
    assert english.is_word("extraordinarily")
    assert not english.is_word("zzz")
    assert not english.is_word("two words")
    assert not english.is_word("")


def test_zipf_is_the_list_s_figure_and_nought_for_other_words() -> None:
    english = load_lexicon("en")
    assert english.zipf("WATER") > english.zipf("GIRAFFE") > 3
    assert english.zipf("ZZZ") == 0


@pytest.mark.parametrize(
    "line", ["WORD", "WORD\t4\t3.00", "WORD\t1\tmany", "", "A\t1\t2\t3"]
)
def test_a_damaged_line_is_named(line: str) -> None:
    with pytest.raises(DataError, match="Word list: "):
        parse_secret(f"GOOD\t1\t4.00\n{line}\n")


def test_a_lexicon_is_loaded_once_and_named_by_its_bytes() -> None:
    assert load_lexicon("en") is load_lexicon("en")
    assert load_lexicon("en").version != load_lexicon("de").version
    assert len(load_lexicon("en").version) == 12


def test_spellings_are_kept_in_an_array_and_not_in_half_a_million_objects(
    lexicon: Lexicon,
) -> None:
    assert isinstance(lexicon.spelling.short_words, array)
    script = (
        "import tracemalloc; from companion.words.lexicon import load_lexicon\n"
        f"tracemalloc.start(); kept = load_lexicon({lexicon.language!r})\n"
        "assert kept.is_word('HUT')\n"
        "print(tracemalloc.get_traced_memory()[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 6_000_000


def test_nouns_that_share_their_spelling_with_another_word_are_there() -> None:
    german = load_lexicon("de")
    nouns = ("Schule", "Spiel", "Hund", "Mutter", "Welt", "Zeit", "Regen", "Brücke", "Fuß")
    assert [noun for noun in nouns if fold(noun, "de") not in german.secret] == []
