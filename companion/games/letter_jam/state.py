"""Everything that is true on the table, seen from above. Never leaves the core."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, Literal

from companion.engine.people import BasePlayer, Seated
from companion.games.letter_jam.spots import Spot
from companion.languages import DEFAULT_LANGUAGE, Language
from companion.ports import Seat, Stand

Letter = str
"""One capital letter A–Z."""

Card = Letter | None
"""A letter card; None where only the table's printed cards know the letter."""

Cards = Literal["screen", "box", "none"]
"""Letters on the stands' displays, on printed cards out of the box, or not our concern."""

Dealing = Literal["generator", "makers"]
"""Who makes the secret words: the generator, or each player for the right-hand neighbour."""

Level = Literal["easy", "normal", "hard", "children", "own"]
"""How well known the secret words are; own: they come from a list of the house's."""

LONGEST_CLUE: Final = 200
"""No rule: chips beyond the eight are pretend ones. Longer than any word, so that a stuck
button fills no log."""

Counts = tuple[tuple[Letter, int], ...]
"""How many cards of each letter are in the box; empty: as is known of it."""


class Phase(StrEnum):
    """Where in the match the table is."""

    WAITING = "waiting"
    """No match has begun."""
    MAKING = "making"
    """Every player makes a word for the right-hand neighbour."""
    PULLING = "pulling"
    """Printed cards: everybody pulls the row of the right-hand neighbour out of the box."""
    COUNTING = "counting"
    """Only the clue tokens are kept: players tell each clue that is given."""
    CLUE = "clue"
    """Everybody looks for a clue; one is chosen to give it."""
    DECIDE = "decide"
    """The clue is given; everybody decides whether to move on."""
    FINAL = "final"
    """No more clues: final words are made, revealed and judged."""
    SCORE = "score"
    """Everything is revealed and judged."""


class Decision(Enum):
    """What a player does at the end of a round."""

    STAY = "stay"
    MOVE_ON = "move-on"
    GUESSED = "guessed"


@dataclass(frozen=True, slots=True)
class Holder:
    """One of the six card stands and all the cards it holds, in order.

    A player's cards are the row and, behind it, the extra letters drawn later; a
    nonplayer's are the stack and what came from the deck.
    """

    cards: tuple[Card, ...]
    dealt: int
    """How many of the cards were dealt: the row length or the stack size."""
    standing: int | None = 0
    """Index of the card that stands in it now; None: it is empty."""

    @property
    def card(self) -> Card:
        """The letter standing now, None too where the stand is empty."""
        return None if self.standing is None else self.cards[self.standing]

    @property
    def beyond(self) -> bool:
        """Whether every dealt card has been up: the row is done, the stack empty."""
        return self.standing is None or self.standing >= self.dealt

    @property
    def stack(self) -> int:
        """Cards still lying face down under or behind the one that stands."""
        return 0 if self.standing is None else max(0, self.dealt - 1 - self.standing)


@dataclass(frozen=True, slots=True)
class Chip:
    """One letter of a clue: where the chip lies, and which card stood there."""

    spot: Spot
    card: int | None = None
    """Index into the cards of that stand; None for the wildcard and bonus letters."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue that was given. The word itself is stored nowhere."""

    giver: Seat
    chips: tuple[Chip, ...]
    token: Literal["red", "leaf", "centre"]
    up: tuple[int | None, ...] = ()
    """For each stand, which of its cards stood in it then."""
    bonus: "tuple[Bonus, ...]" = ()
    """The bonus letters that lay in the middle then."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What may be said of a clue that somebody has found."""

    letters: int
    players: int
    nonplayers: int
    bonus: int
    wildcard: bool
    good: bool = False


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus letter in the middle; *stand* and *card* say which card it was."""

    number: int
    stand: Stand
    card: int


@dataclass(frozen=True, slots=True)
class TurnedExtra:
    """An extra letter that its owner guessed aloud: public as a whole, all have seen it since."""

    seat: Seat
    guess: Letter
    letter: Letter

    @property
    def right(self) -> bool:
        """Whether the owner has guessed it."""
        return self.guess == self.letter


@dataclass(frozen=True, slots=True)
class FinalWord:
    """Tiles in order, and the sheet's guesses, one character a row position."""

    tiles: tuple[str, ...]
    guesses: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """A revealed word; *listed* says what the spelling list thinks, *accepted* the table."""

    word: str
    listed: bool
    accepted: bool | None = None
    whole: str = ""
    """*word* with the letter that a wildcard stands for; empty where the list knows none."""


@dataclass(frozen=True, slots=True)
class Player(BasePlayer):
    """What belongs to one seat besides its stand."""

    length: int
    reds_owed: int = 0
    clues_given: int = 0
    wants_end: bool = False
    figures: Figures | None = None
    has_none: bool = False
    """Whether the player said to have no clue yet."""
    sure: bool | None = None
    """Sure or unsure of the own letter, if the player told the table."""
    decision: Decision | None = None
    guesses: tuple[tuple[int, Letter], ...] = ()
    """(row position from 0, letter), as told when moving on."""
    final: FinalWord | None = None
    revealed: Revealed | None = None


@dataclass(frozen=True, slots=True)
class BoldGuess:
    """A right guess of one letter among about so many that were possible."""

    seat: Seat
    letter: Letter
    letters: int


@dataclass(frozen=True, slots=True)
class BestClue:
    """After the match: the best clue that its giver could have given at clue *number*."""

    number: int
    word: str
    gain: int
    """By how much it would have helped: a hundred is a whole letter told."""
    given_gain: int
    """By how much the clue that was given did, reckoned just so."""


@dataclass(frozen=True, slots=True)
class Making:
    """The rulebook's way of making words."""

    shares: tuple[tuple[Letter, ...], ...]
    """Per seat the letters in hand."""
    discards: tuple[Letter, ...] = ()
    made: tuple[tuple[str, str] | None, ...] = ()
    """Per seat the (word, scramble) it made for its right-hand neighbour."""


@dataclass(frozen=True, slots=True)
class Pull:
    """Who pulls the cards of one player's row out of the box."""

    by: Seat
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the host chooses."""

    language: Language = DEFAULT_LANGUAGE
    level: Level = "normal"
    cards: Cards = "screen"
    dealing: Dealing = "generator"
    help: bool = False
    """Beginner's help: phones show which letters are likely."""
    nudge: bool = False
    """Whether phones tell their own player of a good clue when the table is stuck."""
    counts: Counts = ()
    """How many cards of each letter the house's box has; empty: as it is known."""
    counting: tuple[str, ...] = ()
    """Words that count in this house though the spelling list may not know them."""
    never: tuple[str, ...] = ()
    """Words that never do, though it may."""
    struck: tuple[str, ...] = ()
    """Words that the house does not want: neither dealt nor formed by the table."""
    scored: bool = True
    """Whether the match is reckoned in points and ranks at its end."""


@dataclass(frozen=True, slots=True)
class LetterJam(Options, Seated[Player]):
    """A whole match."""

    phase: Phase = Phase.WAITING
    code: str = ""
    """The deal code: all secret words in one, so shown only after the match."""
    players: tuple[Player, ...] = ()
    words: tuple[str, ...] = ()
    """Per seat the word its row was scrambled from."""
    stands: tuple[Holder, ...] = ()
    deck: tuple[Card, ...] = ()
    making: Making | None = None
    pulls: tuple[Pull, ...] = ()
    """Per seat who pulls its row; empty unless the cards are printed ones."""
    leaves: int = 0
    centre: int = 0
    giver: Seat | None = None
    chips: tuple[Spot, ...] = ()
    clues: tuple[Clue, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    """The bonus letters in the middle."""
    bonus_ever: tuple[Bonus, ...] = ()
    """All that ever were, those used up included: old clues still read."""
    reserved: tuple[tuple[Spot, Seat], ...] = ()
    ended_by: Literal["", "tokens", "consent"] = ""
    waited: bool = False
    """Whether nobody has offered a clue in this round for some time."""
    judged: Seat | None = None
    """Whose word was judged last."""
    aloud: tuple[tuple[Seat, int, Letter], ...] = ()
    """(seat, card of its stand, guess) of each extra letter that was guessed aloud."""
    turned_extra: TurnedExtra | None = None
    """The extra letter that was guessed aloud last, until the next clue is given."""
    whole_clues: tuple[str, ...] = ()
    """After the match: each clue with the letter that its wildcard stood for."""
    bold: BoldGuess | None = None
    """After the match: the right guess that had the least chance."""
    best_clues: tuple[BestClue, ...] = ()
    looked_back: int = 0
    """After the match: how many of the clues were looked back at."""

    @property
    def by_hand(self) -> bool:
        """Whether players made the words of printed cards: the table knows no row."""
        return self.cards == "box" and self.dealing == "makers"

    def owner(self, stand: Stand) -> Seat | None:
        """Return who sits at *stand*: stand n is seat n's; None: a nonplayer stand."""
        return Seat(stand) if stand < len(self.players) else None

    def holder(self, seat: Seat) -> Holder:
        """Return the cards of *seat*'s own stand."""
        return self.stands[seat]

    def with_holder(self, stand: Stand, holder: Holder) -> "LetterJam":
        """Return the state with other cards at *stand*."""
        stands = list(self.stands)
        stands[stand] = holder
        return replace(self, stands=tuple(stands))
