"""Finds clue words by their letters, and what a clue's pattern may stand for.

A clue uses visible letters, each as often as it likes, and at most one more, the wildcard. A
pattern is how one player reads it: ``?`` the own letter, ``*`` the wildcard, the rest letters.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from string import ascii_uppercase
from typing import Protocol, TypeVar

from companion.languages import Language
from companion.words.vocabulary import Weights, load_vocabulary

T = TypeVar("T")

OWN, WILDCARD = "?", "*"

_BIT = {letter: 1 << place for place, letter in enumerate(ascii_uppercase)}
_PAIRS_KEPT = 512
_MOST_SUBSETS = 12
"""Visible letters whose sets are looked up; more, and every set of words is tried."""


class ClueIndex(Protocol):
    """All clue words of a language, ready to be asked.

    Patterns are read with every word that people may mean; found are those fit to be said.
    """

    def legal(self, letters: Iterable[str], *, wildcard: bool = True) -> list[str]:
        """Return every word to be said that *letters* and the wildcard spell, in no order."""

    def weights(self, pattern: str, letters: Sequence[str]) -> list[float]:
        """Return for each of *letters* the weight of the words it makes of *pattern*."""

    def weight(self, word: str) -> float:
        """Return how readily *word* comes to mind; 0 for an unknown one."""

    def __hash__(self) -> int:
        """Tell indexes apart by identity."""


class WordIndex:
    """Keeps words of the same letters in one text, and works patterns out when asked."""

    def __init__(self, weights: Weights, silent: Collection[str] = ()) -> None:
        self._plain = weights
        # Letters that only silent words have stand there too: patterns may mean those.
        groups: dict[int, str] = {}
        for word in weights:
            letters = letter_set(word)
            before, said = groups.get(letters), "" if word in silent else word
            groups[letters] = f"{before} {said}" if before and said else before or said
        self._groups = groups
        self._pairs = lru_cache(maxsize=_PAIRS_KEPT)(self._find_pairs)

    def legal(self, letters: Iterable[str], *, wildcard: bool = True) -> list[str]:
        """Return every word that *letters* and the wildcard can spell, in no order."""
        found = _lookups(self._groups, letter_set(letters), wildcard=wildcard)
        return " ".join(found).split()

    def weights(self, pattern: str, letters: Sequence[str]) -> list[float]:
        """Return for each of *letters* the weight of the words it makes of *pattern*."""
        get, fill = self._plain.get, pattern.replace
        if WILDCARD not in pattern:
            return [get(fill(OWN, letter), 0.0) for letter in letters]
        fixed = letter_set(sign for sign in pattern if sign in _BIT)
        pairs = self._pairs(fixed)
        return [_sum_wild(get, fill(OWN, letter), pairs[letter]) for letter in letters]

    def weight(self, word: str) -> float:
        """Return how readily *word* comes to mind; 0 for an unknown one."""
        return self._plain.get(word, 0.0)

    def _find_pairs(self, fixed: int) -> dict[str, str]:
        """Return for each letter the wildcards with which *fixed* makes up any word."""
        groups = self._groups
        return {
            own: "".join(wild for wild, bit in _BIT.items() if fixed | mine | bit in groups)
            for own, mine in _BIT.items()
        }


def _sum_wild(get: Callable[[str], float | None], pattern: str, wild: str) -> float:
    fill = pattern.replace
    return sum(filter(None, [get(fill(WILDCARD, letter)) for letter in wild]))


def letter_set(letters: Iterable[str]) -> int:
    """Return the set of *letters* (A to Z) as one number, a bit a letter."""
    found = 0
    for letter in letters:
        found |= _BIT[letter]
    return found


def _lookups(groups: Mapping[int, T], visible: int, *, wildcard: bool) -> list[T]:
    """Return the groups whose letters are all visible, or all but one."""
    if visible.bit_count() > _MOST_SUBSETS:
        return [
            group
            for letters, group in groups.items()
            if (letters & ~visible).bit_count() <= wildcard
        ]
    subsets = _subsets(visible)
    hidden = (bit for bit in _BIT.values() if not visible & bit) if wildcard else ()
    wanted = chain(subsets, *([bit | each for each in subsets] for bit in hidden))
    return list(filter(None, map(groups.get, wanted)))


def _subsets(letters: int) -> list[int]:
    """Return every subset of a set of letters."""
    found, subset = [0], letters
    while subset:
        found.append(subset)
        subset = subset - 1 & letters
    return found


@cache
def clue_index(language: Language) -> ClueIndex:
    """Return the index of the shipped clue words; made once."""
    known = load_vocabulary(language)
    return WordIndex(known.weights, known.silent)
