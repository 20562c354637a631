"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.buchstabenbluff.state import Letter, Options
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Who plays, and by which options."""

    names: tuple[str, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """The seat deals. *draws*: who drew what, draw by draw; empty: the deal went round."""

    seat: Seat
    draws: tuple[tuple[tuple[Seat, Letter], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Everybody has a hand; the rest is the draw pile, top card first."""

    hands: tuple[tuple[Letter, ...], ...]
    deck: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """The seat is to play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The top card of the draw pile went to the seat's hand because it wanted so."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandRefilled:
    """The top *count* cards of the draw pile went to the seat's hand after its turn."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class DiscardShuffled:
    """The discard pile is the new draw pile, in this order."""

    deck: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class DrawingStopped:
    """The seat draws no more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WordLaid:
    """The seat laid these places of its hand (from 0) and announced *word*."""

    seat: Seat
    places: tuple[int, ...]
    word: str
    shown: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat laid nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    """The seat believes or doubts; secret until the gong."""

    seat: Seat
    doubts: bool


@dataclass(frozen=True, slots=True)
class Buzzed:
    """The seat's button said doubt at this time; the earliest will count."""

    seat: Seat
    at_ns: int


@dataclass(frozen=True, slots=True)
class Believed:
    """Nobody doubted: the cards went unseen to their player's pile."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """Somebody doubted: the cards lie open."""

    doubters: tuple[Seat, ...]
    spelled: bool
    listed: bool


@dataclass(frozen=True, slots=True)
class Overruled:
    """The table has it that the word counts, or does not; the seat entered it."""

    seat: Seat
    counts: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """Tens and cards of a doubted word went where they belong."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Everybody has played; the points are known."""


@dataclass(frozen=True, slots=True)
class TruthOpened:
    """The next believed word was opened."""

    spelled: bool
    listed: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
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
PersonEvent = PlayerLeft | PlayerCameBack
Event = TurnEvent | DoubtEvent | EndEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
