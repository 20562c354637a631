"""The one shape every game has: a few pure functions over its own types."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from companion.engine.codec import Upcast
from companion.engine.course import Course
from companion.engine.events import mark_of
from companion.engine.offers import Offer
from companion.engine.people import TimeUp
from companion.engine.step import Step, back
from companion.engine.tools import Dealing, Script, Simulation
from companion.engine.tutorial import Tutorial
from companion.languages import Language
from companion.ports import Faces, Keepsake, Message, Place, Seat

StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")
TableT = TypeVar("TableT")

Kept = Mapping[str, Any]
"""What a game keeps for a house from evening to evening, as plain data."""

Say = Callable[[Message], str]
"""Translates a message into the language of whoever reads the result."""


class Gesture(Enum):
    """What a finger did on one button."""

    DOWN = "down"
    """The finger has come; what it means otherwise shows when it leaves."""
    PRESS = "press"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Touch:
    """A gesture on the button *button* of *place*."""

    place: Place
    button: str
    gesture: Gesture
    at_ns: int = field(default=0, compare=False)
    """The kernel's monotonic time stamp of the edge: who was first."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The state waits no longer than *duration_s* from now on; *id* tells two waits apart."""

    id: str
    duration_s: float
    fingers: bool = False
    """Whether it matters at the end who holds a button: who has come to it since, that is."""
    shown: bool = True
    """Whether all see what is left of it; a pause or a restart then gives no time back."""


def start_match(
    names: Sequence[str], options: Mapping[str, Any], recent: Sequence[str]
) -> dict[str, Any]:
    """Return the command ``StartMatch`` with the host's options as its further fields."""
    asked = {**options, "type": "StartMatch", "names": list(names)}
    return {**asked, "recent": list(recent)} if recent else asked


class WordList(Protocol):
    """Words in capitals A to Z."""

    def __contains__(self, word: str, /) -> bool:
        """Return whether *word* is listed."""


Dictionaries = Mapping[Language, WordList]
"""By language the list that somebody named in place of the one that ships."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What a house may set and keep from evening to evening, and what that means in a match."""

    commands: tuple[type[Any], ...] = ()
    """What the host enters once for all evenings: the cards of the own box, own words."""
    change: Callable[[Kept, Any], Kept] = lambda kept, _: kept
    """Return what the house keeps after one of the commands, or raise Rejected."""
    known: Callable[[Kept], Kept] = lambda kept: kept
    """Return the part of what is kept that means something to this version."""
    view: Callable[[Kept], Any] = lambda _: None
    """Return what the host's page shows of it."""
    told: Callable[[Kept], Any] = lambda _: None
    """Return what of it everybody may know while a match runs."""
    options: Callable[[Kept, Mapping[str, Any]], Mapping[str, Any]] = lambda _, wish: wish
    """Return the host's options for a match with what the house keeps for it, or refuse."""
    with_dictionaries: "Callable[[Dictionaries], AnyGame] | None" = None
    """Return the same game, with words of the house's own lists; None: it looks none up."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot has to think about, *id* tells two thoughts apart, and how long that takes."""

    id: str
    duration_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPlay(Generic[ViewT, CommandT]):
    """How bots play a game."""

    strengths: Sequence[str] = ()
    """How well they can, the weakest first; none: the game has no bots."""
    act: Callable[[ViewT, Sequence[Offer], str, int], CommandT | None] = lambda *_: None
    """Return what a bot does for a view, its offers, a strength and a seed; None: it waits."""
    thinks: Callable[[ViewT, CommandT, int], Thought | None] = lambda *_: None
    """Return how long a bot thinks before that command, from its view and seed; None: it does
    not. It counts from when the bot first came to the same thought."""
    left_to_people: frozenset[str] = frozenset()
    """Kinds of commands that bots leave to the people at the table, if there are any: going
    on from what somebody may still be reading."""
    alone: Mapping[str, Any] = field(default_factory=dict)
    """Options of a match of one person with bots, where they are other than usual."""

    @property
    def usual_strength(self) -> str:
        """The strength of a bot that nobody chose one for: the middle one, the weaker of two."""
        return self.strengths[(len(self.strengths) - 1) // 2]

    def strength(self, wished: str) -> str:
        """Return *wished*, or the usual one where these have some, and none of that name."""
        known = not self.strengths or wished in self.strengths
        return wished if known else self.usual_strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[StateT, CommandT, EventT, ViewT, TableT]):
    """A game. Nothing in here does I/O, reads a clock or keeps a state of its own."""

    name: str
    players: range
    """How many can play."""
    initial: StateT
    setup_commands: tuple[type[CommandT], ...]
    """Commands that begin a match; no phone can send them."""
    seat_commands: tuple[type[CommandT], ...]
    """Commands of a player; their first field is the seat."""
    table_commands: tuple[type[CommandT], ...] = ()
    """Commands that only a stand's button or the clock can bring about; no phone can send
    them, a script may."""
    events: tuple[type[EventT], ...]
    """Each says of itself what it tells, and how it is taken back."""
    upcasts: Mapping[str, Upcast] = field(default_factory=dict)
    """By stored name: makes of an event of an older version what it is called now."""
    pages: str
    """Package whose ``pages`` folder holds the templates and translations."""

    start: Callable[[Sequence[str], Mapping[str, Any], Sequence[str]], dict[str, Any]] = (
        start_match
    )
    """Return the setup command, as plain data, for names, host's options, recent things."""
    remember: Callable[[StateT], Sequence[str]] = lambda _: ()
    """Return what should not come again on the next evenings: the secret words, say."""
    decide: Callable[[StateT, CommandT, Random], Sequence[EventT]]
    """Return what follows from a command, or raise Rejected. The rules live here."""
    evolve: Callable[[StateT, EventT], StateT]
    """Apply one event. Never refuses, draws no chance, knows no word list."""
    seats: Callable[[StateT], Sequence[Seat]] = attrgetter("seats")
    names: Callable[[StateT], Sequence[str]] = attrgetter("names")
    seat_view: Callable[[StateT, Seat], ViewT]
    """Return what a seat may know, built up from nothing."""
    table_view: Callable[[StateT], TableT]
    """Return what a stranger looking over the table's shoulder may know, at any state."""
    faces: Callable[[Any, Say], Faces]
    """Return what every place shows, made of the table's view: or of *glass_view*."""
    glass_view: Callable[[StateT], Any] | None = None
    """Return what the stands show, where that is more than everybody may know."""
    sees: Callable[[Seat, Place], bool] = lambda *_: True
    """Whether a player sees the glass of a place; the own stand may turn its back."""
    offers: Callable[[ViewT], tuple[Offer, ...]]
    """Return what a seat could do now, computed from its own view."""
    step: Callable[[ViewT, Sequence[Offer]], Step]
    """Return what a seat is asked now, from its view and its offers."""
    table_step: Callable[[TableT], Step]
    """Return what the whole table does now, from the table view."""
    announce: Callable[[TableT, TableT, EventT], Message | None]
    """Return at most one sentence: the table's view before and after, and what is public."""
    course: Callable[[TableT, TableT], Course | None] = lambda *_: None
    """Return the show that a change is worth: the table's view before and after."""
    control: Callable[[StateT, Touch], CommandT | None]
    """Return the command a button stands for now."""
    deadline: Callable[[StateT], Deadline | None] = lambda _: None
    """Return what the state waits for at most; armed anew after a restart."""
    time_up: Callable[[StateT, frozenset[Place]], CommandT | None] = lambda *_: TimeUp()  # type: ignore[assignment]  # one of those that take it
    """Return the command of a deadline that has passed; the places are those held down."""
    describe: Callable[[StateT, Seat | None, Say], Sequence[str]] = lambda *_: ()
    """Return a few lines for a transcript: as a seat sees it, or None: all-seeing."""
    finished: Callable[[StateT], bool]
    own_stands: bool = True
    """Whether stand n is that of seat n; no: the stands are everybody's."""
    next_options: Callable[[StateT], Mapping[str, Any]] = lambda _: {}
    """Return which of the host's options are others when the same people play again."""
    once: frozenset[str] = frozenset({"code", "date"})
    """The host's options that hold for one match and are not chosen again by themselves."""
    house: House = field(default_factory=House)
    """What a house may set and keep; nothing, where the game does not say."""
    bots: BotPlay[ViewT, CommandT] = field(default_factory=BotPlay)
    """How bots play; nothing: there are none."""
    result: Callable[[StateT], Message | None] | None = None
    """Return what to remember of a finished match in one sentence; None: as the keepsake says."""
    keepsake: Callable[[TableT], Keepsake | None] = lambda _: None
    """Return what one picture of a finished match tells, from what everybody may know."""
    dealing: Dealing | None = None
    """How ``companion deal`` draws words for printed cards; None: there are none to draw."""
    simulation: Simulation | None = None
    """How ``companion simulate`` lets bots play; None: they do not."""
    tutorial: Tutorial | None = None
    """A small match of one person's own, to learn the game by; None: there is none."""
    script: Script = field(default_factory=Script)
    """How ``companion replay`` reads a match that was written by hand."""

    def asked(self, view: ViewT, offers: Sequence[Offer]) -> Step:
        """Return what a seat is asked now; whoever has left, in every game the same."""
        return (
            back()
            if back().kinds & {each.kind for each in offers}
            else self.step(view, offers)
        )

    def __post_init__(self) -> None:
        """Raise TypeError where an event does not say what it tells."""
        for each in self.events:
            mark_of(each)

    def shown(self, state: StateT, say: Say) -> Faces:
        """Return what every place shows; text is in *say*'s language."""
        return self.faces((self.glass_view or self.table_view)(state), say)

    def result_of(self, state: StateT) -> Message | None:
        """Return what to remember of a finished match in one sentence, if anything."""
        if self.result is not None:
            return self.result(state)
        kept = self.keepsake(self.table_view(state))
        return kept.result if kept else None

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.name.replace("_", " ").title()


AnyGame = Game[Any, Any, Any, Any, Any]
"""Any game, to whoever does not ask which."""
