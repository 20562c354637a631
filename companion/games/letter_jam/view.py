"""What a seat, or a stranger at the table, may know: built up field by field."""

from dataclasses import dataclass
from typing import Literal

from companion.engine.shown import BasePlayerView, BaseSeatView
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import Counts, Letter, Phase, TurnedExtra
from companion.games.letter_jam.state import Figures as Figures  # noqa: PLC0414 - part of the view
from companion.games.letter_jam.view_score import ScoreView
from companion.ports import Seat, Stand

HIDDEN = "?"
"""A card this reader may not see, on the reader's own stand or nobody's to know."""


@dataclass(frozen=True, slots=True)
class StandView:
    """One stand as its reader sees it.

    *letter*: ``?`` where hidden, ``""`` where empty, ``·`` where nobody has named the card.
    """

    stand: Stand
    spot: Spot
    kind: Literal["own", "player", "nonplayer"]
    name: str
    letter: str
    chips: tuple[int, ...]
    position: int | None
    """Position in the row from 1; None for a nonplayer stand and a finished row."""
    length: int | None
    done: bool
    stack: int | None
    moving_on: bool
    card: int | None
    """Which card of this stand's is up, counted from 0 over the match; None: it is empty."""
    unnamed: bool = False
    """Whether a printed card stands there that nobody has named yet."""


@dataclass(frozen=True, slots=True)
class PullView:
    """Who pulls whose row out of the box."""

    whose: Seat
    name: str
    by: Seat
    by_name: str
    done: bool


@dataclass(frozen=True, slots=True)
class PullTask:
    """A row that the reader has to pull for somebody else, in its order."""

    whose: Seat
    name: str
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class TurnedCard:
    """One card of a word that was turned: what it is, and what its owner took it for."""

    letter: Letter
    """``*`` is the wildcard, ``·`` a printed card that nobody has named."""
    kind: Literal["right", "wrong", "unsaid", "wild", "bonus"]
    said: str = ""
    """What the box said of a card that is wrong."""
    stands_for: str = ""
    """The letter that the wildcard is, where the list knows one."""


@dataclass(frozen=True, slots=True)
class PlayerView(BasePlayerView):
    """What everybody may know of a player."""

    length: int
    reds_owed: int
    clues_given: int
    may_give: bool
    figures: Figures | None
    has_none: bool
    sure: bool | None
    wants_end: bool
    asked: bool
    """Whether the table waits for this player's decision."""
    decision: Literal["stay", "move-on", "guessed"] | None
    word_made: bool
    final_laid: bool
    revealed: str | None
    listed: bool | None
    accepted: bool | None
    reserved: tuple[Spot, ...]
    turned: tuple[TurnedCard, ...] = ()
    """The cards of the revealed word, in its order."""


@dataclass(frozen=True, slots=True)
class MiddleView:
    """The setup card, the wildcard and the bonus letters."""

    red: int
    leaves: int
    centre: int
    centre_open: bool
    under_stacks: int
    wildcard_chips: tuple[int, ...]
    bonus: tuple[tuple[Spot, Letter, tuple[int, ...]], ...]
    bonus_cards: tuple[tuple[Spot, int], ...]
    """Which card of which stand each bonus letter was, also of those that are used up."""
    deck: int


@dataclass(frozen=True, slots=True)
class ClueMark:
    """A clue that was given, as a stranger sees it: by whom, and at which spots its chips lay."""

    giver: Seat
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class ClueLine:
    """A clue that was given, as its reader reads it: ``S?UNK``; ``*`` is the wildcard."""

    number: int
    giver: Seat
    giver_name: str
    token: Literal["red", "leaf", "centre"]
    reading: str
    spots: tuple[Spot, ...]
    helps: bool
    """Whether the reader's own letter is in it."""
    position: int | None
    """The reader's row position then, from 1; beyond the row for an extra letter."""
    current: bool
    """Whether it is about the letter that stands before the reader now."""
    cards: tuple[int | None, ...]
    """For each chip which card of its stand was up then; None: wildcard, bonus letter."""


@dataclass(frozen=True, slots=True)
class MakingView:
    """What a maker sees while words are made."""

    for_name: str
    length: int
    share: tuple[Letter, ...]
    discards: tuple[Letter, ...]
    made: str | None


@dataclass(frozen=True, slots=True)
class TableView:
    """Public things only: what a stranger looking over everybody's shoulder may know."""

    phase: Phase
    language: str
    level: str
    dealing: str
    cards: str
    round: int
    """The present round, from 1: one more than the clues that are behind us."""
    players: tuple[PlayerView, ...]
    stands: tuple[StandView, ...]
    middle: MiddleView
    giver: Seat | None
    chips: int
    """How many chips lie."""
    clues_given: int
    marks: tuple[ClueMark, ...]
    """The clues so far, by what lay openly."""
    ended_by: str
    to_reveal: Seat | None
    """The seat whose revealed word still waits for the table's verdict."""
    score: ScoreView | None
    letters: tuple[Letter, ...]
    """The letters that the deck has cards of: no other is ever a card's."""
    judged: Seat | None = None
    """The seat whose word was judged last; it stays in sight until the next one is turned."""
    extra: TurnedExtra | None = None
    """The extra letter that was guessed aloud last, until the next clue is given."""
    only_ends: bool = False
    """Whether who is asked has nothing to decide, and only ends the round."""
    lying: tuple[Seat, ...] = ()
    """Those who left a final word face down on the table."""
    pulls: tuple[PullView, ...] = ()
    stacks: tuple[int, ...] = ()
    """Sizes of the nonplayer stacks as they are laid at the start."""
    counts: Counts = ()
    """The letter cards of the box, where somebody counted them."""
    help: bool = False
    """Whether phones show likely letters."""
    stuck: bool = False
    """Whether phones may tell of good clues: nobody offers one."""


@dataclass(frozen=True, slots=True)
class GlassView:
    """What the displays show: all of it but the own stand lies before every seat's eyes."""

    table: TableView
    letters: tuple[str, ...]
    """At each stand: ``""`` where it is empty, ``?`` where nobody has named the card. None
    while no cards stand there."""


@dataclass(frozen=True, slots=True)
class SeatView(BaseSeatView[TableView]):
    """What one seat may know; the stands of its *table* show the letters as it sees them."""

    clues: tuple[ClueLine, ...]
    clue: str
    """The clue that lies now, as this seat reads it."""
    spots: tuple[Spot, ...]
    """The spots this seat could lay a chip at."""
    may_move_on: bool
    may_guess: bool
    length: int
    position: int | None
    guesses: str
    """What the seat told when moving on: a letter or ``?`` for each row position."""
    reservable: tuple[Spot, ...]
    reserved: tuple[Spot, ...]
    final_tiles: tuple[str, ...] | None
    final_word: str
    """What the seat believes its face-down word to be: guesses, ``*`` and bonus letters."""
    making: MakingView | None
    likely: tuple[tuple[Letter, int], ...] = ()
    """Beginner's help: likely letters of the own card, in percent, the likeliest first."""
    nudge: int = 0
    """The table is stuck, and this seat could give a clue that helps so many at least."""
    to_pull: tuple[PullTask, ...] = ()
    nameable: tuple[Spot, ...] = ()
    """The stands whose printed card this seat may name, or correct."""
    names_now: tuple[Spot, ...] = ()
    """The stands whose fresh card the table asks this seat to name."""
    namer: str = ""
    """Who should name the own card; empty where that is done or nothing to do."""
