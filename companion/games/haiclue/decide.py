"""The rules: what follows from a command, or why it is refused. They live here only."""

from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import assert_never

from companion.engine.people import ComeBack, Leave, PlayerLeft, TimeUp, check_seat
from companion.errors import refuse
from companion.games.haiclue import commands as cmd
from companion.games.haiclue import events as ev
from companion.games.haiclue.commands import Command, SeatCommand, StandCommand
from companion.games.haiclue.decide_start import start
from companion.games.haiclue.evolve import evolve
from companion.games.haiclue.state import BREAK, LEAST_TILES, Haiclue, Phase
from companion.games.haiclue.turns import (
    authors,
    last_missing,
    next_author,
    still_guessing,
    still_laying,
)
from companion.games.haiclue.words import Words
from companion.ports import Seat

PHASES: dict[Phase, tuple[type[SeatCommand], ...]] = {
    Phase.WAITING: (),
    Phase.CLUE: (cmd.LayClue, cmd.TakeClueBack, cmd.SitOut, Leave, ComeBack),
    Phase.GUESS: (cmd.Guess, cmd.SitOut, Leave, ComeBack),
    Phase.RESULT: (cmd.GoOn, Leave, ComeBack),
    Phase.END: (cmd.Vote,),
}
"""Which commands make sense when."""


def decide(
    words: Words, state: Haiclue, command: Command, random: Random
) -> Sequence[ev.Event]:
    """Return the events of *command*, or raise Rejected; the state stays as it was."""
    if isinstance(command, cmd.StartMatch | cmd.SetTable):
        if state.phase is not Phase.WAITING:
            raise refuse("not-now")
        return start(words, command, random)
    if isinstance(command, cmd.SayWord | cmd.SayStatus | cmd.TurnPage):
        return _stand_command(state, command)
    if isinstance(command, TimeUp):
        return _closing(state, _left_out(state))
    check_seat(state, command, PHASES[state.phase])
    return _closing(state, _seat_command(state, command))


def _stand_command(state: Haiclue, command: StandCommand) -> Sequence[ev.Event]:
    if state.phase in (Phase.WAITING, Phase.END):
        raise refuse("not-now")
    match command:
        case cmd.SayWord(shape=shape):
            return [ev.WordSaid(shape)]
        case cmd.SayStatus():
            return [ev.StatusSaid()]
        case cmd.TurnPage():
            return [ev.PageTurned()]
        case _:
            assert_never(command)


def _seat_command(state: Haiclue, command: SeatCommand) -> Sequence[ev.Event]:
    match command:
        case cmd.LayClue():
            return _lay(state, command)
        case cmd.TakeClueBack(seat=seat):
            if state.players[seat].clue is None:
                raise refuse("no-clue")
            return [ev.ClueTakenBack(seat)]
        case cmd.Guess():
            return _guess(state, command)
        case cmd.SitOut(seat=seat):
            return _sit_out(state, seat)
        case cmd.GoOn():
            return _go_on(state)
        case cmd.Vote():
            return _vote(state, command)
        case Leave(seat=seat):
            return [PlayerLeft(seat)]
        case ComeBack(seat=seat):
            return [ev.PlayerCameBack(seat)]
        case _:
            assert_never(command)


# -- the clue --


def _lay(state: Haiclue, command: cmd.LayClue) -> Sequence[ev.Event]:
    player = state.players[command.seat]
    tiles = [each for each in command.tiles if each != BREAK]
    if len(tiles) < LEAST_TILES:
        raise refuse("too-few-tiles", least=LEAST_TILES)
    own = {str(number) for number in range(1, len(player.tiles) + 1)}
    if unknown := [each for each in tiles if each not in own]:
        raise refuse("no-such-tile", tile=unknown[0][:20])
    if len(set(tiles)) < len(tiles):
        raise refuse("tile-twice")
    return [ev.ClueLaid(command.seat, tidy(command.tiles), open=not state.hidden)]


def tidy(tiles: Sequence[str]) -> tuple[str, ...]:
    """Return a clue without empty lines: a break stands between two tiles, and once."""
    kept: list[str] = []
    for each in tiles:
        if each != BREAK or (kept and kept[-1] != BREAK):
            kept.append(each)
    return tuple(kept[:-1] if kept[-1] == BREAK else kept)


# -- guessing and going on --


def _guess(state: Haiclue, command: cmd.Guess) -> Sequence[ev.Event]:
    if command.seat == state.author:
        raise refuse("own-clue")
    return [ev.Guessed(command.seat, command.shape)]


def _left_out(state: Haiclue) -> Sequence[ev.Event]:
    missing = last_missing(state)
    if missing is None:
        raise refuse("not-now")
    return [ev.LeftOut(missing)]


def _sit_out(state: Haiclue, seat: Seat) -> Sequence[ev.Event]:
    missing = (*still_laying(state), *still_guessing(state))
    if seat not in missing:
        raise refuse("not-now")
    if state.phase is Phase.CLUE and not authors(state) and missing == (seat,):
        raise refuse("only-clue")
    return [ev.LeftOut(seat, asked=True)]


def _go_on(state: Haiclue) -> Sequence[ev.Event]:
    if (author := next_author(state)) is not None:
        return [ev.ReadingBegan(author)]
    if state.side == "white":
        return [ev.TilesFlipped(), ev.RoundBegan()]
    if state.round == state.rounds:
        return [ev.TargetsDiscarded(), ev.MatchEnded()]
    return [ev.TargetsDiscarded(), ev.HandsPassed(), ev.RoundBegan()]


def _vote(state: Haiclue, vote: cmd.Vote) -> Sequence[ev.Event]:
    if vote.number not in range(len(state.poems)):
        raise refuse("no-such-poem")
    if state.poems[vote.number].author == vote.seat:
        raise refuse("own-poem")
    return [ev.Voted(vote.seat, vote.number)]


def _closing(state: Haiclue, events: Sequence[ev.Event]) -> Sequence[ev.Event]:
    """Add what the events bring about by themselves: the reading, the scoring."""
    after = reduce(evolve, events, state)
    match after.phase:
        case Phase.CLUE if after.present and not still_laying(after):
            author = next_author(after)
            more: list[ev.Event] = [] if author is None else [ev.ReadingBegan(author)]
        case Phase.GUESS if after.present and not still_guessing(after):
            return [*events, ev.ClueScored()]
        case _:
            return events
    return [*events, *_closing(after, more)] if more else events
