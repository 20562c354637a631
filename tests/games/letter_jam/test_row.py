"""What the cards of a row tell of each other, and the likeliest word of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations
from math import log
from random import Random

import pytest

from companion.games.letter_jam.bots.final_word import solve
from companion.games.letter_jam.bots.row import RowWords, letters_left, row_words
from companion.words.likely import Belief, normal

WORDS = dict.fromkeys(("WURST", "STURM", "REDEN", "KUNDE", "HUNDE", "IDEAL"), 1.0)


def counted(words: Mapping[str, float], others: Sequence[Belief]) -> Belief:
    """Go through every order of every word: a card more lies behind *others*."""
    shares: dict[str, float] = defaultdict(float)
    for word, weight in words.items():
        for row in set(permutations(word, len(others) + 1)):
            chance = weight
            for letter, card in zip(row, others, strict=False):
                chance *= card.get(letter, 0.0)
            left = word.count(row[-1]) - row[:-1].count(row[-1])
            shares[row[-1]] += chance * left
    return normal({letter: share for letter, share in shares.items() if share})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("known", [1, 2, 3])
def test_a_letter_of_a_row_is_reckoned_as_by_counting_every_order(
    seed: int, known: int
) -> None:
    random = Random(seed)
    words = {word: random.choice((1.0, 4.0)) for word in WORDS}
    letters = random.choice(sorted(words))[:known]
    others = [
        normal({letter: 3.0, **dict.fromkeys(random.sample("DENRSTU", 3), 1.0)})
        for letter in letters
    ]
    assert letters_left(RowWords(words), others) == pytest.approx(counted(words, others))


def test_letters_that_no_word_has_tell_nothing() -> None:
    assert letters_left(RowWords(WORDS), [{"X": 1.0}]) == {}


def test_words_of_a_house_may_be_any_and_the_well_known_are_likelier() -> None:
    shipped, own = row_words("en", 5).weights, row_words("en", 5, own=True).weights
    assert "PETER" not in shipped
    assert set(shipped.values()) == {1.0}
    assert own["PETER"] > own["CELIA"]


def test_a_word_of_a_house_may_be_one_that_comes_to_nobodys_mind() -> None:
    own = row_words("de", 5, own=True).weights
    assert 0 < own["KOALA"] < own["NELKE"]
    assert "KOALA" not in row_words("de", 5).weights


def sure_of(letters: str) -> list[Belief]:
    return [{letter: 1.0} for letter in letters]


def test_whoever_knows_all_letters_lays_no_wildcard() -> None:
    found = solve(sure_of("UNKDE"), WORDS, [("*", None)])
    assert found is not None
    assert (found.word, found.tiles) == ("KUNDE", ("3", "1", "2", "4", "5"))


def test_a_doubtful_card_gets_the_wildcard() -> None:
    row = [{"W": 0.5, "M": 0.5}, *sure_of("TRSU")]
    alone, covered = solve(row, WORDS), solve(row, WORDS, [("*", None)])
    assert alone is not None
    assert alone.chance == pytest.approx(0.5)
    assert covered is not None
    assert "1*" in covered.tiles
    assert covered.chance > 0.9


def test_two_words_of_the_same_letters_are_no_doubt() -> None:
    """Any word counts that is spelled, so either will do."""
    found = solve(sure_of("NISPA"), {"SPAIN": 1.0, "PAINS": 1.0})
    assert found is not None
    assert found.chance == pytest.approx(1.0)


def test_the_likelier_of_two_words_is_laid() -> None:
    row = [*sure_of("LICE"), {"A": 0.5, "D": 0.5}]
    for words, best in (
        ({"ALICE": 3.0, "LICED": 1.0}, "ALICE"),
        ({"ALICE": 1.0, "LICED": 3.0}, "LICED"),
    ):
        found = solve(row, words)
        assert found is not None
        assert found.word == best
        assert log(found.chance) == pytest.approx(log(0.75))
