"""Chance: who deals, who gets which cards, and what comes from the draw pile."""

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.engine.deal_code import fingerprint
from companion.errors import refuse
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.deal_code import DealCode
from companion.games.buchstabenbluff.deck import cards, in_alphabet
from companion.games.buchstabenbluff.evolve import evolve
from companion.games.buchstabenbluff.state import (
    HAND,
    TURNS,
    Buchstabenbluff,
)
from companion.languages import Language
from companion.ports import Seat
from companion.words.chance import Chance


def next_dealer(names: Sequence[str], last_dealer: str) -> Seat | None:
    """Return to whom the deal goes round from the last match; None: to nobody here."""
    if last_dealer not in names:
        return None
    return Seat((names.index(last_dealer) + 1) % len(names))


def deal(code: DealCode) -> tuple[ev.DealerChosen, ev.CardsDealt]:
    """Return the deal of *code*, always the same, or refuse it where the cards are others."""
    if code.lists != known_cards(code.language):
        raise refuse("code-other-words")
    chance = Chance.seeded(code.seed)
    deck = chance.shuffled(cards(code.language))
    hands = tuple(deck[n * HAND : (n + 1) * HAND] for n in range(code.players))
    dealt = ev.CardsDealt(hands, deck[code.players * HAND :], str(code))
    if code.dealer is not None:
        return ev.DealerChosen(code.dealer), dealt
    return draw_for_dealer(code.players, code.language, chance), dealt


def known_cards(language: Language) -> int:
    """Return the fingerprint of the cards of *language*."""
    return fingerprint(" ".join(cards(language)))


def draw_for_dealer(players: int, language: Language, chance: Chance) -> ev.DealerChosen:
    """Let everybody draw; the letter that comes first deals, and those alike draw again."""
    deck = list(chance.shuffled(cards(language)))
    left, draws = [Seat(n) for n in range(players)], []
    while len(left) > 1:
        drawn = tuple((seat, deck.pop()) for seat in left)
        draws.append(drawn)
        first = min(map(in_alphabet, (letter for _, letter in drawn)))
        left = [seat for seat, letter in drawn if in_alphabet(letter) == first]
        if len(deck) < len(left):
            deck = list(chance.shuffled(cards(language)))
    return ev.DealerChosen(left[0], tuple(draws))


def draw(state: Buchstabenbluff, seat: Seat, random: Random) -> list[ev.Event]:
    """Draw one card; if the pile is bare, out of the shuffled discard pile."""
    return [*_fresh_pile(state, random), ev.CardDrawn(seat)]


def refill(state: Buchstabenbluff, seat: Seat, random: Random) -> list[ev.Event]:
    """Draw up to five after the turn, as far as there are cards; whoever has left, too."""
    player = state.players[seat]
    if player.turns >= TURNS and not state.options.last_refill:
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
