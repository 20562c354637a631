"""What players, stands and the table can ask for. A player's command begins with the seat."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import ComeBack, Leave
from companion.games.haiclue.state import Language, Shape
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match; *recent* are targets of the last evenings that should not come again."""

    names: tuple[str, ...]
    language: Language = "en"
    hidden: bool = False
    """Whether clues stay hidden until they are read."""
    guard: bool = False
    """Whether a deal has to be varied."""
    hurry: bool = False
    """Whether the table waits for the last one missing only so long."""
    youngest: int | None = None
    """Who reads first, counted from 0; None: chance decides."""
    recent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTable:
    """Begin a match whose chance is fixed: for scripts and tests, no road from the web.

    A tile is written ``white/black``; hands by seat, stacks by shape, top tile first.
    """

    names: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    stacks: tuple[tuple[str, ...], ...]
    deck: tuple[Shape, ...]
    first_reader: int = 0
    language: Language = "en"
    hidden: bool = False
    hurry: bool = False


@dataclass(frozen=True, slots=True)
class LayClue:
    """Finish a clue: numbers of own tiles in order, ``/`` for a line break.

    While somebody is still missing it may be laid anew.
    """

    seat: Seat
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeClueBack:
    """Take the own clue back, while somebody is still missing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Guess:
    """Lay a guessing tile face down; until the last one lies it may be exchanged."""

    seat: Seat
    shape: Shape


@dataclass(frozen=True, slots=True)
class GoOn:
    """Everybody has seen the result: read the next clue, or begin the next round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SayWord:
    """A stand's button: say its target to everybody."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class SayStatus:
    """A stand's button: say to everybody how things stand."""


@dataclass(frozen=True, slots=True)
class TurnPage:
    """A stand's button: show the next page of the clue."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The table has waited long enough for the last one missing."""


SetupCommand = StartMatch | SetTable
StandCommand = SayWord | SayStatus | TurnPage
"""A stand is nobody's: these come from no seat, and no phone can send them."""
SeatCommand = LayClue | TakeClueBack | Guess | GoOn | Leave | ComeBack
TableCommand = TimeUp
Command = SetupCommand | StandCommand | SeatCommand | TableCommand

SETUP_COMMANDS: tuple[type[SetupCommand], ...] = get_args(SetupCommand)
SEAT_COMMANDS: tuple[type[SeatCommand], ...] = get_args(SeatCommand)
TABLE_COMMANDS: tuple[type[TableCommand], ...] = (TimeUp,)
