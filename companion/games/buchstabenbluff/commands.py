"""What players, buttons and the gong can ask for. The seat comes first; the table fills it in."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import ComeBack, Leave
from companion.games.buchstabenbluff.state import Language, Letter, Options
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match; the left neighbour of *last_dealer* deals, nobody's: it is drawn."""

    names: tuple[str, ...]
    language: Language = "en"
    gong_s: int = 15
    half_open: bool = False
    first_doubter: bool = False
    last_refill: bool = True
    repeats: bool = True
    joker_minus: bool = False
    last_dealer: str = ""


@dataclass(frozen=True, slots=True)
class SetTable:
    """Begin a match whose chance is fixed: for scripts and tests, no road from the web."""

    names: tuple[str, ...]
    hands: tuple[str, ...]
    deck: tuple[Letter, ...]
    options: Options
    dealer: int = 1
    """The player who deals, counted from one."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StopDrawing:
    """Draw no more in this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LayWord:
    """Lay cards face down and announce a word.

    *cards* are places in the hand, counted from one, in the order in which they lie;
    *shown* are those of them that lie face up.
    """

    seat: Seat
    cards: tuple[str, ...]
    word: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing in this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Believe:
    """Believe the word that lies, in secret; it can be changed until the gong."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Doubt:
    """Doubt the word that lies, in secret; it can be changed until the gong."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Overrule:
    """Enter what the table thinks of a word whose letters lie there."""

    seat: Seat
    counts: bool


@dataclass(frozen=True, slots=True)
class GoOn:
    """Everybody has seen the cards: book the points and go on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OpenNext:
    """Open the next believed word, after the count."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OpenAll:
    """Open all believed words that are left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Buzz:
    """The seat's button went down first of all, or so it seems: *at_ns* will tell."""

    seat: Seat
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
