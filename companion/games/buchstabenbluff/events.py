"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from typing import get_args

from companion.engine.events import Undo, event
from companion.engine.people import OfSeat, OfTable, PersonEvent
from companion.games.buchstabenbluff.state import Letter, Options
from companion.ports import Seat


@event(undo=Undo.NEVER, tells=True, public="names options leavers_pay", moment="")
class MatchStarted:
    """Who plays, and by which options; *leavers_pay*: leaving saves nobody's minus."""

    names: tuple[str, ...]
    options: Options
    leavers_pay: bool = False


@event(undo=Undo.NEVER, tells=True, public="seat draws", moment="")
class DealerChosen(OfSeat):
    """The seat deals. *draws*: who drew what, draw by draw; empty: the deal went round."""

    draws: tuple[tuple[tuple[Seat, Letter], ...], ...] = ()


@event(undo=Undo.NEVER, tells=True, moment="dealt")
class CardsDealt:
    """Everybody has a hand; the rest is the draw pile, top card first."""

    hands: tuple[tuple[Letter, ...], ...]
    deck: tuple[Letter, ...]
    code: str = ""
    """What brings the same deal back."""


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class TurnBegun(OfSeat):
    """The seat is to play."""


@event(undo=Undo.NEVER, tells=True, public="seat", moment="card")
class CardDrawn(OfSeat):
    """The top card of the draw pile went to the seat's hand because it wanted so."""


@event(undo=Undo.NEVER, tells=True, public="seat count", moment="")
class HandRefilled(OfSeat):
    """The top *count* cards of the draw pile went to the seat's hand after its turn."""

    count: int


@event(undo=Undo.NEVER, tells=True, moment="")
class DiscardShuffled:
    """The discard pile is the new draw pile, in this order."""

    deck: tuple[Letter, ...]


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class DrawingStopped(OfSeat):
    """The seat draws no more."""


@event(
    undo=lambda laid: Undo.NEVER if any(laid.shown) else Undo.CONSENT,
    tells=lambda laid: any(laid.shown),
    public="seat word shown",
    moment="laid",
)
class WordLaid(OfSeat):
    """The seat laid these places of its hand (from 0) and announced *word*."""

    places: tuple[int, ...]
    word: str
    shown: tuple[bool, ...]


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="")
class Passed(OfSeat):
    """The seat laid nothing."""


@event(undo=Undo.FREE, tells=False, moment="")
class Answered(OfSeat):
    """The seat believes or doubts; secret until the gong."""

    doubts: bool


@event(undo=Undo.NEVER, tells=True, moment="")
class Buzzed(OfSeat):
    """The seat's button said doubt at this time; the earliest will count."""

    at_ns: int


@event(undo=Undo.NEVER, tells=True, moment="gong")
class Believed(OfTable):
    """Nobody doubted: the cards went unseen to their player's pile."""


@event(undo=Undo.NEVER, tells=True, public="doubters spelled listed", moment="gong")
class Revealed:
    """Somebody doubted: the cards lie open."""

    doubters: tuple[Seat, ...]
    spelled: bool
    listed: bool


@event(undo=Undo.FREE, tells=False, public="seat counts", moment="")
class Voiced(OfSeat):
    """The seat is for the word, or against it."""

    counts: bool


@event(
    undo=Undo.CONSENT,
    tells=False,
    public="seat counts",
    moment=lambda ruled: "accepted" if ruled.counts else "rejected",
)
class Overruled(OfSeat):
    """The table has it that the word counts, or does not; the seat's voice decided."""

    counts: bool


@event(undo=Undo.CONSENT, tells=False, moment="")
class Settled(OfTable):
    """Tens and cards of a doubted word went where they belong."""


@event(undo=Undo.CONSENT, tells=False, moment="")
class Counted(OfTable):
    """Everybody has played; nothing changes the points any more."""


@event(undo=Undo.NEVER, tells=True, public="spelled listed", moment="revealed")
class TruthOpened:
    """The next believed word was opened."""

    spelled: bool
    listed: bool


@event(undo=Undo.NEVER, tells=True, moment="ended")
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
DoubtEvent = (
    WordLaid | Answered | Buzzed | Believed | Revealed | Voiced | Overruled | Settled
)
EndEvent = Counted | TruthOpened | MatchEnded
Event = TurnEvent | DoubtEvent | EndEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
