"""A new card in a real systemd: the first start takes what lies on it, an evening goes out."""

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.games import GAMES
from tests.service.machine import Machine, booted
from tests.service.systemd import get
from tests.table.house import House

pytestmark = pytest.mark.slow
FOLDER = "/var/lib/private/companion"
CONFIG = "etc/companion/companion.toml"


def answers(machine: Machine) -> bool:
    status, body = machine.inside(lambda: get(80, "/healthz"))
    return status == 200 and bool(json.loads(body)["well"])


def test_a_first_start_takes_what_lies_on_the_card_and_a_stick_gets_the_evening(
    tmp_path: Path, stick: Path
) -> None:
    (tmp_path / "home").mkdir()
    with House(GAMES["letter_jam"](), tmp_path / "home/table.sqlite3") as house:
        house.playing("Anna", "Ben")
    file, config = tmp_path / "table.companion", tmp_path / "companion.toml"
    config.write_text("# of the table at home\n[stand.1]\n[stand.2]\n[stand.3]\n")
    wish = ("--data", str(tmp_path / "home"), "--config", str(config))
    assert main(["backup", str(file), *wish]) == 0
    (tmp_path / "machine").mkdir()
    with booted(tmp_path / "machine", card=file) as machine:
        machine.until(lambda: answers(machine), "answering")
        _, page = machine.inside(lambda: get(80, "/status"))
        assert b"was put back" in page
        assert (machine.root / CONFIG).read_text() == config.read_text()
        owners = machine.run("stat", "-c", "%u", FOLDER, f"{FOLDER}/table.sqlite3").stdout
        assert len(set(owners.split())) == 1
        assert owners.split()[0] != "0"
        plugged_in(machine, stick)
        machine.run("sh", "-c", f"cd {FOLDER} && echo it >x && mv x evening.companion")
        told = ("journalctl", "-u", "companion-stick", "-o", "cat")
        machine.until(
            lambda: "written to the stick" in machine.run(*told).stdout, "on the stick"
        )


def plugged_in(machine: Machine, stick: Path) -> None:
    """Let the machine have the device under the name that udev would give it."""
    number = stick.name.removeprefix("loop")
    names = "mkdir -p /dev/disk/by-id; ln -s /dev/stick /dev/disk/by-id/usb-Stick-part1"
    machine.run("sh", "-ec", f"mknod /dev/stick b 7 {number}; {names}")
