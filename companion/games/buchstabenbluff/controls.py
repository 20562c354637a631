"""Fingers and the gong to commands. A refused press is answered by the rules, in ``decide``.

A late doubter's finger that leaves after the gong must not press anything away. So while the
cards lie open only the stand of whoever laid them goes on, and the button in the middle.
"""

from collections.abc import Callable

from companion.engine.game import Deadline, Gesture, Touch
from companion.games.buchstabenbluff.commands import (
    Believe,
    Buzz,
    Command,
    Doubt,
    Draw,
    Gong,
    GoOn,
    OpenNext,
    StopDrawing,
)
from companion.games.buchstabenbluff.decide_doubt import buzzed
from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.ports import CENTRE, STAND_PLACES, Place, Seat

SETTLE_S = 0.3
"""After the first press: an earlier one may still be on its way."""


def control(state: Buchstabenbluff, touch: Touch) -> Command | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    if touch.place == CENTRE:
        return _centre(state, touch)
    seat = _seat(state, touch.place)
    if seat is None or not state.players[seat].present:
        return None
    match state.phase:
        case Phase.TURN if seat == state.active:
            return _finger(touch, seat, press=Draw, hold=StopDrawing)
        case Phase.DOUBT if seat in state.deciders:
            return _doubt(state, seat, touch)
        case Phase.REVEAL if seat == state.active:
            return _finger(touch, seat, press=GoOn)
        case Phase.TRUTH:
            return _finger(touch, seat, press=OpenNext)
        case _:
            return None


def _finger(
    touch: Touch,
    seat: Seat,
    *,
    press: Callable[[Seat], Command],
    hold: Callable[[Seat], Command] | None = None,
) -> Command | None:
    match touch.gesture:
        case Gesture.PRESS:
            return press(seat)
        case Gesture.HOLD if hold is not None:
            return hold(seat)
        case _:
            return None


def _doubt(state: Buchstabenbluff, seat: Seat, touch: Touch) -> Command | None:
    """Before the gong everything is theatre; without one a press believes, a hold doubts."""
    if state.options.first_doubter:
        wanted = touch.gesture is Gesture.DOWN and state.players[seat].pressed_ns is None
        return Buzz(seat, touch.at_ns) if wanted else None
    if state.options.gong_s:
        return None
    return _finger(touch, seat, press=Believe, hold=Doubt)


def _centre(state: Buchstabenbluff, touch: Touch) -> Command | None:
    """Let the button in the middle go on for everybody."""
    if touch.button != "next" or touch.gesture is Gesture.DOWN or not state.present:
        return None
    match state.phase:
        case Phase.REVEAL:
            return GoOn(state.present[0])
        case Phase.TRUTH:
            return OpenNext(state.present[0])
        case _:
            return None


def _seat(state: Buchstabenbluff, place: Place) -> Seat | None:
    """Return who sits at *place*: stand n is seat n's; a seventh and eighth have none."""
    stand = STAND_PLACES.index(place)
    return Seat(stand) if stand < len(state.players) else None


def deadline(state: Buchstabenbluff) -> Deadline | None:
    """Return when the gong sounds."""
    if state.phase is not Phase.DOUBT:
        return None
    if buzzed(state):
        return Deadline(f"settle-{len(state.said)}", SETTLE_S)
    seconds = state.options.gong_s
    if not seconds:
        return None
    return Deadline(f"gong-{len(state.said)}", seconds, fingers=True)


def time_up(state: Buchstabenbluff, held: frozenset[Place]) -> Command | None:
    """Return the gong: whoever holds the own button now doubts."""
    if state.phase is not Phase.DOUBT:
        return None
    fingers = (_seat(state, place) for place in sorted(held) if place != CENTRE)
    return Gong(tuple(seat for seat in fingers if seat is not None))
