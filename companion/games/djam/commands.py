"""What players and the table can ask for. The seat comes first; the table fills it in."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.engine.people import ComeBack, Leave, OfSeat, TimeUp
from companion.games.djam.phases.judging import Accept, Object
from companion.games.djam.phases.voting import Vote
from companion.games.djam.state import Choices, Roll

Card = Literal["1", "2", "3", "4", "own"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch(Choices):
    """Begin a match; *own* are six themes of the host's, for the card ``own``."""

    names: tuple[str, ...]
    card: Card = "1"
    own: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    """What the roll guard learned on other evenings, and the words of the latest matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable(StartMatch):
    """Begin a match whose first *rolls* are fixed: for scripts, no road from the web."""

    rolls: tuple[Roll, ...] = ()
    stones: tuple[int, ...] = ()
    """What lies before the players already, to see an end soon."""


class RollDice(OfSeat):
    """Lift the cup."""


@dataclass(frozen=True, slots=True)
class EnterDice(OfSeat):
    """Tell what real dice show, or put right what was told of them.

    *theme* is the number die's, 1 to 6; *letters* are the five in the order of their colours;
    *start* is the one whose colour fell, 1 to 5, or 0: black.
    """

    theme: int
    letters: str
    start: int


class Gong(OfSeat):
    """Everybody has heard the roll: open the buzzers before the time is up."""


@dataclass(frozen=True, slots=True)
class UsePhone(OfSeat):
    """Buzz on the phone from now on, for want of a stand; or on the stand again."""

    phone: bool = True


@dataclass(frozen=True, slots=True)
class Buzz(OfSeat):
    """I have a word: the phone's buzzer. It says no time, for nobody could vouch for it."""

    word: str = ""
    """What is said as soon as the seat is called, if it is written already."""


@dataclass(frozen=True, slots=True)
class Press(OfSeat):
    """I have a word: the stand's button, at the kernel's time stamp."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Say(OfSeat):
    """Say a word and write it down; the table counts."""

    word: str


@dataclass(frozen=True, slots=True)
class SayAloud(OfSeat):
    """Say a word aloud only, and tell how many points it has; the table listens."""

    points: int


class Drop(OfSeat):
    """Leave the queue without a word, and without a penalty but a moment's wait."""


class Pass(OfSeat):
    """Find nothing; the round is over when nobody looks any more."""


@dataclass(frozen=True, slots=True)
class Seal(OfSeat):
    """Seal a word; it replaces one that lies there. With speed a press says it later."""

    word: str


@dataclass(frozen=True, slots=True)
class PutTheme(OfSeat):
    """Put a theme into the hat, in secret."""

    theme: str


@dataclass(frozen=True, slots=True)
class TakeTheme(OfSeat):
    """Take an own theme back out of the hat."""

    theme: str


class RefuseTheme(OfSeat):
    """Object to the theme that came out of the hat: the card's comes instead."""


SetupCommand = SetTable | StartMatch
SeatCommand = (
    RollDice
    | EnterDice
    | Gong
    | UsePhone
    | Buzz
    | Say
    | SayAloud
    | Drop
    | Pass
    | Accept
    | Object
    | Vote
    | Seal
    | PutTheme
    | TakeTheme
    | RefuseTheme
    | Leave
    | ComeBack
)
TableCommand = Press | TimeUp
Command = SetupCommand | SeatCommand | TableCommand

SETUP_COMMANDS: tuple[type[SetupCommand], ...] = get_args(SetupCommand)
SEAT_COMMANDS: tuple[type[SeatCommand], ...] = get_args(SeatCommand)
TABLE_COMMANDS: tuple[type[TableCommand], ...] = get_args(TableCommand)

__all__ = ("Accept", "Object", "Vote")
