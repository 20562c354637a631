"""Bare roots of Debian 12 and 13, a machine booted from a copy, and a checkout in it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.machine import CERTIFICATES, ROOT, Machine, why_not

SUITES = ("bookworm", "trixie")
BARE = ROOT / ".roots"
INCLUDED = "systemd,systemd-sysv,udev,dbus,iproute2,git,sudo"


@contextmanager
def bare_machine(suite: str, folder: Path, home: str) -> Iterator[Machine]:
    """Boot a copy of a bare root in *folder*, with a checkout of this tree in *home*."""
    if reason := why_not():
        pytest.skip(reason)
    root = folder / "root"
    subprocess.run(["cp", "-a", str(bare(suite)), str(root)], check=True)
    online(root)
    checkout(root / home / "table")
    machine = Machine(root, (), folder / "console")
    try:
        machine.wait()
        yield machine
    finally:
        machine.close()


def bare(suite: str) -> Path:
    """Return a bare root of *suite*, made once."""
    root = BARE / f"{suite}-git-sudo"
    if not root.exists():
        if not shutil.which("mmdebstrap"):
            pytest.skip("mmdebstrap is not here: apt install mmdebstrap")
        BARE.mkdir(exist_ok=True)
        subprocess.run(
            [
                *("mmdebstrap", "--variant=minbase", f"--include={INCLUDED}", suite),
                *(str(root), "http://deb.debian.org/debian"),
            ],
            check=True,
        )
    return root


def online(root: Path) -> None:
    """Let it find the mirrors as this machine does."""
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if certificates := os.environ.get("PIP_CERT"):
        shutil.copy(certificates, root / CERTIFICATES[1:])


def checkout(folder: Path) -> None:
    """Put a copy of this tree there, as `git clone` would."""
    folder.mkdir(parents=True)
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    with subprocess.Popen(
        ["tar", "--null", "-T", "-", "-c"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as pack:
        assert pack.stdin is not None
        pack.stdin.write(names)
        pack.stdin.close()
        subprocess.run(["tar", "-x", "-C", str(folder)], stdin=pack.stdout, check=True)
