"""What players and the table can ask for. The seat comes first; the table fills it in."""

from dataclasses import dataclass
from typing import get_args

from companion.engine.people import ComeBack, Leave, OfSeat, OfTable
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import Cards, Figures, Letter, Options
from companion.languages import DEFAULT_LANGUAGE, Language
from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class StartMatch(Options):
    """Begin a match; *recent* are words of the last evenings that should not come again."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    recent: tuple[str, ...] = ()
    own_words: tuple[str, ...] = ()
    """The secret words of the level own."""
    own_name: str = ""
    """What the house calls them."""
    code: str = ""
    """A deal code: that very deal once more."""
    date: str = ""
    """A day, as ISO writes it: the deal that every table has on it; a house makes its code."""


@dataclass(frozen=True, slots=True)
class SetTable:
    """Begin a match whose chance is fixed: for scripts and tests, no road from the web."""

    names: tuple[str, ...]
    words: tuple[str, ...]
    scrambles: tuple[str, ...]
    stacks: tuple[tuple[Letter, ...], ...]
    deck: tuple[Letter, ...]
    language: Language = DEFAULT_LANGUAGE
    cards: Cards = "screen"
    scored: bool = True


@dataclass(frozen=True, slots=True)
class MakeWord(OfSeat):
    """Lay *word* for the right-hand neighbour; empty: the table makes one of the same letters.

    *sure* overrules the spelling list.
    """

    word: str
    sure: bool = False


class TakeWordBack(OfSeat):
    """Take the word back that the seat has made, while others still make theirs."""


@dataclass(frozen=True, slots=True)
class PullFor(OfSeat):
    """Pull the row of *whose* out of the box in place of who should."""

    whose: Seat


@dataclass(frozen=True, slots=True)
class CardsPulled(OfSeat):
    """The row of *whose* lies face down in its order, the first card in the stand."""

    whose: Seat


@dataclass(frozen=True, slots=True)
class NameCard(OfSeat):
    """Tell the table which printed card was put up at *stand*, a spot ``1`` … ``6``."""

    stand: Spot
    letter: Letter


@dataclass(frozen=True, slots=True)
class CountClue(OfSeat):
    """Token counter: *giver* has given a clue."""

    giver: Seat


@dataclass(frozen=True, slots=True)
class TellEarned(OfSeat):
    """Token counter: the last card of the stack at *stand* was drawn."""

    stand: Spot


class EndClues(OfSeat):
    """Token counter: the table needs no more clues."""


@dataclass(frozen=True, slots=True)
class TellFigures(OfSeat):
    """Tell the table the permitted figures of a clue the seat has found."""

    figures: Figures


class TellNone(OfSeat):
    """Tell the table: I have none yet."""


class TellNothing(OfSeat):
    """Take back what the seat told about its clue."""


@dataclass(frozen=True, slots=True)
class TellSure(OfSeat):
    """Tell the table whether the seat is sure of its own letter; None takes it back."""

    sure: bool | None


@dataclass(frozen=True, slots=True)
class ChooseCluegiver(OfSeat):
    """The table agrees that *giver* gives the next clue; the seat enters it."""

    giver: Seat


@dataclass(frozen=True, slots=True)
class LayChip(OfSeat):
    """Lay the next numbered chip at *spot*."""

    spot: Spot


class TakeChip(OfSeat):
    """Take the last chip back."""


@dataclass(frozen=True, slots=True)
class LayClue(OfSeat):
    """Lay a whole clue at once, in place of any chips that lie."""

    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class GiveClue(OfSeat):
    """Give the clue and take a clue token: as it lies, or at *spots*, laid at this moment."""

    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveOn(OfSeat):
    """Leave the present letter for ever; *guess* goes into its box on the sheet."""

    guess: Letter | None = None


class Stay(OfSeat):
    """Keep the present letter for another round."""


class TakeDecisionBack(OfSeat):
    """Think again, while others still decide."""


@dataclass(frozen=True, slots=True)
class GuessBonus(OfSeat):
    """Guess the own extra letter, aloud."""

    letter: Letter


@dataclass(frozen=True, slots=True)
class WantEnd(OfSeat):
    """Need no more clues (or want some after all); the match ends when everybody agrees."""

    want: bool = True


@dataclass(frozen=True, slots=True)
class Reserve(OfSeat):
    """Reserve the wildcard or a bonus letter for the own final word."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class Release(OfSeat):
    """Give a reserved card back to the middle."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class LayFinalWord(OfSeat):
    """Lay the final word face down; no tiles at all: I have none.

    A tile is a row position (``3``), one with a cover upon it (``3*``, ``3b1``) or a cover alone,
    which lengthens the word. *guesses*: a letter or ``?`` each; empty: as told when moving on.
    """

    tiles: tuple[str, ...]
    guesses: str = ""


@dataclass(frozen=True, slots=True)
class RevealWord(OfSeat):
    """Turn the seat's final word face up.

    *guesses*: the boxes of its sheet as they stand now; empty: as they stood when it was laid.
    """

    guesses: str = ""


@dataclass(frozen=True, slots=True)
class TurnWord(OfSeat):
    """Turn the final word of *whose*, who has left and whose cards lie there."""

    whose: Seat


@dataclass(frozen=True, slots=True)
class JudgeWord(OfSeat):
    """The table's verdict on the revealed word of *whose*; the seat enters it."""

    whose: Seat
    accepted: bool


class NoticeWait(OfTable):
    """Nobody has offered a clue for some time."""


class LookBack(OfTable):
    """Look for the best clue that there was at the next clue of a match that is over."""


SetupCommand = StartMatch | SetTable
TableCommand = NoticeWait | LookBack
MakingCommand = MakeWord | TakeWordBack
BoxCommand = PullFor | CardsPulled | NameCard
CountCommand = CountClue | TellEarned | EndClues
TellCommand = TellFigures | TellNone | TellNothing | TellSure
ChipCommand = ChooseCluegiver | LayChip | TakeChip | LayClue | GiveClue
RoundCommand = MoveOn | Stay | TakeDecisionBack | GuessBonus | WantEnd
FinalCommand = Reserve | Release | LayFinalWord | RevealWord | TurnWord | JudgeWord
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
