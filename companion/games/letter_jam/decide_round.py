"""Rules of a round's end: who moves on, bonus guesses, next letters, tokens, the end."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import assert_never

from companion.errors import refuse
from companion.games.letter_jam.clue import has_clue, spots_used, used_bonus
from companion.games.letter_jam.commands import (
    GuessBonus,
    MoveOn,
    RoundCommand,
    Stay,
    TakeDecisionBack,
    WantEnd,
)
from companion.games.letter_jam.decide_start import check_letter
from companion.games.letter_jam.events import (
    BonusGuessed,
    CardTurned,
    CluesEnded,
    Decided,
    DecisionTakenBack,
    EndWanted,
    Event,
    RoundClosed,
    StandEmptied,
    TokenEarned,
)
from companion.games.letter_jam.evolve import evolve
from companion.games.letter_jam.queries import asked, namer
from companion.games.letter_jam.spots import stand_spot
from companion.games.letter_jam.state import Decision, LetterJam, Phase
from companion.games.letter_jam.tokens import any_left
from companion.ports import STANDS, Seat, Stand


def decide_round(state: LetterJam, command: RoundCommand) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected."""
    match command:
        case MoveOn():
            return _move_on(state, command)
        case Stay(seat=seat):
            return _stay(state, seat)
        case TakeDecisionBack(seat=seat):
            return _take_back(state, seat)
        case GuessBonus():
            return _guess_bonus(state, command)
        case WantEnd(seat=seat, want=want):
            return [EndWanted(seat, want)]
        case _:
            assert_never(command)


def _move_on(state: LetterJam, command: MoveOn) -> Sequence[Event]:
    """Leave the letter for ever."""
    _check_undecided(state, command.seat)
    if state.holder(command.seat).beyond:
        raise refuse("row-done")
    if not has_clue(state, command.seat):
        raise refuse("no-clue-yet")
    if command.guess is not None:
        check_letter(command.guess)
    return [Decided(command.seat, moves_on=True, guess=command.guess)]


def _stay(state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Keep the letter."""
    _check_undecided(state, seat)
    if seat not in asked(state):
        raise refuse("not-asked")
    return [Decided(seat, moves_on=False)]


def _check_undecided(state: LetterJam, seat: Seat) -> None:
    if state.players[seat].decision is not None:
        raise refuse("already-decided")


def _take_back(state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Think again; a guess spoken aloud stands."""
    match state.players[seat].decision:
        case None:
            raise refuse("not-decided")
        case Decision.GUESSED:
            raise refuse("guessed-aloud")
        case _:
            return [DecisionTakenBack(seat)]


def _guess_bonus(state: LetterJam, command: GuessBonus) -> Sequence[Event]:
    """Guess the own extra letter aloud and turn the card."""
    _check_undecided(state, command.seat)
    holder = state.holder(command.seat)
    if not holder.beyond:
        raise refuse("row-not-done")
    if not has_clue(state, command.seat):
        raise refuse("no-clue-yet")
    check_letter(command.letter)
    if holder.card is None:
        raise refuse("unnamed", name=state.players[namer(state, command.seat)].name)
    return [BonusGuessed(command.seat, command.letter, holder.card)]


def close(state: LetterJam) -> Sequence[Event]:
    """Return what the table does by itself now: close the round, end the clues, or nothing."""
    if state.phase is Phase.DECIDE:
        decided = all(state.players[seat].decision is not None for seat in asked(state))
        return _close_round(state) if state.present and decided else []
    if state.phase is Phase.CLUE and state.present:
        if all(state.players[seat].wants_end for seat in state.present):
            return [CluesEnded("consent")]
        if not any_left(state):
            return [CluesEnded("tokens")]
    return []


def _close_round(state: LetterJam) -> Sequence[Event]:
    """Replace cards, earn tokens, and only then ask whether a token is left."""
    clue = state.clues[-1]
    events: list[Event] = [RoundClosed(used_bonus(state, clue))]
    after = reduce(evolve, events, state)
    for stand in _stands_to_fill(state):
        turned = list(_next_card(after, stand))
        events += turned
        after = reduce(evolve, turned, after)
    return [*events, *close(after)]


def _stands_to_fill(state: LetterJam) -> Iterator[Stand]:
    """Yield players clockwise from the giver, then the nonplayer stands that were used."""
    clue = state.clues[-1]
    for seat in state.clockwise(clue.giver):
        if state.players[seat].decision in (Decision.MOVE_ON, Decision.GUESSED):
            yield Stand(seat)
    used = spots_used(clue)
    yield from (
        stand for stand in STANDS[len(state.players) :] if stand_spot(stand) in used
    )


def _next_card(state: LetterJam, stand: Stand) -> Iterator[Event]:
    holder = state.stands[stand]
    if holder.stack:
        yield CardTurned(stand, "dealt")
        if holder.stack == 1 and state.owner(stand) is None:
            yield TokenEarned(stand)
    elif state.deck:
        yield CardTurned(stand, "deck")
    else:
        yield StandEmptied(stand)
