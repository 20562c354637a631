"""When the gong sounds, and what it means."""

from companion.engine.game import Deadline
from companion.engine.shown import seat_at
from companion.games.buchstabenbluff.commands import Command, Gong
from companion.games.buchstabenbluff.queries import buzzed, counting, on_stands
from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.ports import Place

COUNT_S = 3
"""So long is counted before the gong, once every phone has answered."""
SETTLE_S = 0.3
"""After the first press: an earlier one may still be on its way."""


def deadline(state: Buchstabenbluff) -> Deadline | None:
    """Return when the gong sounds."""
    if state.phase is not Phase.DOUBT:
        return None
    if buzzed(state):
        return Deadline(f"settle-{len(state.said)}", SETTLE_S, shown=False)
    seconds = state.options.gong_s
    if not seconds:
        return None
    if counting(state):
        # The same wait, but shorter: a finger that came in it still counts.
        seconds = min(seconds, COUNT_S)
    return Deadline(f"gong-{len(state.said)}", seconds, fingers=on_stands(state))


def time_up(state: Buchstabenbluff, held: frozenset[Place]) -> Command | None:
    """Return the gong: whoever holds the own button now doubts."""
    if state.phase is not Phase.DOUBT:
        return None
    fingers = (seat_at(state, place) for place in sorted(held)) if on_stands(state) else ()
    return Gong(tuple(seat for seat in fingers if seat is not None))
