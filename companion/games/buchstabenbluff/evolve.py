"""What each fact does to the table. Never refuses, draws no chance, knows no word list."""

from dataclasses import replace
from typing import assert_never

from companion.engine.people import PlayerCameBack, PlayerLeft
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.events import Event
from companion.games.buchstabenbluff.state import (
    MOST,
    Buchstabenbluff,
    Lay,
    Outcome,
    Phase,
    Player,
    Truth,
    Verdict,
)
from companion.ports import Seat


def evolve(state: Buchstabenbluff, event: Event) -> Buchstabenbluff:
    """Return the state after *event*."""
    if isinstance(event, ev.TurnEvent):
        return _turn(state, event)
    if isinstance(event, ev.DoubtEvent):
        return _doubt(state, event)
    if isinstance(event, ev.EndEvent):
        return _end(state, event)
    match event:
        case PlayerLeft() | PlayerCameBack():
            return state.with_person(event, doubts=None, pressed_ns=None)
        case _:
            assert_never(event)


def _turn(state: Buchstabenbluff, event: ev.TurnEvent) -> Buchstabenbluff:
    match event:
        case ev.MatchStarted():
            players = tuple(map(Player, event.names))
            pay = event.leavers_pay
            return Buchstabenbluff(options=event.options, leavers_pay=pay, players=players)
        case ev.DealerChosen(seat=seat, draws=draws):
            return replace(state, dealer=seat, draws=draws)
        case ev.CardsDealt():
            return _dealt(state, event)
        case ev.TurnBegun(seat=seat):
            drawing = len(state.players[seat].hand) < MOST
            return replace(
                state, phase=Phase.TURN, active=seat, over=False, drawing=drawing
            )
        case ev.CardDrawn(seat=seat):
            state = _drawn(state, seat, 1)
            return replace(state, drawing=len(state.players[seat].hand) < MOST)
        case ev.HandRefilled(seat=seat, count=count):
            fresh = state.players[seat].fresh  # of the old pile, where a new one began
            return _drawn(state, seat, count).with_player(seat, fresh=fresh + count)
        case ev.DiscardShuffled(deck=deck):
            return replace(state, deck=deck, discard=())
        case ev.DrawingStopped():
            return replace(state, drawing=False)
        case ev.Passed(seat=seat):
            return _turn_over(state, Outcome(seat, "passed"))
        case _:
            assert_never(event)


def _doubt(state: Buchstabenbluff, event: ev.DoubtEvent) -> Buchstabenbluff:
    match event:
        case ev.WordLaid():
            return _laid(state, event)
        case ev.Answered(seat=seat, doubts=doubts):
            return state.with_player(seat, doubts=doubts)
        case ev.Buzzed(seat=seat, at_ns=at_ns):
            return state.with_player(seat, pressed_ns=at_ns)
        case ev.Believed():
            return _believed(state)
        case ev.Revealed():
            return _revealed(state, event)
        case ev.Voiced(seat=seat, counts=counts):
            verdict = _verdict(state)
            kept = tuple(each for each in verdict.voices if each[0] != seat)
            voices = (*kept, (seat, counts))
            return replace(state, verdict=replace(verdict, voices=voices))
        case ev.Overruled(counts=counts):
            verdict = replace(_verdict(state), counts=counts, voices=())
            return replace(state, verdict=verdict)
        case ev.Settled():
            return _settled(state)
        case _:
            assert_never(event)


def _end(state: Buchstabenbluff, event: ev.EndEvent) -> Buchstabenbluff:
    match event:
        case ev.Counted():
            return replace(state, phase=Phase.TRUTH, active=None, drawing=False)
        case ev.TruthOpened(spelled=spelled, listed=listed):
            return replace(state, truths=(*state.truths, Truth(spelled, listed)))
        case ev.MatchEnded():
            return replace(state, phase=Phase.END)
        case _:
            assert_never(event)


def _dealt(state: Buchstabenbluff, event: ev.CardsDealt) -> Buchstabenbluff:
    state = replace(state, phase=Phase.TURN, deck=event.deck, code=event.code)
    return state.with_dealt(hand=event.hands)


def _drawn(state: Buchstabenbluff, seat: Seat, count: int) -> Buchstabenbluff:
    hand = (*state.players[seat].hand, *state.deck[:count])
    return replace(state, deck=state.deck[count:]).with_player(seat, hand=hand, fresh=count)


def _laid(state: Buchstabenbluff, event: ev.WordLaid) -> Buchstabenbluff:
    hand = state.players[event.seat].hand
    cards = tuple(hand[place] for place in event.places)
    kept = tuple(card for place, card in enumerate(hand) if place not in event.places)
    state = _answers_gone(state).with_player(event.seat, hand=kept, fresh=0)
    return replace(
        state,
        phase=Phase.DOUBT,
        drawing=False,
        laid=Lay(event.seat, event.word, cards, event.shown),
        said=(*state.said, event.word),
    )


def _answers_gone(state: Buchstabenbluff) -> Buchstabenbluff:
    return state.with_everybody(doubts=None, pressed_ns=None)


def _turn_over(state: Buchstabenbluff, last: Outcome) -> Buchstabenbluff:
    turns = state.players[last.seat].turns + 1
    state = _answers_gone(state).with_player(last.seat, turns=turns)
    return replace(
        state,
        phase=Phase.TURN,
        over=True,
        drawing=False,
        laid=None,
        verdict=None,
        outcomes=(*state.outcomes, last),
    )


def _lay(state: Buchstabenbluff) -> Lay:
    assert state.laid is not None  # noqa: S101 - these events come while a word lies there
    return state.laid


def _verdict(state: Buchstabenbluff) -> Verdict:
    assert state.verdict is not None  # noqa: S101 - these events come while cards lie open
    return state.verdict


def _believed(state: Buchstabenbluff) -> Buchstabenbluff:
    lay = _lay(state)
    state = replace(state, believed=(*state.believed, lay))
    last = Outcome(lay.seat, "believed", lay.word, len(lay.cards), asked=state.asked)
    return _turn_over(state, last)


def _revealed(state: Buchstabenbluff, event: ev.Revealed) -> Buchstabenbluff:
    honest = event.spelled and event.listed
    verdict = Verdict(event.doubters, event.spelled, event.listed, honest, state.asked)
    return replace(state, phase=Phase.REVEAL, verdict=verdict)


def _settled(state: Buchstabenbluff) -> Buchstabenbluff:
    lay, verdict = _lay(state), _verdict(state)
    if verdict.counts:
        player = state.players[lay.seat]
        tens = player.tens + len(verdict.doubters)
        state = state.with_player(lay.seat, tens=tens, won=(*player.won, *lay.cards))
    else:
        for seat in verdict.doubters:
            state = state.with_player(seat, tens=state.players[seat].tens + 1)
        state = replace(state, discard=(*state.discard, *lay.cards))
    last = Outcome(
        lay.seat,
        "honest" if verdict.counts else "bluff",
        lay.word,
        len(lay.cards),
        lay.cards,
        verdict.doubters,
        verdict.asked,
    )
    return _turn_over(state, last)
