from random import Random

import pytest

from companion.errors import DataError
from companion.languages import LANGUAGES, Language
from companion.words.clue_index import WordIndex, clue_index
from companion.words.clue_ranking import Card, rank
from companion.words.deck import DECKS
from companion.words.likely import (
    FLOOR,
    GONE,
    after_clues,
    after_hazy_clue,
    from_cards,
)
from companion.words.vocabulary import load_vocabulary, parse_vocabulary
from tests.depth import times

EVEN = {"A": 0.25, "B": 0.25, "C": 0.25, "D": 0.25}
INDEX = WordIndex({"BAD": 1.0, "CAB": 1.0, "DAB": 3.0, "CAD": 1.0})


def test_cards_in_sight_make_their_letter_less_likely() -> None:
    belief = from_cards({"A": 4, "B": 2}, {"A": 3})
    assert belief == pytest.approx({"A": 1 / 3, "B": 2 / 3})


def test_a_letter_whose_cards_all_seem_to_be_in_sight_is_not_ruled_out() -> None:
    belief = from_cards({"A": 4, "B": 2}, {"A": 4})
    assert belief["A"] == pytest.approx(GONE / (2 + GONE))


def test_a_clue_makes_the_letters_likely_that_make_words() -> None:
    belief = after_clues(EVEN, ["?AB"], INDEX)
    assert belief["D"] == pytest.approx(0.75, abs=1e-3)
    assert belief["C"] == pytest.approx(0.25, abs=1e-3)
    assert 0 < belief["A"] < 1e-3


def test_a_card_that_nobody_can_see_is_averaged_over() -> None:
    sure = after_hazy_clue(EVEN, "?A!", "!", {"B": 1.0}, INDEX)
    assert sure == pytest.approx(after_clues(EVEN, ["?AB"], INDEX))
    unsure = after_hazy_clue(EVEN, "?A!", "!", {"B": 0.5, "D": 0.5}, INDEX)
    assert unsure["D"] == pytest.approx(1.5 / (1.5 + 1.0 + 0.5), abs=1e-3)


def check_truth_stays(language: Language, count: int) -> None:
    """No pattern made of a word may rule out its letter, whatever is replaced in it."""
    index, random = clue_index(language), Random(count)
    words, deck = sorted(load_vocabulary(language).weights), DECKS[language].counts
    for _ in range(count):
        word = random.choice(words)
        own = random.choice([c for c in word if c in deck] or [""])
        if not own:
            continue
        places = [n for n, c in enumerate(word) if c == own]
        mine = set(random.sample(places, random.randint(1, len(places))))
        wild = random.choice(word) if random.random() < 0.5 else ""
        pattern = "".join(
            "?" if n in mine else "*" if c == wild else c for n, c in enumerate(word)
        )
        letters = tuple(deck)
        assert index.weights(pattern, letters)[letters.index(own)] > 0
        likely = after_clues(from_cards(deck, {own: deck[own]}), [pattern, "?X?X"], index)
        assert likely[own] > FLOOR / 1000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clues", times(2_500, 20_000, 100_000))
def test_the_true_letter_is_never_ruled_out(language: Language, clues: int) -> None:
    check_truth_stays(language, clues)


def test_a_name_that_no_list_holds_rules_nothing_out() -> None:
    likely = after_clues(from_cards(DECKS["en"].counts, {}), ["?QXQ"], INDEX)
    assert min(likely.values()) > 0.01


@pytest.mark.parametrize("line", ["WORD", "WORD\tmuch", "\t"])
def test_a_broken_line_of_clue_words_is_named(line: str) -> None:
    with pytest.raises(DataError, match="is not word and zipf"):
        parse_vocabulary(["GOOD\t4.00", line])


# -- ranking --


def spells(cards: list[Card], **weights: float) -> list[tuple[str, tuple[str, ...]]]:
    return [(clue.word, clue.spots) for clue in rank(WordIndex(weights), cards)]


def test_the_best_clue_tells_most_of_the_true_letters() -> None:
    cards = [Card("1", "D", EVEN), Card("5", "A"), Card("6", "B")]
    found = rank(INDEX, cards)
    assert [clue.word for clue in found] == ["BAD", "DAB", "CAD"]
    assert [clue.spots for clue in found] == [
        ("6", "5", "1"),
        ("1", "5", "6"),
        ("*", "5", "1"),
    ]
    # BA? can be one word only; ?AB is DAB thrice as readily as CAB.
    assert found[0].value == pytest.approx(1 - 0.25, abs=1e-3)
    assert found[1].gains == {"1": pytest.approx(0.75 - 0.25, abs=1e-3)}


def test_a_clue_that_makes_the_wrong_letter_likely_is_worth_less_than_none() -> None:
    wrong = rank(
        INDEX, [Card("1", "C", EVEN), Card("5", "A"), Card("6", "B")], words=["CAB"]
    )
    better = rank(
        INDEX, [Card("1", "D", EVEN), Card("5", "A"), Card("6", "B")], words=["DAB"]
    )
    assert wrong[0].value == pytest.approx(0.0, abs=1e-3)
    assert better[0].value > wrong[0].value


def test_what_helps_nobody_is_no_clue() -> None:
    assert rank(INDEX, [Card("5", "A"), Card("6", "B")]) == []


def test_a_player_comes_before_a_nonplayer_with_the_same_letter() -> None:
    cards = [Card("5", "D", worth=0.05), Card("1", "D", EVEN), Card("6", "A")]
    assert spells(cards, ADD=1.0) == [("ADD", ("6", "1", "1"))]


def test_two_players_with_one_letter_both_get_a_chip_where_the_word_has_two() -> None:
    sure = {"A": 0.1, "B": 0.1, "C": 0.1, "D": 0.7}
    cards = [Card("1", "D", sure), Card("2", "D", EVEN), Card("6", "A")]
    assert spells(cards, ADD=1.0) == [("ADD", ("6", "2", "1"))]
    assert spells(cards, DA=1.0) == [("DA", ("2", "6"))]


def test_words_of_one_reading_are_one_clue() -> None:
    cards = [Card("1", "A", EVEN), Card("6", "T")]
    assert spells(cards, CAT=1.0, BAT=2.0) in (
        [("CAT", ("*", "1", "6"))],
        [("BAT", ("*", "1", "6"))],
    )


def test_what_a_card_is_worth_besides_decides_between_equals() -> None:
    near, far = Card("5", "B", worth=0.05), Card("b1", "B", worth=-0.03)
    cards = [Card("1", "D", EVEN), Card("6", "A"), far, near]
    assert spells(cards, DAB=1.0) == [("DAB", ("1", "6", "5"))]
