"""Matches that bots play among themselves, on all cores, with word of how many are done."""

import os
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import reduce
from multiprocessing import active_children, get_context
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.errors import CompanionError, DataError, Rejected
from companion.games import GAMES
from companion.process.terminal import counted

MOST_MOVES = 20_000
LEAST_SHARED = 8
"""So many matches are worth the start of further processes."""
PARTS = 8
"""Parts for each core: small enough that none waits long for the last one."""


@dataclass(frozen=True, slots=True)
class Series:
    """Which matches are played; match *n* of a seed is always the same."""

    game: str
    names: tuple[str, ...]
    options: Mapping[str, Any]
    strengths: tuple[str, ...]
    """By seat."""
    seed: int


class Ended(NamedTuple):
    """Which match it was, what came of it, and how long it took."""

    number: int
    outcome: NamedTuple
    seconds: float


def play_matches(series: Series, games: int, jobs: int | None) -> list[Ended]:
    """Return what came of each of *games* matches; *jobs* at a time, None: one a core."""
    cores = os.cpu_count() or 1
    count, what = min(jobs or cores, cores), "match" if games == 1 else "matches"
    if count == 1 or games < LEAST_SHARED:
        return list(counted(_part(series, range(games)), games, what))
    parts = [range(start, games, count * PARTS) for start in range(count * PARTS)]
    # Spawned, not forked: nothing of this process may be half copied.
    with ProcessPoolExecutor(count, get_context("spawn")) as pool:
        # Ctrl+C reaches all in a terminal: they inherit that it is none of their business.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        waiting = [pool.submit(_whole_part, series, part) for part in parts if part]
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            done = (ended for each in as_completed(waiting) for ended in each.result())
            return sorted(counted(done, games, what))
        except KeyboardInterrupt:
            for each in active_children():
                each.terminate()
            raise


def _whole_part(series: Series, numbers: range) -> list[Ended]:
    return list(_part(series, numbers))


def _part(series: Series, numbers: range) -> Iterator[Ended]:
    game = GAMES[series.game]()
    simulation = game.simulation
    assert simulation is not None  # noqa: S101 - the command has looked
    warm = Random(series.seed)  # noqa: S311 - must be repeatable, guards no secret
    play(game, series, warm)  # loads the word lists, which is not playing
    for number in numbers:
        random = Random(f"{series.seed} {number}")  # noqa: S311 - as above
        start = perf_counter()
        state = play(game, series, random)
        yield Ended(number, simulation.outcome(state), perf_counter() - start)


def play(game: AnyGame, series: Series, random: Random) -> Any:  # noqa: ANN401 - its state
    """Return the end of one match, played by the rules and through views and offers.

    Nobody waits: a time is up as soon as every bot does.
    """
    state, seed, idle = begun(game, series, random), random.getrandbits(32), 0
    for move in range(MOST_MOVES):
        if game.finished(state):
            return state
        seats = game.seats(state)
        turn = move % len(seats)
        view = game.seat_view(state, seats[turn])
        command = game.bots.act(view, game.offers(view), series.strengths[turn], seed)
        idle = idle + 1 if command is None else 0
        if idle > len(seats):
            command, idle = _time_up(game, state), 0
            if command is None:
                break
        if command is not None:
            state = _after(game, state, command, random)
    raise CompanionError("The bots do not come to an end: please tell the makers.")


def begun(game: AnyGame, series: Series, random: Random) -> object:
    """Return a match that has just begun."""
    start = Codec(game.setup_commands).load(game.start(series.names, series.options, ()))
    try:
        return _after(game, game.initial, start, random)
    except Rejected as refused:
        raise DataError(str(refused.message.params.get("why", refused))) from refused


def _time_up(game: AnyGame, state: object) -> object | None:
    """Return what follows from waiting, where the state waits for a time."""
    waits = game.deadline(state) is not None
    return game.time_up(state, frozenset()) if waits else None


def _after(game: AnyGame, state: object, command: object, random: Random) -> object:
    return reduce(game.evolve, game.decide(state, command, random), state)
