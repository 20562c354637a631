"""The table's state: everything its thread owns, as one immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.course import Course
from companion.engine.game import Deadline, Kept
from companion.errors import refuse
from companion.ports import Message, Place, Seat
from companion.table.values.consent import UndoRequest
from companion.table.values.courses import Running
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.incidents import Incident, Rescue
from companion.table.values.match import Match
from companion.table.values.projection import Moment, PlayedMatch, Sand, Wait
from companion.table.values.screens import Screens
from companion.table.values.seat_question import SeatQuestion
from companion.table.values.seating import Person, Seating

Sheets = Mapping[int, Mapping[str, str]]
"""Private notes by seat and key."""


@dataclass(frozen=True, slots=True)
class TableState:
    """All down to *screens* is stored; the rest does not outlive the process."""

    seating: Seating = field(default_factory=Seating)
    match: Match | None = None
    sheets: Sheets = field(default_factory=dict)
    recent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By game what should not come again for some evenings: secret words."""
    house: Mapping[str, Kept] = field(default_factory=dict)
    """By game what the host entered once for all evenings."""
    evenings: tuple[PlayedMatch, ...] = ()
    """What was played to the end, the latest last."""
    undo: UndoRequest | None = None
    wait: Wait | None = None
    """What is left of what the match waits for, where all see it."""
    screens: Screens = field(default_factory=Screens)
    """Devices that are stands; of these what they may is stored."""
    lost: frozenset[Place] = frozenset()
    """Where the rig has a display that shows nothing."""
    added: frozenset[Place] = frozenset()
    """Where the rig has got a display since the program began."""
    question: SeatQuestion | None = None
    """Somebody asks for a page or for the host's right."""
    broken_off: Message | None = None
    """What is told of the last match between matches, if it was ended before it was over."""
    picked: PersonId | None = None
    """Whose stand was pressed between matches: the next one pressed changes places."""
    course: Running | None = None
    """A show of what was just made public; no bot and no deadline goes on meanwhile."""
    moments: tuple[Moment, ...] = ()
    """The latest that have come about since the table was opened."""
    paused: bool = False
    sand: Sand | None = None
    saved: bool = True
    """False: something is not on the disk yet."""
    incidents: tuple[Incident, ...] = ()
    rescue: Rescue | None = None
    """A match that the log has lost and a copy has kept."""

    def cleared(self, seating: Seating) -> "TableState":
        """Return the table of the same house and rig, with nothing of a match or a moment."""
        return TableState(
            seating,
            recent=self.recent,
            house=self.house,
            evenings=self.evenings,
            screens=self.screens,
            lost=self.lost,
            added=self.added,
        )

    def running(self) -> Match:
        """Return the match on the table; raises Rejected where there is none."""
        if self.match is None:
            raise refuse("no-match")
        return self.match

    def seat_of(self, person: Person) -> Seat:
        """Return the person's seat in the match on the table, or raise Rejected."""
        seat = self.seating.seat(person.id)
        if self.match is None or seat is None:
            raise refuse("no-match")
        return seat

    def seat_at(self, device: DeviceId, handle: Handle) -> Seat:
        """Return the seat of whoever holds the page *handle*, or raise Rejected."""
        return self.seat_of(self.seating.holder(device, handle))

    @property
    def deadline(self) -> Deadline | None:
        """What the match waits for at most; nothing in a pause or during a course."""
        return self.waits_for if self.runs else None

    @property
    def runs(self) -> bool:
        """Whether time goes on for the match: no pause, no course."""
        return not self.paused and self.shows is None

    @property
    def shows(self) -> Course | None:
        """The show that is on and that all wait for, if one is."""
        shown = self.course.course if self.course and self.match else None
        return None if shown is None or shown.aside else shown

    @property
    def waits_for(self) -> Deadline | None:
        """The same in a pause too."""
        return None if self.match is None else self.match.game.deadline(self.match.state)
