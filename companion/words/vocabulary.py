"""The words people think of when they look for a clue, and how common each is."""

import lzma
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from companion.errors import DataError
from companion.languages import Language
from companion.words import DATA

Weights = Mapping[str, float]
"""Words in capitals A to Z, each with how readily it comes to mind."""

RARE = 2.6
"""The zipf frequency of a word that only the spelling list has: somebody may mean it. Lower,
and help is sure and wrong more often; higher, and it tells less of common words."""
_TYPICAL = 4.0
"""The zipf frequency whose weight is one."""
_DAMPING = 0.5
"""People think of rare words more often than they write them."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a language's clues are read with, and what of it is never said.

    People clue with names, abbreviations and coarse words too, so all are understood.
    """

    weights: Weights
    silent: frozenset[str]
    """No word for bots, examples and looks back: names, and whatever is not for children."""


@cache
def load_vocabulary(language: Language) -> Vocabulary:
    """Return the 30,000 commonest forms of *language*, and what is dealt in it; read once."""
    # Line by line: all lines at once would leave the process grown by some 5 MB.
    with lzma.open(DATA / f"clues_{language}.xz", "rt", encoding="ascii") as lines:
        return parse_vocabulary(lines)


def parse_vocabulary(lines: Iterable[str]) -> Vocabulary:
    """Return the words of *lines*: each a word, its zipf and ``-`` if it is not said, by tabs.

    Raises DataError for a line that says something else.
    """
    # Equal frequencies share one number: 30,000 words have only some 500 of them.
    weights: dict[str, float] = {}
    known: dict[str, float] = {}
    silent = set()
    for line in lines:
        word, _, facts = line.rstrip("\n").partition("\t")
        zipf, _, mark = facts.partition("\t")
        try:
            if zipf not in known:
                known[zipf] = weight(float(zipf))
        except ValueError:
            raise DataError(f"Clue words: {line!r} is not word and zipf.") from None
        weights[word] = known[zipf]
        if mark:
            silent.add(word)
    return Vocabulary(MappingProxyType(weights), frozenset(silent))


def weight(zipf: float) -> float:
    """Return how readily a word of that frequency comes to mind."""
    return float(10 ** (_DAMPING * (zipf - _TYPICAL)))
