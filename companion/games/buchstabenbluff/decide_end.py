"""Rules of the end: the points, and the truth about every believed word."""

from collections.abc import Sequence

from companion.games.buchstabenbluff.decide_doubt import spells
from companion.games.buchstabenbluff.events import Event, MatchEnded, TruthOpened
from companion.games.buchstabenbluff.state import Buchstabenbluff
from companion.games.buchstabenbluff.words import Words, listed


def opened(words: Words, state: Buchstabenbluff, count: int) -> Sequence[Event]:
    """Open *count* of the believed words still closed; after the last one the match is over."""
    closed = state.believed[len(state.truths) :]
    truths = [
        TruthOpened(spells(lay), listed(words, state.options, lay.word))
        for lay in closed[:count]
    ]
    return [*truths, *([MatchEnded()] if count >= len(closed) else [])]
