"""The rules: what follows from a command, or why it is refused. They live here only."""

from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import Any, assert_never

from companion.engine.people import ComeBack, Leave, TimeUp, check_seat, come_or_go
from companion.errors import refuse
from companion.games.djam import commands as cmd
from companion.games.djam import decide_queue as queue
from companion.games.djam import decide_round as round_
from companion.games.djam import decide_start as start
from companion.games.djam import decide_theme as theme
from companion.games.djam.commands import Command, SeatCommand
from companion.games.djam.events import Event, PhoneChosen
from companion.games.djam.evolve import evolve
from companion.games.djam.phases.judging import CLAIM
from companion.games.djam.phases.voting import VOTE
from companion.games.djam.state import Djam, Phase

_SEARCHING = (cmd.Buzz, cmd.Press, cmd.Drop, cmd.Pass, cmd.Seal)
_NEW = (cmd.RefuseTheme, cmd.EnterDice)
_HAT = (cmd.PutTheme, cmd.TakeTheme)
_ALWAYS = (Leave, ComeBack, cmd.UsePhone)

PHASES: dict[Phase, tuple[type[Any], ...]] = {
    Phase.WAITING: (),
    Phase.ROLL: (cmd.RollDice, cmd.EnterDice, *_HAT),
    # A press before the letters, or the gong, is refused by its own sentence.
    Phase.THEME: (cmd.RollDice, cmd.Buzz, cmd.Press, cmd.RefuseTheme, *_HAT),
    Phase.LISTEN: (cmd.Gong, cmd.Buzz, cmd.Press, *_NEW, *_HAT),
    Phase.OPEN: (*_SEARCHING, cmd.Say, cmd.SayAloud, *_NEW, *_HAT),
    Phase.SEAL: (cmd.Seal, cmd.Pass, *_NEW, *_HAT),
    # Dice that come too late are refused by their own sentence.
    Phase.CLAIM: (*_SEARCHING, *CLAIM.commands, cmd.EnterDice, *_HAT),
    Phase.VOTE: (*_SEARCHING, *VOTE.commands, *_HAT),
    Phase.END: (),
}
"""Which commands make sense when; leaving and coming back always do."""


def decide(state: Djam, command: Command, random: Random) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected; the state stays as it was."""
    if isinstance(command, cmd.StartMatch):
        return start.start(state, command, random)
    if isinstance(command, TimeUp):
        return _closing(state, round_.time_up(state, random), random)
    check_seat(state, command, (*PHASES[state.phase], *_ALWAYS))
    return _closing(state, _of_seat(state, command, random), random)


def _of_seat(  # noqa: C901, PLR0912 - one line a command
    state: Djam, command: SeatCommand | cmd.Press, random: Random
) -> Sequence[Any]:
    match command:
        case cmd.RollDice(seat=seat):
            return round_.roll_dice(state, seat, random)
        case cmd.EnterDice():
            return start.enter_dice(state, command, random)
        case cmd.Gong(seat=seat):
            return round_.gong(state, seat)
        case cmd.UsePhone():
            return _use_phone(state, command)
        case cmd.Buzz(seat=seat, word=word):
            pressed = queue.press_with(state, seat, word, random)
            # Whoever buzzes on a phone means the phone, from now on.
            by_phone = state.players[seat].phone
            return pressed if by_phone else [PhoneChosen(seat, phone=True), *pressed]
        case cmd.Press(seat=seat, at_ns=at_ns):
            return queue.press(state, seat, at_ns, random)
        case cmd.Say() | cmd.SayAloud():
            return queue.say(state, command)
        case cmd.Drop(seat=seat):
            return queue.drop(state, seat)
        case cmd.Pass(seat=seat):
            return queue.give_up(state, seat)
        case cmd.Accept() | cmd.Object() | cmd.Vote():
            return command.decide(state, random)
        case cmd.Seal(seat=seat, word=word):
            return round_.seal(state, seat, word)
        case cmd.PutTheme(seat=seat, theme=text):
            return theme.put(state, seat, text)
        case cmd.TakeTheme(seat=seat, theme=text):
            return theme.take(state, seat, text)
        case cmd.RefuseTheme(seat=seat):
            return theme.refuse_theme(state, seat)
        case Leave() | ComeBack():
            return come_or_go(command)
        case _:
            assert_never(command)


def _use_phone(state: Djam, command: cmd.UsePhone) -> Sequence[Event]:
    if state.players[command.seat].phone == command.phone:
        raise refuse("already-decided")
    return [PhoneChosen(command.seat, command.phone)]


def _closing(state: Djam, events: Sequence[Event], random: Random) -> Sequence[Event]:
    """Add what the events bring about by themselves, one thing after the other."""
    done = list(events)
    after = reduce(evolve, events, state)
    while more := round_.close(after, random):
        done += more
        after = reduce(evolve, more, after)
    return done
