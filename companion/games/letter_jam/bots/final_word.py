"""The likeliest word of a row, and the order of cards that spells it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import exp, inf, log

from companion.words.likely import Belief

TRIED = 30
"""Words worked out in full: those that could be likeliest."""

_LEAST = 1e-6

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
    row: Sequence[Belief], words: Sequence[str], covers: Sequence[Cover] = ()
) -> Solution | None:
    """Return the likeliest of *words* for a *row* of cards, None where there is none.

    Each of *covers* may lie upon one card.
    """
    likely = [{letter: log(max(p, _LEAST)) for letter, p in card.items()} for card in row]
    best = _best_by_letter(likely)
    found = []
    for word in nlargest(TRIED, words, key=lambda word: _bound(word, best, covers)):
        way = _spell(word, likely, covers)
        if way is not None:
            found.append((way.score, word, way.tiles))
    if not found:
        return None
    score, word, tiles = max(found)
    total = sum(exp(each[0]) for each in found)
    named = tuple(f"{card + 1}{_cover_name(covers, cover)}" for card, cover in tiles)
    chance = exp(score) if covers else exp(score) / total
    return Solution(word, named, _guesses(word, tiles, row), chance)


def _best_by_letter(likely: Sequence[Mapping[str, float]]) -> dict[str, float]:
    letters = {letter for card in likely for letter in card}
    return {c: max(card.get(c, log(_LEAST)) for card in likely) for c in letters}


def _bound(word: str, best: Mapping[str, float], covers: Sequence[Cover]) -> float:
    """Return a score that *word* cannot exceed."""
    scores = sorted(best.get(letter, log(_LEAST)) for letter in word)
    return sum(scores[len(covers) :])


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
                    gain = 0.0 if cover >= 0 else letters.get(letter, log(_LEAST))
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
