"""Everything that is true on the table, seen from above. Never leaves the core."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from companion.engine.people import BasePlayer, Seated
from companion.languages import DEFAULT_LANGUAGE, Language
from companion.ports import STAND_PLACES, Seat

Side = Literal["white", "black"]

OTHER_SIDE: Mapping[Side, Side] = {"white": "black", "black": "white"}

Shape = Literal["diamond", "bar", "triangle", "circle"]
"""The sign of a stack, printed on cards and guessing tiles too."""

SHAPES: tuple[Shape, ...] = get_args(Shape)
LEAST_TILES = 2
CARDS_A_SHAPE = 10
TILES_EACH = 15

BREAK = "/"
"""A line break in a clue; everything else in it is the number of a tile, from 1."""


class Phase(StrEnum):
    """Where in the match the table is."""

    WAITING = "waiting"
    """No match has begun."""
    CLUE = "clue"
    """Everybody lays a clue for the own target."""
    GUESS = "guess"
    """One clue is read; all but its author guess."""
    RESULT = "result"
    """The guesses and the author's card lie open."""
    END = "end"
    """The stacks are empty."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A word tile: one word on each side."""

    white: str
    black: str

    def word(self, side: Side) -> str:
        """Return the word of *side*."""
        return self.white if side == "white" else self.black


@dataclass(frozen=True, slots=True)
class Player(BasePlayer):
    """What belongs to one seat. The tiles stay with the seat, whoever sits there."""

    tiles: tuple[Tile, ...] = ()
    card: Shape | None = None
    """The target of this round; None: no card was drawn."""
    clue: tuple[str, ...] | None = None
    """Numbers of tiles in order, and line breaks; None: not laid yet."""
    guess: Shape | None = None
    """What was guessed for the clue that is read now."""
    left_out: bool = False
    """Whether the table waited long enough for this clue or this guess."""
    vote: int | None = None
    """The poem of the evening, to this player: its number in the book, from 0."""


@dataclass(frozen=True, slots=True)
class Poem:
    """A clue that was scored: its words as they were laid, and what became of it."""

    round: int
    author: Seat
    lines: tuple[tuple[str, ...], ...]
    target: Shape
    word: str
    guesses: tuple[tuple[Seat, Shape], ...]
    targets: tuple[str, ...]
    """All four words that could be guessed, by shape."""

    @property
    def right(self) -> tuple[Seat, ...]:
        """Who guessed the target."""
        return tuple(seat for seat, shape in self.guesses if shape == self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the host chooses."""

    language: Language = DEFAULT_LANGUAGE
    hidden: bool = False
    """Whether a clue stays hidden until it is read."""
    hurry: bool = False
    """Whether the table waits for the last one missing only so long."""
    own_stands: bool = False
    """Whether the stands are at the seats, each its player's, where there are enough."""


@dataclass(frozen=True, slots=True)
class Haiclue(Options, Seated[Player]):
    """A whole match."""

    phase: Phase = Phase.WAITING
    rounds: int = 0
    round: int = 0
    side: Side = "white"
    first_reader: Seat | None = None
    players: tuple[Player, ...] = ()
    stacks: tuple[tuple[Tile, ...], ...] = ()
    """By shape, the top tile first."""
    deck: tuple[Shape, ...] = ()
    code: str = ""
    """The deal code: all tiles and cards in one, so shown only after the match."""
    author: Seat | None = None
    """Whose clue is read or was scored last."""
    poems: tuple[Poem, ...] = ()
    page: int = 0
    """Which page of the clue the stand shows; beyond the last it begins again."""

    @property
    def cooperative(self) -> bool:
        """Whether all score together: two players do."""
        return len(self.players) == 2  # noqa: PLR2004 - that is what two means

    @property
    def at_seats(self) -> bool:
        """Whether each player has a stand; else the stands lie in the middle."""
        return self.own_stands and len(self.players) <= len(STAND_PLACES)

    def target(self, shape: Shape) -> str:
        """Return the word that lies up on the stack of *shape*."""
        return self.stacks[SHAPES.index(shape)][0].word(self.side)

    def lines(self, seat: Seat) -> tuple[tuple[str, ...], ...]:
        """Return the words of the clue of *seat*, line by line."""
        player = self.players[seat]
        words = (
            each if each == BREAK else player.tiles[int(each) - 1].word(self.side)
            for each in player.clue or ()
        )
        return tuple(_split(words))


def _split(words: Iterator[str]) -> Iterator[tuple[str, ...]]:
    line: list[str] = []
    for word in words:
        if word == BREAK:
            yield tuple(line)
            line = []
        else:
            line.append(word)
    if line:
        yield tuple(line)
