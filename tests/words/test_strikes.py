from pathlib import Path

import pytest

from companion.errors import DataError
from companion.languages import LANGUAGES, Language
from companion.words.lexicon import load_lexicon
from companion.words.vocabulary import load_vocabulary
from companion.words.workshop import apply_strikes as module
from companion.words.workshop.apply_strikes import (
    apply_strikes,
    load_no_clues,
    load_strikes,
    no_clues,
    read_strikes,
)
from tests.benchmarks.judged_words import plain


def test_a_line_strikes_a_word_and_a_star_every_word_with_that_beginning() -> None:
    strikes = read_strikes("# nobody\nÜbel  # bad\n\nscheiß*\n", "de")
    assert strikes.strike("UEBEL")
    assert strikes.strike("SCHEISSE")
    assert not strikes.strike("UEBER")
    assert not strikes.strike("NOBODY")


@pytest.mark.parametrize("line", ["two words", "a1", "*", "e-mail"])
def test_a_line_that_is_no_word_is_refused(line: str) -> None:
    with pytest.raises(DataError, match="letters only"):
        read_strikes(f"good\n{line}\n", "en")


def test_what_is_only_dull_to_get_makes_a_fine_clue() -> None:
    text = "# who\nbob\n\n#+ functions\nwhich\n# coarse\nbad\nugl*  # and more\n"
    found = read_strikes(no_clues(text), "en")
    assert [found.strike(w) for w in ("BOB", "BAD", "UGLY", "WHICH")] == [
        *(True, True, True, False),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_unpleasant_word_is_found_as_a_clue(language: Language) -> None:
    strikes, clues = load_no_clues(language), load_vocabulary(language)
    assert len(strikes.words) > 100
    said = clues.weights.keys() - clues.silent
    assert not [word for word in said if strikes.strike(word)]
    assert {"en": "WHICH", "de": "EINMAL"}[language] in said  # never dealt, a fine clue


def test_what_is_mild_is_struck_and_not_what_readers_are_measured_by() -> None:
    text = "# who\nbob\nangst  # mild\nugl*\n"
    assert read_strikes(text, "en").strike("ANGST")
    found = read_strikes(plain(text), "en")
    assert [found.strike(w) for w in ("BOB", "ANGST", "UGLY")] == [True, False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_struck_word_is_dealt(language: Language) -> None:
    strikes = load_strikes(language)
    assert not [word for word in load_lexicon(language).secret if strikes.strike(word)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kept_strike_files_can_be_read(language: Language) -> None:
    strikes = load_strikes(language)
    assert len(strikes.words) > 100
    assert all(len(prefix) >= 3 for prefix in strikes.prefixes)


def test_applying_takes_out_the_struck_lines_and_no_byte_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    secret = tmp_path / "secret_en.tsv"
    secret.write_text("BAD\t1\t5.00\nGOOD\t2\t4.00\nUGLY\t3\t3.00\n", "utf-8")
    (tmp_path / "strike_en.txt").write_text("bad\nugl*\n", "utf-8")
    assert apply_strikes("en") == ["BAD", "UGLY"]
    assert secret.read_text("utf-8") == "GOOD\t2\t4.00\n"
    assert apply_strikes("en") == []
