"""Twenty plugs pulled in mid-match, with a root that cannot be written: nothing is lost.

``make test-vm`` fetches the kernel first. The disk keeps what the machine gave it, so this is a
gentle plug; what a card forgets on top of it is tried by ``tests/faults/test_power.py``.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from tests.faults.report import Record
from tests.table.test_kill import check
from tests.vm.machine import command, small_root

pytestmark = [pytest.mark.vm, pytest.mark.fault("plug pulled, read-only root")]
MODULES = ("virtio_pci", "virtio_blk", "9pnet_virtio", "9p", "ext4")
PULLS = 20
WHOLE_MACHINE = (
    "-virtfs",
    "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap",
)


@pytest.fixture(name="initrd")
def _initrd(tmp_path: Path) -> Path:
    """Return a small root with busybox and the modules for disk and root."""
    return small_root(tmp_path, "pulled", MODULES)


@pytest.fixture(name="disk")
def _disk(tmp_path: Path) -> Path:
    disk = tmp_path / "matches.img"
    with disk.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(disk)], check=True)
    return disk


def pulled(initrd: Path, disk: Path, count: int) -> list[str]:
    """Start the machine, let it tell of *count* moves, pull its plug; return all it told."""
    with subprocess.Popen(
        command(initrd, [disk], *WHOLE_MACHINE, memory_mb=512),
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as machine:
        assert machine.stdout is not None
        said: list[str] = []
        try:
            for line in machine.stdout:
                said.append(line)
                told = [each for each in said if each.startswith(("command ", "note "))]
                if len(told) >= count or line.startswith("guest: the"):
                    break
        finally:
            machine.kill()
        said += machine.stdout.readlines()
    assert "guest: up" in "".join(said), "".join(said)
    assert "guest: the" not in "".join(said), "".join(said)
    whole = [each.rstrip("\r\n") for each in said if each.endswith("\n")]
    return [each for each in whole if each.startswith(("command ", "note "))]


@contextmanager
def matches(disk: Path, folder: Path) -> Iterator[Path]:
    """Yield what lies on the disk, its journal brought up as the next start does."""
    place = folder / "place"
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(disk), str(place)], check=True)
    try:
        out = folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(place, out, ignore=shutil.ignore_patterns("lost+found"))
    finally:
        subprocess.run(["umount", str(place)], check=True)
    yield out


def test_twenty_plugs_pulled_in_mid_match_lose_nothing(
    initrd: Path, disk: Path, tmp_path: Path, figure: Record
) -> None:
    game, chance, told = GAMES["letter_jam"](), Random(4), list[str]()
    for _ in range(PULLS):
        told += pulled(initrd, disk, chance.randrange(1, 40))
        with matches(disk, tmp_path) as found:
            check(game, found / "table.sqlite3", told)
    assert len(told) > 10 * PULLS
    figure(f"{PULLS} pulls, {len(told)} acknowledged moves and notes, 0 lost")
