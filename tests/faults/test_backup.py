"""Killed while a backup is written or put back: the old state or the new one, never half."""

import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES, Games
from companion.table.storage.backup import read_backup
from companion.table.storage.event_log import EventLog
from companion.table.storage.load import DOCUMENTS, RESTORED, StateLoader
from tests.depth import times
from tests.faults.report import Record
from tests.table.house import House

ROOT = Path(__file__).parents[2]
LONG_S = 60.0
Live = Callable[[float], int]


@contextmanager
def worker(what: str, folder: Path, file: Path) -> Iterator[Live]:
    module = "tests.faults.backup_worker"
    command = [sys.executable, "-m", module, what, str(folder), str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def live(limit_s: float) -> int:
            print(limit_s, file=stdin, flush=True)
            return int(stdout.readline())

        yield live
        stdin.close()
        assert process.wait(LONG_S) == 0


def played(folder: Path, *names: str, moves: int) -> None:
    """Leave the file of a table in *folder* whose match is running."""
    folder.mkdir()
    with House(GAMES["letter_jam"](), folder / "table.sqlite3") as house:
        house.playing(*names)
        for number in range(moves):
            house.do(names[1], "TellSure", sure=bool(number % 2))


def stands(folder: Path) -> object:
    """Return everything that a start would find."""
    log = EventLog(folder / "table.sqlite3")
    try:
        StateLoader(folder, Games()).of_log(log)
        found = [(each.put_away is None, log.read(each.id)) for each in log.matches()]
        return found, [log.document(name) for name in (*DOCUMENTS, RESTORED)]
    finally:
        log.close()


def killed(
    times: int, live: Live, before: Callable[[], None], after: Callable[[], str]
) -> Counter[str]:
    """Kill *times* children or more at random moments of what one needs that is left alone.

    So many that something was early enough to leave all as it was, and something too late.
    """
    chance, found, took_s = Random(11), Counter[str](), []
    for _ in range(2):
        before()
        begun_s = time.monotonic()
        assert live(LONG_S) == 0
        took_s.append(time.monotonic() - begun_s)
        assert after() == "new"
    while found["killed"] < times or not (found["old"] and found["new"]):
        before()
        found["killed"] += live(chance.uniform(0.0, max(took_s))) == -9
        found[after()] += 1
        assert found.total() < 20 * times
    return found


@pytest.mark.fault("kill -9 while restoring")
@pytest.mark.parametrize("kills", times(2, 20, 100))
def test_killed_while_restoring_all_is_as_before_or_all_is_as_in_the_file(
    tmp_path: Path, figure: Record, kills: int
) -> None:
    old, other, file = tmp_path / "old", tmp_path / "other", tmp_path / "f.companion"
    played(old, "Anna", "Ben", moves=10)
    played(other, "Cleo", "Dora", "Emil", moves=60)
    with worker("backup", other, file) as live:
        assert live(LONG_S) == 0
    was, folder = stands(old), tmp_path / "folder"
    new: list[object] = []

    def before() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(old, folder)

    def after() -> str:
        found = stands(folder)
        new[:] = new or [found]
        assert found in (was, new[0])
        return "old" if found == was else "new"

    with worker("restore", folder, file) as live:
        found = killed(kills, live, before, after)
    assert was != new[0]
    figure(f"{found['killed']} kills: {found['old']} old, {found['new']} new, 0 half")


@pytest.mark.fault("kill -9 while backing up")
@pytest.mark.parametrize("kills", times(2, 20, 100))
def test_killed_while_backing_up_the_old_file_is_there_or_the_new_one(
    tmp_path: Path, figure: Record, kills: int
) -> None:
    folder, gone, file = tmp_path / "new", tmp_path / "old", tmp_path / "f.companion"
    played(gone, "Anna", "Ben", moves=10)
    played(folder, "Cleo", "Dora", "Emil", moves=60)
    with worker("backup", gone, file) as live:
        assert live(LONG_S) == 0
    old, was = file.read_bytes(), stands(folder)

    def before() -> None:
        file.write_bytes(old)

    def after() -> str:
        found = read_backup(file)
        assert found.match is not None
        assert not found.lost
        assert not found.lost_moves
        return "old" if file.read_bytes() == old else "new"

    with worker("backup", folder, file) as live:
        found = killed(kills, live, before, after)
    assert stands(folder) == was
    figure(f"{found['killed']} kills: {found['old']} old, {found['new']} new, 0 half")
