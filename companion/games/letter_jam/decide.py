"""The rules: what follows from a command, or why it is refused. They live here only."""

from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import assert_never

from companion.engine.people import ComeBack, Leave, PlayerCameBack, PlayerLeft, check_seat
from companion.errors import refuse
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam import decide_box as box
from companion.games.letter_jam import decide_clue as clue
from companion.games.letter_jam import decide_count as count
from companion.games.letter_jam import decide_final as final
from companion.games.letter_jam import decide_round as round_
from companion.games.letter_jam import decide_start as start
from companion.games.letter_jam.clock import deadline
from companion.games.letter_jam.commands import Command, SeatCommand
from companion.games.letter_jam.events import Event, WaitNoticed
from companion.games.letter_jam.evolve import evolve
from companion.games.letter_jam.look_back import look_back, weigh
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.words import Words
from companion.ports import Seat

PHASES: dict[Phase, tuple[type[SeatCommand], ...]] = {
    Phase.WAITING: (),
    Phase.MAKING: (cmd.MakeWord, cmd.TakeWordBack),
    Phase.PULLING: (cmd.PullFor, cmd.CardsPulled),
    Phase.COUNTING: (cmd.CountClue, cmd.TellEarned, cmd.EndClues),
    Phase.CLUE: (
        cmd.TellFigures,
        cmd.TellNone,
        cmd.TellNothing,
        cmd.TellSure,
        cmd.ChooseCluegiver,
        cmd.LayChip,
        cmd.TakeChip,
        cmd.LayClue,
        cmd.GiveClue,
        cmd.WantEnd,
        cmd.NameCard,
    ),
    Phase.DECIDE: (
        cmd.MoveOn,
        cmd.Stay,
        cmd.TakeDecisionBack,
        cmd.GuessBonus,
        cmd.TellSure,
        cmd.NameCard,
    ),
    Phase.FINAL: (
        cmd.Reserve,
        cmd.Release,
        cmd.LayFinalWord,
        cmd.RevealWord,
        cmd.JudgeWord,
        cmd.TellSure,
    ),
    Phase.SCORE: (cmd.JudgeWord,),
}
"""Which commands make sense when; leaving and coming back always do."""


def decide(
    words: Words, state: LetterJam, command: Command, random: Random
) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected; the state stays as it was."""
    if isinstance(command, cmd.StartMatch | cmd.SetTable):
        if state.phase is not Phase.WAITING:
            raise refuse("not-now")
        return start.start(words, command, random)
    if isinstance(command, cmd.LookBack):
        return look_back(words, state)
    if isinstance(command, cmd.NoticeWait):
        return _notice_wait(state)
    check_seat(state, command, (*PHASES[state.phase], Leave, ComeBack))
    events = _seat_command(words, state, command, random)
    return [*events, *weigh(words, reduce(evolve, events, state), events)]


def _notice_wait(state: LetterJam) -> Sequence[Event]:
    if deadline(state) is None or state.phase is not Phase.CLUE:
        raise refuse("not-now")
    return [WaitNoticed()]


def _seat_command(  # noqa: C901, PLR0912 - one line a command
    words: Words, state: LetterJam, command: SeatCommand, random: Random
) -> Sequence[Event]:
    match command:
        case cmd.MakeWord():
            return start.make_word(words, state, command, random)
        case cmd.TakeWordBack(seat=seat):
            return start.take_word_back(state, seat)
        case cmd.PullFor():
            return box.take_over(state, command)
        case cmd.CardsPulled():
            return box.pulled(state, command)
        case cmd.NameCard():
            return box.name_card(state, command)
        case cmd.CountClue(giver=giver):
            return _closing(state, count.count_clue(state, giver))
        case cmd.TellEarned(stand=stand):
            return _closing(state, count.tell_earned(state, stand))
        case cmd.EndClues():
            return count.end_clues()
        case cmd.TellFigures(seat=seat, figures=figures):
            return clue.tell_figures(state, seat, figures)
        case cmd.TellNone(seat=seat):
            return clue.tell(seat, None, has_none=True)
        case cmd.TellNothing(seat=seat):
            return clue.tell(seat, None, has_none=False)
        case cmd.TellSure(seat=seat, sure=sure):
            return clue.tell_sure(seat, sure=sure)
        case cmd.ChooseCluegiver(giver=giver):
            return clue.choose_cluegiver(state, giver)
        case cmd.LayChip(seat=seat, spot=spot):
            return clue.lay(state, seat, (*state.chips, spot))
        case cmd.TakeChip(seat=seat):
            return clue.take_chip(state, seat)
        case cmd.LayClue(seat=seat, spots=spots):
            return clue.lay(state, seat, spots)
        case cmd.GiveClue(seat=seat):
            return clue.give(state, seat)
        case cmd.MoveOn():
            return _closing(state, round_.move_on(state, command))
        case cmd.Stay(seat=seat):
            return _closing(state, round_.stay(state, seat))
        case cmd.TakeDecisionBack(seat=seat):
            return round_.take_back(state, seat)
        case cmd.GuessBonus():
            return _closing(state, round_.guess_bonus(state, command))
        case cmd.WantEnd(seat=seat, want=want):
            return _closing(state, round_.want_end(seat, want=want))
        case cmd.Reserve(seat=seat, spot=spot):
            return final.reserve(state, seat, spot)
        case cmd.Release(seat=seat, spot=spot):
            return final.release(state, seat, spot)
        case cmd.LayFinalWord():
            return final.lay(state, command)
        case cmd.RevealWord(seat=seat):
            return _closing(state, final.reveal(words, state, seat))
        case cmd.JudgeWord():
            return _closing(state, final.judge(state, command))
        case Leave(seat=seat):
            return _closing(state, _leave(words, state, seat, random))
        case ComeBack(seat=seat):
            return _closing(state, [PlayerCameBack(seat)])
        case _:
            assert_never(command)


def _leave(words: Words, state: LetterJam, seat: Seat, random: Random) -> list[Event]:
    left = PlayerLeft(seat)
    if state.phase is not Phase.MAKING:
        return [left]
    return [left, *start.make_for_leavers(words, evolve(state, left), random)]


def _closing(state: LetterJam, events: Sequence[Event]) -> Sequence[Event]:
    """Add what the events bring about by themselves: the end of round, clues or match."""
    after = reduce(evolve, events, state)
    match after.phase:
        case Phase.CLUE | Phase.DECIDE:
            return [*events, *round_.close(after)]
        case Phase.COUNTING:
            return [*events, *count.close(after)]
        case Phase.FINAL:
            return [*events, *final.close(after)]
        case _:
            return events
