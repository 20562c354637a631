"""The plug is pulled, over and over: what was acknowledged is there, and nothing twice."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.engine.game import AnyGame
from companion.table.storage.database import SCHEMA
from tests.table.house import House

ROOT = Path(__file__).parents[2]
OPENS_AND_DIES = """
import os, signal, sqlite3, sys
from functools import partial
from itertools import count
from pathlib import Path
from companion.table.storage.database import open_database

class Dying(sqlite3.Connection):
    done = count(1)
    def execute(self, *statement):
        if next(self.done) == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().execute(*statement)

sqlite3.connect = partial(sqlite3.connect, factory=Dying)
for last in count(1):
    if not os.fork():
        open_database(Path(sys.argv[1]) / f"{last}.sqlite3")
        os._exit(0)
    if not os.wait()[1]:
        break
"""
"""A process dies at the first statement on its file, the next at the second; the last lives."""


def feed_and_kill(path: Path, count: int) -> list[str]:
    """Let a feeder tell of *count* moves and notes, kill it in the next, return all it told."""
    command = [sys.executable, "-m", "tests.table.feeder", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as feeder:
        assert feeder.stdout is not None
        assert feeder.stdout.readline() == "ready\n"
        lines = [feeder.stdout.readline() for _ in range(count)]
        feeder.kill()
        lines += feeder.stdout.readlines()
    assert feeder.returncode == -9
    return [line.rstrip("\n") for line in lines if line.endswith("\n")]


def check(game: AnyGame, path: Path, told: list[str]) -> None:
    """Check the file against everything that was ever acknowledged, in order."""
    with House(game, path) as house:
        stored = [command for command, _, _ in house.log()[2:]]
        acknowledged = [line.split()[1] for line in told if line.startswith("command ")]
        assert len(stored) == len(set(stored))
        assert [each for each in stored if each in set(acknowledged)] == acknowledged
        notes = dict(line.split()[1:] for line in told if line.startswith("note "))
        for name, number in notes.items():
            # A later note may have been stored and not have been told any more.
            assert int(house.page(name).sheet["row:1"]) >= int(number)
        if acknowledged:
            retry(house, acknowledged[-1])


def retry(house: House, command_id: str) -> None:
    """Send an acknowledged command once more: it must not be a second move."""
    log = house.log()
    name = command_id.split("-", maxsplit=1)[0]
    house.do(name, "TellSure", command_id, sure=True)
    assert house.log() == log


def kill_many_times(game: AnyGame, path: Path, times: int, seed: int) -> int:
    random, told = Random(seed), list[str]()
    for _ in range(times):
        told += feed_and_kill(path, random.randrange(40))
        check(game, path, told)
    return len(told)


def test_killed_three_times_the_table_has_all_it_acknowledged_and_nothing_twice(
    game: AnyGame, path: Path
) -> None:
    assert kill_many_times(game, path, times=3, seed=1) > 5


@pytest.mark.parametrize(
    "times",
    [pytest.param(20, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.long)],
)
def test_killed_many_times_the_table_has_all_it_acknowledged_and_nothing_twice(
    game: AnyGame, path: Path, times: int
) -> None:
    assert kill_many_times(game, path, times=times, seed=2) > 2 * times


def test_killed_at_any_statement_of_a_new_file_the_table_opens_it_the_next_time(
    game: AnyGame, path: Path
) -> None:
    command = [sys.executable, "-c", OPENS_AND_DIES, str(path.parent)]
    subprocess.run(command, check=True, cwd=ROOT)
    files = [*path.parent.glob("*.sqlite3")]
    assert len(files) > SCHEMA.count("CREATE")
    for file in files:
        check(game, file, [])
        assert [*path.parent.glob(f"{file.stem}.*.sqlite3")] == [], "it was set aside"
