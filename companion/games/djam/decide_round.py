"""Rules of a round's course: cup, gong, sealed words, what follows by itself, the end."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.errors import refuse
from companion.games.djam import events as ev
from companion.games.djam.decide_queue import (
    call,
    check_new,
    check_searching,
    checked_word,
    said,
)
from companion.games.djam.decide_start import fill_cup
from companion.games.djam.decide_theme import draw
from companion.games.djam.evolve import evolve
from companion.games.djam.material import ban
from companion.games.djam.phases.judging import CLAIM
from companion.games.djam.phases.voting import VOTE
from companion.games.djam.scoring import (
    dice_in,
    filled,
    finders,
    is_black,
    leaders,
    points,
    rolled,
    standing,
)
from companion.games.djam.state import Djam, Phase
from companion.ports import Seat


def roll_dice(state: Djam, seat: Seat, random: Random) -> Sequence[ev.Event]:
    """Show the theme, out of the hat if there is something in it; then the dice, all at once."""
    _check_roller(state, seat)
    if state.options.real_dice:
        raise refuse("real-dice")
    if state.phase is Phase.THEME:
        return [ev.Rolled(seat, state.drawn)]
    return [ev.ThemeShown(seat, draw(state, random))]


def gong(state: Djam, seat: Seat) -> Sequence[ev.Event]:
    """Open the buzzers before their time."""
    _check_roller(state, seat)
    return [ev.Armed()]


def _check_roller(state: Djam, seat: Seat) -> None:
    roller = state.rolls_now
    if roller is not None and roller != seat:
        raise refuse("not-roller", name=state.players[roller].name)


# -- the pace without speed --


def seal(state: Djam, seat: Seat, text: str) -> Sequence[ev.Event]:
    """Lay a word face down, in place of one that lies there; with speed in secret."""
    if state.calm and state.phase is not Phase.SEAL:
        raise refuse("not-now")
    check_searching(state, seat)
    word = checked_word(state, text)
    if state.calm:
        return [ev.Sealed(seat, word)]
    check_new(state, seat, word)
    return [ev.WordKept(seat, word)]


def _close_seal(state: Djam) -> Sequence[ev.Event]:
    """Open the words once all are in: who pays first, then the best."""
    here = [(seat, state.players[seat]) for seat in state.present]
    players = [each for each in here if not each[1].out]
    if any(player.sealed is None and not player.passed for _, player in players):
        return []
    words = [(seat, player.sealed) for seat, player in players if player.sealed]

    def merit(each: tuple[Seat, str]) -> tuple[bool, int, int]:
        seat, word = each
        spoilt = is_black(state) and bool(dice_in(rolled(state), word))
        steps = (seat - state.roller) % len(state.players)
        return not spoilt, -standing(state, word, points(state, word)), steps

    return [ev.SealsOpened(tuple(seat for seat, _ in sorted(words, key=merit)))]


# -- what the table does by itself --


def close(state: Djam, random: Random) -> Sequence[Any]:
    """Return the next thing that follows by itself, or nothing."""
    if not state.present:
        return []
    if state.pool == 0 and state.phase is not Phase.END and not state.tied:
        return _all_gone(state, random)
    match state.phase:
        case Phase.CLAIM:
            return CLAIM.close(state, random)
        case Phase.VOTE:
            return VOTE.close(state, random)
        case Phase.SEAL:
            return _close_seal(state)
        case Phase.OPEN:
            return _close_open(state, random)
        case _:
            return []


def _all_gone(state: Djam, random: Random) -> Sequence[ev.Event]:
    """End the match, or let those who share the lead decide it, where at least two can."""
    tied = leaders(state)
    playing = [seat for seat in tied if seat in state.present]
    if not state.options.decider or len(playing) < 2:  # noqa: PLR2004 - a rival
        return [ev.MatchEnded()]
    began = ev.DeciderBegan(tied)
    return [began, *fill_cup(evolve(state, began), random)]


def _close_open(state: Djam, random: Random) -> Sequence[ev.Event]:
    if is_black(state) and not state.calm and filled(state):
        return end_round(state, "found", random)
    if not state.queue:
        reason = _over(state)
        return end_round(state, reason, random) if reason else []
    head = call(state).seat
    if state.calm:
        return [said(state, head, state.players[head].sealed or "")]
    if state.gathering:
        return []
    if state.called is None:
        return [ev.Called(head)]
    sealed = state.players[head].sealed  # a word that lies ready is said by the press
    return [said(state, head, sealed)] if sealed else []


def _over(state: Djam) -> ev.Reason | None:
    if filled(state):
        return "found"
    if state.calm:
        return "found" if finders(state) else "passed"
    searching = [seat for seat in state.present if not state.players[seat].out]
    if all(state.players[seat].passed for seat in searching):
        return "passed" if searching else "found"
    return None


def end_round(state: Djam, reason: ev.Reason, random: Random) -> Sequence[ev.Event]:
    """End the round, and roll the next one under the cup; a decider is the last.

    Where nobody has found a word to a start letter, the guard remembers it.
    """
    roll = rolled(state)
    nothing = reason != "found" and not finders(state) and not is_black(state)
    learns = nothing and not state.drawn  # what comes out of the hat comes once
    ended = ev.RoundEnded(reason, ban(state.theme, roll.first_letter) if learns else "")
    if state.tied:
        return [ended, ev.MatchEnded()]
    return [ended, *fill_cup(evolve(state, ended), random)]


def time_up(state: Djam, random: Random) -> Sequence[Any]:
    """Return what comes of having waited long enough."""
    match state.phase:
        case Phase.THEME:
            return [ev.Rolled(state.roller, state.drawn)]
        case Phase.LISTEN:
            return [ev.Armed()]
        case Phase.CLAIM:
            return CLAIM.time_up(state, random)
        case Phase.VOTE:
            return VOTE.time_up(state, random)
        case Phase.OPEN if state.called is not None:
            return [ev.Dropped(state.called)]
        case Phase.OPEN if state.queue:
            return [ev.Called(call(state).seat)]
        case Phase.OPEN if state.cooling is not None:
            return [ev.CooledDown()]
        case Phase.OPEN:
            return end_round(state, "time", random)
        case _:
            raise refuse("not-now")
