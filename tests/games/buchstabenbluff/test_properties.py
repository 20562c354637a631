"""Random whole matches: cards are conserved, doubts pay one side, and all of them end."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.events import tells
from companion.engine.game import AnyGame
from companion.games.buchstabenbluff import events as ev
from companion.games.buchstabenbluff.commands import Gong
from companion.games.buchstabenbluff.game import buchstabenbluff
from companion.games.buchstabenbluff.spelling import SpellingLists
from companion.games.buchstabenbluff.state import (
    Buchstabenbluff,
    Phase,
)
from companion.ports import Seat
from tests.depth import by_default
from tests.games.buchstabenbluff.laws import Laws
from tests.play import Player, after, begin, command_of, for_tests, sentence, variant_of

LIMIT = 6000
LEXICONS = SpellingLists()
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


def play(players: int, seed: int) -> int:
    """Play a match to its end; return how many words were laid."""
    game, random, laws = buchstabenbluff(LEXICONS), Random(seed), Laws()
    options = variant_of(game, seed)
    state: Buchstabenbluff = game.initial
    events: Sequence[ev.Event] = begin(game, players, random, **options)
    player = Wordy(game, random)
    for _ in range(LIMIT):
        for event in events:
            before, state = state, game.evolve(state, event)
            laws.see(before, event, state)
        if game.finished(state):
            return len(state.said)
        if state.phase is Phase.DOUBT and random.random() < 0.2:
            held = tuple(seat for seat in state.seats if random.random() < 0.1)
            events = game.decide(state, Gong(held), random)
        else:
            command = choose(player, state)
            events = [] if command is None else game.decide(state, command, random)
    pytest.fail(f"seed {seed}: not over after {LIMIT} moves")


def choose(player: Player, state: Buchstabenbluff) -> Any:
    """Return a command that will not be refused; None: the seat has none."""
    random, game = player.random, player.game
    seat = random.choice(state.seats)
    offers = game.offers(game.seat_view(state, seat))
    if not offers:
        return None
    if game.table_view(state).counting:
        return Gong()  # nobody has anything to do but hold a button, or go
    weights = [player._wish(offer.kind) for offer in offers]
    offer = random.choices(offers, weights)[0]
    if offer.kind == "LayWord":
        command = game.seat_commands[2](seat=seat, **lay(player, state, seat))
        said = command.word in state.said and not state.options.repeats
        return None if said else command
    return command_of(game, seat, offer, random)


# -- sensible matches beside their twins: the suite over all games lays few words --


def shown(game: AnyGame, state: Buchstabenbluff, seat: Seat) -> bytes:
    """Return all that reaches *seat*: the page's view and offers, and every display."""
    view = game.seat_view(state, seat)
    faces = game.shown(state, repr)
    return msgspec.json.encode((view, game.offers(view), game.table_view(state), faces))


def compare(players: int, seed: int) -> Counter[str]:
    """Play a match beside a twin of it; return which events both have seen alike."""
    game, random = buchstabenbluff(LEXICONS), Random(seed)
    options = variant_of(game, seed)
    state: Buchstabenbluff = after(
        game, game.initial, begin(game, players, random, **options)
    )
    seat, player = Seat(seed % players), Wordy(game, random)
    other, alike = for_tests(game).twin(state, seat, random), Counter[str]()
    for step in range(LIMIT):
        if game.finished(state):
            return alike
        assert shown(game, state, seat) == shown(game, other, seat), f"step {step}"
        command = choose(player, state)
        if command is None:
            continue
        events = list(game.decide(state, command, Random(step)))
        events2 = list(game.decide(other, command, Random(step)))
        if any(map(tells, events)) or random.random() < 0.3:
            state = after(game, state, events)
            other = for_tests(game).twin(state, seat, random)
            continue
        assert list(map(type, events)) == list(map(type, events2))
        for event, event2 in zip(events, events2, strict=True):
            assert sentence(game, state, event) == sentence(game, other, event2)
            state, other = game.evolve(state, event), game.evolve(other, event2)
            alike[type(event).__name__] += 1
    pytest.fail(f"seed {seed}: not over after {LIMIT} moves")


@pytest.mark.parametrize("players", by_default(2, 3, of=PLAYERS))
def test_no_seat_can_tell_a_sensible_match_from_its_twin(players: int) -> None:
    alike = Counter[str]()
    for seed in range(players, players + 7):
        alike += compare(players, seed)
    assert alike["WordLaid"] >= 5 * players
    assert players == 2 or alike["Answered"] > 0  # of two, every answer resolves


@pytest.mark.parametrize("players", by_default(2, 3, 8, of=PLAYERS))
def test_twenty_random_matches_end_and_keep_every_card(players: int) -> None:
    laid = sum(play(players, seed) for seed in range(20))
    assert laid > 20 * players


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_thousand_random_matches_end_and_keep_every_card(players: int) -> None:
    for seed in range(1000):
        play(players, seed)
