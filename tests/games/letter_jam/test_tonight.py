"""Tonight's deal: of a day, the same at every table, out of the shipped lists alone."""

from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.games.letter_jam.commands import StartMatch
from companion.games.letter_jam.house_options import with_house
from companion.games.letter_jam.lexicons import Lexicons
from tests.play import refusal

DAY = "2026-11-24"
HOUSES: list[dict[str, Any]] = [
    {},
    {"struck": {"en": ["HOUSE", "TABLE"]}, "cards": {"en": [["A", 24], ["B", 40]]}},
]


def dealt(
    house: dict[str, Any], day: str = DAY, **options: Any
) -> tuple[str, tuple[str, ...]]:
    """Return the code and the words that *house* deals on *day*."""
    wish = {"lengths": [5, 5, 6], "language": "en", "date": day, **options}
    start = {
        "names": ["Ann", "Bob", "Cleo"],
        "type": "StartMatch",
        **with_house(house, wish),
    }
    command = Codec([StartMatch]).load(start)
    deal = Lexicons().deal(command, Random())
    return deal.code, deal.words


def test_two_houses_play_the_same_and_each_day_another() -> None:
    deals = {dealt(house) for house in HOUSES for _ in range(2)}
    assert len(deals) == 1
    assert dealt({}, "2026-11-25") not in deals
    assert dealt({}, level="hard") not in deals
    assert dealt({}, language="de") not in deals
    assert dealt({}, lengths=[5, 6, 5]) not in deals


def test_its_code_deals_it_again() -> None:
    code, words = dealt({})
    assert dealt({}, "", code=code) == (code, words)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"level": "own:ours"}, "date-own"),
        ({"day": "24.11.2026"}, "date"),
        ({"day": "2026-13-01"}, "date"),
        ({"lengths": [5, 9, 5]}, "lengths"),
        ({"lengths": []}, "lengths"),
        ({"lengths": 5}, "lengths"),
        ({"lengths": None}, "lengths"),
        ({"lengths": [[5], [5], [5]]}, "lengths"),
    ],
)
def test_what_is_no_such_deal_is_refused(options: dict[str, Any], why: str) -> None:
    assert refusal(dealt, {}, **options) == why


def test_without_a_day_nothing_changes() -> None:
    assert with_house({}, {"lengths": [5, 5]})["date"] == ""
