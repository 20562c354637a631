"""What the table shows: immutable, newest only; each seat's part holds only its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from companion.engine.events import MomentWord
from companion.engine.game import Kept
from companion.engine.offers import Offer
from companion.engine.options import SetupField, setup_fields
from companion.engine.step import Step
from companion.ports import Face, Faces, Health, Keepsake, Message, Place, Seat
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.incidents import Incident, Rescue
from companion.table.values.screens import ScreenId


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody at the table, as everybody may know them."""

    id: PersonId
    name: str
    seat: Seat | None
    """None while no match runs, and for those who came too late for it."""
    has_phone: bool
    """Whether a phone is this person's own; one that was handed over is not."""
    is_host: bool
    last_seat: Seat | None = None
    """By which seat the host's last choices for a game mean this person; None: by none."""
    bot: str = ""
    """How well it plays, if it is a bot."""
    on_loan: bool = False
    """Whether this person plays on a phone that was handed over."""
    may_borrow: bool = False
    """Whether the host may hand over a phone."""
    sign: str = ""
    colour: int = 0
    """The picture that stands for this person, and its colour, from 1; 0: none."""


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks to hold the page of *person*; or, as that person, to be the host."""

    id: str
    person: PersonId
    name: str
    right: Literal["page", "host", "stand"] = "page"
    press: bool = False
    """Whether a press on the seat's own stand says yes now."""
    device: DeviceId | None = None
    """Which asks; no page is told."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A public sentence; *number* rises by one each."""

    number: int
    message: Message


@dataclass(frozen=True, slots=True)
class UndoView:
    """What can be taken back now, and who is still asked; an answer names its *request*."""

    possible: Literal["free", "consent", "never"]
    what: Announcement | None = None
    """The public sentence of the step that would be taken back; its number names the step."""
    asked_by: str = ""
    """Name of whoever asks; empty: nobody asks."""
    waiting_for: tuple[str, ...] = ()
    my_answer: Literal["", "asked", "yes"] = ""
    """This seat's part: not concerned, asked to answer, has agreed."""
    request: str = ""
    refused: Message | None = None
    """What this seat has asked for and somebody did not agree to, until the next move."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What sounds, lights and movements go with; *number* rises by one each."""

    number: int
    word: MomentWord
    seat: Seat | None = None
    """Whose moment it is, or None: the table's."""
    place: Place | None = None
    """The stand where it came about, if at one."""
    at_s: float = 0.0
    """When it came about, by the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Sand:
    """A sand timer of *seconds*; it has run out at *ends_s* of the monotonic clock."""

    seconds: int
    ends_s: float


@dataclass(frozen=True, slots=True)
class Wait:
    """What is left of a deadline that all see."""

    id: str
    duration_s: float
    """The whole of it."""
    left_s: float
    """What was left when it last went on, or stopped."""
    since_s: float | None = None
    """Since when it has gone on, by the monotonic clock; None: it stands still."""

    def rest_s(self, now_s: float) -> float:
        """Return what is left at *now_s*."""
        run_s = 0.0 if self.since_s is None else now_s - self.since_s
        return max(0.0, self.left_s - run_s)


@dataclass(frozen=True, slots=True)
class Show:
    """Show *number*: a course that pages play by themselves since *began_s* (monotonic)."""

    number: int
    began_s: float
    times: tuple[int, ...]
    """When each of its frames begins, in ms."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played to its end."""

    on: str
    """Date and time, as the machine knows them."""
    game: str
    names: tuple[str, ...]
    result: Message | None = None
    keepsake: Keepsake | None = None
    """What its picture tells; None: the game has none, or it was played before pictures stayed."""
    signs: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Sign and colour of everybody who had one, by name."""


LOBBY: Final = Step(about=Message("step.lobby"))


@dataclass(frozen=True, slots=True)
class TableInfo:
    """Public facts about the table, in and between matches, and before it is open."""

    game: str = ""
    people: tuple[PersonView, ...] = ()
    playing: bool = False
    finished: bool = False
    announcements: tuple[Announcement, ...] = ()
    view: Any = None
    """The game's table view; None while no match runs."""
    step: Step = LOBBY
    """What happens now, for the middle of the table."""
    moments: tuple[Moment, ...] = ()
    """The latest few since the table was opened; what a show is about is not among them."""
    saved: bool = True
    """False: the match goes on in memory only."""
    paused: bool = False
    """Nobody can do anything until the host lets it go on."""
    sand: Sand | None = None
    deadline: Wait | None = None
    """What the match waits for at most, where all see how long; in a pause it stands still."""
    course: Show | None = None
    """While it is on nobody is asked anything but whether to skip it; a command ends it."""
    guide: bool = False
    """Whether phones explain each step, unless they have chosen for themselves."""
    on_stands: bool = False
    """Whether the cards are read off the stands: a phone folds them away."""
    displays: bool = False
    """Whether some stand has a display, or a screen that stands there."""
    own_stands: bool = False
    """Whether each player has the stand of the own seat."""
    closed: bool = False
    """Whether nobody new may sit down with a phone."""
    dark: tuple[Place, ...] = ()
    """The stands whose screen sleeps or is out of reach."""
    free: Mapping[Place, Face] = field(default_factory=dict)
    """What the stands of nobody show while no display does, and some show the others."""
    keepsake: Keepsake | None = None
    """What one picture of the match tells, once it is over."""
    album: str = ""
    """What the address of all pictures ends in."""
    match: str = ""
    """A tag that tells one match from another."""
    house: Any = None
    """What everybody may know in this match of what the house keeps for all evenings."""
    broken_off: Message | None = None
    """What is told between matches of one that was ended before it was over."""


@dataclass(frozen=True, slots=True)
class SeatPage:
    """Everything the page behind one handle may know."""

    version: int
    """Rises only when something else in here changes."""
    device: DeviceId
    person: PersonView
    table: TableInfo
    view: Any
    """The game's seat view; None while no match runs or the person has no seat in it."""
    offers: tuple[Offer, ...]
    step: Step
    """What this person is asked now."""
    sheet: Mapping[str, str]
    undo: UndoView
    requests: tuple[Request, ...]
    """The open question, where this page is asked."""
    host_wish: Literal["", "asked", "denied"] = ""
    """What has become of the own wish to be the host."""
    witness: str = ""
    """Tag of the row that changed *view* last: the phone remembers it over a restart."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game that comes next; it is loaded when something of it is asked for."""

    name: str
    kept: Kept
    """What the host entered once for all evenings, as it is stored."""
    games: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def strengths(self) -> tuple[str, ...]:
        """How well bots can play it, the weakest first; none: it has no bots."""
        return tuple(self.games[self.name].bots.strengths)

    @property
    def players(self) -> range:
        """How many people can play it."""
        found: range = self.games[self.name].players
        return found

    @property
    def setup(self) -> Mapping[str, SetupField]:
        """What the host's form can ask, by name."""
        return setup_fields(self.games[self.name].setup_commands[0])

    @property
    def usual_strength(self) -> str:
        """The one that is offered first."""
        return str(self.games[self.name].bots.usual_strength)

    @property
    def house(self) -> Any:  # noqa: ANN401 - the game's own
        """What it keeps from evening to evening, as its page shows it."""
        return self.games[self.name].house.view(self.kept)


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A device that is a stand, or (no *places*) asks to be one, as the host may know it."""

    id: ScreenId
    device: DeviceId
    label: str
    """The number that its own page shows."""
    places: tuple[Place, ...] = ()
    since: str = ""
    up: bool = False
    middle: bool = False
    """It asks on the table's page: it wants to be the middle."""
    rest: bool = False
    """Its *places* are all that is left."""


@dataclass(frozen=True, slots=True)
class Projection:
    """The newest state of everything that is shown."""

    number: int = 0
    """Counts publications; it never leaves the process."""
    table: TableInfo = TableInfo()
    table_version: int = 0
    pages: Mapping[Handle, SeatPage] = field(default_factory=dict)
    plain: Mapping[PersonId, Step] = field(default_factory=dict)
    """What those are asked who have no phone, as far as it can be said aloud: for the host."""
    aloud: Mapping[PersonId, tuple[Offer, ...]] = field(default_factory=dict)
    """What those can do that lies on the stage and is nobody's secret."""
    host: DeviceId | None = None
    pin: str = ""
    guests: tuple[DeviceId, ...] = ()
    """Devices that hold a page or have held one."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The host's last choices for the next match."""
    next_game: NextGame | None = None
    """For the host's page; None while a match is on the table."""
    requests: tuple[Request, ...] = ()
    """The open question, if there is one."""
    asked: frozenset[DeviceId] = frozenset()
    here: bool = False
    """The devices that may answer it, and whether the table's own machine may."""
    granted: Mapping[DeviceId, Handle] = field(default_factory=dict)
    """What was granted: where the asking device finds its page."""
    lent: Mapping[PersonId, DeviceId] = field(default_factory=dict)
    """The device that held somebody's page before, and may take it back."""
    faces: Faces = field(default_factory=dict)
    screens: Mapping[DeviceId, ScreenView] = field(default_factory=dict)
    """The devices that are stands: each gets the faces of its own places, and nothing else."""
    asking_screens: Mapping[DeviceId, ScreenView] = field(default_factory=dict)
    left: tuple[Place, ...] = ()
    """The stands of nobody that no display shows, and no screen but the one with the rest."""
    screen_health: Mapping[Place, Health] = field(default_factory=dict)
    """How the places are that have a screen, and no display of the rig."""
    incidents: tuple[Incident, ...] = ()
    """What went wrong with the table, newest first; nothing of what was played."""
    rescue: Rescue | None = None
    evenings: tuple[PlayedMatch, ...] = ()
    """What was played to the end, the latest last; for the host's page only."""
