"""Facts, chance included, so that a replay needs no random numbers and no word list."""

from typing import Literal, get_args

from companion.engine.events import Undo, event
from companion.engine.people import OfSeat, OfTable
from companion.games.letter_jam.events_people import PlayerCameBack, PlayerLeft
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import (
    BestClue,
    BoldGuess,
    Card,
    Figures,
    FinalWord,
    Letter,
    Options,
)
from companion.ports import Seat, Stand


@event(undo=Undo.NEVER, tells=True, public="names lengths reds leaves centre", moment="")
class MatchStarted(Options):
    """Who plays what; *reds* are owed by each, *greens* lie on the leaves."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    reds: int
    leaves: int
    centre: int


@event(undo=Undo.NEVER, tells=True, moment="dealt")
class DeckShared:
    """Every player has a share of the deck to make a word of."""

    shares: tuple[tuple[Letter, ...], ...]


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="laid")
class WordMade(OfSeat):
    """The seat laid *word* for its right-hand neighbour, scrambled by the table."""

    word: str
    scramble: str


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class WordTakenBack(OfSeat):
    """The seat's word went back into its hand."""


@event(undo=Undo.NEVER, tells=True, moment="dealt")
class CardsDealt:
    """Rows, stacks and deck lie; *words* are what the rows were scrambled from."""

    words: tuple[str, ...]
    rows: tuple[tuple[Card, ...], ...]
    stacks: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    code: str = ""


@event(undo=Undo.CONSENT, tells=True, public="whose seat", moment="")
class PullTaken:
    """The seat pulls the row of *whose* in place of another."""

    whose: Seat
    seat: Seat


@event(undo=Undo.FREE, tells=False, public="whose seat", moment="")
class Pulled:
    """The seat has pulled the row of *whose*."""

    whose: Seat
    seat: Seat


@event(undo=Undo.CONSENT, tells=True, moment="dealt")
class StandsSet(OfTable):
    """Every row is pulled: the first cards stand, stacks and deck lie."""


@event(
    undo=Undo.FREE, tells=False, public="seat stand", moment=""
)  # all but the owner see the card
class CardNamed(OfSeat):
    """The seat told which printed card stands at *stand*."""

    stand: Stand
    letter: Letter


@event(undo=Undo.FREE, tells=False, public="seat token red_of", moment="token")
class ClueCounted(OfSeat):
    """Token counter: the seat gave a clue; *red_of* owed the red token that was taken."""

    token: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


@event(undo=Undo.ASIDE, tells=False, public="seat figures has_none", moment="")
class FiguresTold(OfSeat):
    """The seat told what may be told of its clue; None: nothing, or that it has none."""

    figures: Figures | None
    has_none: bool = False


@event(undo=Undo.ASIDE, tells=False, public="seat sure", moment="")
class SureTold(OfSeat):
    """The seat told whether it is sure of its letter."""

    sure: bool | None


@event(undo=Undo.BAR, tells=False, public="seat", moment="")
class CluegiverChosen(OfSeat):
    """The seat will give the clue."""


@event(undo=Undo.FREE, tells=False, public="spots", moment="chip")
class ChipsLaid:
    """The chips lie at these spots now, first letter first."""

    spots: tuple[Spot, ...]


@event(undo=Undo.CONSENT, tells=False, public="seat token red_of", moment="clue")
class ClueGiven(OfSeat):
    """The clue stands; *red_of* is the seat whose red clue token was taken."""

    token: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


@event(undo=Undo.FREE, tells=False, public="seat moves_on", moment="")
class Decided(OfSeat):
    """The seat moves on or stays."""

    moves_on: bool
    guess: Letter | None = None


@event(undo=Undo.FREE, tells=False, public="seat", moment="")
class DecisionTakenBack(OfSeat):
    """The seat thinks again."""


@event(
    undo=Undo.NEVER,
    tells=True,
    public="seat guess letter",
    moment=lambda told: "won" if told.guess == told.letter else "lost",
)
class BonusGuessed(OfSeat):
    """The seat guessed its extra letter aloud, and the card was turned."""

    guess: Letter
    letter: Letter


@event(undo=Undo.CONSENT, tells=False, public="used_bonus", moment="")
class RoundClosed:
    """All have decided: chips back to the middle, used bonus letters into the box."""

    used_bonus: tuple[int, ...] = ()


@event(undo=Undo.CONSENT, tells=True, public="stand source", moment="card")
class CardTurned:
    """The stand shows its next card: of its own row or stack, or drawn from the deck."""

    stand: Stand
    source: Literal["dealt", "deck"]


@event(undo=Undo.CONSENT, tells=False, public="stand", moment="")
class StandEmptied:
    """The stand needs a card and the deck has none left."""

    stand: Stand


@event(undo=Undo.CONSENT, tells=False, public="stand", moment="stack")
class TokenEarned:
    """The last card of the stack is up: its green clue token goes on a leaf."""

    stand: Stand


@event(undo=Undo.FREE, tells=False, public="seat want", moment="")
class EndWanted(OfSeat):
    """The seat needs no more clues, or wants some after all."""

    want: bool


@event(undo=Undo.CONSENT, tells=False, public="reason", moment="gong")
class CluesEnded:
    """No more clues; final words are made now."""

    reason: Literal["tokens", "consent"]


@event(undo=Undo.FREE, tells=False, public="spot seat", moment="")
class Reserved:
    """The card in the middle is reserved for the seat, or for nobody any more."""

    spot: Spot
    seat: Seat | None


@event(undo=Undo.FREE, tells=False, public="seat", moment="laid")
class FinalWordLaid(OfSeat):
    """The seat's final word lies face down."""

    final: FinalWord


@event(undo=Undo.NEVER, tells=True, public="seat word listed whole", moment="revealed")
class WordRevealed(OfSeat):
    """The seat's final word is face up; wildcards read ``*``, in *whole* as a letter.

    *guesses*: what stood in the boxes of its sheet then; empty: what was told with the word.
    """

    word: str
    listed: bool
    guesses: str = ""
    whole: str = ""


@event(
    undo=Undo.FREE,
    tells=False,
    public="seat accepted",
    moment=lambda judged: "accepted" if judged.accepted else "rejected",
)
class WordJudged(OfSeat):
    """The table counts the word, or does not."""

    accepted: bool


@event(undo=Undo.ASIDE, tells=False, moment="")
class WaitNoticed(OfTable):
    """Nobody has offered a clue in this round for some time."""


@event(undo=Undo.ASIDE, tells=False, public="best_clues through", moment="")
class LookedBack:
    """What could have been: stored, so that no later word list changes it."""

    best_clues: tuple[BestClue, ...]
    through: int = 0
    """The last clue that was looked back at; 0: all were, at once, as it used to be."""
    bold: BoldGuess | None = None
    """With the first one: the right guess that had the least chance."""


@event(undo=Undo.ASIDE, tells=False, public="hint", moment="")
class DealWeighed:
    """How hard a deal was held to be, in logs of version 0.1; it told nothing worth saying."""

    hint: Literal["gentle", "usual", "tough"]


@event(undo=Undo.NEVER, tells=True, moment="ended")
class MatchEnded(OfTable):
    """Everything is revealed and judged; *whole_clues* read without a wildcard."""

    whole_clues: tuple[str, ...] = ()


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
Event = StartEvent | ClueEvent | RoundEvent | FinalEvent | PlayerLeft | PlayerCameBack

EVENTS: tuple[type[Event], ...] = get_args(Event)
