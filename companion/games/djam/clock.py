"""What the table waits for, and how long. Silence is an answer here."""

from companion.engine.game import Deadline
from companion.games.djam.phases.judging import CLAIM
from companion.games.djam.phases.voting import VOTE
from companion.games.djam.state import Djam, Phase

GATHER_S = 0.15
"""So long a first press waits for an earlier one that may still be on its way."""
COOLING_S = 3.0

THEME_S = {"quick": 4.0, "normal": 5.0, "slow": 8.0}
"""To read the theme, the last three seconds counted; then the letters."""
SAY_S = {"quick": 3.0, "normal": 5.0, "slow": 8.0}


def deadline(state: Djam) -> Deadline | None:
    """Return what the state waits for at most."""
    duration_s = _wait_s(state)
    if duration_s is None or not state.present:
        return None
    # What is over before anybody could read it is nobody's countdown.
    shown = duration_s > GATHER_S
    return Deadline(f"{state.phase}-{state.turn}", duration_s, shown=shown)


def _wait_s(state: Djam) -> float | None:
    tempo = state.options.tempo
    match state.phase:
        case Phase.THEME:
            return THEME_S.get(tempo)
        case Phase.LISTEN:
            return float(state.options.gong_s)
        case Phase.CLAIM:
            return CLAIM.wait_s(state)
        case Phase.VOTE:
            return VOTE.wait_s(state)
        case Phase.OPEN if state.called is not None:
            return SAY_S.get(tempo)
        case Phase.OPEN if state.gathering:
            return GATHER_S
        case Phase.OPEN if state.cooling is not None:
            return COOLING_S
        case Phase.OPEN:
            return float(state.options.round_s) or None
        case _:
            return None
