"""Ties between words as people read them: circles of words, written by hand, a file a language.

A first word with a colon ties each of the others to itself alone: silk and a mirror are smooth.
The more circles hold two words, and the smaller those, the closer; else by what both are tied to.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain, permutations
from math import hypot, log2
from typing import Final

from companion.languages import Language

HEAD: Final = ":"
WIDEST: Final = 5.0
"""log2 of a circle's size at which it says hardly anything any more."""
LEAST: Final = 0.3
EMPHASIS: Final = 1.5
"""How much more several circles say than one: a large one alone may tie what nobody else would."""
STRAIGHT: Final = 1.0
"""What a word is to itself, beside all that it is tied to."""


def tie(language: Language, one: str, other: str) -> float:
    """Return how close two words are, 0 to 1: by a circle, or by what both are tied to."""
    ties = _ties(language)
    a, b = ties.get(one), ties.get(other)
    if not a or not b:
        return 0.0
    less, more = (a, b) if len(a) < len(b) else (b, a)
    return sum(weight * more[word] for word, weight in less.items() if word in more)


def circles(language: Language) -> tuple[str, ...]:
    """Return the lines of circles; a language that has no such file has none."""
    path = files(__package__).joinpath(f"ties_{language}.txt")
    if not path.is_file():
        return ()
    lines = path.read_text("utf-8").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def _pairs(line: str) -> tuple[int, Iterable[tuple[str, str]]]:
    """Return the size of the circle in *line* and which two words it ties, both ways."""
    head, colon, rest = line.partition(HEAD)
    others = rest.split()
    if not colon:
        words = line.split()
        return len(words), permutations(words, 2)
    pairs = chain.from_iterable(((head, each), (each, head)) for each in others)
    return len(others) + 1, pairs


@cache
def _ties(language: Language) -> Mapping[str, Mapping[str, float]]:
    found: defaultdict[str, defaultdict[str, float]] = defaultdict(
        lambda: defaultdict(float)
    )
    for size, pairs in map(_pairs, circles(language)):
        close = max(WIDEST - log2(size), LEAST)
        for one, other in pairs:
            found[one][other] += close
    return {word: _of_length_one(word, ties) for word, ties in found.items()}


def _of_length_one(word: str, ties: Mapping[str, float]) -> Mapping[str, float]:
    """Return *ties* and the word's own place, which makes a straight tie outweigh a detour."""
    close = {each: weight**EMPHASIS for each, weight in ties.items()}
    length = hypot(*close.values())
    own = {word: STRAIGHT} | {each: weight / length for each, weight in close.items()}
    whole = hypot(*own.values())
    return {each: weight / whole for each, weight in own.items()}
