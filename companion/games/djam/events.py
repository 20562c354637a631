"""Facts, chance included, so that a replay needs no random numbers."""

from typing import Literal, get_args

from companion.engine.events import Undo, event
from companion.engine.people import OfSeat, OfTable, PersonEvent
from companion.games.djam.phases.judging import Accepted, Objected, Ruled
from companion.games.djam.phases.voting import VoteClosed, Voted
from companion.games.djam.state import Options, Roll
from companion.ports import Seat

Reason = Literal["found", "passed", "time"]


@event(undo=Undo.NEVER, tells=False, public="names options stones", moment="")
class MatchStarted:
    """Who plays what; *rolls* are fixed beforehand, *stones* lie before the players."""

    names: tuple[str, ...]
    options: Options
    bans: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    stones: tuple[int, ...] = ()
    heard: tuple[str, ...] = ()


@event(undo=Undo.CONSENT, tells=False, moment="")
class CupFilled:
    """The dice of the next round lie under the cup."""

    roll: Roll


@event(undo=Undo.NEVER, tells=True, public="seat theme", moment="revealed")
class ThemeShown(OfSeat):
    """The number die has fallen, and all read the theme; *theme* came out of the hat."""

    theme: str = ""


@event(undo=Undo.NEVER, tells=True, public="seat theme", moment="rolled")
class Rolled(OfSeat):
    """The cup is lifted: everybody sees the dice at once; *theme* came out of the hat."""

    theme: str = ""


@event(undo=Undo.ASIDE, tells=False, moment="")
class ThemePut(OfSeat):
    """A theme of the seat lies in the hat."""

    theme: str


@event(undo=Undo.ASIDE, tells=False, moment="")
class ThemeTaken(OfSeat):
    """The seat took a theme of its own back out of the hat."""

    theme: str


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="rejected")
class ThemeRefused(OfSeat):
    """The seat objects to the theme: that of the card comes, and all begin anew."""


@event(undo=Undo.CONSENT, tells=False, moment="gong")
class Armed(OfTable):
    """The gong: from now on presses count."""


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class FalseStart(OfSeat):
    """The finger of the seat came before the gong."""

    at_ns: int


@event(undo=Undo.FREE, tells=False, public="seat phone", moment="")
class PhoneChosen(OfSeat):
    """The seat buzzes on the phone, or on its stand again."""

    phone: bool


@event(undo=Undo.CONSENT, tells=False, public="seat place tie", moment="buzzed")
class Buzzed(OfSeat):
    """The seat has a word, and stands in the queue at *place* from 0."""

    at_ns: int | None
    place: int
    tie: bool = False


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="turn")
class Called(OfSeat):
    """The head of the queue has the word; nobody comes before it any more."""


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class Dropped(OfSeat):
    """The seat left the queue."""


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class Passed(OfSeat):
    """The seat finds nothing."""


@event(undo=Undo.FREE, tells=False, public="seat", moment="laid")
class Sealed(OfSeat):
    """The seat's word lies face down."""

    word: str


@event(undo=Undo.ASIDE, tells=False, moment="")
class WordKept(OfSeat):
    """With speed: the word that the seat's press will say, once it is called for it."""

    word: str


@event(undo=Undo.NEVER, tells=True, public="order", moment="revealed")
class SealsOpened:
    """All words are in; in this order they are read."""

    order: tuple[Seat, ...]


@event(undo=Undo.CONSENT, tells=True, public="seat word points dice", moment="revealed")
class Said(OfSeat):
    """A word for the others to judge; empty if it was only spoken."""

    word: str
    points: int
    dice: tuple[int, ...] = ()


@event(undo=Undo.CONSENT, tells=False, moment="")
class CooledDown(OfTable):
    """Whose word was refused, or who had none, may press again."""


@event(
    undo=Undo.CONSENT,
    tells=False,
    public="reason",
    moment=lambda ended: "gong" if ended.reason == "time" else "",
)
class RoundEnded:
    """The round is over; *ban* is what the roll guard learned from it."""

    reason: Reason
    ban: str = ""


@event(undo=Undo.CONSENT, tells=False, public="seats", moment="")
class DeciderBegan:
    """The pool is empty and the lead is shared: one black round among *seats* decides."""

    seats: tuple[Seat, ...]


@event(undo=Undo.NEVER, tells=False, moment="ended")
class MatchEnded(OfTable):
    """The pool is empty, and a shared lead had its decider where there is one."""


RoundEvent = (
    MatchStarted
    | CupFilled
    | ThemeShown
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
Judged = Accepted | Objected | Voted | VoteClosed | Ruled
ClaimEvent = WordKept | Said | Judged | CooledDown
Event = RoundEvent | QueueEvent | ClaimEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
