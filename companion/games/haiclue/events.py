"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.haiclue.state import Language, Shape, Tile
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Who plays, and how; *first_reader* reads the first clue of every round."""

    names: tuple[str, ...]
    language: Language
    hidden: bool
    first_reader: Seat
    hurry: bool = False


@dataclass(frozen=True, slots=True)
class TilesDealt:
    """Hands by seat, stacks by shape with the top tile first, the deck of cards."""

    hands: tuple[tuple[Tile, ...], ...]
    stacks: tuple[tuple[Tile, ...], ...]
    deck: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody present has drawn a card off the deck."""


@dataclass(frozen=True, slots=True)
class ClueLaid:
    """The seat finished a clue; *open*: it was turned at once for all to see."""

    seat: Seat
    tiles: tuple[str, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class ClueTakenBack:
    """The seat thinks again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadingBegan:
    """The clue of *author* is read aloud."""

    author: Seat


@dataclass(frozen=True, slots=True)
class Guessed:
    """The seat laid a guessing tile face down."""

    seat: Seat
    shape: Shape


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The table went on without the clue of the seat, or without its guess."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClueScored:
    """All guesses and the author's card were turned up."""


@dataclass(frozen=True, slots=True)
class TilesFlipped:
    """Every tile of the stacks and the hands shows its black side."""


@dataclass(frozen=True, slots=True)
class TargetsDiscarded:
    """The top tiles are out; every other tile shows its white side."""


@dataclass(frozen=True, slots=True)
class HandsPassed:
    """All tiles of every seat went to the seat on its left."""


@dataclass(frozen=True, slots=True)
class WordSaid:
    """A finger asked for the target of *shape*."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class StatusSaid:
    """A finger asked how things stand."""


@dataclass(frozen=True, slots=True)
class PageTurned:
    """The clue stand shows its next page."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
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
