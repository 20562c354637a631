"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.engine.people import OfSeat, OfTable, PersonEvent
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import (
    BestClue,
    Card,
    Figures,
    FinalWord,
    Letter,
    Options,
)
from companion.ports import Seat, Stand


@dataclass(frozen=True, slots=True)
class MatchStarted(Options):
    """Who plays what; *reds* are owed by each, *greens* lie on the leaves."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    reds: int
    leaves: int
    centre: int


@dataclass(frozen=True, slots=True)
class DeckShared:
    """Every player has a share of the deck to make a word of."""

    shares: tuple[tuple[Letter, ...], ...]


@dataclass(frozen=True, slots=True)
class WordMade(OfSeat):
    """The seat laid *word* for its right-hand neighbour, scrambled by the table."""

    word: str
    scramble: str


class WordTakenBack(OfSeat):
    """The seat's word went back into its hand."""


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Rows, stacks and deck lie; *words* are what the rows were scrambled from."""

    words: tuple[str, ...]
    rows: tuple[tuple[Card, ...], ...]
    stacks: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    code: str = ""


@dataclass(frozen=True, slots=True)
class PullTaken:
    """The seat pulls the row of *whose* in place of another."""

    whose: Seat
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pulled:
    """The seat has pulled the row of *whose*."""

    whose: Seat
    seat: Seat


class StandsSet(OfTable):
    """Every row is pulled: the first cards stand, stacks and deck lie."""


@dataclass(frozen=True, slots=True)
class CardNamed(OfSeat):
    """The seat told which printed card stands at *stand*."""

    stand: Stand
    letter: Letter


@dataclass(frozen=True, slots=True)
class ClueCounted(OfSeat):
    """Token counter: the seat gave a clue; *red_of* owed the red token that was taken."""

    token: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class FiguresTold(OfSeat):
    """The seat told what may be told of its clue; None: nothing, or that it has none."""

    figures: Figures | None
    has_none: bool = False


@dataclass(frozen=True, slots=True)
class SureTold(OfSeat):
    """The seat told whether it is sure of its letter."""

    sure: bool | None


class CluegiverChosen(OfSeat):
    """The seat will give the clue."""


@dataclass(frozen=True, slots=True)
class ChipsLaid:
    """The chips lie at these spots now, first letter first."""

    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class ClueGiven(OfSeat):
    """The clue stands; *red_of* is the seat whose red clue token was taken."""

    token: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class Decided(OfSeat):
    """The seat moves on or stays."""

    moves_on: bool
    guess: Letter | None = None


class DecisionTakenBack(OfSeat):
    """The seat thinks again."""


@dataclass(frozen=True, slots=True)
class BonusGuessed(OfSeat):
    """The seat guessed its extra letter aloud, and the card was turned."""

    guess: Letter
    letter: Letter


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """All have decided: chips back to the middle, used bonus letters into the box."""

    used_bonus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTurned:
    """The stand shows its next card: of its own row or stack, or drawn from the deck."""

    stand: Stand
    source: Literal["dealt", "deck"]


@dataclass(frozen=True, slots=True)
class StandEmptied:
    """The stand needs a card and the deck has none left."""

    stand: Stand


@dataclass(frozen=True, slots=True)
class TokenEarned:
    """The last card of the stack is up: its green clue token goes on a leaf."""

    stand: Stand


@dataclass(frozen=True, slots=True)
class EndWanted(OfSeat):
    """The seat needs no more clues, or wants some after all."""

    want: bool


@dataclass(frozen=True, slots=True)
class CluesEnded:
    """No more clues; final words are made now."""

    reason: Literal["tokens", "consent"]


@dataclass(frozen=True, slots=True)
class Reserved:
    """The card in the middle is reserved for the seat, or for nobody any more."""

    spot: Spot
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class FinalWordLaid(OfSeat):
    """The seat's final word lies face down."""

    final: FinalWord


@dataclass(frozen=True, slots=True)
class WordRevealed(OfSeat):
    """The seat's final word is face up; wildcards read ``*``."""

    word: str
    listed: bool


@dataclass(frozen=True, slots=True)
class WordJudged(OfSeat):
    """The table counts the word, or does not."""

    accepted: bool


class WaitNoticed(OfTable):
    """Nobody has offered a clue in this round for some time."""


@dataclass(frozen=True, slots=True)
class LookedBack:
    """What could have been: stored, so that no later word list changes it."""

    best_clues: tuple[BestClue, ...]
    through: int = 0
    """The last clue that was looked back at; 0: all were, at once, as it used to be."""


@dataclass(frozen=True, slots=True)
class DealWeighed:
    """How hard the deal of the match that is over was, weakly."""

    hint: Literal["gentle", "usual", "tough"]


class MatchEnded(OfTable):
    """Everything is revealed and judged."""


StartEvent = (
    MatchStarted
    | DeckShared
    | WordMade
    | WordTakenBack
    | CardsDealt
    | PullTaken
    | Pulled
    | StandsSet
    | CardNamed
)
ClueEvent = FiguresTold | SureTold | CluegiverChosen | ChipsLaid | ClueGiven | ClueCounted
RoundEvent = (
    Decided
    | DecisionTakenBack
    | BonusGuessed
    | RoundClosed
    | CardTurned
    | StandEmptied
    | TokenEarned
    | EndWanted
    | CluesEnded
)
FinalEvent = (
    Reserved
    | FinalWordLaid
    | WordRevealed
    | WordJudged
    | MatchEnded
    | LookedBack
    | WaitNoticed
    | DealWeighed
)
Event = StartEvent | ClueEvent | RoundEvent | FinalEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
