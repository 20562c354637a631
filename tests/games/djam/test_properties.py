"""Whole matches at random, the clock included: stones, queue and places always fit."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from companion.engine.people import TimeUp
from companion.errors import Rejected
from companion.games.djam import commands as cmd
from companion.games.djam.game import djam
from companion.games.djam.phase import Event
from companion.games.djam.scoring import filled, finders, places, winners
from companion.games.djam.state import MOST_THEMES, STONES, Djam, Pace, Phase
from companion.ports import Seat
from tests.depth import seeds
from tests.games.djam.laws import Laws
from tests.play import NAMES, Player, begin, sentence

GAME = djam()
LIMIT = 8000
PACES: tuple[dict[str, Any], ...] = (
    {},
    {"gong_s": 4, "round_s": 60, "count": "letters", "language": "de", "hat": True},
    {"buzzers": "phones", "tempo": "none", "decider": True},
    {"pace": "calm", "guard": True, "fresh": True, "hat": True, "decider": True},
)


def check(state: Djam) -> None:
    """Hold *state* to what is true at any moment."""
    stones = [player.stones for player in state.players]
    assert state.pool + sum(stones) == STONES
    assert state.pool >= 0
    assert min(stones) >= 0
    queued = state.queued
    assert len(set(queued)) == len(queued)
    assert state.called is None or state.called == queued[0]
    assert all(state.players[seat].present for seat in queued)
    assert not any(state.players[seat].out for seat in queued)
    assert (state.claim is not None) == (state.phase in (Phase.CLAIM, Phase.VOTE))
    assert (state.cup is not None) == (state.phase in (Phase.ROLL, Phase.THEME))
    assert (state.pool == 0) == (state.phase is Phase.END or bool(state.tied))
    check_decider(state)
    check_hat(state)
    rewarded = [each for each in finders(state) if each.stones]
    if not state.calm and state.phase in (Phase.OPEN, Phase.CLAIM, Phase.VOTE):
        assert len(rewarded) <= max(places(state), len(finders(state)))
        assert not (filled(state) and state.gathering)


def check_decider(state: Djam) -> None:
    """Only the tied look for a word in a decider, and no stone moves."""
    if not state.tied:
        return
    most = max(player.stones for player in state.players)
    assert len(state.tied) > 1
    assert all(state.players[seat].stones == most for seat in state.tied)
    assert set(state.queued) <= set(state.tied)
    assert all(each.seat in state.tied for each in state.spoken if each.decides)
    assert set(winners(state)) <= set(state.tied)


def check_hat(state: Djam) -> None:
    for player in state.players:
        assert len(player.themes) <= MOST_THEMES * state.options.hat
        assert len({theme.casefold() for theme in player.themes}) == len(player.themes)


def command(state: Djam, player: Player, clock_ms: int) -> Any:
    """Return what somebody, a finger on a stand or the clock does next."""
    random = player.random
    dice = random.random()
    if dice < 0.15 and GAME.deadline(state):
        return TimeUp()
    if dice < 0.4:
        seat = Seat(random.randrange(len(state.players)))
        return cmd.Press(seat, (clock_ms - random.randrange(20)) * 1_000_000)
    picked = player.pick(state)
    return picked[1] if picked else None


def play(players: int, seed: int) -> int:
    """Play a match to its end; return how many rounds it took."""
    random = Random(seed)
    events = begin(GAME, players, random, **PACES[seed % len(PACES)])
    return play_on(events, random, f"{players} players, seed {seed}").round


def entered(laws: Laws, state: Djam, events: Iterable[Event]) -> Djam:
    """Return the state after *events*, each of them told, and held to the laws."""
    for event in events:
        sentence(GAME, state, event)
        before, state = state, GAME.evolve(state, event)
        laws.see(before, event, state)
    return state


def play_on(begun: Iterable[Event], random: Random, name: str) -> Djam:
    """Play to the end; every moment keeps what always holds."""
    laws = Laws()
    state = entered(laws, GAME.initial, begun)
    # Whoever only ever buzzes and drops out again plays for ever, as at a real table.
    kinds = (kind.__name__ for kind in GAME.seat_commands)
    player = Player(GAME, random, taste={kind: random.uniform(0.2, 2) for kind in kinds})
    for step in range(LIMIT):
        check(state)
        if state.phase is Phase.END:
            return state
        asked = command(state, player, step * 10)
        if asked is None:
            continue
        try:
            events = list(GAME.decide(state, asked, random))
        except Rejected:
            continue
        state = entered(laws, state, events)
        GAME.shown(state, lambda message: message.id)
    pytest.fail(f"{name}: not over after {LIMIT} steps")


@pytest.mark.parametrize("pace", ["speed", "calm"])
def test_shared_leads_are_decided_or_stay_and_no_stone_is_lost(pace: Pace) -> None:
    met = set()
    for seed in range(30):
        random = Random(seed)
        start = cmd.SetTable(
            names=NAMES[:4], stones=(30, 29, 30, 0), pace=pace, decider=True, hat=True
        )
        begun = GAME.decide(Djam(), start, random)
        end = play_on(begun, random, f"{pace}, seed {seed}")
        met.add((bool(end.tied), len(winners(end)) > 1))
    assert met >= {(False, False), (True, False), (True, True)}


@pytest.mark.parametrize("some", seeds(4, 8))
@pytest.mark.parametrize("players", GAME.players)
def test_matches_keep_every_invariant_and_end(players: int, some: range) -> None:
    for seed in some:
        play(players, seed)


@pytest.mark.long
@pytest.mark.parametrize("players", GAME.players)
def test_a_thousand_matches_keep_every_invariant_and_end(players: int) -> None:
    for seed in range(1000):
        play(players, seed)
