"""The rules of the match are those of the phase that the table is in, each in its file."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Final

from companion.engine.offers import Offer
from companion.engine.people import (
    ComeBack,
    Leave,
    PlayerCameBack,
    PlayerLeft,
    TimeUp,
    announce_person,
    check_seat,
    come_or_go,
)
from companion.engine.step import Step
from companion.games.djam.commands import Command, StartMatch
from companion.games.djam.phase import Event, PhaseRules
from companion.games.djam.phases.dice import dice_offers
from companion.games.djam.phases.end import END, all_gone
from companion.games.djam.phases.hat import hat_offers
from companion.games.djam.phases.judging import CLAIM
from companion.games.djam.phases.queue import Dropped
from companion.games.djam.phases.rolling import LISTEN, ROLL, THEME
from companion.games.djam.phases.sealing import SEAL
from companion.games.djam.phases.searching import OPEN
from companion.games.djam.phases.voting import VOTE
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import SeatView, TableView
from companion.ports import Message, Seat

PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.WAITING: END,
    Phase.ROLL: ROLL,
    Phase.THEME: THEME,
    Phase.LISTEN: LISTEN,
    Phase.OPEN: OPEN,
    Phase.SEAL: SEAL,
    Phase.CLAIM: CLAIM,
    Phase.VOTE: VOTE,
    Phase.END: END,
}


def decide(state: Djam, command: Command, random: Random) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected; the state stays as it was."""
    if isinstance(command, StartMatch):
        return command.decide(state, random)
    if isinstance(command, TimeUp):
        return _closing(state, PHASES[state.phase].time_up(state, random), random)
    if isinstance(command, Leave | ComeBack):
        check_seat(state, command, (Leave, ComeBack))
        return _closing(state, come_or_go(command), random)
    check_seat(state, command, (type(command),) if state.phase in command.when else ())
    return _closing(state, command.decide(state, random), random)


def _closing(state: Djam, events: Sequence[Event], random: Random) -> Sequence[Event]:
    """Add what the events bring about by themselves, one thing after the other."""
    done = list(events)
    after = reduce(evolve, events, state)
    while more := _close(after, random):
        done += more
        after = reduce(evolve, more, after)
    return done


def _close(state: Djam, random: Random) -> Sequence[Event]:
    """Return the next thing that follows by itself, or nothing."""
    if not state.present:
        return []
    if state.pool == 0 and state.phase is not Phase.END and not state.tied:
        return all_gone(state, random)
    return PHASES[state.phase].close(state, random)


def evolve(state: Djam, event: Event) -> Djam:
    """Return the state after *event*. Never refuses, draws no chance."""
    match event:
        case PlayerLeft(seat=seat):
            return _player_left(state, seat)
        case PlayerCameBack(seat=seat):
            return state.with_player(seat, present=True)
        case _:
            return event.apply(state)


def _player_left(state: Djam, seat: Seat) -> Djam:
    if seat in state.queued:
        state = Dropped(seat).apply(state)
    cooling = None if state.cooling == seat else state.cooling
    state = replace(state, cooling=cooling)
    return state.with_player(seat, present=False, passed=False, sealed=None)


def announce(before: TableView, after: TableView, event: Event) -> Message | None:
    """Return what the table is told of the public part of *event*."""
    if isinstance(event, PlayerLeft | PlayerCameBack):
        return announce_person(after, event)
    return event.told(before, after)


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now.

    Who leaves or changes the buzzer in the middle of a round is served, but not invited.
    """
    if not view.table.players[view.seat].present:
        return (Offer("ComeBack"),)
    own = PHASES[view.table.phase].offers(view)
    return (*own, *dice_offers(view), *hat_offers(view))


def step(view: SeatView, offered: Sequence[Offer]) -> Step:
    """Return what the player of *view* is asked now."""
    kinds = frozenset(each.kind for each in offered)
    return PHASES[view.table.phase].step(view, kinds)


def table_step(table: TableView) -> Step:
    """Return what the whole table does now, for its middle."""
    return PHASES[table.phase].table_step(table)
