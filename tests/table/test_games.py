"""Several games at one table: the host chooses which comes next."""

from dataclasses import replace
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
    games = {name: replace(game, name=name) for name in names}
    table = Table(games, path, {name: {"en": Catalogue("en", {})} for name in names})
    table.start()
    return table


def game_on(table: Table) -> str:
    assert table.publisher.latest.table is not None
    return table.publisher.latest.table.game


def test_the_host_chooses_and_a_restart_knows(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    table = table_of(path, *NAMES)
    table.submit(table.lobby.join, HOST, "Anna", "en").result()
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
    table.submit(table.lobby.join, HOST, "Anna", "en").result()
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
