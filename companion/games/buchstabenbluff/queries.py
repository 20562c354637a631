"""What rules, views and clock ask of a state."""

from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.ports import Seat


def counting(state: Buchstabenbluff) -> bool:
    """Return whether every phone has answered, and only fingers are waited for."""
    asked = state.phase is Phase.DOUBT and bool(state.deciders)
    return asked and state.complete and fingers(state)


def fingers(state: Buchstabenbluff) -> bool:
    """Return whether a finger that holds its button at the gong doubts."""
    options = state.options
    return on_stands(state) and bool(options.gong_s) and not options.first_doubter


def on_stands(state: Buchstabenbluff) -> bool:
    """Return whether the stands have buttons that may doubt."""
    return state.options.buttons == "stands"


def buzzed(state: Buchstabenbluff) -> bool:
    """Return whether some button has said doubt, where the first doubt counts."""
    return any(state.players[seat].pressed_ns is not None for seat in state.deciders)


def contested(state: Buchstabenbluff) -> bool:
    """Return whether somebody is against the list and somebody's voice is missing."""
    if state.verdict is None:
        return False
    given = voices(state)
    against = (not state.verdict.counts) in given.values()
    return against and any(seat not in given for seat in state.jury)


def voices(state: Buchstabenbluff) -> dict[Seat, bool]:
    """Return what those of the jury have said of the word since it was ruled last."""
    given = state.verdict.voices if state.verdict else ()
    return {seat: counts for seat, counts in given if seat in state.jury}
