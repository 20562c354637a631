"""The words a bot thinks of: which its cards spell, which it might say."""

from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from operator import neg
from random import Random
from string import ascii_uppercase
from typing import Final

from companion.languages import Language
from companion.words.vocabulary import load_vocabulary

JOKER: Final = "?"
LEAST, MOST = 2, 10
"""Cards of a word."""

_BIT = {letter: 1 << place for place, letter in enumerate(ascii_uppercase)}


@dataclass(frozen=True, slots=True, eq=False)
class KnownWords:
    """Words fit to be said, the commonest first; *sets*: of each the letters, a bit each."""

    words: Sequence[str] = field(repr=False)
    weights: Sequence[float] = field(repr=False)
    sets: "array[int]" = field(repr=False)

    def spelled(self, hand: Sequence[str], least_weight: float) -> Iterator[str]:
        """Yield the words that cards of *hand* make, a joker being any letter."""
        jokers, own = hand.count(JOKER), Counter(hand)
        missing = ~_letters("".join(hand).replace(JOKER, ""))
        for at, letters in enumerate(self.sets):
            if (letters & missing).bit_count() > jokers:
                continue
            if self.weights[at] < least_weight:
                return
            word = self.words[at]
            if len(word) <= len(hand) and (Counter(word) - own).total() <= jokers:
                yield word

    def some(
        self, lengths: range, count: int, least_weight: float, random: Random
    ) -> list[str]:
        """Return at most *count* words of one of *lengths*, by chance."""
        known = bisect(self.weights, -least_weight, key=neg)  # they stand first
        fitting = [word for word in islice(self.words, known) if len(word) in lengths]
        return random.sample(fitting, min(count, len(fitting)))


@cache
def vocabulary(language: Language) -> KnownWords:
    """Return the common words of *language* that can be laid; sorted once, about 2 MB."""
    known = load_vocabulary(language)
    said = (word for word in known.weights if word not in known.silent)
    words = [word for word in said if LEAST <= len(word) <= MOST]
    words.sort(key=lambda word: -known.weights[word])
    weights = array("d", (known.weights[word] for word in words))
    return KnownWords(words, weights, array("I", map(_letters, words)))


def _letters(word: str) -> int:
    """Return the letters of *word* as a set, a bit each."""
    found = 0
    for letter in word:
        found |= _BIT[letter]
    return found
