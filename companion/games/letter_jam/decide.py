"""The rules: what follows from a command, or why it is refused. They live here only.

The clue is decided in this file; beginning, round, end, printed cards and the token counter
in a file each.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from random import Random
from typing import Final, assert_never, get_args

from companion.engine.people import ComeBack, Leave, check_seat
from companion.errors import refuse
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam import decide_box as box
from companion.games.letter_jam import decide_count as count
from companion.games.letter_jam import decide_final as final
from companion.games.letter_jam import decide_round as round_
from companion.games.letter_jam import decide_start as start
from companion.games.letter_jam.clock import deadline
from companion.games.letter_jam.clue import usable_spots
from companion.games.letter_jam.events import (
    ChipsLaid,
    ClueGiven,
    CluegiverChosen,
    Event,
    FiguresTold,
    SureTold,
    WaitNoticed,
)
from companion.games.letter_jam.events_people import PlayerCameBack, PlayerLeft
from companion.games.letter_jam.evolve import evolve
from companion.games.letter_jam.look_back import look_back
from companion.games.letter_jam.spots import Spot, spot_name, stand_of
from companion.games.letter_jam.state import LONGEST_CLUE, Figures, LetterJam, Phase
from companion.games.letter_jam.tokens import token_for
from companion.games.letter_jam.words import Words
from companion.ports import Seat

ALWAYS: Final = (Leave, ComeBack)
PHASES: Final[Mapping[Phase, tuple[type[cmd.SeatCommand], ...]]] = {
    Phase.WAITING: ALWAYS,
    Phase.MAKING: (*get_args(cmd.MakingCommand), *ALWAYS),
    Phase.PULLING: (cmd.PullFor, cmd.CardsPulled, *ALWAYS),
    Phase.COUNTING: (*get_args(cmd.CountCommand), *ALWAYS),
    Phase.CLUE: (*get_args(cmd.ClueCommand), cmd.WantEnd, cmd.NameCard, *ALWAYS),
    Phase.DECIDE: (
        cmd.MoveOn,
        cmd.Stay,
        cmd.TakeDecisionBack,
        cmd.GuessBonus,
        cmd.TellSure,
        cmd.NameCard,
        *ALWAYS,
    ),
    Phase.FINAL: (*get_args(cmd.FinalCommand), cmd.TellSure, *ALWAYS),
    Phase.SCORE: (cmd.JudgeWord, *ALWAYS),
}
"""Which commands make sense when."""


def decide(
    words: Words, state: LetterJam, command: cmd.Command, random: Random
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
    check_seat(state, command, PHASES[state.phase])
    if isinstance(command, cmd.ClueCommand):
        return _clue(state, command)
    events = _seat_command(words, state, command, random)
    return _closing(words, state, events)


def _notice_wait(state: LetterJam) -> Sequence[Event]:
    if deadline(state) is None or state.phase is not Phase.CLUE:
        raise refuse("not-now")
    return [WaitNoticed()]


def _seat_command(
    words: Words, state: LetterJam, command: cmd.ClosingCommand, random: Random
) -> Sequence[Event]:
    if isinstance(command, cmd.MakingCommand):
        return start.decide_making(words, state, command, random)
    if isinstance(command, cmd.BoxCommand):
        return box.decide_box(state, command)
    if isinstance(command, cmd.CountCommand):
        return count.decide_count(state, command)
    if isinstance(command, cmd.RoundCommand):
        return round_.decide_round(state, command)
    if isinstance(command, cmd.FinalCommand):
        return final.decide_final(words, state, command)
    match command:
        case Leave(seat=seat):
            return _leave(words, state, seat, random)
        case ComeBack(seat=seat):
            return [_come_back(state, seat)]
        case _:
            assert_never(command)


def _leave(words: Words, state: LetterJam, seat: Seat, random: Random) -> list[Event]:
    player = state.players[seat]
    lies = player.final is not None and player.revealed is None
    left = PlayerLeft(seat, keeps_word=lies)
    if state.phase is not Phase.MAKING:
        return [left]
    return [left, *start.make_for_leavers(words, evolve(state, left), random)]


def _come_back(state: LetterJam, seat: Seat) -> PlayerCameBack:
    """Let the player take the own red clue token, in place of whom the table has chosen to."""
    back, chosen = state.with_player(seat, present=True), state.giver
    gives = chosen is None or state.phase is not Phase.CLUE or token_for(back, chosen)
    return PlayerCameBack(seat, unchosen=not gives)


def _closing(words: Words, state: LetterJam, events: Sequence[Event]) -> Sequence[Event]:
    """Add what the events bring about by themselves: the end of round, clues or match."""
    after = reduce(evolve, events, state)
    match after.phase:
        case Phase.CLUE | Phase.DECIDE:
            return [*events, *round_.close(after)]
        case Phase.COUNTING:
            return [*events, *count.close(after)]
        case Phase.FINAL:
            return [*events, *final.close(words, after)]
        case _:
            return events


# -- finding and giving a clue --


def _clue(state: LetterJam, command: cmd.ClueCommand) -> Sequence[Event]:
    match command:
        case cmd.TellFigures(seat=seat, figures=figures):
            return _tell_figures(state, seat, figures)
        case cmd.TellNone(seat=seat):
            return [FiguresTold(seat, None, has_none=True)]
        case cmd.TellNothing(seat=seat):
            return [FiguresTold(seat, None)]
        case cmd.TellSure(seat=seat, sure=sure):
            return [SureTold(seat, sure)]
        case cmd.ChooseCluegiver(giver=giver):
            return _choose_cluegiver(state, giver)
        case cmd.LayChip(seat=seat, spot=spot):
            return _lay(state, seat, (*state.chips, spot))
        case cmd.TakeChip(seat=seat):
            return _take_chip(state, seat)
        case cmd.LayClue(seat=seat, spots=spots):
            return _lay(state, seat, spots)
        case cmd.GiveClue(seat=seat, spots=spots):
            laid = _lay(state, seat, spots) if spots else ()
            return [*laid, *_give(state, seat, spots or state.chips)]
        case _:
            assert_never(command)


def _tell_figures(state: LetterJam, seat: Seat, figures: Figures) -> Sequence[Event]:
    """Publish the figures that may be said; impossible ones are a slip of the finger."""
    count.check_may_give(state, seat)
    stands = {stand_of(spot) for spot in usable_spots(state, seat)} - {None}
    others = len(stands.intersection(state.seats))
    bounds = (
        (figures.letters, 1, LONGEST_CLUE),
        (figures.players, 0, others),
        (figures.nonplayers, 0, len(stands) - others),
        (figures.bonus, 0, len(state.bonus)),
    )
    # Stands count once however often they are used, so each of them wants a letter.
    different = figures.players + figures.nonplayers + figures.bonus + figures.wildcard
    within = all(least <= value <= most for value, least, most in bounds)
    if not within or different > figures.letters:
        raise refuse("figures")
    if not different:
        raise refuse("figures-none")
    return [FiguresTold(seat, figures)]


def _choose_cluegiver(state: LetterJam, giver: Seat) -> Sequence[Event]:
    """Enter whom the table has chosen; chips of another giver go back."""
    count.check_may_give(state, giver)
    if state.giver == giver:
        raise refuse("giver-chosen", name=state.players[giver].name)
    return [CluegiverChosen(giver)]


def _lay(state: LetterJam, seat: Seat, spots: tuple[Spot, ...]) -> Sequence[Event]:
    """Let the cluegiver's chips lie at *spots*."""
    _check_giver(state, seat)
    if len(spots) > LONGEST_CLUE:
        raise refuse("too-long", most=LONGEST_CLUE)
    for spot in spots:
        _check_spot(state, seat, spot)
    return [ChipsLaid(spots)]


def _check_giver(state: LetterJam, seat: Seat) -> None:
    if state.giver is None:
        raise refuse("no-giver")
    if state.giver != seat:
        raise refuse("not-cluegiver", name=state.players[state.giver].name)


def _check_spot(state: LetterJam, seat: Seat, spot: Spot) -> None:
    if spot in usable_spots(state, seat):
        return
    stand = stand_of(spot)
    if stand is None:
        raise refuse("no-such-spot", spot=spot_name(spot))
    if state.owner(stand) == seat:
        raise refuse("own-letter")
    raise refuse("empty-stand", spot=spot_name(spot))


def _take_chip(state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Take the last chip back."""
    _check_giver(state, seat)
    if not state.chips:
        raise refuse("no-chips")
    return [ChipsLaid(state.chips[:-1])]


def _give(state: LetterJam, seat: Seat, chips: tuple[Spot, ...]) -> Sequence[Event]:
    """Give the clue of *chips*; its token is taken at this moment."""
    _check_giver(state, seat)
    if not chips:
        raise refuse("no-chips")
    token = count.check_may_give(state, seat)
    return [ClueGiven(seat, token.kind, token.red_of)]
