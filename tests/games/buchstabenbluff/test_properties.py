"""Random whole matches: cards are conserved, doubts pay one side, and all of them end."""

from random import Random

import pytest

from companion.games.buchstabenbluff import buchstabenbluff
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.commands import Gong
from companion.games.buchstabenbluff.deck import DECK_SIZE
from companion.games.buchstabenbluff.lexicons import Lexicons
from companion.games.buchstabenbluff.state import (
    MOST,
    TURNS,
    Buchstabenbluff,
    Phase,
)
from companion.ports import Seat
from tests.games.buchstabenbluff.table import all_cards
from tests.play import Player, after, begin, command_of

LIMIT = 6000
PLAYERS = range(2, 9)


class Wordy(Player):
    """Lays more than it passes, and lets the gong come; words have as many letters as cards."""

    def _wish(self, kind: str) -> float:
        liking = {"LayWord": 30.0, "Pass": 1.0, "Leave": 0.02, "Draw": 4.0, "OpenAll": 5.0}
        return liking.get(kind, 2.0)


def lay(player: Player, state: Buchstabenbluff, seat: Seat) -> dict[str, object]:
    hand = [str(n + 1) for n in range(len(state.players[seat].hand))]
    count = player.random.randint(2, len(hand))
    cards = tuple(player.random.sample(hand, count))
    letters = [state.players[seat].hand[int(card) - 1] for card in cards]
    lies = player.random.random() < 0.5
    word = "".join("E" if letter == "?" or lies else letter for letter in letters)
    shown = cards[:1] if state.options.half_open and player.random.random() < 0.5 else ()
    return {"cards": cards, "word": word, "shown": shown}


def check(before: Buchstabenbluff, event: ev.Event, state: Buchstabenbluff) -> None:
    if not state.deck and not state.players[0].hand:
        return  # nothing is dealt yet
    assert all_cards(state) == DECK_SIZE
    assert all(len(player.hand) <= MOST for player in state.players)
    assert all(player.turns <= TURNS for player in state.players)
    gained = [
        now.tens - then.tens
        for now, then in zip(state.players, before.players, strict=True)
    ]
    if isinstance(event, ev.Settled):
        verdict, laid = before.verdict, before.laid
        assert verdict is not None
        assert laid is not None
        assert sum(gained) == len(verdict.doubters) > 0
        assert (gained[laid.seat] > 0) is verdict.counts
        assert laid.seat not in verdict.doubters
    else:
        assert not any(gained)


def play(players: int, seed: int) -> int:
    """Play a match to its end; return how many words were laid."""
    game, random = buchstabenbluff(Lexicons()), Random(seed)
    options = game.variants[seed % len(game.variants)]
    state: Buchstabenbluff = after(
        game, game.initial, begin(game, players, random, **options)
    )
    player = Wordy(game, random)
    for _ in range(LIMIT):
        if game.finished(state):
            return len(state.said)
        if state.phase is Phase.DOUBT and random.random() < 0.2:
            held = tuple(seat for seat in state.seats if random.random() < 0.1)
            events = game.decide(state, Gong(held), random)
        else:
            events = move(player, state)
        for event in events:
            before, state = state, game.evolve(state, event)
            check(before, event, state)
    pytest.fail(f"seed {seed}: not over after {LIMIT} moves")


def move(player: Player, state: Buchstabenbluff) -> list[ev.Event]:
    random, game = player.random, player.game
    seat = random.choice(state.seats)
    offers = game.offers(game.seat_view(state, seat))
    if not offers:
        return []
    weights = [player._wish(offer.kind) for offer in offers]
    offer = random.choices(offers, weights)[0]
    if offer.kind == "LayWord":
        command = game.seat_commands[2](seat=seat, **lay(player, state, seat))
        if command.word in state.said and not state.options.repeats:
            return []
    else:
        command = command_of(game, seat, offer, random)
    return list(game.decide(state, command, random))


@pytest.mark.parametrize("players", PLAYERS)
def test_twenty_random_matches_end_and_keep_every_card(players: int) -> None:
    laid = sum(play(players, seed) for seed in range(20))
    assert laid > 20 * players


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_thousand_random_matches_end_and_keep_every_card(players: int) -> None:
    for seed in range(1000):
        play(players, seed)
