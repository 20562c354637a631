"""A match as a value: what it keeps so that nothing is worked out twice."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.table.match import Match
from tests.play import AnyGame, Player, begin, steps


def played(game: AnyGame) -> Match:
    """Return a match of some steps."""
    random = Random(1)
    begun = begin(game, min(game.players), random, **game.variants[0])
    match = Match.begin(game, "match").with_entries(begun, "begin-it", None)
    for _, _, events in steps(game, match.state, Player(game, random), 60):
        match = match.with_entries(events or [], "a-command", None)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_loading_asks_for_the_tables_view_once_an_entry(name: str) -> None:
    match, asked = played(GAMES[name]()), []

    def table_view(state: Any) -> Any:
        asked.append(state)
        return match.game.table_view(state)

    counting = replace(match.game, table_view=table_view)
    loaded = Match.load(counting, "match", match.rows(0))
    assert loaded.table == match.game.table_view(match.state)
    assert (loaded.told, loaded.told_count) == (match.told, match.told_count)
    assert len(asked) == len(match.log) + 1
