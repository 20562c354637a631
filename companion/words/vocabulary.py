"""The words people think of when they look for a clue, and how common each is."""

import lzma
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TextIO

from companion.errors import DataError
from companion.languages import Language
from companion.words import DATA

Weights = Mapping[str, float]
"""Words in capitals A to Z, each with how readily it comes to mind."""

_TYPICAL = 4.0
"""The zipf frequency whose weight is one."""
_DAMPING = 0.5
"""People think of rare words more often than they write them."""


@cache
def load_vocabulary(language: Language) -> Weights:
    """Return the 25,000 commonest words of *language* that can be clues; read once."""
    with _opened(language) as lines:
        return parse_vocabulary(lines)


def count_words_with(language: Language) -> tuple[int, Mapping[str, int]]:
    """Return how many such words there are, and in how many each letter is; none is kept."""
    words, uses = 0, Counter[str]()
    with _opened(language) as lines:
        for line in lines:
            words += 1
            uses.update(set(line.partition("\t")[0]))
    return words, uses


def _opened(language: Language) -> TextIO:
    # Line by line: all lines at once would leave the process grown by some 5 MB.
    return lzma.open(DATA / f"clues_{language}.xz", "rt", encoding="ascii")


def parse_vocabulary(lines: Iterable[str]) -> Weights:
    """Return the words of *lines*, each a word and its zipf frequency, by a tab.

    Raises DataError for a line that says something else.
    """
    # Equal frequencies share one number: 25,000 words have only some 500 of them.
    weights: dict[str, float] = {}
    known: dict[str, float] = {}
    for line in lines:
        word, _, zipf = line.partition("\t")
        try:
            if zipf not in known:
                known[zipf] = weight(float(zipf))
        except ValueError:
            raise DataError(f"Clue words: {line!r} is not word and zipf.") from None
        weights[word] = known[zipf]
    return MappingProxyType(weights)


def weight(zipf: float) -> float:
    """Return how readily a word of that frequency comes to mind."""
    return float(10 ** (_DAMPING * (zipf - _TYPICAL)))
