"""Rules of a turn: drawing, laying, passing, and whose turn comes next."""

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.errors import DataError, refuse
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.commands import LayWord
from companion.games.buchstabenbluff.dealing import draw, refill
from companion.games.buchstabenbluff.evolve import evolve
from companion.games.buchstabenbluff.state import (
    LEAST,
    MOST,
    TURNS,
    Buchstabenbluff,
)
from companion.languages import Language, fold
from companion.ports import Seat


def draw_card(state: Buchstabenbluff, seat: Seat, random: Random) -> Sequence[ev.Event]:
    """Draw one card, up to ten in the hand."""
    _check_turn(state, seat)
    if len(state.players[seat].hand) >= MOST:
        raise refuse("hand-full", n=MOST)
    if not state.drawing:
        raise refuse("drawing-over")
    if not state.deck and not state.discard:
        raise refuse("no-cards")
    return draw(state, seat, random)


def stop_drawing(state: Buchstabenbluff, seat: Seat) -> Sequence[ev.Event]:
    """Draw no more in this turn."""
    _check_turn(state, seat)
    if not state.drawing:
        raise refuse("drawing-over")
    return [ev.DrawingStopped(seat)]


def pass_turn(state: Buchstabenbluff, seat: Seat, random: Random) -> Sequence[ev.Event]:
    """Lay nothing."""
    _check_turn(state, seat)
    return ended(state, [ev.Passed(seat)], random)


def lay_word(state: Buchstabenbluff, command: LayWord) -> Sequence[ev.Event]:
    """Lay cards face down. Whether they make the word, and whether it is one, is not asked.

    So a bluff is answered just as an honest word is.
    """
    _check_turn(state, command.seat)
    places = _places(len(state.players[command.seat].hand), command.cards)
    word = _spelled(command.word, state.options.language)
    if len(word) != len(places):
        raise refuse("word-length", word=word, n=len(word), cards=len(places))
    if word in state.said and not state.options.repeats:
        raise refuse("said-before", word=word)
    shown = _shown(state, command)
    return [ev.WordLaid(command.seat, places, word, shown)]


def _check_turn(state: Buchstabenbluff, seat: Seat) -> None:
    if state.active != seat:
        raise refuse("not-your-turn")


def _places(hand: int, cards: tuple[str, ...]) -> tuple[int, ...]:
    known = [str(number) for number in range(1, hand + 1)]
    for card in cards:
        if card not in known:
            raise refuse("no-such-card", card=card)
        if cards.count(card) > 1:
            raise refuse("card-twice", card=card)
    if len(cards) < LEAST:
        raise refuse("too-few", n=LEAST)
    return tuple(known.index(card) for card in cards)


def _spelled(word: str, language: Language) -> str:
    try:
        return fold(word.strip(), language)
    except DataError as error:
        raise refuse("word-letters") from error


def _shown(state: Buchstabenbluff, command: LayWord) -> tuple[bool, ...]:
    if command.shown and not state.options.half_open:
        raise refuse("not-half-open")
    for card in command.shown:
        if card not in command.cards:
            raise refuse("no-such-card", card=card)
    shown = tuple(card in command.shown for card in command.cards)
    if all(shown):
        raise refuse("all-open")
    return shown


# -- whose turn --


def ended(
    state: Buchstabenbluff, events: Sequence[ev.Event], random: Random
) -> Sequence[ev.Event]:
    """Add to the *events* that ended a turn: refilling, and the next turn or the count."""
    after = reduce(evolve, events, state)
    assert after.last is not None  # noqa: S101 - every turn that has ended has an outcome
    drawn = refill(after, after.last.seat, random)
    return [*events, *drawn, *next_turn(reduce(evolve, drawn, after))]


def next_turn(state: Buchstabenbluff) -> list[ev.Event]:
    """Return the next turn of whoever is present and has turns left; else the count.

    With nobody at the table the match waits.
    """
    for seat in state.clockwise(0 if state.active is None else state.active + 1):
        if state.players[seat].present and state.players[seat].turns < TURNS:
            return [ev.TurnBegun(seat)]
    if not state.present:
        return []
    return [ev.Counted()] if state.believed else [ev.Counted(), ev.MatchEnded()]
