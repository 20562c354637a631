"""The real program on disks that are full, read-only or broken: it plays on and says so."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.daemon import Daemon
from tests.faults.power import make_disk, mounted, recording
from tests.faults.report import Record
from tests.faults.test_power import why_not
from tests.faults.test_process import HERE, stored
from tests.service.phones import Table
from tests.small_disk import small_disk
from tests.waiting import wait_for

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "-"),
]


class Players:
    """Two phones that play by turns, each answer looked at."""

    def __init__(self, daemon: Daemon) -> None:
        self.table = Table(HERE, daemon.port, 2, lambda: None)
        self.table.begin()
        self.sent: list[str] = []

    def move(self, count: int) -> None:
        for _ in range(count):
            phone = self.table.phones[len(self.sent) % 2]
            name = f"phone-move-{len(self.sent):06}"
            command = {"type": "TellSure", "sure": len(self.sent) % 4 < 2}
            phone.surely(f"{phone.where}/do", {"id": name, "command": command})
            self.sent.append(name)

    def loud(self) -> bool:
        """Tell whether the phones' pages say that nothing is saved."""
        phone = self.table.phones[0]
        _, text = phone.ask("GET", f"{phone.where}/state")
        return "NOT SAVED" in str(json.loads(text)["html"])

    def wait_until_saved(self) -> float:
        begun = time.monotonic()
        wait_for(lambda: not self.loud(), "everything saved")
        return time.monotonic() - begun

    def check(self, folder: Path) -> None:
        kept = [each for each in stored(folder) if each.startswith("phone-")]
        assert kept == self.sent


def fill(filler: Path) -> None:
    """Write until nothing goes in any more."""
    with filler.open("wb", 0) as file, pytest.raises(OSError, match="No space"):
        file.writelines(b"x" * 4096 for _ in range(10_000))


@pytest.mark.fault("disk full")
def test_a_full_disk(tmp_path: Path, figure: Record) -> None:
    disk = tmp_path / "disk"
    with small_disk(disk, "2M"):
        with Daemon(disk / "data") as daemon:
            players = Players(daemon)
            players.move(10)
            assert not players.loud()
            filler = disk / "photos"
            fill(filler)
            players.move(60)
            assert players.loud()
            filler.unlink()
            took_s = players.wait_until_saved()
            players.move(10)
        players.check(disk / "data")
    figure(f"80 moves, 80 kept; saved again {took_s:.1f} s after there was room")


@pytest.mark.fault("disk read-only")
def test_a_disk_that_has_become_read_only(tmp_path: Path, figure: Record) -> None:
    image, disk = make_disk(tmp_path), tmp_path / "disk"
    with mounted(image, disk):
        with Daemon(disk / "data") as daemon:
            players = Players(daemon)
            players.move(10)
            daemon.stop(signal.SIGKILL)
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            daemon.start()
            assert players.loud()
            players.move(20)
            subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
            took_s = players.wait_until_saved()
            players.move(10)
        players.check(disk / "data")
    figure(f"started on it, 40 moves, 40 kept; saved {took_s:.1f} s after it took again")


@pytest.mark.fault("I/O errors")
def test_a_disk_whose_every_write_fails(tmp_path: Path, figure: Record) -> None:
    image, disk = make_disk(tmp_path), tmp_path / "disk"
    with (
        recording(tmp_path) as fuse,
        mounted(fuse / "disk", disk),
        killed_later(disk) as daemon,
    ):
        players = Players(daemon)
        players.move(10)
        with (fuse / "mark").open("wb", 0) as mark:
            mark.write(b"fail")
        sure = len(players.sent)
        players.move(20)
        assert players.loud()
        daemon.stop(signal.SIGKILL)
    with mounted(image, disk):
        kept = [each for each in stored(disk / "data") if each.startswith("phone-")]
    assert kept[:sure] == players.sent[:sure]
    figure(f"20 moves answered on a dead disk; all {sure} from before are on it")


@contextmanager
def killed_later(disk: Path) -> Iterator[Daemon]:
    """A daemon that the test itself ends: nothing can be waited for on a dead disk."""
    daemon = Daemon(disk / "data")
    daemon.start()
    yield daemon
