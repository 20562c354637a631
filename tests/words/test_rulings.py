"""What a house has ruled on words: kept, changed, taken back, never both ways."""

from typing import Any

import pytest

from companion.errors import Rejected
from companion.words.rulings import (
    MOST_RULED,
    ForgetRuling,
    RuleWord,
    Rulings,
    change_rulings,
    known_rulings,
    rulings_of,
)


def test_a_ruling_is_kept_as_the_cards_have_it_and_of_its_language_alone() -> None:
    ruled = change_rulings(Rulings(), RuleWord("de", " Möhr ", counts=True))
    assert ruled.ruling("de", "MOEHR") is True
    assert ruled.ruling("en", "MOEHR") is None
    assert rulings_of(ruled, "de") == {"counting": ("MOEHR",), "never": ()}
    assert rulings_of(ruled, "en") == {"counting": (), "never": ()}


def test_who_changes_his_mind_has_it_one_way_only() -> None:
    ruled = change_rulings(Rulings(), RuleWord("en", "brrr", counts=True))
    ruled = change_rulings(ruled, RuleWord("en", "brrr", counts=False))
    assert rulings_of(ruled, "en") == {"counting": (), "never": ("BRRR",)}
    ruled = change_rulings(ruled, ForgetRuling("en", "BRRR"))
    assert ruled.ruling("en", "BRRR") is None


@pytest.mark.parametrize("word", ["", "a", "zwei Worte", "h4us", "Donaudampfer"])
def test_what_no_cards_can_make_is_refused(word: str) -> None:
    with pytest.raises(Rejected) as caught:
        change_rulings(Rulings(), RuleWord("de", word, counts=True))
    assert caught.value.code == "ruled-word"


def test_there_is_room_for_some_hundred_both_ways_together() -> None:
    half = tuple(f"{'AB'[n % 2]}{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(150))
    others = tuple(f"X{word}" for word in half)
    full: Any = Rulings({"en": half}, {"en": others})
    assert len({*half, *others}) == MOST_RULED
    with pytest.raises(Rejected) as caught:
        change_rulings(full, RuleWord("en", "oma", counts=False))
    assert caught.value.code == "rulings-full"
    assert (
        change_rulings(full, RuleWord("en", half[0], counts=False)).ruling("en", half[0])
        is False
    )  # it changes sides


@pytest.mark.parametrize("ruled", [None, [], "x", {"counting": ["MOEHR"]}])
def test_what_is_no_ruling_is_left_out_whole(ruled: object) -> None:
    assert known_rulings(ruled) == {}


def test_a_language_that_is_gone_takes_only_its_own_words_along() -> None:
    ruled = {"counting": {"de": ["MOEHR"], "xx": ["ABC"]}, "never": {"en": [1]}}
    assert known_rulings(ruled) == {"counting": {"de": ["MOEHR"]}, "never": {}}
