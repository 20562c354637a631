"""What players and the table can ask for. The seat comes first; the table fills it in."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.engine.people import ComeBack, Leave
from companion.games.djam.state import Buzzers, Count, Language, Pace, Roll, Tempo
from companion.ports import Seat

Card = Literal["1", "2", "3", "4", "own"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch:
    """Begin a match; *own* are six themes of the host's, for the card ``own``."""

    names: tuple[str, ...]
    language: Language = "en"
    card: Card = "1"
    own: tuple[str, ...] = ()
    pace: Pace = "speed"
    count: Count = "dice"
    tempo: Tempo = "normal"
    buzzers: Buzzers = "stands"
    gong_s: int = 0
    round_s: int = 0
    guard: bool = False
    fresh: bool = False
    decider: bool = False
    hat: bool = False
    false_start: bool = False
    first: int = 0
    recent: tuple[str, ...] = ()
    """What the roll guard learned on other evenings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable(StartMatch):
    """Begin a match whose first *rolls* are fixed: for scripts, no road from the web."""

    rolls: tuple[Roll, ...] = ()
    stones: tuple[int, ...] = ()
    """What lies before the players already, to see an end soon."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """Lift the cup."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Gong:
    """Everybody has heard the roll: open the buzzers before the time is up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UsePhone:
    """Buzz on the phone from now on, for want of a stand; or on the stand again."""

    seat: Seat
    phone: bool = True


@dataclass(frozen=True, slots=True)
class Buzz:
    """I have a word: the phone's buzzer. It says no time, for nobody could vouch for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Press:
    """I have a word: the stand's button, at the kernel's time stamp."""

    seat: Seat
    at_ns: int


@dataclass(frozen=True, slots=True)
class Say:
    """Say a word and write it down; the table counts."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class SayAloud:
    """Say a word aloud only, and tell how many points it has; the table listens."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Leave the queue without a word, and without a penalty but a moment's wait."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Find nothing; the round is over when nobody looks any more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Accept:
    """The word is all right."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Object:
    """The word is not all right: let the others vote."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote secretly on the word."""

    seat: Seat
    valid: bool


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal a word, in the pace without speed; it replaces one that lies there."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class PutTheme:
    """Put a theme into the hat, in secret."""

    seat: Seat
    theme: str


@dataclass(frozen=True, slots=True)
class TakeTheme:
    """Take an own theme back out of the hat."""

    seat: Seat
    theme: str


@dataclass(frozen=True, slots=True)
class RefuseTheme:
    """Object to the theme that came out of the hat: the card's comes instead."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The table has waited long enough for whatever it waits for."""


SetupCommand = SetTable | StartMatch
SeatCommand = (
    RollDice
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
