"""Twenty plugs pulled in mid-match, with a root that cannot be written: nothing is lost.

``make test-vm`` fetches the kernel first. The disk keeps what the machine gave it, so this is a
gentle plug; what a card forgets on top of it is tried by ``tests/faults/test_power.py``. Emulated,
a kernel and a Python's imports take longer than all the rest: the machine is saved once it has
both and nothing of the matches, and each start goes on from there, at the same time by its clock.
"""

import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from tests.faults.report import Record
from tests.table.test_kill import check
from tests.vm.machine import TOP, command, small_root
from tests.waiting import LIMIT_S

pytestmark = [pytest.mark.vm, pytest.mark.fault("plug pulled, read-only root")]
MODULES = ("virtio_pci", "virtio_blk", "ext4")
PULLS = 20
PACK = """
set -e
linked=$(find -L "$1" "$2/lib-dynload" "$3" -name '*.so*' -o -path "$1" | xargs ldd |
    grep -o '/[^ :]*\\.so[^ :]*' | sort -u)
mkdir -p root/proc root/dev root/run root/tmp root/usr
tar -ch --exclude="$2/site-packages" --exclude="$2/test" --exclude="$3/playwright" \\
    "$@" $linked | tar -x -C root
truncate -s 1G root.img
mkfs.ext4 -q -F -d root root.img
rm -r root
"""
"""Makes a disk of a Python, its library, its packages, and what is ours, all at their places."""


@pytest.fixture(name="machine")
def _machine(tmp_path: Path) -> list[str]:
    """Return how to go on from where a machine waits that knows the feeder and no match."""
    base, packages = (sysconfig.get_path(each) for each in ("stdlib", "purelib"))
    ours = [str(TOP / each) for each in ("companion", "tests")]
    python = str(Path(sys.executable).resolve())
    pack = ["sh", "-c", PACK, "sh", python, base, packages, *ours]
    subprocess.run(pack, check=True, cwd=tmp_path)
    disk = tmp_path / "matches.img"
    with disk.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    root = f"file={tmp_path}/root.img,if=virtio,format=raw,readonly=on"
    chance = ("-device", "vmgenid,guid=auto")  # what it draws differs from start to start
    start = command(
        small_root(tmp_path, "pulled", MODULES),
        [disk],
        *("-drive", root, *chance),
        memory_mb=512,
    )
    saved = tmp_path / "saved"
    _save(start, saved)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(disk)], check=True)
    return [*start, "-incoming", f"exec:cat {saved}"]


def _save(start: list[str], saved: Path) -> None:
    """Start the machine, and save it when it waits."""
    monitor = saved.with_name("monitor")
    asked = ("-monitor", f"unix:{monitor},server=on,wait=off")
    with subprocess.Popen([*start, *asked], stdout=subprocess.PIPE, text=True) as machine:
        assert machine.stdout is not None
        said = ""
        try:
            while "guest: " not in said and (line := machine.stdout.readline()):
                said += line
            assert "guest: waits" in said, said
            with socket.socket(socket.AF_UNIX) as asking:
                asking.connect(str(monitor))
                asking.sendall(f'migrate "exec:cat >{saved}"\nquit\n'.encode())
                machine.wait(LIMIT_S)
        finally:
            machine.kill()


def pulled(start: list[str], count: int) -> list[str]:
    """Start the machine, let it tell of *count* moves, pull its plug; return all it told."""
    with subprocess.Popen(
        start, stdout=subprocess.PIPE, text=True, errors="replace"
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
    machine: list[str], tmp_path: Path, figure: Record
) -> None:
    game, chance, told = GAMES["letter_jam"](), Random(4), list[str]()
    for _ in range(PULLS):
        told += pulled(machine, chance.randrange(1, 40))
        with matches(tmp_path / "matches.img", tmp_path) as found:
            check(game, found / "table.sqlite3", told)
    assert len(told) > 10 * PULLS
    figure(f"{PULLS} pulls, {len(told)} acknowledged moves and notes, 0 lost")
