"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import (
    BestClue,
    Card,
    Cards,
    Counts,
    Dealing,
    Figures,
    FinalWord,
    Language,
    Letter,
    Level,
)
from companion.ports import Seat, Stand


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Who plays what; *reds* are owed by each, *greens* lie on the leaves."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    language: Language
    level: Level
    dealing: Dealing
    cards: Cards
    reds: int
    leaves: int
    centre: int
    help: bool = False
    nudge: bool = False
    counts: Counts = ()


@dataclass(frozen=True, slots=True)
class DeckShared:
    """Every player has a share of the deck to make a word of."""

    shares: tuple[tuple[Letter, ...], ...]


@dataclass(frozen=True, slots=True)
class WordMade:
    """The seat laid *word* for its right-hand neighbour, scrambled by the table."""

    seat: Seat
    word: str
    scramble: str


@dataclass(frozen=True, slots=True)
class WordTakenBack:
    """The seat's word went back into its hand."""

    seat: Seat


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


@dataclass(frozen=True, slots=True)
class StandsSet:
    """Every row is pulled: the first cards stand, stacks and deck lie."""


@dataclass(frozen=True, slots=True)
class CardNamed:
    """The seat told which printed card stands at *stand*."""

    seat: Seat
    stand: Stand
    letter: Letter


@dataclass(frozen=True, slots=True)
class ClueCounted:
    """Token counter: the seat gave a clue; *red_of* owed the red token that was taken."""

    seat: Seat
    token: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class FiguresTold:
    """The seat told what may be told of its clue; None: nothing, or that it has none."""

    seat: Seat
    figures: Figures | None
    has_none: bool = False


@dataclass(frozen=True, slots=True)
class SureTold:
    """The seat told whether it is sure of its letter."""

    seat: Seat
    sure: bool | None


@dataclass(frozen=True, slots=True)
class CluegiverChosen:
    """The seat will give the clue."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChipsLaid:
    """The chips lie at these spots now, first letter first."""

    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """The clue stands; *red_of* is the seat whose red clue token was taken."""

    seat: Seat
    token: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """The seat moves on or stays."""

    seat: Seat
    moves_on: bool
    guess: Letter | None = None


@dataclass(frozen=True, slots=True)
class DecisionTakenBack:
    """The seat thinks again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BonusGuessed:
    """The seat guessed its extra letter aloud, and the card was turned."""

    seat: Seat
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
class EndWanted:
    """The seat needs no more clues, or wants some after all."""

    seat: Seat
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
class FinalWordLaid:
    """The seat's final word lies face down."""

    seat: Seat
    final: FinalWord


@dataclass(frozen=True, slots=True)
class WordRevealed:
    """The seat's final word is face up; wildcards read ``*``."""

    seat: Seat
    word: str
    listed: bool


@dataclass(frozen=True, slots=True)
class WordJudged:
    """The table counts the word, or does not."""

    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class WaitNoticed:
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


@dataclass(frozen=True, slots=True)
class MatchEnded:
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
PersonEvent = PlayerLeft | PlayerCameBack
Event = StartEvent | ClueEvent | RoundEvent | FinalEvent | PersonEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
