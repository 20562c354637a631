"""A file that cannot be used: kept aside, a new one begun, and everybody is told."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.game import AnyGame
from companion.errors import CompanionError, Rejected
from companion.ports import CENTRE
from companion.table.storage.copies import ENTRIES_BETWEEN_COPIES
from companion.table.storage.database import UnusableFile
from companion.table.storage.event_log import EventLog
from companion.table.storage.safe_copy import BEFORE, NEWEST
from companion.table.storage.set_aside import clear_pipes, set_aside
from tests.small_disk import free_bytes, small_disk
from tests.table.conftest import Open
from tests.table.house import House, device
from tests.table.test_card import change_file
from tests.waiting import LIMIT_S

LAYOUT_1 = Path(__file__).parent / "layouts" / "layout-1.sqlite3"


def aside(path: Path, why: str) -> Path:
    (found,) = path.parent.glob(f"table.{why}-*.sqlite3")
    return found


@pytest.mark.parametrize("end", ["", "-wal", "-journal", "-shm"])
@pytest.mark.parametrize("device", [None, "/dev/zero"])
def test_what_can_be_read_for_ever_is_called_otherwise_before_anybody_reads_it(
    tmp_path: Path, end: str, device: str | None
) -> None:
    path = tmp_path / "table.sqlite3"
    path.write_bytes(b"as it was")
    odd = tmp_path / f"table.sqlite3{end}"
    odd.unlink(missing_ok=True)
    if device is None:
        os.mkfifo(odd)
    else:
        odd.symlink_to(device)
    clear_pipes(path)
    assert not odd.exists()
    (moved,) = tmp_path.glob("table.no-file-*")
    assert not moved.is_file()
    assert not end or path.read_bytes() == b"as it was"


def test_a_file_that_lies_elsewhere_stays(tmp_path: Path) -> None:
    (tmp_path / "disk").write_bytes(b"as it was")
    (tmp_path / "table.sqlite3").symlink_to(tmp_path / "disk")
    (tmp_path / "table.copy.json").symlink_to(tmp_path / "not yet")
    clear_pipes(tmp_path / "table.sqlite3")
    names = {each.name for each in tmp_path.iterdir()}
    assert names == {"disk", "table.sqlite3", "table.copy.json"}


# -- what cannot be used -----------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET body = replace(body, 'true', 'false') WHERE position = 2",
        "UPDATE entry SET actor = 2 WHERE position = 2",
        "UPDATE entry SET command = 'another-id' WHERE position = 2",
        "UPDATE entry SET tag = 'another-tag' WHERE position = 2",
        "DELETE FROM entry WHERE position = 1",
        "DELETE FROM entry WHERE position = 0",
        "UPDATE match SET put_away_at = 'yesterday'",
        "UPDATE match SET game = 'other_game'",
        "UPDATE sheet SET text = 'B'",
        "UPDATE document SET body = replace(body, 'Ben', 'Bob') WHERE name = 'seating'",
        "DROP TABLE sheet",
    ],
)
def test_a_damaged_file_is_set_aside_and_the_copy_is_offered(
    match: House, open_house: Open, path: Path, damage: str
) -> None:
    match.do("Ben", "TellSure", sure=True)
    match.note("Ben", "row:1", "A")
    match.do("Ben", "TellSure", sure=False)
    match.table.stop()
    change_file(path, damage)
    before = path.read_bytes()
    house = open_house()
    kept = aside(path, "damaged")
    assert kept.read_bytes() == before
    assert house.incidents()[:2] == [("started", ""), ("file-damaged", kept.name)]
    assert house.log() == []
    assert house.saved
    assert house.shown.rescue is not None


def test_a_file_that_is_no_database_is_set_aside_as_it_was(
    open_house: Open, path: Path
) -> None:
    path.write_text("a shopping list, quite long\n" * 100)
    before = path.read_bytes()
    house = open_house()
    assert aside(path, "damaged").read_bytes() == before
    assert house.saved
    assert house.shown.rescue is None


@pytest.mark.parametrize("version", [0, 1, 2])
def test_another_programs_database_is_set_aside_as_it_was(
    open_house: Open, path: Path, version: int
) -> None:
    change_file(path, "CREATE TABLE song (title)", f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    house = open_house()
    kept = aside(path, "foreign")
    assert kept.read_bytes() == before
    assert house.incidents()[1] == ("file-foreign", kept.name)


def test_a_newer_database_is_set_aside_for_the_program_that_wrote_it(
    match: House, open_house: Open, path: Path
) -> None:
    match.table.stop()
    change_file(path, "PRAGMA user_version = 3")
    house = open_house()
    assert house.incidents()[1] == ("file-newer", aside(path, "newer").name)
    with pytest.raises(UnusableFile, match="has layout 3, this program knows 2: use the"):
        EventLog(aside(path, "newer"))


def test_a_large_damaged_database_is_set_aside_as_it_was(
    match: House, open_house: Open, path: Path
) -> None:
    match.table.stop()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xaa" * (len(content) - 4096)
    path.write_bytes(content)
    open_house()
    assert aside(path, "damaged").read_bytes() == content


def test_a_damaged_file_is_set_aside_where_it_does_not_fit_twice(
    game: AnyGame, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", "2M") as disk:
        path = disk / "table.sqlite3"
        path.write_bytes(before := b"no database" * 120_000)
        with House(game, path) as house:
            kept = aside(path, "damaged")
            assert kept.read_bytes() == before
            assert kept.stat().st_mode & 0o777 == 0o600
            assert house.incidents()[:2] == [("started", ""), ("file-damaged", kept.name)]
            assert house.saved


def test_a_disk_without_second_names_gets_a_copy_and_no_half_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As FAT."""

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refused)
    with small_disk(tmp_path / "disk", "1M") as disk:
        path = disk / "table.sqlite3"
        path.write_bytes(before := b"no database" * 60_000)
        path.with_name(f"{path.name}-wal").write_text("its log")
        room = free_bytes(disk)
        with pytest.raises(OSError, match="No space"):
            set_aside(path, "damaged")
        assert len([*disk.iterdir()]) == 2
        assert free_bytes(disk) == room
        path.write_bytes(before := before[:1000])
        assert set_aside(path, "damaged").read_bytes() == before
        assert not path.exists()


def test_what_is_set_aside_twice_has_two_names(path: Path) -> None:
    for text in ("a list", "another list"):
        path.write_text(text)
        path.with_name(f"{path.name}-wal").write_text(f"the log of {text}")
        kept = set_aside(path, "damaged")
        assert kept.read_text() == text
        assert kept.with_name(f"{kept.name}-wal").read_text() == f"the log of {text}"
    assert not path.exists()
    assert len([*path.parent.iterdir()]) == 4


# -- the copy ----------------------------------------------------------------------------


def test_the_host_takes_the_copy_up_and_everybody_has_their_page_again(
    match: House, open_house: Open, path: Path
) -> None:
    match.note("Ben", "row:1", "A")
    for number in range(ENTRIES_BETWEEN_COPIES):
        match.do("Ben", "TellSure", sure=bool(number % 2))
    content, log = match.content(), match.log()
    match.table.stop()
    path.write_text("no database")
    house = open_house()
    assert house.names == []
    house.join("Somebody", device("Ben"))
    with pytest.raises(Rejected, match="host-only"):
        house.work(house.table.matches.take_up_copy, device("Anna"))
    house.table.lose_displays(frozenset({CENTRE})).result(LIMIT_S)
    house.work(house.table.matches.take_up_copy, device("Ben"))
    assert house.table._committer.state.lost == {CENTRE}
    assert house.content().keys() == content.keys()
    assert house.log() == log[: len(house.log())]
    assert len(log) - len(house.log()) < ENTRIES_BETWEEN_COPIES
    assert house.page("Ben").sheet == {"row:1": "A"}
    assert house.shown.rescue is None
    assert house.incidents()[0] == ("taken-up", "")
    with pytest.raises(Rejected, match="match-running"):
        house.work(house.table.matches.take_up_copy, device("Anna"))
    house.do("Ben", "TellSure", sure=True)
    log = house.log()
    assert open_house().log() == log


def test_a_log_that_lost_its_end_gets_it_back_from_the_copy(
    match: House, open_house: Open, path: Path
) -> None:
    match.do("Ben", "TellSure", sure=True)
    match.table.stop()
    older = path.read_bytes()
    house = open_house()
    for number in range(2 * ENTRIES_BETWEEN_COPIES):
        house.do("Ben", "TellSure", sure=bool(number % 2))
    played = house.log()
    house.table.stop()
    path.write_bytes(older)
    house = open_house()
    log = house.log()
    assert int(dict(house.incidents())["from-copy"]) >= ENTRIES_BETWEEN_COPIES
    assert len(played) - ENTRIES_BETWEEN_COPIES <= len(log) < len(played)
    assert log == played[: len(log)]
    assert open_house().log() == log


def test_a_damaged_copy_is_no_copy_and_the_one_before_is_taken(
    match: House, open_house: Open, path: Path
) -> None:
    for number in range(2 * ENTRIES_BETWEEN_COPIES):
        match.do("Ben", "TellSure", sure=bool(number % 2))
    match.table.stop()
    copy = path.with_name(NEWEST)
    copy.write_bytes(copy.read_bytes().replace(b"Ben", b"Bob"))
    path.write_text("no database")
    house = open_house()
    house.join("Ben")
    house.work(house.table.matches.take_up_copy, device("Ben"))
    assert house.names == ["Anna", "Ben", "Cleo"]
    assert path.with_name(BEFORE).exists()


def test_a_match_that_was_put_away_is_not_offered(
    match: House, open_house: Open, path: Path
) -> None:
    match.end()
    match.table.stop()
    path.write_text("no database")
    house = open_house()
    assert house.shown.rescue is None
    house.join("Anna")
    with pytest.raises(Rejected, match="no-copy"):
        house.work(house.table.matches.take_up_copy, device("Anna"))


def test_a_match_of_a_game_that_is_gone_stays_in_its_file(
    match: House, path: Path, game: AnyGame
) -> None:
    match.table.stop()
    with closing(EventLog(path)) as log:
        log._db.execute("UPDATE match SET game = 'other_game'")
        log._seal_match(log._db.execute("SELECT id FROM match").fetchone()[0])
    with House(game, path) as house:
        assert house.incidents()[1][0] == "file-newer"


# -- incidents and witnesses -------------------------------------------------------------


def test_a_cut_is_told_and_an_orderly_stop_is_not(open_house: Open, path: Path) -> None:
    open_house()
    assert open_house().incidents() == [("started", ""), ("started", "")]
    house = open_house()
    running = {each: each.read_bytes() for each in path.parent.iterdir()}
    house.table.stop()
    for each, text in running.items():
        each.write_bytes(text)
    assert open_house().incidents()[0] == ("cut-off", "")


def test_incidents_are_many_and_not_endless(
    house: House, open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("event_log", "retry"):
        monkeypatch.setattr(f"companion.table.storage.{module}.MOST_INCIDENTS", 5)
    for number in range(12):
        house.table.note_incident("display-lost", f"stand-{number}").result(LIMIT_S)
    told = house.incidents()
    assert len(told) == 5
    assert told[0] == ("display-lost", "stand-11")
    assert open_house().incidents()[1:] == told[:-1]


def test_a_phone_that_knows_more_than_the_log_is_heard(
    match: House, open_house: Open, path: Path
) -> None:
    match.do("Ben", "TellSure", sure=True)
    early = match.page("Anna").witness
    match.table.stop()
    older = path.read_bytes()
    house = open_house()
    assert house.page("Anna").witness == ""
    house.do("Ben", "TellSure", sure=False)
    house.do("Ben", "ChooseCluegiver", giver=1)
    late = house.page("Anna").witness
    assert late not in {"", early}
    house.table.stop()
    path.write_bytes(older)
    for name in (NEWEST, BEFORE):
        path.with_name(name).unlink(missing_ok=True)
    house = open_house()
    for name, tag in (("Cleo", early), ("Anna", late), ("Anna", late)):
        page, handle = house.page(name).device, house.handle(name)
        house.work(house.table.lobby.bear_witness, page, handle, tag)
    assert house.incidents().count(("witness", "Anna")) == 1
    assert ("witness", "Cleo") not in house.incidents()


def test_a_row_of_the_last_match_is_known(match: House, open_house: Open) -> None:
    match.do("Ben", "TellSure", sure=True)
    tag = match.page("Anna").witness
    match.end()
    house = open_house()
    handle = house.handle("Anna")
    house.work(house.table.lobby.bear_witness, device("Anna"), handle, tag)
    assert dict(house.incidents()).get("witness") is None


def test_what_a_seat_cannot_see_changes_no_tag_of_its_page(match: House) -> None:
    match.do("Ben", "TellSure", sure=True)
    tag = match.page("Anna").witness
    match.note("Ben", "row:1", "A")
    match.join("Dora")
    assert match.page("Anna").witness == tag


# -- layouts -----------------------------------------------------------------------------


def test_a_match_in_the_layout_before_goes_on(open_house: Open, path: Path) -> None:
    path.write_bytes(LAYOUT_1.read_bytes())
    house = open_house()
    assert house.saved
    assert house.names == ["Anna", "Ben", "Cleo"]
    assert house.types()[:2] == ["MatchStarted", "CardsDealt"]
    assert house.page("Cleo").sheet == {"row:1": "A or E"}
    house.do("Cleo", "Stay")
    log = house.log()
    assert open_house().log() == log


def test_a_cut_during_the_change_of_layout_leaves_the_old_or_the_new_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, steps = sqlite3.connect, [0]

    def cut_off(*_: object) -> int:
        steps[0] -= 1
        return sqlite3.SQLITE_DENY if steps[0] == 0 else sqlite3.SQLITE_OK

    def connected(*args: Any, **more: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(*args, **more)
        database.set_authorizer(cut_off)
        return database

    monkeypatch.setattr(sqlite3, "connect", connected)
    versions = set()
    for cut in Random(1).sample(range(1, 120), 25):
        path.write_bytes(LAYOUT_1.read_bytes())
        steps[0] = cut
        with suppress(CompanionError):
            EventLog(path).close()
        steps[0] = 0
        with closing(connect(path)) as database:
            versions.add(database.execute("PRAGMA user_version").fetchone()[0])
        with closing(EventLog(path)) as log:
            (info,) = log.matches()
            assert len(log.read(info.id)) == 6
    assert versions == {1, 2}
