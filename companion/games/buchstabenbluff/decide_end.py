"""Rules of the end: the points, and the truth about every believed word."""

from collections.abc import Sequence

from companion.games.buchstabenbluff.decide_doubt import spells
from companion.games.buchstabenbluff.events import Event, MatchEnded, TruthOpened
from companion.games.buchstabenbluff.state import Buchstabenbluff, Lay
from companion.games.buchstabenbluff.words import Words, listed


def open_next(words: Words, state: Buchstabenbluff) -> Sequence[Event]:
    """Open the believed word that comes next; after the last one the match is over."""
    return _open(words, state, 1)


def open_all(words: Words, state: Buchstabenbluff) -> Sequence[Event]:
    """Open all believed words that are still closed."""
    return _open(words, state, len(state.believed))


def _open(words: Words, state: Buchstabenbluff, count: int) -> Sequence[Event]:
    closed = state.believed[len(state.truths) :]
    opened = [_truth(words, state, lay) for lay in closed[:count]]
    return [*opened, *([MatchEnded()] if count >= len(closed) else [])]


def _truth(words: Words, state: Buchstabenbluff, lay: Lay) -> TruthOpened:
    return TruthOpened(spells(lay), listed(words, state.options, lay.word))
