"""What the table waits for, and how long: its phase says so. Silence is an answer here."""

from companion.engine.game import Deadline
from companion.games.djam.phases.searching import GATHER_S
from companion.games.djam.rules import PHASES
from companion.games.djam.state import Djam


def deadline(state: Djam) -> Deadline | None:
    """Return what the state waits for at most."""
    duration_s = PHASES[state.phase].wait_s(state)
    if duration_s is None or not state.present:
        return None
    # What is over before anybody could read it is nobody's countdown.
    shown = duration_s > GATHER_S
    return Deadline(f"{state.phase}-{state.turn}", duration_s, shown=shown)
