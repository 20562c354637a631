"""What `companion doctor` says of service, page, disk, log and journal."""

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from companion.network import ways_in
from companion.pi import checks as doctor
from companion.table.storage.event_log import EventLog
from companion.table.values.entries import Change, Row
from hardware.workshop.doctor import room

WELL = {
    "well": True,
    "table": {"fresh": True},
    "saved": True,
    "disk": {"enough": True},
    "stands": {"stand-1": {"up": True, "why": ""}},
}


def systemctl(**shown: str) -> doctor.Ask:
    def ask(_command: Sequence[str]) -> str:
        return "".join(f"{name}={value}\n" for name, value in shown.items())

    return ask


@pytest.mark.parametrize(
    ("ask", "verdict", "finding", "step"),
    [
        (lambda _: None, "ok", "no systemd here", ""),
        (systemctl(LoadState="not-found"), "ok", "not installed", ""),
        (
            systemctl(
                LoadState="loaded",
                ActiveState="active",
                NRestarts="0",
                StatusText="4 here.",
            ),
            "ok",
            "runs: 4 here.",
            "",
        ),
        (
            systemctl(
                LoadState="loaded", ActiveState="active", NRestarts="3", Result="watchdog"
            ),
            "warning",
            "started anew 3 times (last end: watchdog)",
            "journalctl -u companion",
        ),
        (
            systemctl(
                LoadState="loaded", ActiveState="failed", StatusText="line 2: no pin 99"
            ),
            "failed",
            "does not run: line 2: no pin 99",
            "systemctl restart",
        ),
        (
            systemctl(LoadState="loaded", ActiveState="inactive"),
            "warning",
            "does not run (inactive)",
            "systemctl start",
        ),
    ],
)
def test_how_systemd_finds_the_table(
    ask: doctor.Ask, verdict: str, finding: str, step: str
) -> None:
    check = doctor.service(ask)
    assert check.verdict == verdict
    assert finding in check.finding
    assert step in check.next_step


class Pages(BaseHTTPRequestHandler):
    said: Any = WELL

    def do_GET(self) -> None:
        body = json.dumps(self.said) if self.path == "/healthz" else self.said
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(name="port")
def _port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    Pages.said = WELL


def test_an_open_table_is_asked_for_its_stands(port: int) -> None:
    said = doctor.report(port)
    assert said == WELL
    assert doctor.page(said, port, wanted=True).verdict == "ok"
    assert [check.verdict for check in doctor.stands(WELL)] == ["ok"]


def test_an_open_table_that_is_ill_says_why(port: int) -> None:
    ill = {**WELL, "well": False, "saved": False, "table": {"fresh": False}}
    check = doctor.page(ill, port, wanted=True)
    assert check.verdict == "failed"
    assert "its thread hangs, it cannot save" in check.finding
    flooded = {"stands": {"stand-2": {"up": True, "why": "presses too many"}}}
    (told,) = doctor.stands(flooded)
    assert (told.verdict, told.finding) == ("warning", "works, but: presses too many")
    dark = {"stands": {"centre": {"up": False, "why": "no answer at 0x3c"}}}
    (stand,) = doctor.stands(dark)
    assert "no answer at 0x3c" in stand.finding
    assert "systemctl stop companion.socket companion" in stand.next_step


def test_something_else_at_the_port_is_no_table(port: int) -> None:
    Pages.said = ["not", "ours"]
    assert doctor.report(port) is None


@pytest.mark.parametrize(("wanted", "verdict"), [(True, "failed"), (False, "ok")])
def test_nobody_at_the_port(wanted: bool, verdict: str) -> None:  # noqa: FBT001 - pytest passes it by name
    assert doctor.report(1) is None
    assert doctor.page(None, 1, wanted=wanted).verdict == verdict


def test_the_way_in_is_what_the_table_tells_its_own_machine(port: int) -> None:
    Pages.said = '{"pin": "246813"}'
    (link,) = ways_in(port)
    assert link.endswith(f":{port}/j/246813")
    Pages.said = '{"pin": "246813", "addresses": ["http://10.0.0.2", "http://[fd00::5]"]}'
    links = ["http://10.0.0.2/j/246813", "http://[fd00::5]/j/246813"]
    assert ways_in(port) == links
    assert not ways_in(1)


def test_the_disk_is_measured_and_a_closed_one_told(tmp_path: Path) -> None:
    check = doctor.disk(tmp_path)
    assert check.verdict in ("ok", "warning")
    assert "a move is on the card after" in check.finding
    for look in (doctor.disk, room):
        check = look(tmp_path / "missing")
        assert check.verdict == "failed"
        assert check.next_step == "look at its name"
    assert list(tmp_path.iterdir()) == []


def stored(folder: Path) -> Path:
    log = EventLog(folder / "table.sqlite3")
    rows = [Row(f"command-{k}", 0, {"type": "x", "at": k}) for k in range(5)]
    log.commit(Change(match="m", game="g", rows=rows))
    log.close()
    return folder / "table.sqlite3"


def test_the_log_is_read_to_its_last_entry_and_left_as_it_was(tmp_path: Path) -> None:
    assert doctor.log(tmp_path).finding == "no match has been stored yet"
    path = stored(tmp_path)
    before = path.read_bytes()
    check = doctor.log(tmp_path)
    assert (check.verdict, check.finding) == (
        "ok",
        "1 matches, 5 entries, every chain whole",
    )
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["table.sqlite3"]


def test_a_damaged_log_is_told(tmp_path: Path) -> None:
    path = stored(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE entry SET body = '{}' WHERE position = 2")
    database.close()
    check = doctor.log(tmp_path)
    assert check.verdict == "failed"
    assert "damaged at entry 2" in check.finding
    path.write_bytes(b"x" * 5000)
    assert doctor.log(tmp_path).verdict == "failed"


def test_the_journal(tmp_path: Path) -> None:
    assert "gone with the plug" in doctor.journal(tmp_path).finding
    (tmp_path / "var/log/journal").mkdir(parents=True)
    assert doctor.journal(tmp_path).finding == "kept over restarts"


def test_the_phones_in_the_tables_own_wifi_are_counted() -> None:
    def ask(count: int) -> doctor.Ask:
        def answer(command: Sequence[str]) -> str:
            if command[0] == "nmcli":
                return "Home:eth0\ncompanion-hotspot:wlan0\n"
            assert "wlan0" in command
            return "Station 02:00:00:00:00:00 (on wlan0)\n\tinactive time: 4 ms\n" * count

        return answer

    (few,) = doctor.phones(ask(3))
    assert (few.verdict, few.finding[:8]) == ("ok", "3 phones")
    assert "7 to 19" in few.finding
    (many,) = doctor.phones(ask(9))
    assert many.verdict == "warning"
    assert many.finding.startswith("9 phones")
    assert not [*doctor.phones(lambda _: None)]
    assert not [*doctor.phones(lambda _: "Home:wlan0\n")]
