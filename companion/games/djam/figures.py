"""What came of a match, for ``companion simulate``."""

from typing import NamedTuple

from companion.games.djam.state import Djam


class DjamFigures(NamedTuple):
    """The figures of one match."""

    rounds: int
    best: int
    """The stones of whoever has the most."""
    least: int


def outcome(state: Djam) -> DjamFigures:
    """Return what came of a match that is over."""
    stones = [player.stones for player in state.players]
    return DjamFigures(rounds=state.round, best=max(stones), least=min(stones))
