"""Installing on a bare Debian 12 and 13, with a real systemd: `make test-roots`.

Wants root, mmdebstrap and a Debian mirror; the roots are kept in .roots.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.load import Load
from tests.service.machine import Machine
from tests.service.phones import Table
from tests.service.roots import SUITES, bare_machine, install, run_installer, well
from tests.service.systemd import get

pytestmark = pytest.mark.roots
UNIT = "companion.service"
MATCHES = "var/lib/private/companion"
LIVING = ("proc", "sys", "dev", "run", "tmp", "old", "usr/lib", "usr/share", "usr/bin")
"""Where the system itself works, and what apt installs: not looked at for remains."""


@pytest.fixture(name="machine", scope="module", params=SUITES)
def _machine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp(request.param)
    with bare_machine(request.param, folder, "root") as machine:
        yield machine


def files(root: Path) -> set[str]:
    """Return every file that is not the running system's or apt's own."""
    found = set()
    for folder, inner, names in os.walk(root):
        below = Path(folder).relative_to(root)
        inner[:] = [each for each in inner if str(below / each) not in LIVING]
        found |= {str(below / name) for name in (*names, *inner)}
    return {
        each for each in found if not each.startswith(("root/", "var/cache", "var/log"))
    }


def test_from_bare_to_the_page_through_an_update_and_away_again(machine: Machine) -> None:
    # The packages first, so that what is left afterwards is ours.
    packages = ("python3-venv", "avahi-daemon")
    machine.run_online("apt-get", "update", "-q")
    machine.run_online("apt-get", "install", "-yq", "--no-install-recommends", *packages)
    before = files(machine.root)
    assert "http://" in install(machine)
    assert well(machine)
    assert machine.show(UNIT, "StatusText").startswith("0 at the table")
    security = ("systemd-analyze", "security", "--threshold=15", UNIT)
    assert machine.run(*security).returncode == 0
    assert "companion" not in machine.run("systemd-analyze", "verify", UNIT).stderr
    assert machine.run("companion", "wiring", "--config-txt").stdout.startswith("dtparam")

    # An update in mid-match: nobody is refused, the match is the same.
    table = Table("127.0.0.1", 80, 2, machine.enter)
    machine.inside(table.begin)
    table.play()
    with Load("127.0.0.1", 80, clients=2, enter=machine.enter) as load:
        install(machine)
    table.stop()
    assert table.faults == []
    assert load.failed == []
    moves = sum(len(phone.acknowledged) for phone in table.phones)
    assert moves > 10
    body = json.loads(machine.inside(lambda: get(80, "/healthz"))[1])
    assert (body["match"]["playing"], body["people"]) == (True, 2)
    assert len(list((machine.root / "opt/companion/versions").iterdir())) == 1

    # A version that does not start: the old one runs on.
    daemon = machine.root / "root/table/companion/process/run.py"
    good = daemon.read_text()
    daemon.write_text("raise SystemExit(1)\n" + good)
    done = run_installer(machine)
    daemon.write_text(good)
    assert done.returncode == 1
    assert well(machine)

    # Away: nothing is left but the matches, and they are found again.
    install(machine, "--remove")
    left = files(machine.root) - before
    assert {each for each in left if not each.startswith(MATCHES)} <= {
        "var/lib/companion",
        "var/lib/private",
    }
    assert f"{MATCHES}/table.sqlite3" in left
    install(machine)
    body = json.loads(machine.inside(lambda: get(80, "/healthz"))[1])
    assert body["match"]["playing"]
    install(machine, "--purge")
    assert files(machine.root) - before == set()


def test_what_it_lacks_it_says_with_the_line_to_type(machine: Machine) -> None:
    machine.run("apt-get", "clean")
    machine.run("apt-get", "purge", "-yq", "python3-venv", "python3.*-venv")
    done = machine.run("sh", "/root/table/systemd/install.sh", check=False)  # no network
    assert done.returncode == 1
    assert "sudo apt update && sudo apt install -y python3-venv" in done.stderr
