"""What came of a match, for ``companion simulate``."""

from typing import NamedTuple

from companion.games.buchstabenbluff.scoring import score
from companion.games.buchstabenbluff.state import Buchstabenbluff


class MatchFigures(NamedTuple):
    """The figures of one match; shares from 0 to 1."""

    words: int
    """Laid, not passed."""
    bluffs: float
    """The share of words that were a bluff."""
    doubted: float
    """The share of words that somebody doubted."""
    caught: float
    """The share of bluffs that somebody doubted."""
    best: int
    points: float
    """Of all, on an average."""


def outcome(state: Buchstabenbluff) -> MatchFigures:
    """Return what came of a match that is over."""
    kinds = [each.kind for each in state.outcomes if each.kind != "passed"]
    lies = sum(not truth.honest for truth in state.truths)
    caught = kinds.count("bluff")
    totals = [score(state, seat).total for seat in state.seats]
    return MatchFigures(
        words=len(kinds),
        bluffs=(lies + caught) / max(1, len(kinds)),
        doubted=1 - kinds.count("believed") / max(1, len(kinds)),
        caught=caught / max(1, lies + caught),
        best=max(totals),
        points=sum(totals) / len(totals),
    )
