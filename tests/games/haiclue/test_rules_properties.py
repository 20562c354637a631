"""Random whole matches: they end, and every invariant holds after every step."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from companion.engine.people import ComeBack, Leave
from companion.errors import Rejected
from companion.games.haiclue import commands as cmd
from companion.games.haiclue.dealing import STACK_SIZES
from companion.games.haiclue.events import Event
from companion.games.haiclue.scoring import score
from companion.games.haiclue.state import SHAPES, TILES_EACH, Haiclue, Phase, Tile
from companion.ports import Seat
from tests.depth import seeds
from tests.games.haiclue.laws import Laws
from tests.games.haiclue.table import GAME
from tests.play import after, begin, variant_of

ROUNDS = {2: 4, 3: 6, 4: 6, 5: 6, 6: 4, 7: 4, 8: 4, 9: 2, 10: 2, 11: 2, 12: 2}
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


def hands(state: Haiclue) -> list[tuple[Tile, ...]]:
    return [player.tiles for player in state.players]


def check(state: Haiclue, dealt: Haiclue) -> None:
    """Check what has to hold at any time; *dealt* is the match at its beginning."""
    players = len(state.players)
    # The same fifteen tiles travel together, one seat to the left after each black round.
    turns = (state.round - 1) // 2
    assert hands(state) == [
        hands(dealt)[(seat - turns) % players] for seat in range(players)
    ]
    assert state.side == (
        "black" if state.phase is not Phase.END and not state.round % 2 else "white"
    )
    # Every card is in the deck, before a player, or was drawn in a round that is over.
    drawn = Counter(player.card for player in state.players if player.card)
    assert not (Counter(state.deck) + drawn) - Counter(dict.fromkeys(SHAPES, 10))
    # Points come from right guesses and from nowhere else; no author guessed.
    standing, right = score(state), sum(len(poem.right) for poem in state.poems)
    if state.cooperative:
        assert standing.together == right <= 8
        assert not any(standing.points)
    else:
        assert sum(standing.points) == 2 * right
        assert standing.together == 0
    for poem in state.poems:
        assert poem.author not in [seat for seat, _ in poem.guesses]
        assert all(poem.lines)
        assert sum(map(len, poem.lines)) >= 2
    authors = [(poem.round, poem.author) for poem in state.poems]
    assert len(set(authors)) == len(authors)


def entered(laws: Laws, state: Haiclue, events: Iterable[Event]) -> Haiclue:
    """Return the state after *events*, each of them held to the laws."""
    for event in events:
        before, state = state, GAME.evolve(state, event)
        laws.see(before, event, state)
    return state


def play(players: int, seed: int, **options: Any) -> Haiclue:
    random, laws = Random(seed), Laws()
    state = entered(laws, GAME.initial, begin(GAME, players, random, **options))
    dealt = state
    for _ in range(20_000):
        if GAME.finished(state):
            return state
        try:
            events = GAME.decide(state, step(state, random), random)
        except Rejected:
            continue
        state = entered(laws, state, events)
        check(state, dealt)
    raise AssertionError(f"{players} players, seed {seed}: not over")


def matches(players: int, seeds: range) -> None:
    for seed in seeds:
        options = variant_of(GAME, seed) if seed % 10 < 2 else {}
        state = play(players, seed, **options)
        assert state.round == state.rounds == ROUNDS[players]
        assert not any(state.stacks)


@pytest.mark.parametrize("some", seeds(3, 20))
@pytest.mark.parametrize("players", STACK_SIZES)
def test_random_matches_end_and_keep_every_invariant(players: int, some: range) -> None:
    matches(players, some)


@pytest.mark.long
@pytest.mark.parametrize("players", STACK_SIZES)
def test_a_thousand_random_matches_end_and_keep_every_invariant(players: int) -> None:
    matches(players, range(1000, 2000))


def test_two_players_who_stay_guess_eight_times() -> None:
    for seed in range(20):
        random = Random(seed)
        state = after(GAME, GAME.initial, begin(GAME, 2, random))
        while not GAME.finished(state):
            command = step(state, random)
            if isinstance(command, Leave | cmd.TakeClueBack):
                continue
            try:
                state = after(GAME, state, list(GAME.decide(state, command, random)))
            except Rejected:
                continue
        assert sum(len(poem.guesses) for poem in state.poems) == 8


def test_seats_are_all_there() -> None:
    state = after(GAME, GAME.initial, begin(GAME, 12, Random(1)))
    assert state.seats == state.present == tuple(map(Seat, range(12)))
