"""What views and faces have alike in every game."""

from dataclasses import dataclass

import pytest

from companion.engine.people import BasePlayer, Seated, of_players
from companion.engine.shown import at_seats, part_of, seat_at
from companion.ports import CENTRE, STAND_PLACES, Message, Place, Seat, WordFace


@dataclass(frozen=True, slots=True)
class Table(Seated[BasePlayer]):
    players: tuple[BasePlayer, ...] = (BasePlayer("Ann"), BasePlayer("Bob"))
    round: int = 1


@dataclass(frozen=True, slots=True)
class Match(Table):
    word: str = ""


def test_the_public_part_of_a_state_has_no_secret() -> None:
    public = part_of(Table, Match(round=3, word="APPLE"))
    assert public == Table(round=3)
    assert type(public) is Table
    assert not hasattr(public, "word")


def test_each_face_stands_on_the_own_stand_and_a_seventh_nowhere() -> None:
    faces = [WordFace(str(n)) for n in range(7)]
    assert at_seats(faces[:2]) == {STAND_PLACES[0]: faces[0], STAND_PLACES[1]: faces[1]}
    assert list(at_seats(faces).values()) == faces[:6]


@pytest.mark.parametrize(
    ("place", "seat"),
    [(STAND_PLACES[0], 0), (STAND_PLACES[1], 1), (STAND_PLACES[2], None), (CENTRE, None)],
)
def test_a_stand_is_of_the_seat_of_its_number(place: Place, seat: int | None) -> None:
    assert seat_at(Table(), place) == (None if seat is None else Seat(seat))


def test_a_sentence_about_several_counts_them() -> None:
    told = of_players("result.won", iter(("Ann", "Bob")), points=3)
    assert told == Message("result.won", {"names": ("Ann", "Bob"), "n": 2, "points": 3})
