"""What everybody may know of a match that is over: its score, its awards, a look back."""

from dataclasses import dataclass
from typing import Literal

from companion.ports import Seat


@dataclass(frozen=True, slots=True)
class Award:
    """Something that went well, and whose it was."""

    kind: Literal["best", "bold", "helpful", "longest"]
    names: tuple[str, ...]
    word: str = ""
    """The clue, or the longest word."""
    n: int = 0
    """Letters that were told by it, letters that were possible, letters of the word."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The score of one player's word; *parts* sum up to *points*."""

    seat: Seat
    name: str
    dealt_word: str
    """Empty where players made the words of printed cards."""
    word: str
    accepted: bool
    guesses: str
    original: int
    longer: int
    tokens: int
    letters: int
    points: int
    whole: str = ""
    """*word* with the letter that a wildcard stands for."""


@dataclass(frozen=True, slots=True)
class GuessLine:
    """With which guess a player left a letter behind."""

    name: str
    position: int | None
    """From 1; None: an extra letter."""
    guess: str
    """``?`` where none was told."""
    letter: str
    right: bool


@dataclass(frozen=True, slots=True)
class LookBackLine:
    """A clue that was given, and the best one its giver could have seen, if any was better."""

    number: int
    giver_name: str
    given: str
    """The clue with every letter; ``*`` is the wildcard."""
    best: str | None
    missed: float
    """How many letters more the best one would have told, all players together."""
    looked: bool = True
    """Whether the best clue was looked for already."""
    guesses: tuple[GuessLine, ...] = ()
    """Who went on after this clue, or was at the last letter: what they took it for."""
    whole: str = ""
    """*given* as a word, with the letter that the wildcard stood for."""


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The whole score; *rank* is 0 to 5, *scale* holds the lowest score of ranks 1 to 5."""

    lines: tuple[ScoreLine, ...]
    total: int
    rank: int
    scale: tuple[int, ...]
    code: str
    look_back: tuple[LookBackLine, ...]
    scored: bool = True
    """Whether points and rank are to be shown."""
    awards: tuple[Award, ...] = ()

    @property
    def solved(self) -> int:
        """How many words count."""
        return sum(line.accepted for line in self.lines)
