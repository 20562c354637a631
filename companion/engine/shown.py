"""What views and faces have alike in every game: whose they are, and where they stand."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.engine.options import options_of
from companion.engine.people import AtTable
from companion.ports import STAND_PLACES, Face, Place, Seat

T = TypeVar("T")
TableT = TypeVar("TableT")
FaceT = TypeVar("FaceT", bound=Face)


@dataclass(frozen=True, slots=True)
class BaseSeatView(Generic[TableT]):
    """What one seat may know begins with whose it is, and with what all may know."""

    seat: Seat
    table: TableT


@dataclass(frozen=True, slots=True)
class BasePlayerView:
    """What everybody may know of a player, in every game."""

    seat: Seat
    name: str
    present: bool


def part_of(kind: type[T], whole: T) -> T:
    """Return what *kind* has of *whole*, without what the class of *whole* adds to it."""
    return kind(**options_of(kind, whole))


def at_seats(faces: Iterable[FaceT]) -> dict[Place, FaceT]:
    """Return the *faces* of players, by seat, each on the own stand; who has none, has none."""
    return dict(zip(STAND_PLACES, faces, strict=False))


def seat_at(table: AtTable, place: Place) -> Seat | None:
    """Return whose stand *place* is; None: nobody's, as the middle is."""
    owned = STAND_PLACES[: len(table.players)]
    return Seat(owned.index(place)) if place in owned else None
