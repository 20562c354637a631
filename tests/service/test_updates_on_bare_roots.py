"""Updates that are bad, broken or cut short, on a bare Debian 12 and 13: `make test-roots`."""

import re
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.machine import ROOT, Machine
from tests.service.phones import Table
from tests.service.roots import SCRIPT, SUITES, bare_machine, install, run_installer, well

pytestmark = pytest.mark.roots
FIRST = "48c7ff7"
"""A version whose installer knew of no way back."""
MATCHES = "var/lib/private/companion"


@pytest.fixture(name="machine", scope="module", params=SUITES)
def _machine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp(request.param)
    with bare_machine(request.param, folder, "root") as machine:
        machine.run_online("apt-get", "update", "-q")
        packages = ("python3-venv", "avahi-daemon")
        machine.run_online(
            "apt-get", "install", "-yq", "--no-install-recommends", *packages
        )
        yield machine


def first_version(machine: Machine) -> None:
    """Install the first version with its own installer."""
    folder = machine.root / "root/first"
    if not folder.exists():
        packed = subprocess.run(
            ["git", "archive", FIRST], cwd=ROOT, capture_output=True, check=False
        )
        if packed.returncode:
            pytest.skip(f"this clone has no {FIRST}: git fetch --unshallow")
        folder.mkdir()
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
    install(machine, script=("sh", "/root/first/systemd/install.sh"))


@contextmanager
def changed(machine: Machine, name: str, old: str, new: str) -> Iterator[None]:
    """Let one file of the checkout be another for a while."""
    file = machine.root / "root/table" / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    try:
        yield
    finally:
        file.write_text(text)


@contextmanager
def playing(machine: Machine, table: Table) -> Iterator[None]:
    """Let the phones play all the while, and on after it."""
    table.play()
    try:
        all_go_on(machine, table)
        yield
        all_go_on(machine, table)
    finally:
        table.stop()
    assert table.faults == []


def all_go_on(machine: Machine, table: Table) -> None:
    seen = [len(phone.acknowledged) for phone in table.phones]
    machine.until(
        lambda: all(
            len(phone.acknowledged) > count + 3
            for phone, count in zip(table.phones, seen, strict=True)
        ),
        "every phone playing",
    )


def acknowledged(table: Table) -> set[str]:
    return {each for phone in table.phones for each in phone.acknowledged}


def stored(folder: Path) -> set[str]:
    """Return the commands of all the files of matches in *folder*."""
    found: set[str] = set()
    for path in folder.glob("table*.sqlite3"):
        with sqlite3.connect(path) as database:
            found |= {each for (each,) in database.execute("SELECT command FROM entry")}
        database.close()
    return found


def read_by_system(machine: Machine) -> dict[str, str]:
    """Return what the system reads of the table, by file; a version may lack one."""
    return {
        name: (machine.root / "etc" / name).read_text()
        for name in (
            *("systemd/system/companion.service", "systemd/system/companion.socket"),
            "systemd/system/companion-stick.service",
            "systemd/system/companion-stick.path",
            *("udev/rules.d/90-companion.rules", "sysusers.d/companion.conf"),
            *("avahi/services/companion.service", "companion/companion.toml"),
        )
        if (machine.root / "etc" / name).exists()
    }


def stop(machine: Machine) -> None:
    machine.run("systemctl", "stop", "companion.socket", "companion.service")


def test_to_and_from_the_first_version_with_a_match_going_on(machine: Machine) -> None:
    first_version(machine)
    table = Table("127.0.0.1", 80, 2, machine.enter)
    machine.inside(table.begin)
    with playing(machine, table):
        pass
    before, told = read_by_system(machine), acknowledged(table)

    # A version that lets everybody play and does not answer: all goes back.
    broken = "def healthz() -> Response:\n"
    with (
        changed(machine, "web/routes/status.py", broken, f"{broken}    raise OSError\n"),
        changed(machine, "systemd/90-companion.rules", "#", "# of the next version\n#"),
        playing(machine, table),
    ):
        boards = "/root/table/systemd/builds/six-boards.toml"
        done = run_installer(machine, boards)
        after_update = acknowledged(table)
    assert done.returncode == 1
    assert "The old one runs again" in done.stderr
    assert well(machine)
    assert read_by_system(machine) == before
    stop(machine)
    [aside] = (machine.root / MATCHES).glob("played-with-*")
    assert told <= stored(machine.root / MATCHES)
    assert after_update <= stored(machine.root / MATCHES) | stored(aside)
    said = re.search(r"(\d+) moves made since are in (\S+);", done.stdout)
    assert said
    assert f"/{aside.relative_to(machine.root)}" == said[2]

    # This version takes the log up; put back, the first one keeps what this one wrote.
    install(machine)
    told = stored(machine.root / MATCHES)
    with playing(machine, table):
        first_version(machine)
    stop(machine)
    assert told <= stored(machine.root / MATCHES)
    machine.run("systemctl", "start", "companion.socket", "companion.service")
    assert well(machine)


@pytest.mark.parametrize(
    "after",
    [
        "mv* /etc/udev/rules.d/90-companion.rules",
        "mv*/opt/companion/current",
        "systemctl restart*",
        "rm*/opt/companion/before*",
    ],
)
def test_killed_and_run_again_nobody_is_left_in_the_dark(
    machine: Machine, after: str
) -> None:
    install(machine)
    stop(machine)
    shutil.rmtree(machine.root / MATCHES)
    machine.run("systemctl", "start", "companion.socket", "companion.service")
    table = Table("127.0.0.1", 80, 2, machine.enter)
    machine.inside(table.begin)
    with playing(machine, table):
        assert run_installer(machine, cut=after).returncode == -signal.SIGKILL
        all_go_on(machine, table)
        said = install(machine)
    assert ("cut short" in said) == ("rm*" not in after)
    assert well(machine)
    stop(machine)
    assert acknowledged(table) <= stored(machine.root / MATCHES)
    assert len(list((machine.root / "opt/companion/versions").iterdir())) == 1


def test_a_bad_file_and_a_mask_that_hides_everything(machine: Machine) -> None:
    install(machine, "--purge")
    machine.run("chmod", "-R", "go=", "/root/table")
    masked = ("sh", "-c", f'umask 077; exec {" ".join(SCRIPT)} "$@"', "sh")
    install(machine, script=masked)
    assert well(machine)
    before = read_by_system(machine)
    bad = machine.root / "root/bad.toml"
    bad.write_text("[stand.1]\nlink = 'moon:'\n")
    done = run_installer(machine, "/root/bad.toml", script=masked)
    assert done.returncode == 1
    assert "line 2: link 'moon:' means nothing" in done.stderr
    assert "/root/bad.toml cannot be used" in done.stderr
    assert read_by_system(machine) == before
    machine.run("systemctl", "restart", "companion.service")
    assert well(machine)
