from collections import Counter

import pytest

from companion.errors import DataError
from companion.languages import Language
from companion.words.deck import DECKS, Deck


@pytest.mark.parametrize(("language", "absent"), [("en", "JQVXZ"), ("de", "JQVXY")])
def test_the_known_decks_have_64_cards_and_lack_the_grey_letters(
    language: Language, absent: str
) -> None:
    cards = DECKS[language].cards()
    assert len(cards) == 64
    assert list(cards) == sorted(cards)
    assert not set(cards) & set(absent)
    assert len(set(cards)) == 21
    assert Counter(cards) == DECKS[language].counts


def test_the_marks_say_how_well_the_counts_are_known() -> None:
    assert DECKS["en"].mark == "certain"
    assert DECKS["de"].mark == "estimated"
    assert Deck({"A": 60, "B": 4}).mark == "entered"


@pytest.mark.parametrize(
    ("counts", "finding"),
    [
        ({"A": 63}, "63 cards"),
        ({"A": 65}, "65 cards"),
        ({}, "0 cards"),
        ({"A": 32, "a": 32}, "'a' is no letter card"),
        ({"Ä": 64}, "'Ä' is no letter card"),
        ({"AB": 64}, "'AB' is no letter card"),
        ({"": 64}, "'' is no letter card"),
        ({"A": 65, "B": -1}, "B has -1 cards"),
    ],
)
def test_a_deck_that_is_not_in_the_box_is_refused_with_a_sentence(
    counts: dict[str, int], finding: str
) -> None:
    with pytest.raises(DataError, match=finding):
        Deck(counts)


def test_a_deck_keeps_its_own_counts_and_is_equal_by_them() -> None:
    counts = {"B": 4, "A": 60}
    deck = Deck(counts)
    counts["A"] = 0
    assert deck == Deck({"A": 60, "B": 4})
    assert hash(deck) == hash(Deck({"A": 60, "B": 4}))
    assert deck != DECKS["en"]
    assert deck.holds("BAB")
    assert not deck.holds("BBBBB")
    assert not deck.holds("ABC")
