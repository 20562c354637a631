from random import Random
from string import ascii_uppercase

import pytest

from companion.languages import LANGUAGES, Language
from companion.words.clue_index import ClueIndex, WordIndex, clue_index
from companion.words.deck import DECKS
from companion.words.vocabulary import load_vocabulary

WORDS = {"BEE": 1.0, "BED": 2.0, "DEED": 4.0, "EEL": 8.0, "ADDED": 16.0, "BEAD": 32.0}


@pytest.fixture
def few() -> ClueIndex:
    return WordIndex(WORDS)


def test_a_clue_may_use_a_letter_any_number_of_times(few: ClueIndex) -> None:
    assert sorted(few.legal("BDE", wildcard=False)) == ["BED", "BEE", "DEED"]


def test_the_wildcard_is_one_letter_at_any_number_of_places(few: ClueIndex) -> None:
    assert sorted(few.legal("DE")) == ["ADDED", "BED", "BEE", "DEED", "EEL"]
    assert sorted(few.legal("E")) == ["BEE", "DEED", "EEL"]


def test_the_own_letter_is_the_same_everywhere(few: ClueIndex) -> None:
    assert few.weights("?EE?", "BDL") == [0.0, 4.0, 0.0]
    assert few.weights("BE?", "BDE") == [0.0, 2.0, 1.0]


def test_the_wildcard_may_stand_for_a_letter_that_is_visible_too(few: ClueIndex) -> None:
    assert few.weights("B*?", "DE") == [2.0, 1.0]
    assert few.weights("A??*D", "DE") == [16.0, 0.0]
    assert few.weights("*E?", "DEL") == [2.0, 1.0, 8.0]


def naive_legal(words: list[str], letters: str) -> list[str]:
    return sorted(word for word in words if len(set(word) - set(letters)) <= 1)


def naive_weight(words: dict[str, float], pattern: str, letter: str) -> float:
    own = pattern.replace("?", letter)
    wild = ascii_uppercase if "*" in own else "A"
    return sum(words.get(own.replace("*", each), 0.0) for each in wild)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_words_are_found_as_a_plain_filter_finds_them(
    language: Language,
) -> None:
    index = clue_index(language)
    known, random = load_vocabulary(language), Random(1)
    words = [word for word in known.weights if word not in known.silent]
    for size in (2, 5, 5, 8, 13):
        letters = "".join(random.sample(DECKS[language].cards(), size))
        assert sorted(index.legal(letters)) == naive_legal(words, letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_weights_of_patterns_are_what_trying_every_letter_adds_up_to(
    language: Language,
) -> None:
    index = clue_index(language)
    words, random = dict(load_vocabulary(language).weights), Random(2)
    letters = tuple(DECKS[language].counts)
    for word in random.sample(sorted(words), 300):
        own, wild = random.choice(word), random.choice(word)
        pattern = word.replace(own, "?").replace(wild, "*")
        expected = [naive_weight(words, pattern, letter) for letter in letters]
        assert index.weights(pattern, letters) == pytest.approx(expected)


def test_the_vocabulary_is_as_large_as_the_readme_says() -> None:
    for language in LANGUAGES:
        known = load_vocabulary(language)
        assert len(known.weights) == {"en": 30_084, "de": 30_315}[language]
        assert 15_000 < len(known.weights) - len(known.silent) < 25_000
        assert all(word.isascii() and word.isupper() for word in known.weights)
        assert list(known.weights) == sorted(known.weights)
        assert {len(word) for word in known.weights} == {*range(2, 16)}


def test_what_is_never_said_is_understood() -> None:
    index = WordIndex({"CAB": 1.0, "BCC": 2.0, "CAD": 3.0, "AAA": 4.0}, {"BCC", "CAD"})
    assert sorted(index.legal("ABCD")) == ["AAA", "CAB"]
    assert index.legal("BC", wildcard=False) == []
    assert index.weights("CA?", "BD") == [1.0, 3.0]
    assert index.weights("*A?", "BD") == [1.0, 3.0]
    assert index.weights("?CC", "AB") == [0.0, 2.0]
    assert index.weight("CAD") == 3.0
