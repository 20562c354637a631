"""Matches of every released version are taken up, wherever they were left, and played on."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.ports import Seat
from companion.table.match import Match, entry_codec
from companion.table.script import read_lines
from tests.golden.make import end
from tests.play import AnyGame, Player, after, steps

FILES = sorted(Path(__file__).parent.glob("*/*.jsonl"))
MOST = 20_000


Entries = list[tuple[str, Seat | None, Any]]


def stored(path: Path) -> tuple[AnyGame, Entries, object]:
    """Return the game of a file, its entries as this version reads them, and its result."""
    (_, about), *lines = read_lines(path.read_text("utf-8"))
    game = GAMES[about["game"]]()
    codec = entry_codec(game)
    entries = [
        (line["command"], line["actor"], codec.load(line["entry"])) for _, line in lines
    ]
    return game, entries, about["result"]


def moments(game: AnyGame, entries: Entries) -> Iterator[Any]:
    """Yield the state in the middle of each phase: after the first command that is in it."""
    state, seen = game.initial, set()
    for at, (command, _, event) in enumerate(entries):
        state = game.evolve(state, event)
        last = at + 1 == len(entries) or entries[at + 1][0] != command
        if last and state.phase not in seen:
            seen.add(state.phase)
            yield state


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_stored_match_replays_to_its_end(path: Path) -> None:
    game, entries, result = stored(path)
    match = Match.begin(game, "golden")
    for command, actor, entry in entries:
        match = match.with_entries([entry], command, actor)
    assert game.finished(match.state)
    assert end(game, match.state) == result
    assert match.told_count > 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_match_that_was_left_in_any_phase_is_played_on(path: Path) -> None:
    game, entries, _ = stored(path)
    found = list(moments(game, entries))
    assert found
    for seed, left in enumerate(found):
        state, player = left, Player(game, Random(seed))
        for before, _, events in steps(game, left, player, MOST):
            state = after(game, before, events or [])
        assert game.finished(state), left.phase
