"""Several games at one table: the host chooses which comes next."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from companion.errors import Rejected
from companion.games import GAMES
from companion.messages import Catalogue
from companion.table.table import Table
from companion.table.values.ids import DeviceId

HOST, OTHER = DeviceId("host"), DeviceId("other")
NAMES = ("first", "second")


def table_of(path: Path, *names: str) -> Table:
    game = GAMES["letter_jam"]()
    games = {
        name: GAMES[name]() if name in GAMES else replace(game, name=name) for name in names
    }
    table = Table(games, path, {name: {"en": Catalogue("en", {})} for name in names})
    table.start()
    return table


def game_on(table: Table) -> str:
    return table.publisher.latest.table.game


def test_the_host_chooses_and_a_restart_knows(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    table = table_of(path, *NAMES)
    table.submit(table.lobby.join, HOST, "Anna").result()
    assert game_on(table) == "first"
    table.submit(table.lobby.choose_game, HOST, "second").result()
    table.submit(table.lobby.add_person, HOST, "Ben").result()
    table.submit(table.matches.start, HOST, {}, "command-1").result()
    assert game_on(table) == "second"
    table.stop()
    again = table_of(path, *NAMES)
    assert game_on(again) == "second"
    again.stop()
    without = table_of(path, "first")
    without.stop()
    assert [*path.parent.glob("table.newer-*.sqlite3")]
    assert without.publisher.latest.incidents[1].kind == "file-newer"


def test_only_the_host_chooses_and_not_during_a_match(tmp_path: Path) -> None:
    table = table_of(tmp_path / "table.sqlite3", *NAMES)
    table.submit(table.lobby.join, HOST, "Anna").result()
    with pytest.raises(Rejected, match="host-only"):
        table.submit(table.lobby.choose_game, OTHER, "second").result()
    with pytest.raises(Rejected, match="no-such-game"):
        table.submit(table.lobby.choose_game, HOST, "chess").result()
    table.submit(table.lobby.add_person, HOST, "Ben").result()
    table.submit(table.matches.start, HOST, {}, "command-1").result()
    with pytest.raises(Rejected, match="not-now"):
        table.submit(table.lobby.choose_game, HOST, "second").result()
    assert game_on(table) == "first"
    table.stop()


def test_a_tap_on_a_page_that_still_shows_the_game_before_counts(tmp_path: Path) -> None:
    """A strength of another game is no slip: the bot plays as this game's usually do."""
    table = table_of(tmp_path / "table.sqlite3", "letter_jam", "djam")
    table.submit(table.lobby.join, HOST, "Anna").result()
    table.submit(table.lobby.choose_game, HOST, "djam").result()
    table.submit(table.lobby.add_bot, HOST, "strong").result()
    with pytest.raises(Rejected, match="no-such-bot"):
        table.submit(table.lobby.add_bot, HOST, "divine").result()
    shown = table.publisher.latest.table
    assert [each.bot for each in shown.people] == ["", "simple"]
    table.stop()


def test_bots_that_stay_play_the_game_that_comes_next_as_it_has_them(
    tmp_path: Path,
) -> None:
    """A strength that this game has too stays; of any other none of its bots knows a move."""
    table = table_of(tmp_path / "table.sqlite3", *GAMES)
    table.submit(table.lobby.join, HOST, "Anna").result()
    for before, after in permutations(GAMES, 2):
        table.submit(table.lobby.choose_game, HOST, before).result()
        strengths = GAMES[before]().bots.strengths
        added = [
            table.submit(table.lobby.add_bot, HOST, each).result() for each in strengths
        ]
        table.submit(table.lobby.choose_game, HOST, after).result()
        shown, bots = table.publisher.latest.table, GAMES[after]().bots
        assert [each.bot for each in shown.people[1:]] == [
            each if each in bots.strengths else bots.usual_strength for each in strengths
        ]
        table.submit(table.lobby.choose_game, HOST, before).result()
        shown = table.publisher.latest.table
        assert [each.bot for each in shown.people[1:]] == list(strengths)
        for bot in added:
            table.submit(table.lobby.remove_person, HOST, bot).result()
    table.stop()
