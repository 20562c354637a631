from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.offers import (
    Arrangement,
    Choice,
    DictionaryWord,
    Field,
    Flag,
    Items,
    Number,
    Offer,
    Text,
    fill,
)
from companion.errors import Rejected

CARDS = tuple("12345")
COVERS = ("*", "b1", "b2")
FIELDS: tuple[Field, ...] = (
    Choice("choice", ("a", 2, None)),
    Items("items", ("x", "y"), 0, 3),
    Items("endless", ("x",), 2, 1000),
    Items("once", tuple("abcdef"), 2, 6, once=True),
    Arrangement("tiles", CARDS, COVERS),
    Text("text", 2, 4, "ABC"),
    Number("number", -1, 1),
    Flag("flag"),
)
OFFER = Offer("Anything", FIELDS)


@given(seed=st.integers())
def test_every_field_is_filled_within_its_limits(seed: int) -> None:
    found = fill(OFFER, Random(seed))
    assert list(found) == [field.name for field in FIELDS]
    assert found["choice"] in ("a", 2, None)
    items, endless, text = found["items"], found["endless"], found["text"]
    once = found["once"]
    assert isinstance(once, tuple)
    assert 2 <= len(set(once)) == len(once) <= 6
    assert isinstance(items, tuple)
    assert len(items) <= 3
    assert set(items) <= {"x", "y"}
    assert isinstance(endless, tuple)
    assert 2 <= len(endless) <= 10
    assert isinstance(text, str)
    assert 2 <= len(text) <= 4
    assert set(text) <= set("ABC")
    assert found["number"] in (-1, 0, 1)
    assert isinstance(found["flag"], bool)


@given(seed=st.integers())
def test_an_arrangement_uses_every_card_once_and_a_cover_upon_or_beside_one(
    seed: int,
) -> None:
    tiles = fill(OFFER, Random(seed))["tiles"]
    assert isinstance(tiles, tuple)
    cards = [tile[0] for tile in tiles if tile[0].isdigit()]
    covers = [tile.lstrip("12345") for tile in tiles]
    assert sorted(cards) == list(CARDS)
    assert Counter(filter(None, covers)) == Counter(COVERS)


def test_the_same_chance_fills_the_same_and_another_one_something_else() -> None:
    assert fill(OFFER, Random(1)) == fill(OFFER, Random(1))
    assert len({str(fill(OFFER, Random(seed))) for seed in range(50)}) > 40


def test_over_time_every_end_of_a_range_is_tried() -> None:
    tried = [fill(OFFER, Random(seed)) for seed in range(300)]
    assert {each["number"] for each in tried} == {-1, 0, 1}
    assert {each["flag"] for each in tried} == {True, False}
    assert {each["choice"] for each in tried} == {"a", 2, None}
    assert {len(str(each["text"])) for each in tried} == {2, 3, 4}


def test_an_offer_without_fields_needs_nothing() -> None:
    assert fill(Offer("Stay"), Random(0)) == {}


WORD = DictionaryWord("word", 3, 6, "de")


def test_a_typed_word_is_spelled_in_capitals() -> None:
    assert WORD.read(" müll ", {"MUELL"}) == "MUELL"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ab-c", "letters-only"),
        ("ei", "word-size"),
        ("baggersee", "word-size"),
        ("zzz", "word-unknown"),
    ],
)
def test_what_is_no_word_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Rejected, match=code):
        WORD.read(typed, {"MUELL"})


def test_a_word_is_filled_in_by_whoever_has_a_dictionary() -> None:
    offer = Offer("Solve", (DictionaryWord("word", 3, 6, "en"),))
    assert fill(offer, Random(1), lambda field, _: field.language) == {"word": "en"}
    with pytest.raises(LookupError, match="wants a word"):
        fill(offer, Random(1))
