"""What rules and views ask of a state."""

from typing import Final

from companion.games.djam.state import Djam, Phase

TIE_NS: Final = 1_000_000
"""Closer than this no finger was first; chance decides."""


def dead_heat(state: Djam) -> bool:
    """Return whether the head of the queue is that by lot: another finger was as quick."""
    if not state.queue or (first := state.queue[0]).at_ns is None:
        return False
    stamps = (each.at_ns for each in state.queue[1:] if each.tie or first.tie)
    return any(abs(stamp - first.at_ns) < TIE_NS for stamp in stamps if stamp is not None)


def first_phase(state: Djam) -> Phase:
    """Return where the table is as soon as the dice are seen."""
    if state.calm:
        return Phase.SEAL
    return Phase.LISTEN if state.options.gong_s else Phase.OPEN


def refusable(state: Djam) -> bool:
    """Return whether the theme came out of the hat and no word was said to it yet."""
    if not state.drawn:
        return False
    if state.phase is Phase.OPEN:
        return not (state.calm or state.spoken)
    return state.phase in (Phase.THEME, Phase.LISTEN, Phase.SEAL)


def lies(state: Djam) -> bool:
    """Return whether somebody here has sealed a word for all to see."""
    return state.calm and any(state.players[seat].sealed for seat in state.present)


def takes_dice(state: Djam) -> bool:
    """Return whether somebody may tell what real dice show: until somebody has a word."""
    if not state.options.real_dice:
        return False
    begun = state.queue or state.called is not None or state.spoken
    searching = state.phase in (Phase.LISTEN, Phase.OPEN, Phase.SEAL)
    return state.phase is Phase.ROLL or (searching and not begun and not lies(state))
