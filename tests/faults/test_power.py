"""The plug is pulled between any two writes of the disk: no acknowledged event is lost."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.depth import by_default
from tests.faults.report import Record

ROOT = Path(__file__).parents[2]
NEEDED = ("mke2fs", "mount", "unshare", "losetup")


def why_not() -> str:
    """Return what this machine lacks for disks of its own."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} not installed"
    if os.geteuid() != 0 or not os.access("/dev/loop-control", os.W_OK):
        return "mounting disks needs root and loop devices"
    return "" if Path("/dev/fuse").exists() else "no /dev/fuse"


pytestmark = [
    pytest.mark.fault("power cut, every block state"),
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "-"),
]


def explore(folder: Path, states: int, way: str = "") -> dict[str, Any]:
    # In a mount namespace of its own: whatever happens, nothing stays mounted.
    command = ["unshare", "--mount", sys.executable, "-m", "tests.faults.power"]
    command += [str(folder), str(states), *filter(None, [way])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def judge(found: dict[str, Any], figure: Record) -> None:
    honest, lying = found["honest"], found["lying"]
    figure(
        f"{sum(honest.values()):,} states of an honest card: {honest};"
        f" {found['bytes an event']:,} bytes to the card an event"
    )
    figure(f"{sum(lying.values()):,} states of a card that lies about flushing: {lying}")
    assert set(honest) == {"whole"}
    assert "wrong" not in lying


def test_no_state_of_an_honest_card_lacks_an_acknowledged_event(
    tmp_path: Path, figure: Record
) -> None:
    judge(explore(tmp_path, 12), figure)


@pytest.mark.slow
def test_four_hundred_states_of_an_honest_card(tmp_path: Path, figure: Record) -> None:
    judge(explore(tmp_path, 400), figure)


@pytest.mark.long
def test_three_thousand_states_of_an_honest_card(tmp_path: Path, figure: Record) -> None:
    judge(explore(tmp_path, 3000), figure)


@pytest.mark.parametrize("way", by_default("OFF", of=("NORMAL", "OFF")))
def test_without_flushing_the_explorer_finds_losses(
    tmp_path: Path, figure: Record, way: str
) -> None:
    honest = explore(tmp_path, 8, way)["honest"]
    figure(f"negative control, synchronous = {way}: {honest}")
    assert set(honest) & {"lost", "damaged"}
