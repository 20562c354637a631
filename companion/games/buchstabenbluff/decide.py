"""The rules: what follows from a command, or why it is refused. They live here only."""

from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import Final, assert_never

from companion.engine.people import ComeBack, Leave, check_seat, come_or_go
from companion.errors import refuse
from companion.games.buchstabenbluff import commands as cmd
from companion.games.buchstabenbluff import decide_doubt as doubt
from companion.games.buchstabenbluff import decide_end as end
from companion.games.buchstabenbluff import decide_turn as turn
from companion.games.buchstabenbluff.commands import Command, SeatCommand
from companion.games.buchstabenbluff.decide_start import start
from companion.games.buchstabenbluff.events import Event
from companion.games.buchstabenbluff.evolve import evolve
from companion.games.buchstabenbluff.state import Buchstabenbluff, Phase
from companion.games.buchstabenbluff.words import Words

PHASES: dict[Phase, tuple[type[Command], ...]] = {
    Phase.WAITING: (),
    Phase.TURN: (cmd.Draw, cmd.StopDrawing, cmd.LayWord, cmd.Pass, Leave, ComeBack),
    Phase.DOUBT: (cmd.Believe, cmd.Doubt, cmd.Buzz, Leave, ComeBack),
    Phase.REVEAL: (cmd.Overrule, cmd.GoOn, Leave, ComeBack),
    Phase.TRUTH: (cmd.OpenNext, cmd.OpenAll),
    Phase.END: (),
}
"""Which commands make sense when."""

COUNTED: Final = (Phase.TRUTH, Phase.END)
"""Nobody's leaving changes the points any more; who has left may look on like everybody."""


def decide(
    words: Words, state: Buchstabenbluff, command: Command, random: Random
) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected; the state stays as it was."""
    if isinstance(command, cmd.StartMatch | cmd.SetTable):
        if state.phase is not Phase.WAITING:
            raise refuse("not-now")
        return start(command, random)
    if isinstance(command, cmd.Gong):
        if state.phase is not Phase.DOUBT:
            raise refuse("not-now")
        return doubt.gong(words, state, command.held, random)
    counted = state.phase in COUNTED
    check_seat(state, command, PHASES[state.phase], at_table=not counted)
    events = _seat_command(words, state, command, random)
    return [*events, *_closing(words, reduce(evolve, events, state), random)]


def _seat_command(  # noqa: C901, PLR0912 - one line a command
    words: Words,
    state: Buchstabenbluff,
    command: SeatCommand | cmd.Buzz,
    random: Random,
) -> Sequence[Event]:
    match command:
        case cmd.Draw(seat=seat):
            return turn.draw_card(state, seat, random)
        case cmd.StopDrawing(seat=seat):
            return turn.stop_drawing(state, seat)
        case cmd.LayWord():
            return turn.lay_word(state, command)
        case cmd.Pass(seat=seat):
            return turn.pass_turn(state, seat, random)
        case cmd.Believe(seat=seat):
            return doubt.answer(state, seat, doubts=False)
        case cmd.Doubt(seat=seat):
            return doubt.answer(state, seat, doubts=True)
        case cmd.Buzz(seat=seat, at_ns=at_ns):
            return doubt.buzz(state, seat, at_ns)
        case cmd.Overrule(seat=seat, counts=counts):
            return doubt.overrule(state, seat, counts=counts)
        case cmd.GoOn():
            return doubt.go_on(state, random)
        case cmd.OpenNext():
            return end.opened(words, state, 1)
        case cmd.OpenAll():
            return end.opened(words, state, len(state.believed))
        case Leave() | ComeBack():
            return come_or_go(command)
        case _:
            assert_never(command)


def _closing(words: Words, state: Buchstabenbluff, random: Random) -> Sequence[Event]:
    """Return what follows by itself: the resolving, or the turn of somebody who is there."""
    if state.phase is Phase.DOUBT:
        return doubt.answered(words, state, random)
    if state.phase is Phase.REVEAL:
        return doubt.voiced(state)
    if state.phase is not Phase.TURN or state.active is None:
        return []
    gone = state.over or not state.players[state.active].present
    return turn.next_turn(state) if gone else []
