"""A word list small enough to know by heart, in place of the shipped ones."""

from collections import Counter
from collections.abc import Collection
from random import Random

from companion.engine.tools import CardDeal
from companion.errors import DataError
from companion.games.letter_jam.commands import StartMatch
from companion.games.letter_jam.state import Letter, Options
from companion.languages import Language
from companion.words.clue_index import ClueIndex, WordIndex

LETTERS = "A4 B2 C3 D3 E6 F2 G2 H3 I4 K2 L3 M2 N3 O4 P2 R4 S4 T4 U3 W2 Y2"
DECK: tuple[Letter, ...] = tuple(
    letter for each in LETTERS.split() for letter in each[0] * int(each[1:])
)
"""The 64 cards of the English box, in alphabetical order."""

WORDS = ("HORSE", "BLACK", "MINTY", "DWARF", "GUEST", "CHILD")
"""One for each seat; the deck can lay all six at once. Reversed, none is a word."""


class FewWords:
    """Scrambles backwards, finds the first that fits, lists what it is told to list."""

    def __init__(
        self,
        *listed: str,
        always_words: Collection[str] = (),
        dealt: CardDeal | None = None,
    ) -> None:
        self._listed = listed
        self._always_words = always_words
        self._dealt = dealt

    def deal(self, wish: StartMatch, random: Random) -> CardDeal:
        if self._dealt is None:
            raise DataError(f"{wish}: none, {random}.")
        return self._dealt

    def deck(self, language: Language) -> tuple[Letter, ...]:
        assert language == "en"
        return DECK

    def scramble(self, language: Language, word: str, random: Random) -> str | None:
        del language, random
        return None if word in self._always_words else word[::-1]

    def find(
        self, options: Options, length: int, hand: Counter[Letter], random: Random
    ) -> str | None:
        del options, random
        fitting = (word for word in self._listed if Counter(word) <= hand)
        return next((word for word in fitting if len(word) == length), None)

    def index(self, language: Language) -> ClueIndex:
        del language
        return WordIndex(dict.fromkeys(self._listed, 1.0))

    def listed(self, language: Language, word: str) -> bool:
        del language
        return any(_fits(word, each) for each in self._listed)

    def whole(self, language: Language, word: str) -> str:
        del language
        return next((each for each in self._listed if _fits(word, each)), word)


def _fits(pattern: str, word: str) -> bool:
    return len(pattern) == len(word) and all(
        sign in ("*", letter) for sign, letter in zip(pattern, word, strict=True)
    )
