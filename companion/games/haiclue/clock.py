"""How long the table waits for the last one missing."""

from companion.engine.game import Deadline
from companion.games.haiclue.state import Haiclue
from companion.games.haiclue.turns import last_missing

HURRY_S = 90.0


def deadline(state: Haiclue) -> Deadline | None:
    """Return how long the table waits for the last one missing, if the host wanted hurry."""
    missing = last_missing(state)
    if missing is None:
        return None
    return Deadline(f"{state.phase}-{state.round}-{state.author}-{missing}", HURRY_S)
