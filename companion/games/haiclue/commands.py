"""What players, stands and the table can ask for. A player's command begins with the seat."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import ComeBack, Leave, OfSeat, OfTable, TimeUp
from companion.games.haiclue.state import Options, Shape


@dataclass(frozen=True, slots=True)
class StartMatch(Options):
    """Begin a match; *recent* are targets of the last evenings that should not come again."""

    names: tuple[str, ...]
    guard: bool = False
    """Whether a deal has to be varied."""
    youngest: int | None = None
    """Who reads first, counted from 0; None: chance decides."""
    recent: tuple[str, ...] = ()
    pack: str = ""
    """The name of the house's own pack; "": the words that come with the game."""
    own_words: tuple[str, ...] = ()
    """Its words, which are dealt as chance has them: nobody knows their fields."""
    code: str = ""
    """A deal code: that very deal once more."""
    date: str = ""
    """A day, as ISO writes it: the deal that every table has on it."""


@dataclass(frozen=True, slots=True)
class SetTable(Options):
    """Begin a match whose chance is fixed: for scripts and tests, no road from the web.

    A tile is written ``white/black``; hands by seat, stacks by shape, top tile first.
    """

    names: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    stacks: tuple[tuple[str, ...], ...]
    deck: tuple[Shape, ...]
    first_reader: int = 0


@dataclass(frozen=True, slots=True)
class LayClue(OfSeat):
    """Finish a clue: numbers of own tiles in order, ``/`` for a line break.

    While somebody is still missing it may be laid anew.
    """

    tiles: tuple[str, ...]


class TakeClueBack(OfSeat):
    """Take the own clue back, while somebody is still missing."""


@dataclass(frozen=True, slots=True)
class Guess(OfSeat):
    """Lay a guessing tile face down; until the last one lies it may be exchanged."""

    shape: Shape


class SitOut(OfSeat):
    """Lay no clue this round, or leave this clue unguessed: the table waits no longer."""


class GoOn(OfSeat):
    """Everybody has seen the result: read the next clue, or begin the next round."""


@dataclass(frozen=True, slots=True)
class Vote(OfSeat):
    """After the match: poem *number* of the book, from 0, is the poem of the evening."""

    number: int


@dataclass(frozen=True, slots=True)
class SayWord:
    """A stand's button: say its target to everybody."""

    shape: Shape


class SayStatus(OfTable):
    """A stand's button: say to everybody how things stand."""


class TurnPage(OfTable):
    """A stand's button: show the next page of the clue."""


SetupCommand = StartMatch | SetTable
StandCommand = SayWord | SayStatus | TurnPage
"""A stand is nobody's: these come from no seat, and no phone can send them."""
SeatCommand = LayClue | TakeClueBack | Guess | SitOut | GoOn | Vote | Leave | ComeBack
TableCommand = TimeUp
Command = SetupCommand | StandCommand | SeatCommand | TableCommand

SETUP_COMMANDS: tuple[type[SetupCommand], ...] = get_args(SetupCommand)
SEAT_COMMANDS: tuple[type[SeatCommand], ...] = get_args(SeatCommand)
TABLE_COMMANDS: tuple[type[TableCommand], ...] = (TimeUp,)
