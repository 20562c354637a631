"""The units in a real systemd, as process 1 of namespaces of its own."""

import json
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.report import Record
from tests.service.load import Load
from tests.service.machine import LIMIT_S, Machine, booted
from tests.service.phones import Table
from tests.service.systemd import get

pytestmark = pytest.mark.slow
WATCHDOG_S = 20
UNIT = "companion.service"


@pytest.fixture(name="machine", scope="module")
def _machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    with booted(tmp_path_factory.mktemp("machine")) as machine:
        yield machine


def healthy(machine: Machine) -> bool:
    status, body = machine.inside(lambda: get(80, "/healthz"))
    return status == 200 and bool(json.loads(body)["well"])


def test_it_serves_behind_its_hardening_and_says_how_it_is(machine: Machine) -> None:
    assert healthy(machine)
    assert machine.show(UNIT, "ActiveState") == "active"
    assert machine.show(UNIT, "StatusText") == "0 at the table; no match; saved."
    assert machine.show(UNIT, "NRestarts") == "0"
    pid = machine.show(UNIT, "MainPID")
    status = machine.run("cat", f"/proc/{pid}/status").stdout
    assert "CapEff:\t0000000000000000" in status
    assert "Seccomp:\t2" in status
    assert "Uid:\t0" not in status
    owner = machine.run("stat", "-c", "%a %u", "/var/lib/private/companion").stdout.split()
    assert owner[0] == "700"
    assert owner[1] != "0"
    listing = machine.run("journalctl", "-u", "companion", "-o", "cat").stdout
    assert "event=started" in listing


@pytest.mark.fault("systemd: restart under load")
def test_restarted_five_times_under_load_no_request_fails(
    machine: Machine, figure: Record
) -> None:
    with Load("127.0.0.1", 80, enter=machine.enter) as load:
        for _ in range(5):
            before = load.answered
            machine.until(lambda at=before: load.answered > at + 100, "answering")  # type: ignore[misc]
            machine.run("systemctl", "restart", UNIT)
    figure(
        f"5 restarts, {load.answered} requests, {len(load.failed)} failed, "
        f"the slowest {load.slowest_s:.2f} s",
    )
    assert load.failed == []
    assert load.answered > 500


def test_a_question_waits_in_the_queue_while_the_table_is_down(machine: Machine) -> None:
    machine.run("systemctl", "stop", UNIT)
    assert machine.show("companion.socket", "ActiveState") == "active"
    assert healthy(machine)  # the question itself starts the table
    assert machine.show(UNIT, "ActiveState") == "active"


def test_a_broken_file_keeps_it_down_with_a_sentence_and_mending_brings_it_back(
    machine: Machine,
) -> None:
    config = machine.root / "etc/companion/companion.toml"
    good = config.read_text()
    config.write_text("[stand.1]\nlink = 'moon:'\n")
    machine.run("systemctl", "restart", UNIT, check=False)
    machine.until(lambda: machine.show(UNIT, "ActiveState") == "failed", "failed")
    assert machine.show(UNIT, "ExecMainStatus") == "78"
    assert "line 2: link 'moon:' means nothing" in machine.show(UNIT, "StatusText")
    tried = machine.show(UNIT, "ExecMainPID")
    knocking = machine.begin(lambda: get(80, "/healthz"))  # a phone that does not know it
    machine.until(lambda: machine.show(UNIT, "ExecMainPID") != tried, "tried again")
    config.write_text(good)
    machine.run("systemctl", "restart", UNIT)
    assert knocking.result(LIMIT_S)[0] == 200
    assert healthy(machine)


@pytest.mark.fault("two programs on one folder")
def test_a_start_by_hand_leaves_the_services_matches_alone(
    machine: Machine, figure: Record
) -> None:
    """The claim holds through the service's own namespaces, user and filters."""
    variables = machine.show(UNIT, "Environment").split()
    program = machine.show(UNIT, "ExecStart").split("argv[]=")[1].split(" run ")[0]
    options = ("--port", "8123", "--data", "/var/lib/companion")
    command = ("env", *variables, *program.split(), "run", *options)
    ended = machine.run(*command, check=False)
    assert ended.returncode == 78
    assert "/var/lib/companion is in use" in ended.stderr
    assert healthy(machine)
    figure("beside the service: refused with 78, the service plays on")


def test_a_network_that_comes_late_and_leads_nowhere_is_shown(machine: Machine) -> None:
    def said() -> str:
        return machine.run("journalctl", "-u", "companion", "-o", "cat").stdout

    machine.run("ip", "link", "add", "hotspot", "type", "veth", "peer", "phone")
    machine.run("ip", "address", "add", "10.42.0.1/24", "dev", "hotspot")
    machine.run("ip", "link", "set", "hotspot", "up")
    machine.until(lambda: "event=address at=10.42.0.1" in said(), "shown")
    machine.run("ip", "link", "delete", "hotspot")
    machine.until(lambda: "event=address at=none" in said(), "gone")


@pytest.mark.fault("systemd: hung loop")
def test_a_hanging_table_is_ended_by_the_watchdog_and_comes_back(
    tmp_path: Path, figure: Record
) -> None:
    with booted(tmp_path, ("-m", "tests.service.hanging")) as machine:
        assert machine.show(UNIT, "WatchdogUSec") == f"{WATCHDOG_S}s"
        begun = time.monotonic()
        machine.run("systemctl", "kill", "--signal=USR1", UNIT)
        machine.until(lambda: machine.show(UNIT, "NRestarts") == "1", "restarted")
        ended_s = time.monotonic() - begun
        machine.until(lambda: machine.show(UNIT, "ActiveState") == "active", "back")
        assert healthy(machine)
        took_s = time.monotonic() - begun
        told = machine.run("journalctl", "-u", "companion", "-o", "cat").stdout
    figure(
        f"ended after {ended_s:.1f} s, back after {took_s:.1f} s, WatchdogSec={WATCHDOG_S}",
    )
    assert "Aborted" in told  # as by the watchdog alone
    assert "event=table-hangs" in told
    assert "hanging.py" in next(
        line for line in told.splitlines() if "event=thread" in line
    )


@pytest.mark.fault("systemd: kill -9")
@pytest.mark.parametrize(
    "kills", [25, pytest.param(200, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_killed_again_and_again_under_three_phones_nothing_is_lost_or_played_twice(
    tmp_path: Path, kills: int, figure: Record
) -> None:
    chance = random.Random(5)
    with booted(tmp_path) as machine:
        table = Table("127.0.0.1", 80, 3, machine.enter)
        machine.inside(table.begin)
        table.play()
        for number in range(kills):
            all_play_on(machine, table, number)
            time.sleep(chance.uniform(0.0, 0.2))  # anywhere in a move
            machine.run("systemctl", "kill", "--signal=KILL", UNIT)
        all_play_on(machine, table, kills)
        table.stop()
        machine.run("systemctl", "stop", "companion.socket", UNIT)
        restarts = int(machine.show(UNIT, "NRestarts"))
    gaps = sorted(gap for phone in table.phones for gap in phone.gaps_s)
    acknowledged = [each for phone in table.phones for each in phone.acknowledged]
    stored = commands(tmp_path / "root/var/lib/private/companion/table.sqlite3")
    figure(
        f"{kills} kills, {len(acknowledged)} acknowledged moves, recovery median "
        f"{gaps[len(gaps) // 2]:.2f} s, p99 {gaps[len(gaps) * 99 // 100]:.2f} s",
    )
    assert table.faults == []
    # A knock may start it sooner than systemd itself would have; nothing else ends it.
    assert restarts <= kills
    assert len(stored) == len(set(stored)), "a move was played twice"
    moves = {each for each in stored if each.startswith("phone-")}
    told = {each for each in acknowledged if each.startswith("phone-")}
    assert told <= moves, "an acknowledged move was lost"
    assert len(moves - told) <= len(table.phones), "a move that nobody was told of"


def all_play_on(machine: Machine, table: Table, kills: int) -> None:
    """Wait until every phone has got one more answer."""
    seen = [len(phone.acknowledged) for phone in table.phones]
    machine.until(
        lambda: all(
            len(phone.acknowledged) > count
            for phone, count in zip(table.phones, seen, strict=True)
        ),
        f"every phone playing after {kills} kills",
    )


def commands(path: Path) -> list[str]:
    """Return the command of each entry that a phone brought about."""
    with sqlite3.connect(path) as database:
        found = database.execute(
            "SELECT command FROM entry WHERE command LIKE 'phone-%' ORDER BY position"
        ).fetchall()
    database.close()
    return [command for (command,) in found]
