"""Fingers to commands. A stand speaks or turns a page; a guess would be seen by all."""

from companion.engine.game import Gesture, Touch
from companion.games.haiclue.commands import Command, GoOn, SayStatus, SayWord, TurnPage
from companion.games.haiclue.places import CLUE_STAND, STATUS_STAND, TARGET_STANDS
from companion.games.haiclue.project import table_view
from companion.games.haiclue.state import Haiclue, Phase


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
