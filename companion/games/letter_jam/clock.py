"""What the clock has to do with it: a table that is stuck, and the look back bit by bit."""

from companion.engine.game import Deadline
from companion.games.letter_jam.commands import LookBack, NoticeWait, TableCommand
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.tokens import token_for
from companion.ports import Place

STUCK_S = 180.0
"""Nobody has offered a clue for so long: the table is stuck."""
BREATH_S = 0.1
"""Between two clues of the look back, so that nobody waits for the table meanwhile."""


def deadline(state: LetterJam) -> Deadline | None:
    """Return what the match waits for at most."""
    number = len(state.clues)
    if looks_back(state):
        return Deadline(f"look back {state.looked_back + 1}", BREATH_S, shown=False)
    if state.nudge and not state.waited and _silent(state):
        return Deadline(f"silent after {number}", STUCK_S, shown=False)
    return None


def time_up(state: LetterJam, _held: frozenset[Place]) -> TableCommand:
    """Return what follows from the deadline of *state*."""
    return LookBack() if looks_back(state) else NoticeWait()


def looks_back(state: LetterJam) -> bool:
    """Return whether there is a clue left to look back at."""
    over = state.phase is Phase.SCORE and state.cards == "screen"
    return over and state.looked_back < len(state.clues)


def stuck(state: LetterJam) -> bool:
    """Return whether phones may nudge: a matter of what everybody said, and of time."""
    if not (state.nudge and _silent(state)):
        return False
    could = (seat for seat in state.present if token_for(state, seat) is not None)
    return state.waited or all(state.players[seat].has_none for seat in could)


def _silent(state: LetterJam) -> bool:
    if state.phase is not Phase.CLUE or state.giver is not None:
        return False
    return not any(state.players[seat].figures for seat in state.present)
