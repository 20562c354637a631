"""Everything that is true on the table, seen from above. Never leaves the core."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal, Self

from companion.engine.options import one_of
from companion.engine.people import BasePlayer, Seated
from companion.languages import DEFAULT_LANGUAGE, Language
from companion.ports import Seat

DICE = 5
WORD_LENGTH = 40
THEME_LENGTH = 40
MOST_THEMES = 3
"""So many themes of one seat lie in the hat at most."""

STONES = 90
"""Point stones: those in the pool and those of the players, always."""

BLACK_STONES = 4
"""What a word of a black round wins, or a wrong one pays."""


Themes = tuple[str, ...]
"""The six themes of a card."""

Pace = Literal["speed", "calm"]
"""Who is first, or: everybody seals a word, and the best go first."""

Count = Literal["dice", "letters"]
"""A point for each die whose letter occurs, or for each letter that finds a die."""

Tempo = Literal["quick", "normal", "slow", "none"]
"""How long the table waits for a word, for objections and for votes."""

Buzzers = Literal["stands", "phones"]

FIRST = Seat(0)


class Phase(StrEnum):
    """Where in the match the table is."""

    WAITING = "waiting"
    """No match has begun."""
    ROLL = "roll"
    """The dice lie under the cup; the roller lifts it."""
    THEME = "theme"
    """Everybody reads the theme; the letters come a moment later."""
    LISTEN = "listen"
    """The roll is read aloud; nobody can press before the gong."""
    OPEN = "open"
    """Everybody looks for a word; who has one presses."""
    SEAL = "seal"
    """The pace without speed: everybody seals a word."""
    CLAIM = "claim"
    """A word was said; the others accept it or object."""
    VOTE = "vote"
    """Somebody objected; the others vote secretly."""
    END = "end"
    """The pool is empty."""


@dataclass(frozen=True, slots=True)
class Roll:
    """What seven dice show: *letters* in the order of their colours.

    *start* is the index of the letter that words begin with; None: the black side.
    """

    theme: int
    letters: tuple[str, ...]
    start: int | None

    @property
    def first_letter(self) -> str:
        """The letter that words begin with; empty in a black round."""
        return "" if self.start is None else self.letters[self.start]


def same_theme(one: str, other: str) -> bool:
    """Return whether two slips of paper say the same."""
    return one.casefold() == other.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the host chose, but for the themes."""

    language: Language = DEFAULT_LANGUAGE
    pace: Pace = "speed"
    count: Count = "dice"
    tempo: Tempo = "normal"
    buzzers: Buzzers = "stands"
    gong_s: int = one_of(0, 0, 3, 5, 8, 12)
    """Seconds between the roll and the gong that opens the buzzers; 0: no gong."""
    round_s: int = one_of(0, 0, 60, 90)
    """Seconds without a word after which a round ends; 0: it waits."""
    guard: bool = False
    """Dice that leave no word for the theme are rolled again."""
    fresh: bool = False
    """No theme twice in a row."""
    false_start: bool = False
    """Whoever presses before the gong has to wait a moment after it."""
    decider: bool = False
    """A shared first place is decided by one black round among the tied."""
    hat: bool = False
    """Players write themes in secret; they come before those of the card."""
    real_dice: bool = False
    """Dice of wood: whoever sees them tells the table what they show."""
    first: int = 0
    """The seat that rolls first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Choices):
    """What is played."""

    themes: Themes


@dataclass(frozen=True, slots=True)
class Player(BasePlayer):
    """What belongs to one seat."""

    stones: int = 0
    phone: bool = False
    """Whether the phone is this seat's buzzer, for want of a stand."""
    out: bool = False
    """Whether the round is over for this seat: it has said a word that was settled."""
    passed: bool = False
    early_ns: int | None = None
    """When the finger last came before the gong, where that is a false start."""
    sealed: str | None = None
    """The word of the pace without speed, face down until its turn."""
    themes: tuple[str, ...] = ()
    """Themes of this seat's in the hat: nobody else may know of them."""
    written: int = 0
    """How many it has put there so far."""


@dataclass(frozen=True, slots=True)
class Call:
    """A place in the queue; *at_ns* is None for a phone, whose time nobody can vouch for."""

    seat: Seat
    at_ns: int | None = None
    tie: bool = False
    """Whether it came so close to another that chance decided."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A word that was said and waits for the others."""

    seat: Seat
    word: str
    points: int
    dice: tuple[int, ...] = ()
    accepted: tuple[Seat, ...] = ()
    objector: Seat | None = None
    votes: tuple[tuple[Seat, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word of this round that is settled: public as a whole, views show it as it is."""

    seat: Seat
    word: str
    points: int
    dice: tuple[int, ...]
    valid: bool
    stones: int
    votes: tuple[tuple[Seat, bool], ...] = ()
    """Once all were in."""
    decides: bool = False
    """Whether it wins the decider, maybe along with another."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What was said in a round that is over, public as a whole; *first* is empty: black."""

    round: int
    theme: str
    first: str
    spoken: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True)
class Djam(Seated[Player]):
    """A whole match."""

    phase: Phase = Phase.WAITING
    options: Options = Options(themes=())
    players: tuple[Player, ...] = ()
    pool: int = STONES
    round: int = 0
    roller: Seat = FIRST
    """Whose turn it is to roll; who is away is skipped."""
    cup: Roll | None = None
    """The dice as they lie under the cup: nobody has seen them."""
    rolls: tuple[Roll, ...] = ()
    """Rolls that a script has fixed beforehand."""
    seed: int | None = None
    """What all rolls come from; None: chance makes each when it falls."""
    code: str = ""
    """The code of the rolls, so shown only after the match; empty: nothing brings them back."""
    bans: tuple[str, ...] = ()
    """Theme and start letter for which nobody found a word."""
    heard: tuple[str, ...] = ()
    """Words of earlier matches, as the dice count them."""
    roll: Roll | None = None
    """The dice as everybody sees them, until the next roll."""
    playing: tuple[Seat, ...] = ()
    """Who was here when the dice fell: so many places there are."""
    drawn: str = ""
    """The theme of *roll* if it came out of the hat; nobody sees the number die then."""
    tied: tuple[Seat, ...] = ()
    """Who plays the decider, once there is one."""
    queue: tuple[Call, ...] = ()
    gathering: bool = False
    """Whether the first press is so fresh that an earlier one may still be on its way."""
    called: Seat | None = None
    """Who has the word; always the head of the queue."""
    claim: Claim | None = None
    spoken: tuple[Spoken, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    """The rounds before this one in which something was said."""
    cooling: Seat | None = None
    """Whose word was just refused, or who had none: it has to wait a moment."""
    turn: int = 0
    """Counts what deadlines wait for, to tell them apart."""

    @property
    def queued(self) -> tuple[Seat, ...]:
        """The seats in the queue, in order."""
        return tuple(call.seat for call in self.queue)

    @property
    def theme(self) -> str:
        """The theme of the roll that everybody sees, or that is read before it."""
        roll = self.cup if self.phase is Phase.THEME else self.roll
        return self.drawn or (self.options.themes[roll.theme] if roll else "")

    @property
    def calm(self) -> bool:
        """Whether this is the pace without speed."""
        return self.options.pace == "calm"

    @property
    def rolls_now(self) -> Seat | None:
        """Who lifts the cup: the roller, or the next one clockwise who is here."""
        return self.next_present(self.roller)

    def turned(self, **changes: Any) -> Self:  # noqa: ANN401 - fields
        """Return the state after something that deadlines must not mix up."""
        return replace(self, turn=self.turn + 1, **changes)

    def anew(self, **changes: Any) -> Self:  # noqa: ANN401 - fields
        """Return the state as if nobody had looked for a word yet; *changes* of every player."""
        return replace(
            self.with_everybody(passed=False, sealed=None, early_ns=None, **changes),
            queue=(),
            gathering=False,
            called=None,
            cooling=None,
        )
