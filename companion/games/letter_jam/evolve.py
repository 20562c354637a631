"""What each fact does to the table. Never refuses, draws no chance, knows no word list."""

from dataclasses import replace
from typing import Literal, assert_never

from companion.games.letter_jam import events as ev
from companion.games.letter_jam.clue import chips_now
from companion.games.letter_jam.events import Event
from companion.games.letter_jam.events_people import PlayerCameBack, PlayerLeft
from companion.games.letter_jam.evolve_round import decision_taken_back, evolve_round
from companion.games.letter_jam.evolve_start import evolve_start
from companion.games.letter_jam.state import (
    Clue,
    Decision,
    FinalWord,
    LetterJam,
    Phase,
    Revealed,
)
from companion.ports import Seat


def evolve(state: LetterJam, event: Event) -> LetterJam:
    """Return the state after *event*."""
    if isinstance(event, ev.ClueEvent):
        return _clue(state, event)
    if isinstance(event, ev.RoundEvent):
        return evolve_round(state, event)
    if isinstance(event, ev.StartEvent):
        return evolve_start(state, event)
    if isinstance(event, ev.FinalEvent):
        return _end(state, event)
    match event:
        case PlayerLeft():
            return _player_left(state, event)
        case PlayerCameBack(seat=seat, unchosen=unchosen):
            state = replace(state, giver=None, chips=()) if unchosen else state
            return state.with_player(seat, present=True)
        case _:
            assert_never(event)


def _clue(state: LetterJam, event: ev.ClueEvent) -> LetterJam:
    match event:
        case ev.FiguresTold(seat=seat, figures=figures, has_none=none):
            return state.with_player(seat, figures=figures, has_none=none)
        case ev.SureTold(seat=seat, sure=sure):
            return state.with_player(seat, sure=sure)
        case ev.CluegiverChosen(seat=seat):
            return replace(state, giver=seat, chips=())
        case ev.ChipsLaid(spots=spots):
            return replace(state, chips=spots)
        case ev.ClueGiven():
            return _clue_given(state, event)
        case ev.ClueCounted(seat=seat, token=token, red_of=red_of):
            clue = Clue(seat, (), token)
            state = _token_taken(state, seat, token, red_of)
            return replace(state, clues=(*state.clues, clue))
        case _:
            assert_never(event)


def _end(state: LetterJam, event: ev.FinalEvent) -> LetterJam:
    match event:
        case ev.Reserved(spot=spot, seat=seat):
            others = tuple(each for each in state.reserved if each[0] != spot)
            now = others if seat is None else (*others, (spot, seat))
            return replace(state, reserved=now)
        case ev.FinalWordLaid(seat=seat, final=final):
            return state.with_player(seat, final=final)
        case ev.WordRevealed():
            return _word_revealed(state, event)
        case ev.WordJudged(seat=seat, accepted=accepted):
            revealed = state.players[seat].revealed
            assert revealed is not None  # noqa: S101 - decide reveals before it judges
            revealed = replace(revealed, accepted=accepted)
            return replace(state.with_player(seat, revealed=revealed), judged=seat)
        case ev.MatchEnded(whole_clues=whole):
            return replace(state, phase=Phase.SCORE, whole_clues=whole)
        case ev.LookedBack(best_clues=best, through=through, bold=bold):
            known, at = (*state.best_clues, *best), through or len(state.clues)
            bold = bold or state.bold
            return replace(state, best_clues=known, looked_back=at, bold=bold)
        case ev.WaitNoticed():
            return replace(state, waited=True)
        case ev.DealWeighed():
            return state
        case _:
            assert_never(event)


def _clue_given(state: LetterJam, event: ev.ClueGiven) -> LetterJam:
    up = tuple(holder.standing for holder in state.stands)
    clue = Clue(event.seat, chips_now(state), event.token, up, state.bonus)
    state = _token_taken(state, event.seat, event.token, event.red_of)
    clues = (*state.clues, clue)
    return replace(state, phase=Phase.DECIDE, clues=clues, waited=False, turned_extra=None)


def _token_taken(
    state: LetterJam,
    giver: Seat,
    token: Literal["red", "leaf", "centre"],
    red_of: Seat | None,
) -> LetterJam:
    given = state.players[giver].clues_given + 1
    state = state.with_player(giver, clues_given=given)
    match token:
        case "red":
            owing = giver if red_of is None else red_of
            return state.with_player(owing, reds_owed=state.players[owing].reds_owed - 1)
        case "leaf":
            return replace(state, leaves=state.leaves - 1)
        case "centre":
            return replace(state, centre=state.centre - 1)
        case _:
            assert_never(token)


def _word_revealed(state: LetterJam, event: ev.WordRevealed) -> LetterJam:
    player = state.players[event.seat]
    final = player.final
    if event.guesses:
        final = FinalWord(final.tiles if final else (), event.guesses)
    revealed = Revealed(event.word, event.listed, whole=event.whole)
    return state.with_player(event.seat, final=final, revealed=revealed)


def _player_left(state: LetterJam, event: PlayerLeft) -> LetterJam:
    seat = event.seat
    if state.phase is Phase.CLUE and state.giver == seat:
        state = replace(state, giver=None, chips=())
    if not event.keeps_word:
        state = _reservations_back(state, seat)
    if state.players[seat].decision is Decision.MOVE_ON:
        state = decision_taken_back(state, seat)
    guessed = state.players[seat].decision is Decision.GUESSED
    return state.with_player(
        seat,
        present=False,
        wants_end=False,
        figures=None,
        has_none=False,
        decision=Decision.GUESSED if guessed else None,
    )


def _reservations_back(state: LetterJam, seat: Seat) -> LetterJam:
    """Free what a leaver reserved; what a revealed word used is used up.

    A word still face down goes with its cover, or another player's could use it too.
    """
    player = state.players[seat]
    tiles = player.final.tiles if player.final else ()
    mine = [spot for spot, holder in state.reserved if holder == seat]
    used = {spot for spot in mine if any(tile.endswith(spot) for tile in tiles)}
    if player.revealed is None:
        state = state.with_player(seat, final=None) if used else state
        used = set()
    kept = tuple(each for each in state.reserved if each[1] != seat or each[0] in used)
    return replace(state, reserved=kept)
