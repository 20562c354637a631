"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import OfSeat, OfTable, PersonEvent
from companion.games.buchstabenbluff.state import Letter, Options
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Who plays, and by which options."""

    names: tuple[str, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class DealerChosen(OfSeat):
    """The seat deals. *draws*: who drew what, draw by draw; empty: the deal went round."""

    draws: tuple[tuple[tuple[Seat, Letter], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Everybody has a hand; the rest is the draw pile, top card first."""

    hands: tuple[tuple[Letter, ...], ...]
    deck: tuple[Letter, ...]


class TurnBegun(OfSeat):
    """The seat is to play."""


class CardDrawn(OfSeat):
    """The top card of the draw pile went to the seat's hand because it wanted so."""


@dataclass(frozen=True, slots=True)
class HandRefilled(OfSeat):
    """The top *count* cards of the draw pile went to the seat's hand after its turn."""

    count: int


@dataclass(frozen=True, slots=True)
class DiscardShuffled:
    """The discard pile is the new draw pile, in this order."""

    deck: tuple[Letter, ...]


class DrawingStopped(OfSeat):
    """The seat draws no more."""


@dataclass(frozen=True, slots=True)
class WordLaid(OfSeat):
    """The seat laid these places of its hand (from 0) and announced *word*."""

    places: tuple[int, ...]
    word: str
    shown: tuple[bool, ...]


class Passed(OfSeat):
    """The seat laid nothing."""


@dataclass(frozen=True, slots=True)
class Answered(OfSeat):
    """The seat believes or doubts; secret until the gong."""

    doubts: bool


@dataclass(frozen=True, slots=True)
class Buzzed(OfSeat):
    """The seat's button said doubt at this time; the earliest will count."""

    at_ns: int


class Believed(OfTable):
    """Nobody doubted: the cards went unseen to their player's pile."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """Somebody doubted: the cards lie open."""

    doubters: tuple[Seat, ...]
    spelled: bool
    listed: bool


@dataclass(frozen=True, slots=True)
class Overruled(OfSeat):
    """The table has it that the word counts, or does not; the seat entered it."""

    counts: bool


class Settled(OfTable):
    """Tens and cards of a doubted word went where they belong."""


class Counted(OfTable):
    """Everybody has played; the points are known."""


@dataclass(frozen=True, slots=True)
class TruthOpened:
    """The next believed word was opened."""

    spelled: bool
    listed: bool


class MatchEnded(OfTable):
    """Everything lies open, the hands too."""


TurnEvent = (
    MatchStarted
    | DealerChosen
    | CardsDealt
    | TurnBegun
    | CardDrawn
    | HandRefilled
    | DiscardShuffled
    | DrawingStopped
    | Passed
)
DoubtEvent = WordLaid | Answered | Buzzed | Believed | Revealed | Overruled | Settled
EndEvent = Counted | TruthOpened | MatchEnded
Event = TurnEvent | DoubtEvent | EndEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
