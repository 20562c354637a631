"""Views as scripts write them."""

from dataclasses import dataclass
from random import Random

import pytest

from companion.cli.written import as_written
from companion.games import GAMES
from companion.ports import Message, Seat, Stand
from tests.play import begin


@dataclass(frozen=True)
class Inner:
    stand: Stand
    number: int


@dataclass(frozen=True)
class Outer:
    seat: Seat
    giver: Seat | None
    nobody: Seat | None
    seats: tuple[Seat, ...]
    pair: tuple[Seat, int]
    inner: tuple[Inner, ...]
    by_seat: dict[Seat, int]
    flag: bool
    text: tuple[str, ...] | None
    said: Message


def test_seats_and_stands_count_from_one_and_nothing_else_does() -> None:
    outer = Outer(
        seat=Seat(0),
        giver=Seat(1),
        nobody=None,
        seats=(Seat(0), Seat(2)),
        pair=(Seat(3), 3),
        inner=(Inner(Stand(5), 5),),
        by_seat={Seat(0): 0},
        flag=True,
        text=("a",),
        said=Message("x", {"n": 0}),
    )
    assert as_written(outer) == {
        "seat": 1,
        "giver": 2,
        "nobody": None,
        "seats": [1, 3],
        "pair": [4, 3],
        "inner": [{"stand": 6, "number": 5}],
        "by_seat": {1: 0},
        "flag": True,
        "text": ["a"],
        "said": {"id": "x", "params": {"n": 0}},
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_view_can_be_written(name: str) -> None:
    game = GAMES[name]()
    state = game.initial
    for event in begin(game, max(game.players), Random(1)):
        state = game.evolve(state, event)
    table = as_written(game.table_view(state))
    named = [each["seat"] for each in table["players"] if "seat" in each]
    assert named in ([], [seat + 1 for seat in game.seats(state)])
    for seat in game.seats(state):
        assert as_written(game.seat_view(state, seat))["seat"] == seat + 1
