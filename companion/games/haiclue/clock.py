"""How long the table waits for the last one missing."""

from companion.engine.game import Deadline
from companion.games.haiclue.commands import TimeUp
from companion.games.haiclue.state import Haiclue
from companion.games.haiclue.turns import last_missing
from companion.ports import Place

HURRY_S = 90.0


def deadline(state: Haiclue) -> Deadline | None:
    """Return how long the table waits for the last one missing, if the host wanted hurry."""
    missing = last_missing(state)
    if missing is None:
        return None
    return Deadline(f"{state.phase.value}-{state.round}-{state.author}-{missing}", HURRY_S)


def time_up(_state: Haiclue, _held: frozenset[Place]) -> TimeUp:
    """Return the command of a deadline that has passed."""
    return TimeUp()
