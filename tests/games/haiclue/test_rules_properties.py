"""Random whole matches: they end, and keep the laws of the referee at every step."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from companion.engine.people import ComeBack, Leave
from companion.errors import Rejected
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.dealing import STACK_SIZES
from companion.games.haiclue.events import Event
from companion.games.haiclue.state import SHAPES, TILES_EACH, Haiclue, Phase
from tests.depth import seeds
from tests.games.haiclue.laws import Laws
from tests.games.haiclue.table import GAME
from tests.play import begin, variant_of

PARTS = (*(str(number) for number in range(1, TILES_EACH + 1)), "/")
RESTLESS = 0.03


def step(state: Haiclue, random: Random) -> cmd.Command:
    """Return what some player does: mostly what is awaited, now and then anything."""
    seat = random.choice(state.seats)
    if not state.players[seat].present:
        return ComeBack(seat)
    if random.random() < RESTLESS:
        return random.choice((Leave(seat), cmd.TakeClueBack(seat), cmd.TurnPage()))
    match state.phase:
        case Phase.CLUE:
            return cmd.LayClue(seat, tuple(random.sample(PARTS, random.randint(1, 7))))
        case Phase.GUESS:
            return cmd.Guess(seat, random.choice(SHAPES))
        case _:
            return cmd.GoOn(seat)


def entered(laws: Laws, state: Haiclue, events: Iterable[Event]) -> Haiclue:
    """Return the state after *events*, each of them held to the laws."""
    for event in events:
        before, state = state, GAME.evolve(state, event)
        laws.see(before, event, state)
    return state


def play(players: int, seed: int, **options: Any) -> Haiclue:
    random, laws = Random(seed), Laws()
    state = entered(laws, GAME.initial, begin(GAME, players, random, **options))
    for _ in range(20_000):
        if GAME.finished(state):
            return state
        try:
            events = GAME.decide(state, step(state, random), random)
        except Rejected:
            continue
        state = entered(laws, state, events)
    raise AssertionError(f"{players} players, seed {seed}: not over")


def matches(players: int, seeds: range) -> None:
    for seed in seeds:
        options = variant_of(GAME, seed) if seed % 10 < 2 else {}
        play(players, seed, **options)


@pytest.mark.parametrize("some", seeds(3, 20))
@pytest.mark.parametrize("players", STACK_SIZES)
def test_random_matches_end_and_keep_every_invariant(players: int, some: range) -> None:
    matches(players, some)


@pytest.mark.long
@pytest.mark.parametrize("players", STACK_SIZES)
def test_a_thousand_random_matches_end_and_keep_every_invariant(players: int) -> None:
    matches(players, range(1000, 2000))
