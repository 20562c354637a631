"""Facts, chance included, so that a replay needs no random numbers."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.engine.people import OfSeat, OfTable, PersonEvent
from companion.games.djam.state import Options, Roll
from companion.ports import Seat

Reason = Literal["found", "passed", "time"]


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Who plays what; *rolls* are fixed beforehand, *stones* lie before the players."""

    names: tuple[str, ...]
    options: Options
    bans: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    stones: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CupFilled:
    """The dice of the next round lie under the cup."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Rolled(OfSeat):
    """The cup is lifted: everybody sees the dice at once; *theme* came out of the hat."""

    theme: str = ""


@dataclass(frozen=True, slots=True)
class ThemePut(OfSeat):
    """A theme of the seat lies in the hat."""

    theme: str


@dataclass(frozen=True, slots=True)
class ThemeTaken(OfSeat):
    """The seat took a theme of its own back out of the hat."""

    theme: str


class ThemeRefused(OfSeat):
    """The seat objects to the theme: that of the card comes, and all begin anew."""


class Armed(OfTable):
    """The gong: from now on presses count."""


@dataclass(frozen=True, slots=True)
class FalseStart(OfSeat):
    """The finger of the seat came before the gong."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class PhoneChosen(OfSeat):
    """The seat buzzes on the phone, or on its stand again."""

    phone: bool


@dataclass(frozen=True, slots=True)
class Buzzed(OfSeat):
    """The seat has a word, and stands in the queue at *place* from 0."""

    at_ns: int | None
    place: int
    tie: bool = False


class Called(OfSeat):
    """The head of the queue has the word; nobody comes before it any more."""


class Dropped(OfSeat):
    """The seat left the queue."""


class Passed(OfSeat):
    """The seat finds nothing."""


@dataclass(frozen=True, slots=True)
class Sealed(OfSeat):
    """The seat's word lies face down."""

    word: str


@dataclass(frozen=True, slots=True)
class SealsOpened:
    """All words are in; in this order they are read."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Said(OfSeat):
    """A word for the others to judge; empty if it was only spoken."""

    word: str
    points: int
    dice: tuple[int, ...] = ()


class Accepted(OfSeat):
    """The seat finds the word all right."""


class Objected(OfSeat):
    """The seat objects: everybody but the author votes."""


@dataclass(frozen=True, slots=True)
class Voted(OfSeat):
    """The seat has voted; nobody else knows how."""

    valid: bool


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """The votes are counted."""

    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Ruled(OfSeat):
    """The word of the seat is settled; *stones* are taken, or paid if negative."""

    valid: bool
    stones: int
    out: bool
    decides: bool = False
    """Whether it wins the decider, maybe along with another."""


class CooledDown(OfTable):
    """Whose word was refused, or who had none, may press again."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over; *ban* is what the roll guard learned from it."""

    reason: Reason
    ban: str = ""


@dataclass(frozen=True, slots=True)
class DeciderBegan:
    """The pool is empty and the lead is shared: one black round among *seats* decides."""

    seats: tuple[Seat, ...]


class MatchEnded(OfTable):
    """The pool is empty, and a shared lead had its decider where there is one."""


RoundEvent = (
    MatchStarted
    | CupFilled
    | Rolled
    | ThemePut
    | ThemeTaken
    | ThemeRefused
    | RoundEnded
    | DeciderBegan
    | MatchEnded
)
QueueEvent = (
    Armed
    | FalseStart
    | PhoneChosen
    | Buzzed
    | Called
    | Dropped
    | Passed
    | Sealed
    | SealsOpened
)
ClaimEvent = Said | Accepted | Objected | Voted | VoteClosed | Ruled | CooledDown
Event = RoundEvent | QueueEvent | ClaimEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
