"""What players, buttons and the gong can ask for. The seat comes first; the table fills it in."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import ComeBack, Leave, OfSeat
from companion.games.buchstabenbluff.state import Letter, Options
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class StartMatch(Options):
    """Begin a match; the left neighbour of *last_dealer* deals, nobody's: it is drawn."""

    names: tuple[str, ...]
    last_dealer: str = ""
    code: str = ""
    """A deal code: that very deal once more."""
    date: str = ""
    """A day, as ISO writes it: the deal that every table has on it."""


@dataclass(frozen=True, slots=True)
class SetTable:
    """Begin a match whose chance is fixed: for scripts and tests, no road from the web."""

    names: tuple[str, ...]
    hands: tuple[str, ...]
    deck: tuple[Letter, ...]
    options: Options
    dealer: int = 1
    """The player who deals, counted from one."""


class Draw(OfSeat):
    """Draw one card."""


class StopDrawing(OfSeat):
    """Draw no more in this turn."""


@dataclass(frozen=True, slots=True)
class LayWord(OfSeat):
    """Lay cards face down and announce a word.

    *cards* are places in the hand, counted from one, in the order in which they lie;
    *shown* are those of them that lie face up.
    """

    cards: tuple[str, ...]
    word: str
    shown: tuple[str, ...] = ()


class Pass(OfSeat):
    """Lay nothing in this turn."""


class Believe(OfSeat):
    """Believe the word that lies, in secret; it can be changed until the gong."""


class Doubt(OfSeat):
    """Doubt the word that lies, in secret; it can be changed until the gong."""


@dataclass(frozen=True, slots=True)
class Overrule(OfSeat):
    """Say whether a word whose letters lie there should count: a voice against the list."""

    counts: bool


class GoOn(OfSeat):
    """Everybody has seen the cards: book the points and go on."""


class OpenNext(OfSeat):
    """Open the next believed word, after the count."""


class OpenAll(OfSeat):
    """Open all believed words that are left."""


@dataclass(frozen=True, slots=True)
class Buzz(OfSeat):
    """The seat's button went down first of all, or so it seems: *at_ns* will tell."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Gong:
    """The time is up; *held* are the seats whose finger holds the button: they doubt."""

    held: tuple[Seat, ...] = ()


SetupCommand = StartMatch | SetTable
SeatCommand = (
    Draw
    | StopDrawing
    | LayWord
    | Pass
    | Believe
    | Doubt
    | Overrule
    | GoOn
    | OpenNext
    | OpenAll
    | Leave
    | ComeBack
)
TableCommand = Buzz | Gong
"""Commands of buttons and clock only: no phone can send them."""
Command = SetupCommand | SeatCommand | TableCommand

SETUP_COMMANDS: tuple[type[SetupCommand], ...] = get_args(SetupCommand)
SEAT_COMMANDS: tuple[type[SeatCommand], ...] = get_args(SeatCommand)
TABLE_COMMANDS: tuple[type[TableCommand], ...] = get_args(TableCommand)
