"""Everybody looks for a word: who presses is called, and says it in time."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from companion.engine.events import Undo, event
from companion.engine.offers import Number, Offer
from companion.engine.people import OfTable
from companion.engine.step import OnStage, Step
from companion.games.djam.phase import Event, Kinds, PhaseRules, Silent, about, nth
from companion.games.djam.phases.end import Reason, end_round
from companion.games.djam.phases.queue import (
    Dropped,
    buzzer,
    search_offers,
    word_field,
)
from companion.games.djam.phases.saying import Called, said
from companion.games.djam.scoring import filled, finders, is_black
from companion.games.djam.state import DICE, Djam
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message

GATHER_S: Final = 0.15
"""So long a first press waits for an earlier one that may still be on its way."""
COOLING_S: Final = 3.0
SAY_S: Final = {"quick": 3.0, "normal": 5.0, "slow": 8.0}


@event(undo=Undo.CONSENT, tells=False, moment="")
class CooledDown(Silent, OfTable):
    """Whose word was refused, or who had none, may press again."""

    def apply(self, state: Djam) -> Djam:
        return state.turned(cooling=None)


def _close(state: Djam, random: Random) -> Sequence[Event]:
    if is_black(state) and not state.calm and filled(state):
        return end_round(state, "found", random)
    if not state.queue:
        reason = _over(state)
        return end_round(state, reason, random) if reason else []
    head = state.queued[0]
    sealed = state.players[head].sealed
    if state.calm:
        return [said(state, head, sealed or "")]
    if state.gathering:
        return []
    if state.called is None:
        return [Called(head)]
    return [said(state, head, sealed)] if sealed else []  # what lies ready the press says


def _over(state: Djam) -> Reason | None:
    if filled(state):
        return "found"
    if state.calm:
        return "found" if finders(state) else "passed"
    searching = [seat for seat in state.present if not state.players[seat].out]
    if all(state.players[seat].passed for seat in searching):
        return "passed" if searching else "found"
    return None


def _wait_s(state: Djam) -> float | None:
    if state.called is not None:
        return SAY_S.get(state.options.tempo)
    if state.gathering:
        return GATHER_S
    if state.cooling is not None:
        return COOLING_S
    return float(state.options.round_s) or None


def _time_up(state: Djam, random: Random) -> Sequence[Event]:
    if state.called is not None:
        return [Dropped(state.called)]
    if state.queue:
        return [Called(state.queued[0])]
    if state.cooling is not None:
        return [CooledDown()]
    return end_round(state, "time", random)


def _offers(view: SeatView) -> Iterator[Offer]:
    roll = view.table.roll
    if view.table.players[view.seat].place == 1 and roll:
        least = 0 if roll.black else 1
        yield Offer("Say", (word_field(roll),))
        yield Offer("SayAloud", (Number("points", least, DICE),))
    yield from search_offers(view)


def _step(view: SeatView, kinds: Kinds) -> Step:
    table, me = view.table, view.table.players[view.seat]
    if "Say" in kinds:
        hint, seconds = None, SAY_S.get(table.tempo)
        if seconds:  # from the first moment on, though another may still come before
            hint = Message("dj.step.open-turn.timed", {"seconds": int(seconds)})
        turn, said = about("open-turn"), OnStage(("SayAloud", "Say"))
        return Step(about=turn, turn=nth(table), hint=hint, answers=said, stage="roll")
    if me.place:
        first = table.players[table.queue[0]].name
        queued = about("open-queued", place=me.place, name=first)
        return Step(about=queued, turn=table.round)
    if me.out:
        name = "open-watch" if me.watches else "open-out"
        return Step(about=about(name), turn=table.round)
    if not table.places_left:
        return Step(about=about("open-filled"), turn=table.round)
    return _search(view)


def _search(view: SeatView) -> Step:
    table, me = view.table, view.table.players[view.seat]
    find, hint = _find(table), None
    if me.cooling:
        find = about("open-cooling")
    elif me.passed:
        find = about("open-passed")
    elif not me.phone:
        hint = Message("dj.press-stand", {"number": view.seat + 1})
    answers = buzzer(view, ready=not me.cooling)
    return Step(about=find, turn=table.round, hint=hint, answers=answers, stage="roll")


def _find(table: TableView) -> Message:
    if table.roll is None or table.roll.black:
        return about("open-black")
    return about("open", letter=table.roll.first)


def _table_step(table: TableView) -> Step:
    if table.called is None:
        return Step(about=_find(table), turn=table.round)
    name = table.players[table.called].name
    return Step(about=about("open-called", name=name), turn=nth(table))


OPEN: Final = PhaseRules(
    close=_close,
    wait_s=_wait_s,
    time_up=_time_up,
    offers=_offers,
    step=_step,
    table_step=_table_step,
)
