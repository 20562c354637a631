"""Bare roots of Debian 12 and 13, a machine booted from a copy, and a checkout in it."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.machine import CERTIFICATES, PATH, ROOT, Machine, why_not
from tests.service.systemd import get

SUITES = ("bookworm", "trixie")
BARE = ROOT / ".roots"
SCRIPT = ("sh", "/root/table/systemd/install.sh")
STEPS = ("mv", "rm", "systemctl")
STEP = """#!/bin/sh
/usr/bin/${0##*/} "$@"
result=$?
case "${0##*/} $*" in $CUT) kill -9 0 ;; esac
exit $result
"""
PYTHON = """#!/bin/sh
# The installer stands on the network of the tests, where the internet is; the table does not.
case "$*" in *healthz*) exec nsenter --target 1 --net /usr/bin/python3 "$@" ;; esac
exec /usr/bin/python3 "$@"
"""
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


def bare(suite: str, *more: str) -> Path:
    """Return a bare root of *suite*, made once, with *more* packages than every one has."""
    root = BARE / "-".join((suite, "git-sudo", *more))
    if not root.exists():
        if not shutil.which("mmdebstrap"):
            pytest.skip("mmdebstrap is not here: apt install mmdebstrap")
        BARE.mkdir(exist_ok=True)
        included = ",".join((INCLUDED, *more))
        subprocess.run(
            [
                *("mmdebstrap", "--variant=minbase", f"--include={included}", suite),
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
        # Whoever reads is there first: both pipes are too small for all of it.
        unpack = subprocess.Popen(["tar", "-x", "-C", str(folder)], stdin=pack.stdout)
        pack.stdin.write(names)
        pack.stdin.close()
    assert (pack.returncode, unpack.wait()) == (0, 0)


def run_installer(
    machine: Machine, *arguments: str, script: Sequence[str] = SCRIPT, cut: str = "-"
) -> subprocess.CompletedProcess[str]:
    """Run the script in a session of its own; it is killed after the step *cut*."""
    steps = machine.root / "root/steps"
    if not steps.exists():
        steps.mkdir()
        for name, text in (*((each, STEP) for each in STEPS), ("python3", PYTHON)):
            (steps / name).write_text(text)
            (steps / name).chmod(0o755)
    environment = ("env", f"PATH=/root/steps:{PATH}", f"CUT={cut}", "setsid", "--wait")
    return machine.run_online(*environment, *script, *arguments, check=False)


def install(machine: Machine, *arguments: str, script: Sequence[str] = SCRIPT) -> str:
    """Install from the checkout in root's home; return what was said."""
    done = run_installer(machine, *arguments, script=script)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def well(machine: Machine) -> bool:
    """Tell whether the table answers, and that it is well."""
    status, body = machine.inside(lambda: get(80, "/healthz"))
    return status == 200 and bool(json.loads(body)["well"])
