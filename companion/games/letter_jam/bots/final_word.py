"""The likeliest word of a row, and the order of cards that spells it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import exp, inf, log
from string import ascii_uppercase

from companion.words.likely import Belief

TRIED = 30
"""Words worked out in full: those that could be likeliest."""

NEGLIGIBLE = log(1000)
"""A word so much less likely than another is not worked out."""

_LEAST = 1e-6
_COVERED = log(0.97)
"""Where a word can be spelled without one, it is."""

Cover = tuple[str, str | None]
"""A card from the middle: its spot and its letter, None for the wildcard."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A word, the tiles that spell it and a guess for each card of the row."""

    word: str
    tiles: tuple[str, ...]
    guesses: str
    chance: float
    """How likely the word is, among the words that could be meant."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A partial spelling: how likely, and by which tiles (card, cover)."""

    score: float = 0.0
    tiles: tuple[tuple[int, int], ...] = ()


_NO_COVER = -1


def solve(
    row: Sequence[Belief], words: Mapping[str, float], covers: Sequence[Cover] = ()
) -> Solution | None:
    """Return the likeliest of *words* for a *row* of cards, None where there is none.

    *words* weigh as likely as they are by themselves. Each of *covers* may lie upon one card.
    """
    likely = [{letter: log(max(p, _LEAST)) for letter, p in card.items()} for card in row]
    found: list[tuple[float, str, tuple[tuple[int, int], ...]]] = []
    best = -inf
    for bound, word in _by_promise(likely, words, len(covers)):
        if bound < best - NEGLIGIBLE:
            break
        way = _spell(word, likely, covers)
        if way is not None:
            score = way.score + log(words[word])
            found.append((score, word, way.tiles))
            best = max(best, score)
    if not found:
        return None
    score, word, tiles = max(found)
    named = tuple(f"{card + 1}{_cover_name(covers, cover)}" for card, cover in tiles)
    chance = exp(score) if covers else _certainty(word, found)
    return Solution(word, named, _guesses(word, tiles, row), chance)


def _certainty(word: str, found: Sequence[tuple[float, str, object]]) -> float:
    """Return how likely the cards can spell *word*: other words of its letters say so too."""
    letters = sorted(word)
    alike = sum(exp(score) for score, other, _ in found if sorted(other) == letters)
    return alike / sum(exp(score) for score, _, _ in found)


def _by_promise(
    likely: Sequence[Mapping[str, float]], words: Mapping[str, float], covers: int
) -> list[tuple[float, str]]:
    """Return words with a score that each cannot exceed, the most promising first."""
    none = log(_LEAST)
    best = {c: max(card.get(c, none) for card in likely) for c in ascii_uppercase}
    score = best.__getitem__
    if not covers:
        bounds = [(sum(map(score, w)) + log(p), w) for w, p in words.items()]
    else:
        bounds = [
            (sum(sorted(map(score, w))[covers:]) + log(p), w) for w, p in words.items()
        ]
    return nlargest(TRIED, bounds)


def _spell(
    word: str, likely: Sequence[Mapping[str, float]], covers: Sequence[Cover]
) -> _Way | None:
    """Return the likeliest order of the cards for *word*; a cover makes its card certain."""
    ways: dict[tuple[int, int], _Way] = {(0, 0): _Way()}
    for letter in word:
        longer: dict[tuple[int, int], _Way] = {}
        for (cards, used), way in ways.items():
            options = _options(letter, used, covers)
            for card, letters in enumerate(likely):
                if cards >> card & 1:
                    continue
                for cover in options:
                    gain = _COVERED if cover >= 0 else letters.get(letter, log(_LEAST))
                    key = (cards | 1 << card, used | (1 << cover if cover >= 0 else 0))
                    score = way.score + gain
                    if score > longer.get(key, _Way(-inf)).score:
                        longer[key] = _Way(score, (*way.tiles, (card, cover)))
        ways = longer
    return max(ways.values(), key=lambda way: way.score, default=None)


def _options(letter: str, used: int, covers: Sequence[Cover]) -> list[int]:
    free = [
        number
        for number, (_, shown) in enumerate(covers)
        if not used >> number & 1 and shown in (None, letter)
    ]
    return [_NO_COVER, *free]


def _cover_name(covers: Sequence[Cover], cover: int) -> str:
    return "" if cover == _NO_COVER else covers[cover][0]


def _guesses(word: str, tiles: Sequence[tuple[int, int]], row: Sequence[Belief]) -> str:
    guesses = [max(card, key=card.__getitem__) for card in row]
    for letter, (card, cover) in zip(word, tiles, strict=True):
        if cover == _NO_COVER:
            guesses[card] = letter
    return "".join(guesses)
