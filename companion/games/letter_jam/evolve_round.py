"""What a round does to stands, guesses and bonus letters."""

from dataclasses import replace
from typing import assert_never

from companion.games.letter_jam import events as ev
from companion.games.letter_jam.state import (
    Bonus,
    Decision,
    Letter,
    LetterJam,
    Phase,
    TurnedExtra,
)
from companion.ports import Seat, Stand


def evolve_round(state: LetterJam, event: ev.RoundEvent) -> LetterJam:
    """Return the state after *event*."""
    match event:
        case ev.Decided():
            return _decided(state, event)
        case ev.DecisionTakenBack(seat=seat):
            return decision_taken_back(state, seat)
        case ev.BonusGuessed():
            return _bonus_guessed(state, event)
        case ev.EndWanted(seat=seat, want=want):
            return state.with_player(seat, wants_end=want)
        case ev.RoundClosed(used_bonus=used):
            return _round_closed(state, used)
        case ev.CardTurned(stand=stand, source=source):
            return _card_turned(state, stand, from_deck=source == "deck")
        case ev.StandEmptied(stand=stand):
            return _stand_emptied(state, stand)
        case ev.TokenEarned(stand=stand):
            return _token_earned(state, stand)
        case ev.CluesEnded(reason=reason):
            over = Phase.SCORE if state.phase is Phase.COUNTING else Phase.FINAL
            return replace(state, phase=over, giver=None, chips=(), ended_by=reason)
        case _:
            assert_never(event)


def _token_earned(state: LetterJam, stand: Stand) -> LetterJam:
    """Lay a green clue token more on the leaves."""
    if state.phase is Phase.COUNTING:  # nobody told the cards before; the last one stands
        holder = state.stands[stand]
        state = state.with_holder(stand, replace(holder, standing=holder.dealt - 1))
    return replace(state, leaves=state.leaves + 1)


def _decided(state: LetterJam, event: ev.Decided) -> LetterJam:
    """Note whether the seat moves on, and its guess."""
    if not event.moves_on:
        return state.with_player(event.seat, decision=Decision.STAY)
    told = _told_guess(state, event)
    return state.with_player(event.seat, decision=Decision.MOVE_ON, guesses=told)


def _told_guess(state: LetterJam, event: ev.Decided) -> tuple[tuple[int, Letter], ...]:
    standing = state.holder(event.seat).standing
    told = state.players[event.seat].guesses
    if event.guess is None or standing is None:
        return told
    return (*(each for each in told if each[0] != standing), (standing, event.guess))


def decision_taken_back(state: LetterJam, seat: Seat) -> LetterJam:
    """Let the seat think again; what it told goes too."""
    standing = state.holder(seat).standing
    kept = tuple(each for each in state.players[seat].guesses if each[0] != standing)
    return state.with_player(seat, decision=None, guesses=kept)


def _bonus_guessed(state: LetterJam, event: ev.BonusGuessed) -> LetterJam:
    """Turn the extra letter: guessed right, it lies in the middle."""
    stand = Stand(event.seat)
    holder = state.stands[stand]
    assert holder.standing is not None  # noqa: S101 - decide asks only who has a letter
    if event.guess == event.letter:
        number = len(state.bonus_ever) + 1
        bonus = Bonus(number, stand, holder.standing)
        state = replace(
            state, bonus=(*state.bonus, bonus), bonus_ever=(*state.bonus_ever, bonus)
        )
    turned = TurnedExtra(event.seat, event.guess, event.letter)
    aloud = (*state.aloud, (event.seat, holder.standing, event.guess))
    state = replace(state, turned_extra=turned, aloud=aloud)
    state = state.with_holder(stand, replace(holder, standing=None))
    return state.with_player(event.seat, decision=Decision.GUESSED)


def _round_closed(state: LetterJam, used_bonus: tuple[int, ...]) -> LetterJam:
    """Put chips back to the middle, used bonus letters into the box."""
    state = state.with_everybody(figures=None, has_none=False, decision=None)
    bonus = tuple(each for each in state.bonus if each.number not in used_bonus)
    return replace(state, phase=Phase.CLUE, bonus=bonus, giver=None, chips=())


def _card_turned(state: LetterJam, stand: Stand, *, from_deck: bool) -> LetterJam:
    """Show the next card at *stand*."""
    holder = state.stands[stand]
    if from_deck:
        cards = (*holder.cards, state.deck[0])
        holder = replace(holder, cards=cards, standing=len(cards) - 1)
        state = replace(state, deck=state.deck[1:])
    else:
        assert holder.standing is not None  # noqa: S101 - a dealt card follows a dealt card
        holder = replace(holder, standing=holder.standing + 1)
    return _letter_gone(state, stand).with_holder(stand, holder)


def _stand_emptied(state: LetterJam, stand: Stand) -> LetterJam:
    """Leave *stand* without a card."""
    holder = replace(state.stands[stand], standing=None)
    return _letter_gone(state, stand).with_holder(stand, holder)


def _letter_gone(state: LetterJam, stand: Stand) -> LetterJam:
    """Forget what its owner told of the letter that stood there."""
    seat = state.owner(stand)
    return state if seat is None else state.with_player(seat, sure=None)
