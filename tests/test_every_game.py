"""What has to hold for every game of the catalogue, without a special case for any."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.codec import Codec
from companion.engine.events import Undo, undo_of
from companion.engine.game import AnyGame
from companion.engine.replay import Undone
from companion.engine.replay import replay as replayed
from companion.games import GAMES
from companion.ports import Seat
from tests.lucky import lucky_steps
from tests.perception import leaks, outcome, usual, usual_leaks
from tests.play import Player, after, begin, for_tests, steps, variant_of

TRIES_EACH = 1500
"""A match is over after so many tries of each player at most."""


Marks = tuple[pytest.MarkDecorator, ...]


def _depth(players: range, number: int, usually: Marks) -> Marks:
    """Few and some *usually*, as many as can play when slow, any number when long."""
    if number in usual(players):
        return usually
    return (pytest.mark.slow if number == players[-1] else pytest.mark.long,)


def _tables(*usually: pytest.MarkDecorator) -> list[object]:
    return [
        pytest.param(
            name, number, id=f"{name}-{number}", marks=_depth(players, number, usually)
        )
        for name, players in ((name, make().players) for name, make in GAMES.items())
        for number in players
    ]


TABLES = _tables()
EVERY_OPTION = _tables(pytest.mark.slow)
"""Each seat by each option: never by default."""
OPTION_STEPS = 150
"""So far a match goes with each seat by each option; whole matches are in the tests beside."""


@pytest.fixture(scope="module", name="games")
def _games() -> dict[str, AnyGame]:
    return {name: make() for name, make in GAMES.items()}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_seat_can_tell_its_world_from_a_twin(
    games: dict[str, AnyGame], name: str, players: int
) -> None:
    assert list(usual_leaks(games[name], players)) == []


@pytest.mark.parametrize(("name", "players"), EVERY_OPTION)
def test_no_seat_can_tell_its_world_from_a_twin_by_any_option(
    games: dict[str, AnyGame], name: str, players: int
) -> None:
    for seed in range(players * len(for_tests(games[name]).variants)):
        assert list(leaks(games[name], players, seed, OPTION_STEPS)) == []


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_seat_can_tell_its_world_from_a_twin_for_long(
    games: dict[str, AnyGame], name: str, players: int
) -> None:
    for seed in range(100, 100 + players * 10):
        assert list(leaks(games[name], players, seed, TRIES_EACH * players)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_twin_really_differs(games: dict[str, AnyGame], name: str) -> None:
    game = games[name]
    state = after(game, game.initial, begin(game, min(game.players), Random(1)))
    assert for_tests(game).twin(state, Seat(0), Random(2)) != state


@pytest.mark.parametrize("name", GAMES)
def test_a_planted_leak_is_found(games: dict[str, AnyGame], name: str) -> None:
    game = games[name]
    players = min(game.players)
    leaky = replace(
        game, seat_view=lambda state, seat: _Leak(game.seat_view(state, seat), state)
    )
    leaky = replace(leaky, offers=lambda view: game.offers(view.view))
    found = (any(leaks(leaky, players, seed, 50)) for seed in range(3))
    assert any(found)


class _Leak(msgspec.Struct):
    view: Any
    state: Any


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_matches_end(games: dict[str, AnyGame], name: str, players: int) -> None:
    game = games[name]
    for seed in range(3):
        random = Random(seed)
        state = after(game, game.initial, begin(game, players, random))
        tries = TRIES_EACH * players
        for before, _, events in steps(game, state, Player(game, random), tries):
            state = before if events is None else after(game, before, events)
            game.shown(state, lambda message: message.id)
        assert game.finished(state), f"seed {seed}: not over after {tries} tries"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_replay_equals_play_and_events_survive_json(
    games: dict[str, AnyGame], name: str, players: int
) -> None:
    game, random = games[name], Random(players)
    codec = Codec((*game.events, Undone))
    for options in for_tests(game).variants:
        log = begin(game, players, random, **options)
        state = after(game, game.initial, log)
        for before, _, events in steps(game, state, Player(game, random), 400):
            state = before if events is None else after(game, before, events)
            log += events or []
        stored = [json.dumps(codec.dump(event)) for event in log]
        loaded = [codec.load(json.loads(text)) for text in stored]
        assert loaded == log
        assert replayed(game, loaded) == state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_undo_brings_back_every_earlier_state(
    games: dict[str, AnyGame], name: str, players: int
) -> None:
    game, random = games[name], Random(players)
    for options in for_tests(game).variants:
        log = begin(game, players, random, **options)
        state = after(game, game.initial, log)
        marks = [(len(log), state)]
        for before, _, events in steps(game, state, Player(game, random), 100):
            log += events or []
            marks.append((len(log), after(game, before, events or [])))
        for keep, earlier in marks:
            assert replayed(game, [*log, Undone(keep)]) == earlier


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_refusal_leaves_no_trace(
    games: dict[str, AnyGame], name: str, players: int
) -> None:
    game, random = games[name], Random(players)
    state = after(game, game.initial, begin(game, players, random))
    tried = 0
    for before, _, _ in steps(game, state, Player(game, random), 300):
        picked = Player(game, random).pick(before)
        if picked is None or not isinstance(picked[1], game.seat_commands):
            continue
        for seat in game.seats(before):
            frozen = msgspec.json.encode(before)
            command = replace(picked[1], seat=seat)
            outcome(game, before, command, 1)
            tried += 1
            assert msgspec.json.encode(before) == frozen
    assert tried


@pytest.mark.parametrize("name", GAMES)
def test_random_play_meets_every_command_and_every_event(
    games: dict[str, AnyGame], name: str
) -> None:
    game = games[name]
    wanted = {*game.events, *game.seat_commands} - {*for_tests(game).rare_events}
    left = {each.__name__ for each in wanted}
    for seed in range(200):
        random = Random(seed)
        players = random.choice(game.players)
        options = variant_of(game, seed)
        log = begin(game, players, random, **options)
        left -= {type(event).__name__ for event in log}
        state = after(game, game.initial, log)
        for _, command, events in steps(
            game, state, Player(game, random), TRIES_EACH * players
        ):
            left -= {type(each).__name__ for each in (command, *(events or []))}
        if not left:
            return
    for seed in range(20):  # what somebody has to know a secret for, or a finger
        for _, command, events in lucky_steps(game, seed, 300):
            left -= {type(each).__name__ for each in (command, *(events or []))}
        if not left:
            return
    assert not left


@pytest.mark.parametrize("name", GAMES)
def test_every_event_says_what_undoing_it_takes(
    games: dict[str, AnyGame], name: str
) -> None:
    game, random = games[name], Random(3)
    players = max(game.players)
    log = begin(game, players, random)
    state = after(game, game.initial, log)
    for _, _, events in steps(game, state, Player(game, random), TRIES_EACH * players):
        log += events or []
    assert all(isinstance(undo_of(event), Undo) for event in log)
    assert undo_of(log[0]) is Undo.NEVER
