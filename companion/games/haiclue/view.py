"""What a seat, or a stranger at the table, may know: built up field by field."""

from dataclasses import dataclass
from typing import Literal

from companion.engine.shown import BasePlayerView, BaseSeatView
from companion.games.haiclue.state import Phase, Shape, Side
from companion.ports import Seat

Lines = tuple[tuple[str, ...], ...]
"""The words of a clue, line by line."""


@dataclass(frozen=True, slots=True)
class TargetView:
    """The stack of one shape: the word on top, and how many tiles lie there."""

    shape: Shape
    word: str
    tiles: int


@dataclass(frozen=True, slots=True)
class PlayerView(BasePlayerView):
    """What everybody may know of a player."""

    laid: bool
    """Whether the clue of this round is finished."""
    guesses: bool
    """Whether the player guesses now."""
    guessed: bool
    """Whether a guessing tile lies, face down."""
    awaited: bool
    """Whether the table waits for this player."""
    points: int
    leads: bool


@dataclass(frozen=True, slots=True)
class ClueView:
    """A clue that lies open."""

    author: Seat
    name: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class ReadingView:
    """The clue that is read now, or was scored last; *number* *of* this round."""

    author: Seat
    name: str
    lines: Lines
    reader: Seat | None
    reader_name: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class GuessView:
    """A guess that was turned up."""

    seat: Seat
    name: str
    shape: Shape
    word: str
    right: bool


@dataclass(frozen=True, slots=True)
class PoemView:
    """A clue that was scored, with its target and who found it."""

    round: int
    author: Seat
    name: str
    lines: Lines
    shape: Shape
    word: str
    guesses: tuple[GuessView, ...]
    right: int
    earned: int
    """What it brought its author; for two, both."""
    votes: int
    """How many call it the poem of the evening."""
    best: bool
    """Whether none has more of them."""


@dataclass(frozen=True, slots=True)
class ShareView:
    """What one player found, and how often the own clues were found."""

    name: str
    found: int
    of: int
    was_found: int
    was_of: int


@dataclass(frozen=True, slots=True)
class PairView:
    """Who understands whom best: *reader* found so many clues *of* all by *author*."""

    reader: str
    author: str
    found: int
    of: int


@dataclass(frozen=True, slots=True)
class LookBackView:
    """What the match was like, counted from its book."""

    shares: tuple[ShareView, ...]
    pair: PairView | None
    """None: nobody found two clues by one author."""
    hardest: PoemView | None
    """A clue that most guessed and fewest found; None: all were found by somebody."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Public things only: what a stranger looking over everybody's shoulder may know."""

    phase: Phase
    language: str
    hidden: bool
    at_seats: bool
    """Whether the stands are at the seats; else they lie in the middle."""
    last_missing: Seat | None
    """For whom alone the table waits, and only so long."""
    round: int
    rounds: int
    side: Side
    targets: tuple[TargetView, ...]
    players: tuple[PlayerView, ...]
    clues: tuple[ClueView, ...]
    """The clues that lie open and are not read yet."""
    reading: ReadingView | None
    page: int
    """Which page of the clue its stand shows; beyond the last it begins again."""
    next: Literal["", "read", "flip", "pass", "end"]
    """What going on brings about, once a result lies open."""
    next_reader: Seat | None
    """Who reads then, and whose clue."""
    next_author: Seat | None
    cooperative: bool
    together: int
    team: Literal["", "perfect", "won", "lost"]
    """What two players have reached in the end."""
    poems: tuple[PoemView, ...]
    look_back: LookBackView | None
    """Once the match is over."""
    code: str
    """The deal code; once the match is over."""


@dataclass(frozen=True, slots=True)
class TileView:
    """An own tile as it lies: its number, and the word that is up."""

    number: str
    word: str
    turned: bool
    """Whether it lies the other way up: the finished clue did without it."""


@dataclass(frozen=True, slots=True)
class SeatView(BaseSeatView[TableView]):
    """What one seat may know."""

    tiles: tuple[TileView, ...]
    target: Shape | None
    """The own card."""
    clue: tuple[str, ...] | None
    """The own finished clue: numbers of tiles, and line breaks."""
    lines: Lines
    """The same in words."""
    guess: Shape | None
    """The own guess for the clue that is read now."""
    vote: int | None
    """The poem of the evening to this player: its number in the book, from 0."""
