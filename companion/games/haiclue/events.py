"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import OfSeat, OfTable, PlayerCameBack, PlayerLeft
from companion.games.haiclue.state import Options, Shape, Tile
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class MatchStarted(Options):
    """Who plays, and how; *first_reader* reads the first clue of every round."""

    names: tuple[str, ...]
    first_reader: Seat


@dataclass(frozen=True, slots=True)
class TilesDealt:
    """Hands by seat, stacks by shape with the top tile first, the deck of cards."""

    hands: tuple[tuple[Tile, ...], ...]
    stacks: tuple[tuple[Tile, ...], ...]
    deck: tuple[Shape, ...]


class RoundBegan(OfTable):
    """Everybody present has drawn a card off the deck."""


@dataclass(frozen=True, slots=True)
class ClueLaid(OfSeat):
    """The seat finished a clue; *open*: it was turned at once for all to see."""

    tiles: tuple[str, ...]
    open: bool


class ClueTakenBack(OfSeat):
    """The seat thinks again."""


@dataclass(frozen=True, slots=True)
class ReadingBegan:
    """The clue of *author* is read aloud."""

    author: Seat


@dataclass(frozen=True, slots=True)
class Guessed(OfSeat):
    """The seat laid a guessing tile face down."""

    shape: Shape


class LeftOut(OfSeat):
    """The table went on without the clue of the seat, or without its guess."""


class ClueScored(OfTable):
    """All guesses and the author's card were turned up."""


class TilesFlipped(OfTable):
    """Every tile of the stacks and the hands shows its black side."""


class TargetsDiscarded(OfTable):
    """The top tiles are out; every other tile shows its white side."""


class HandsPassed(OfTable):
    """All tiles of every seat went to the seat on its left."""


@dataclass(frozen=True, slots=True)
class WordSaid:
    """A finger asked for the target of *shape*."""

    shape: Shape


class StatusSaid(OfTable):
    """A finger asked how things stand."""


class PageTurned(OfTable):
    """The clue stand shows its next page."""


class MatchEnded(OfTable):
    """The stacks are empty."""


Event = (
    MatchStarted
    | TilesDealt
    | RoundBegan
    | ClueLaid
    | ClueTakenBack
    | ReadingBegan
    | Guessed
    | LeftOut
    | ClueScored
    | TilesFlipped
    | TargetsDiscarded
    | HandsPassed
    | PlayerLeft
    | PlayerCameBack
    | WordSaid
    | StatusSaid
    | PageTurned
    | MatchEnded
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
