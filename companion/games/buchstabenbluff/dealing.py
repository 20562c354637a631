"""Chance: who deals, who gets which cards, and what comes from the draw pile."""

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.deck import cards
from companion.games.buchstabenbluff.evolve import evolve
from companion.games.buchstabenbluff.state import (
    HAND,
    JOKER,
    TURNS,
    Buchstabenbluff,
    Letter,
)
from companion.languages import Language
from companion.ports import Seat


def choose_dealer(
    names: Sequence[str], last_dealer: str, language: Language, random: Random
) -> ev.DealerChosen:
    """Let the deal go round from the last match, or let everybody draw a card for it."""
    if last_dealer in names:
        return ev.DealerChosen(Seat((names.index(last_dealer) + 1) % len(names)))
    return draw_for_dealer(len(names), language, random)


def draw_for_dealer(players: int, language: Language, random: Random) -> ev.DealerChosen:
    """Let everybody draw; the letter that comes first deals, and those alike draw again."""
    deck = list(cards(language))
    random.shuffle(deck)
    left, draws = [Seat(n) for n in range(players)], []
    while len(left) > 1:
        drawn = tuple((seat, deck.pop()) for seat in left)
        draws.append(drawn)
        first = min(map(_place, (letter for _, letter in drawn)))
        left = [seat for seat, letter in drawn if _place(letter) == first]
        if len(deck) < len(left):
            deck = list(cards(language))
            random.shuffle(deck)
    return ev.DealerChosen(left[0], tuple(draws))


def _place(letter: Letter) -> tuple[bool, Letter]:
    """Return where *letter* stands in the alphabet; the joker comes after Z."""
    return letter == JOKER, letter


def deal(players: int, language: Language, random: Random) -> ev.CardsDealt:
    """Shuffle all cards and give everybody a hand."""
    deck = list(cards(language))
    random.shuffle(deck)
    hands = tuple(tuple(deck[n * HAND : (n + 1) * HAND]) for n in range(players))
    return ev.CardsDealt(hands, tuple(deck[players * HAND :]))


def draw(state: Buchstabenbluff, seat: Seat, random: Random) -> list[ev.Event]:
    """Draw one card; if the pile is bare, out of the shuffled discard pile."""
    return [*_fresh_pile(state, random), ev.CardDrawn(seat)]


def refill(state: Buchstabenbluff, seat: Seat, random: Random) -> list[ev.Event]:
    """Draw up to five after the turn, as far as there are cards."""
    player = state.players[seat]
    if not player.present or (player.turns >= TURNS and not state.options.last_refill):
        return []
    missing = max(0, HAND - len(player.hand))
    events: list[ev.Event] = []
    while missing and (state.deck or state.discard):
        fresh = _fresh_pile(state, random)
        state = reduce(evolve, fresh, state)
        drawn = ev.HandRefilled(seat, min(missing, len(state.deck)))
        state = evolve(state, drawn)
        events += [*fresh, drawn]
        missing -= drawn.count
    return events


def _fresh_pile(state: Buchstabenbluff, random: Random) -> list[ev.DiscardShuffled]:
    if state.deck or not state.discard:
        return []
    deck = list(state.discard)
    random.shuffle(deck)
    return [ev.DiscardShuffled(tuple(deck))]
