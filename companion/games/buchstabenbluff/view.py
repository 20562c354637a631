"""What seats and strangers may know. Dataclasses only: a bot needs nothing else."""

from dataclasses import dataclass

from companion.engine.shown import BasePlayerView, BaseSeatView
from companion.games.buchstabenbluff.look_back import Award, Trust
from companion.games.buchstabenbluff.scoring import Score
from companion.games.buchstabenbluff.state import Letter, Options, Outcome, Phase
from companion.ports import Seat

HIDDEN = ""
"""A card that lies face down."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card somebody may see; *place* is where it is in the hand, counted from one."""

    place: int
    letter: Letter
    value: int


@dataclass(frozen=True, slots=True)
class PlayerView(BasePlayerView):
    """What everybody may know of a player."""

    hand: int
    """How many cards."""
    pile: int
    """How many cards; what they are worth is public at the end only."""
    points: int
    """The points for doubts."""
    turns: int
    asked: bool
    """Whether the table waits for this player's answer."""
    answered: bool
    """Whether the phone has answered; what it has answered nobody knows before the gong."""


@dataclass(frozen=True, slots=True)
class LayView:
    """The word that lies, and of its cards what lies face up."""

    number: int
    """Counts the words of the match."""
    seat: Seat
    name: str
    word: str
    cards: tuple[Letter, ...]
    """A letter where the card lies face up, else ``""``."""


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What lies open after a doubt."""

    doubters: tuple[str, ...]
    spelled: bool
    listed: bool
    counts: bool
    asked: tuple[Seat, ...]
    """Who had believed or doubted; empty where the first doubt ended the waiting."""
    jury: tuple[Seat, ...]
    """Who may overrule the list."""
    all_must: bool
    """Whether all of them must agree, for want of somebody who is not involved."""
    voices: tuple[tuple[Seat, bool], ...]
    """Whether the word should count, by those of the jury who have said so."""
    contested: bool
    """Whether somebody is against the list, and others have not said what they think."""


@dataclass(frozen=True, slots=True)
class TruthView:
    """A believed word that was opened."""

    name: str
    word: str
    letters: tuple[Letter, ...]
    spelled: bool
    listed: bool
    honest: bool


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The points of one player, and the place from 1; those alike share it."""

    score: Score
    total: int
    place: int
    hand: tuple[Letter, ...]
    """The letters of the hand."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Public things only: what a stranger looking over everybody's shoulder may know."""

    phase: Phase
    language: str
    options: Options
    players: tuple[PlayerView, ...]
    dealer: Seat | None
    draws: tuple[tuple[tuple[Seat, Letter], ...], ...]
    active: Seat | None
    drawing: bool
    turn: int
    """The turn of the active player, from 1."""
    turns: int
    """How often everybody comes to play."""
    a_doubt: int
    """What one is worth, to one side or the other."""
    deck: int
    discard: tuple[Letter, ...]
    """What lies open on the discard pile, sorted."""
    said: tuple[str, ...]
    """Every word that was announced."""
    lay: LayView | None
    counting: bool
    """Whether every phone has answered, and fingers alone may still doubt: the gong is near."""
    verdict: VerdictView | None
    last: Outcome | None
    truths: tuple[TruthView, ...]
    closed: int
    """How many believed words are still closed, after the count."""
    proved: tuple[Outcome, ...]
    """The doubted words that were honest; at the very end."""
    scores: tuple[ScoreLine, ...]
    """The best first; empty until all words lie open."""
    awards: tuple[Award, ...]
    """Who lied best, who was caught, who doubted wrongly; at the very end."""
    trust: tuple[Trust, ...]
    """Who believes whom; at the very end."""
    code: str
    """The deal code; at the very end."""


@dataclass(frozen=True, slots=True)
class OwnLay:
    """A word of one's own that was believed, with the cards that really lie there."""

    word: str
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class SeatView(BaseSeatView[TableView]):
    """What one seat may know."""

    hand: tuple[CardView, ...]
    """The own hand, sorted by letter."""
    drawn: tuple[CardView, ...]
    """Those of it that came last, as they came."""
    hand_value: int
    pile_value: int
    laid: tuple[Letter, ...]
    """The own cards that lie face down now."""
    answer: bool | None
    """The own secret answer: whether it doubts; None: none yet."""
    believed: tuple[OwnLay, ...]
    """The own words that were believed."""
