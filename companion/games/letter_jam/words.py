"""What the rules need to know about words and chance; handed in, never imported by them."""

from collections import Counter
from random import Random
from typing import Protocol

from companion.engine.tools import CardDeal
from companion.games.letter_jam.commands import StartMatch
from companion.games.letter_jam.state import Letter, LetterJam, Options
from companion.languages import Language
from companion.words.clue_index import ClueIndex
from companion.words.rulings import ruling


class Words(Protocol):
    """Word lists, decks and the generator of both languages."""

    def deal(self, wish: StartMatch, random: Random) -> CardDeal:
        """Deal a match; DataError says which wish cannot be met."""

    def deck(self, language: Language) -> tuple[Letter, ...]:
        """Return the 64 letter cards."""

    def scramble(self, language: Language, word: str, random: Random) -> str | None:
        """Return the letters in an order that is no word; None where there is none."""

    def find(
        self, options: Options, length: int, hand: Counter[Letter], random: Random
    ) -> str | None:
        """Return a secret word that *hand* can lay and nobody struck; None where none is."""

    def index(self, language: Language) -> ClueIndex:
        """Return the clue words, ready to be asked what a pattern may stand for."""

    def listed(self, language: Language, word: str) -> bool:
        """Return whether the spelling list has *word*; ``*`` in it is any one letter."""

    def whole(self, language: Language, word: str) -> str:
        """Return the word that *word* most likely is, ``*`` one letter; itself where none fits."""


def box(words: Words, state: LetterJam) -> tuple[Letter, ...]:
    """Return the letter cards of this match: as entered, or as is known of the box."""
    entered = Counter(dict(state.counts))
    return tuple(entered.elements()) or words.deck(state.language)


def listed(words: Words, options: Options, word: str) -> bool:
    """Return what counts before anybody objects: as the house has ruled, else as the list says."""
    ruled = ruling(options.counting, options.never, word)
    return words.listed(options.language, word) if ruled is None else ruled
