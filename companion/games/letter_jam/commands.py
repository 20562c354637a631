"""What players and the table can ask for. The seat comes first; the table fills it in."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import ComeBack, Leave
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import (
    Cards,
    Counts,
    Dealing,
    Figures,
    Language,
    Letter,
    Level,
)
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match; *recent* are words of the last evenings that should not come again."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    language: Language = "en"
    level: Level = "normal"
    dealing: Dealing = "generator"
    cards: Cards = "screen"
    recent: tuple[str, ...] = ()
    help: bool = False
    """Beginner's help: phones show which letters are likely."""
    nudge: bool = False
    """Phones tell their own player of a good clue when the table is stuck."""
    counts: Counts = ()
    own_words: tuple[str, ...] = ()
    """The secret words of the level own."""
    code: str = ""
    """A deal code: that very deal once more."""


@dataclass(frozen=True, slots=True)
class SetTable:
    """Begin a match whose chance is fixed: for scripts and tests, no road from the web."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    scrambles: tuple[str, ...]
    stacks: tuple[tuple[Letter, ...], ...]
    deck: tuple[Letter, ...]
    language: Language = "en"
    cards: Cards = "screen"


@dataclass(frozen=True, slots=True)
class MakeWord:
    """Lay *word* for the right-hand neighbour; empty: the table makes one of the same letters.

    *sure* overrules the spelling list.
    """

    seat: Seat
    word: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class TakeWordBack:
    """Take the word back that the seat has made, while others still make theirs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PullFor:
    """Pull the row of *whose* out of the box in place of who should."""

    seat: Seat
    whose: Seat


@dataclass(frozen=True, slots=True)
class CardsPulled:
    """The row of *whose* lies face down in its order, the first card in the stand."""

    seat: Seat
    whose: Seat


@dataclass(frozen=True, slots=True)
class NameCard:
    """Tell the table which printed card was put up at *stand*, a spot ``1`` … ``6``."""

    seat: Seat
    stand: Spot
    letter: Letter


@dataclass(frozen=True, slots=True)
class CountClue:
    """Token counter: *giver* has given a clue."""

    seat: Seat
    giver: Seat


@dataclass(frozen=True, slots=True)
class TellEarned:
    """Token counter: the last card of the stack at *stand* was drawn."""

    seat: Seat
    stand: Spot


@dataclass(frozen=True, slots=True)
class EndClues:
    """Token counter: the table needs no more clues."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TellFigures:
    """Tell the table the permitted figures of a clue the seat has found."""

    seat: Seat
    figures: Figures


@dataclass(frozen=True, slots=True)
class TellNone:
    """Tell the table: I have none yet."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TellNothing:
    """Take back what the seat told about its clue."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TellSure:
    """Tell the table whether the seat is sure of its own letter; None takes it back."""

    seat: Seat
    sure: bool | None


@dataclass(frozen=True, slots=True)
class ChooseCluegiver:
    """The table agrees that *giver* gives the next clue; the seat enters it."""

    seat: Seat
    giver: Seat


@dataclass(frozen=True, slots=True)
class LayChip:
    """Lay the next numbered chip at *spot*."""

    seat: Seat
    spot: Spot


@dataclass(frozen=True, slots=True)
class TakeChip:
    """Take the last chip back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LayClue:
    """Lay a whole clue at once, in place of any chips that lie."""

    seat: Seat
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class GiveClue:
    """Give the clue as it lies, and take a clue token."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoveOn:
    """Leave the present letter for ever; *guess* goes into its box on the sheet."""

    seat: Seat
    guess: Letter | None = None


@dataclass(frozen=True, slots=True)
class Stay:
    """Keep the present letter for another round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeDecisionBack:
    """Think again, while others still decide."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GuessBonus:
    """Guess the own extra letter, aloud."""

    seat: Seat
    letter: Letter


@dataclass(frozen=True, slots=True)
class WantEnd:
    """Need no more clues (or want some after all); the match ends when everybody agrees."""

    seat: Seat
    want: bool = True


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve the wildcard or a bonus letter for the own final word."""

    seat: Seat
    spot: Spot


@dataclass(frozen=True, slots=True)
class Release:
    """Give a reserved card back to the middle."""

    seat: Seat
    spot: Spot


@dataclass(frozen=True, slots=True)
class LayFinalWord:
    """Lay the final word face down; no tiles at all: I have none.

    A tile is a row position (``3``), a position with a cover upon it (``3*``, ``3b1``) or a
    cover alone, which lengthens the word. *guesses*: a letter or ``?`` for each position;
    empty: what was told when moving on.
    """

    seat: Seat
    tiles: tuple[str, ...]
    guesses: str = ""


@dataclass(frozen=True, slots=True)
class RevealWord:
    """Turn the seat's final word face up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class JudgeWord:
    """The table's verdict on the revealed word of *whose*; the seat enters it."""

    seat: Seat
    whose: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class NoticeWait:
    """Nobody has offered a clue for some time."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """Look for the best clue that there was at the next clue of a match that is over."""


SetupCommand = StartMatch | SetTable
TableCommand = NoticeWait | LookBack
MakingCommand = MakeWord | TakeWordBack
BoxCommand = PullFor | CardsPulled | NameCard
CountCommand = CountClue | TellEarned | EndClues
TellCommand = TellFigures | TellNone | TellNothing | TellSure
ChipCommand = ChooseCluegiver | LayChip | TakeChip | LayClue | GiveClue
RoundCommand = MoveOn | Stay | TakeDecisionBack | GuessBonus | WantEnd
FinalCommand = Reserve | Release | LayFinalWord | RevealWord | JudgeWord
ClueCommand = TellCommand | ChipCommand
"""Nothing follows from it by itself."""
ClosingCommand = (
    MakingCommand
    | BoxCommand
    | CountCommand
    | RoundCommand
    | FinalCommand
    | Leave
    | ComeBack
)
"""After it a round, the clues or the match may be over."""
SeatCommand = ClueCommand | ClosingCommand
Command = SetupCommand | TableCommand | SeatCommand

SETUP_COMMANDS: tuple[type[SetupCommand], ...] = get_args(SetupCommand)
TABLE_COMMANDS: tuple[type[TableCommand], ...] = get_args(TableCommand)
SEAT_COMMANDS: tuple[type[SeatCommand], ...] = get_args(SeatCommand)
