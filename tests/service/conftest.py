"""A stick, as a block device of this machine."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.machine import why_not


@pytest.fixture(name="stick")
def _stick(tmp_path: Path) -> Iterator[Path]:
    """A block device with an ext4 on it."""
    if reason := why_not() or ("" if shutil.which("mkfs.ext4") else "no mkfs.ext4 here"):
        pytest.skip(reason)
    image = tmp_path / "stick.image"
    with image.open("wb") as file:
        file.truncate(8 * 1024 * 1024)
    subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)
    done = subprocess.run(
        ["losetup", "--find", "--show", image], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("no loop device can be had here")
    device = done.stdout.strip()
    yield Path(device)
    subprocess.run(["losetup", "--detach", device], check=True)
