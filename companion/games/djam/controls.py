"""Fingers to commands. A refused press is answered by the rules, in ``decide``."""

from companion.engine.game import Gesture, Touch
from companion.games.djam.commands import (
    Gong,
    Object,
    Press,
    RollDice,
    SeatCommand,
)
from companion.games.djam.state import Djam, Phase
from companion.ports import CENTRE, STAND_PLACES, Seat

HURRYING = (Phase.LISTEN, Phase.OPEN, Phase.CLAIM, Phase.VOTE)
"""While a word may be looked for, the coming of the finger is what counts."""


def control(state: Djam, touch: Touch) -> SeatCommand | Press | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    if touch.place == CENTRE:
        return _centre(state, touch)
    at = STAND_PLACES.index(touch.place)
    if at >= len(state.players):
        return None
    seat = Seat(at)
    if touch.gesture is Gesture.DOWN:
        # Who has had a word presses for nothing: the finger may stay, to object.
        hurry = state.phase in HURRYING and not state.calm
        return Press(seat, touch.at_ns) if hurry and not state.players[seat].out else None
    return _held(state, seat) if touch.gesture is Gesture.HOLD else None


def _held(state: Djam, seat: Seat) -> SeatCommand | None:
    """Hold to lift the cup; while a word is judged, who is through objects by holding.

    Whoever still looks for a word has pressed for it when the finger came.
    """
    match state.phase:
        case Phase.ROLL:
            return RollDice(seat)
        case Phase.CLAIM if (state.calm or state.players[seat].out) and not _own(
            state, seat
        ):
            return Object(seat)
        case _:
            return None


def _own(state: Djam, seat: Seat) -> bool:
    return state.claim is not None and state.claim.seat == seat


def _centre(state: Djam, touch: Touch) -> SeatCommand | None:
    """Next: lift the cup for whose turn it is, or strike the gong."""
    roller = state.rolls_now
    if touch.gesture is Gesture.DOWN or touch.button != "next" or roller is None:
        return None
    match state.phase:
        case Phase.ROLL:
            return RollDice(roller)
        case Phase.LISTEN:
            return Gong(roller)
        case _:
            return None
