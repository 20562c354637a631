"""How hard a word's letters are to find: a weak hint, and said to be one.

A letter is hard if few common words use it, so that few clues can. Measured on bots, the
deal explains about a seventh of how a match goes; the rest is the table.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum, log2, sqrt
from string import ascii_uppercase
from typing import Literal

from companion.languages import Language
from companion.words.lexicon import load_lexicon
from companion.words.vocabulary import count_words_with

MOST_SPREAD = 1.5
"""How far the words of one deal may lie apart, in standard deviations."""

Hint = Literal["gentle", "usual", "tough"]
_USUAL = 0.4
"""Means of a deal that lie within so many standard deviations are usual."""

_LENGTHS = range(3, 8)


def difficulty(word: str, language: Language) -> float:
    """Return how hard *word* is: standard deviations above the usual secret word."""
    usual, deviation = _scale(language)
    return (_hardness(word, language) - usual) / deviation


def spread(words: Sequence[str], language: Language) -> float:
    """Return how far the easiest and the hardest of *words* lie apart."""
    found = [difficulty(word, language) for word in words]
    return max(found) - min(found)


def hint(words: Sequence[str], language: Language) -> Hint:
    """Return what may be expected of a deal of *words*, weakly."""
    average = _mean([difficulty(word, language) for word in words])
    return "tough" if average > _USUAL else "gentle" if average < -_USUAL else "usual"


def _hardness(word: str, language: Language) -> float:
    letters = _letters(language)
    return _mean([letters[letter] for letter in word])


@lru_cache(maxsize=2)
def _letters(language: Language) -> Mapping[str, float]:
    """Return for each letter how surprising it is in a common word, in bits."""
    words, uses = count_words_with(language)
    return {letter: log2(words / (1 + uses.get(letter, 0))) for letter in ascii_uppercase}


@lru_cache(maxsize=2)
def _scale(language: Language) -> tuple[float, float]:
    """Return mean and standard deviation over the secret words of the level normal."""
    lexicon = load_lexicon(language)
    found = [
        _hardness(word, language)
        for length in _LENGTHS
        for word in lexicon.secret_words("normal", length)
    ]
    usual = _mean(found)
    return usual, sqrt(_mean([(each - usual) ** 2 for each in found]))


def _mean(figures: Sequence[float]) -> float:
    """Return their mean: `statistics` reckons in fractions, which takes a Pi a second here."""
    return fsum(figures) / len(figures)
