"""Fingers and the clock to commands. A stand speaks or turns a page.

A guess would be seen by all.
"""

from companion.engine.game import Deadline, Gesture, Touch
from companion.games.haiclue.commands import (
    Command,
    GoOn,
    SayStatus,
    SayWord,
    TimeUp,
    TurnPage,
)
from companion.games.haiclue.places import CLUE_STAND, STATUS_STAND, TARGET_STANDS
from companion.games.haiclue.project import table_view
from companion.games.haiclue.reading import last_missing
from companion.games.haiclue.state import Haiclue, Phase
from companion.ports import Place

HURRY_S = 90.0


def control(state: Haiclue, touch: Touch) -> Command | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    if touch.gesture is not Gesture.PRESS or state.phase in (Phase.WAITING, Phase.END):
        return None
    if (shape := TARGET_STANDS.get(touch.place)) is not None:
        return SayWord(shape)
    if touch.place == CLUE_STAND:
        return TurnPage()
    if touch.place == STATUS_STAND:
        return _status(state)
    return None


def _status(state: Haiclue) -> Command:
    """Go on where a result lies open, in the name of whoever reads next; else speak."""
    if state.phase is not Phase.RESULT or not state.present:
        return SayStatus()
    by = table_view(state).next_reader
    return GoOn(state.present[0] if by is None else by)


def deadline(state: Haiclue) -> Deadline | None:
    """Return how long the table waits for the last one missing, if the host wanted hurry."""
    missing = last_missing(state)
    if missing is None:
        return None
    return Deadline(f"{state.phase.value}-{state.round}-{state.author}-{missing}", HURRY_S)


def time_up(_state: Haiclue, _held: frozenset[Place]) -> TimeUp:
    """Return the command of a deadline that has passed."""
    return TimeUp()
