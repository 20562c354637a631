"""Reads patterns with every word that can be spelled: what an index does not know is rare.

An index knows 30,000 words. Without the rest, help would be sure of a wrong letter wherever
somebody clues with mittens or with a Möwe.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase

from companion.languages import Language
from companion.words.clue_index import OWN, WILDCARD, ClueIndex
from companion.words.lexicon import load_lexicon
from companion.words.packing import SHORT, SpellingList, pack, unpack
from companion.words.vocabulary import RARE, weight

_WEIGHT = weight(RARE)
_CODES = {letter: number for number, letter in enumerate(ascii_uppercase, 1)}


@dataclass(frozen=True, slots=True, eq=False)
class WellRead:
    """*index*, which finds what it finds; patterns are read with *spelling* too.

    For help alone: a bot that ranks thousands of clues has no time to read so much.
    """

    index: ClueIndex
    spelling: SpellingList

    def legal(self, letters: Iterable[str], *, wildcard: bool = True) -> list[str]:
        """Return every word to be said that *letters* and the wildcard spell, in no order."""
        return self.index.legal(letters, wildcard=wildcard)

    def weight(self, word: str) -> float:
        """Return how readily *word* comes to mind; 0 for one that nobody can spell."""
        known = self.index.weight(word)
        return known or (_WEIGHT if word in self.spelling else 0.0)

    def weights(self, pattern: str, letters: Sequence[str]) -> list[float]:
        """Return for each of *letters* the weight of the words it makes of *pattern*."""
        known = self.index.weights(pattern, letters)
        if len(pattern) > SHORT:
            return known  # the list keeps those as one long text
        return [
            weight + _WEIGHT * sum(not self.index.weight(word) for word in words)
            for weight, words in zip(known, self._spelled(pattern, letters), strict=True)
        ]

    def _spelled(self, pattern: str, letters: Sequence[str]) -> Iterator[list[str]]:
        """Yield for each of *letters* the words of the list that it makes of *pattern*."""
        short_words, length = self.spelling.short_words, len(pattern)
        end = len(short_words)
        # A word is a number: each sign's letter is counted in at all of the sign's places.
        fixed = pack("".join(sign if sign in _CODES else "@" for sign in pattern))
        own, wild = _places(pattern, OWN), _places(pattern, WILDCARD)
        others = [code * wild for code in _CODES.values()] if wild else [0]
        for letter in letters:
            start, words = fixed + _CODES[letter] * own, []
            for other in others:
                at = bisect_left(short_words, start + other)
                if at < end and short_words[at] == start + other:
                    words.append(unpack(start + other, length))
            yield words


def _places(pattern: str, sign: str) -> int:
    """Return a one at each place where *pattern* has *sign*."""
    return pack("".join("A" if each == sign else "@" for each in pattern))


@lru_cache(maxsize=4)
def well_read(index: ClueIndex, language: Language) -> WellRead:
    """Return *index* with the spelling list of *language* beside it."""
    return WellRead(index, load_lexicon(language).spelling)
