"""Devices that are stands, as `companion doctor` and `companion stands` tell them."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import doctor as cli_doctor
from companion.cli import stands as cli_stands
from companion.errors import DataError
from companion.pi.screens import KnownScreen, screens
from companion.ports import CENTRE, STAND_PLACES
from companion.table.storage.event_log import EventLog
from companion.table.storage.load import screens_of
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId
from companion.table.values.screens import Screen, ScreenId, ScreenRights, Screens
from companion.table.values.state import TableState
from hardware.pins.drivers import Drivers
from tests.hardware.kernel import Kernel
from tests.waiting import LIMIT_S

TABLE = """
[mux.m]
[stand.1]
link = "mux:m/0"
[stand.4]
"""
SINCE = "2026-10-12 20:15"
FOUR, FIVE = STAND_PLACES[3:5]
PHONE = Screen(ScreenId("p"), DeviceId("a phone's key"), (FOUR,), "4821", SINCE)
TABLET = Screen(ScreenId("t"), DeviceId("a tablet's key"), (FIVE, CENTRE), "1234", SINCE)
SAID: dict[str, Any] = {
    "well": True,
    "table": {"fresh": True},
    "saved": True,
    "disk": {"enough": True},
    "stands": {
        "stand-1": {"up": True, "why": ""},
        "stand-4": {"up": True, "why": ""},
        "stand-5": {"up": False, "why": "screen asleep"},
        "centre": {"up": False, "why": "screen asleep"},
    },
    "screens": [
        {"places": ["stand-4"], "up": True, "since": SINCE},
        {"places": ["stand-5", "centre"], "up": False, "since": SINCE},
    ],
}


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(SAID).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(name="port")
def _port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """The matches of a table that two screens were made stands of."""
    folder = tmp_path / "data"
    folder.mkdir()
    state = TableState(screens=Screens(ScreenRights((PHONE, TABLET))))
    log = EventLog(folder / "table.sqlite3")
    log.commit(Change(documents=screens_of(state)))
    log.close()
    return folder


@pytest.fixture(name="args")
def _args(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The arguments of both commands, at a table with one real display."""
    monkeypatch.setattr(cli_stands, "LOOK_S", LIMIT_S)
    (tmp_path / "table.toml").write_text(TABLE)
    kernel = Kernel(tmp_path / "sysfs")
    kernel.add_mux(11)
    return SimpleNamespace(
        config=tmp_path / "table.toml",
        data=str(folder),
        port=0,
        table_port=0,
        json=False,
        seconds=0.2,
        drivers=replace(kernel.drivers(), ports=list),
        root=tmp_path,
        ask=lambda _command: None,
        output=tmp_path / "stands-test.json",
    )


def doctor(args: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = cli_doctor.run(args)  # type: ignore[arg-type]  # as argparse would
    return code, capsys.readouterr().out


def stands(
    args: SimpleNamespace, capsys: pytest.CaptureFixture[str], what: str
) -> tuple[int, str]:
    args.what = what
    code = cli_stands.run(args)  # type: ignore[arg-type]  # as argparse would
    return code, capsys.readouterr().out


def test_the_open_table_tells_who_is_awake(folder: Path) -> None:
    told = (
        KnownScreen((FOUR,), SINCE, up=True),
        KnownScreen((FIVE, CENTRE), SINCE, up=False),
    )
    assert screens(SAID, folder) == told
    before = {name: each for name, each in SAID.items() if name != "screens"}
    assert screens(before, folder) == ()  # said by a version that does not tell


def test_of_a_closed_table_the_stored_file_tells_and_stays_as_it_was(folder: Path) -> None:
    before = (folder / "table.sqlite3").read_bytes()
    found = screens(None, folder)
    assert [each.places for each in found] == [(FOUR,), (FIVE, CENTRE)]
    assert {each.up for each in found} == {None}
    assert (folder / "table.sqlite3").read_bytes() == before
    assert [each.name for each in folder.iterdir()] == ["table.sqlite3"]


def test_without_a_file_there_is_none_and_a_damaged_one_is_a_sentence(
    tmp_path: Path,
) -> None:
    assert screens(None, tmp_path) == ()
    (tmp_path / "table.sqlite3").write_bytes(b"x" * 5000)
    with pytest.raises(DataError, match="bring back a copy"):
        screens(None, tmp_path)


def test_doctor_tells_each_screen_of_an_open_table_and_who_sleeps(
    args: SimpleNamespace, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    args.port = port
    code, out = doctor(args, capsys)
    assert f"stand-4 screen: awake; a stand since {SINCE}" in out
    assert f"stand-5, centre screen: asleep or out of reach; a stand since {SINCE}" in out
    assert "→ tap it" in out
    assert "stand-1 display: works" in out
    assert "stand-4 display" not in out  # it is the screen's line that tells
    assert "centre display" not in out
    assert code == 1  # perhaps it is to sleep: nothing is broken


def test_doctor_tells_a_display_that_has_a_screen_beside_it(
    args: SimpleNamespace,
    port: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beside = {"places": ["stand-1"], "up": True, "since": SINCE}
    monkeypatch.setitem(SAID, "screens", [beside])
    args.port = port
    _, out = doctor(args, capsys)
    assert "stand-1 screen: awake" in out
    assert "stand-1 display: works" in out


def test_doctor_tells_what_is_stored_where_no_table_is_open(
    args: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = doctor(args, capsys)
    assert f"stand-4 screen: a stand since {SINCE}; no table is open to say" in out
    assert "stand-5, centre screen: a stand since" in out
    assert code == 0


def test_doctor_goes_on_where_the_file_is_damaged(
    args: SimpleNamespace, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.sqlite3").write_bytes(b"x" * 5000)
    code, out = doctor(args, capsys)
    assert "screens: " in out
    assert "stand-1 display: SSD1306" in out
    assert code == 2


def test_one_that_waits_for_a_free_stand_is_told_as_such(
    args: SimpleNamespace,
    port: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits = {"places": [], "up": True, "since": SINCE}
    monkeypatch.setitem(SAID, "screens", [waits])
    args.port = args.table_port = port
    assert f"no free stand: screen: awake; a stand since {SINCE}" in doctor(args, capsys)[1]
    listed = stands(args, capsys, "list")[1]
    assert f"no free stand: awake  screen since {SINCE}" in listed


@pytest.mark.parametrize("what", ["list", "identify"])
def test_stands_tell_the_screens_of_an_open_table(
    what: str, args: SimpleNamespace, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    args.table_port = port
    code, out = stands(args, capsys, what)
    assert f"stand 4: awake  screen since {SINCE}" in out
    assert f"stand 5, centre: asleep  screen since {SINCE}" in out
    assert "stand 1: up  mux:m/0" in out
    assert "drawn in the browser" not in out  # a screen shows what is drawn there
    assert ("says on its own glass" in out) == (what == "identify")
    assert code == 0


def test_stands_tell_what_is_stored_where_no_table_is_open(
    args: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = stands(args, capsys, "list")
    assert f"stand 4: no table is open  screen since {SINCE}" in out
    assert code == 0


def test_the_file_of_a_test_has_the_screens_and_nothing_that_names_one(
    args: SimpleNamespace, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    args.table_port = port
    _, out = stands(args, capsys, "test")
    assert "stand 1: pass" in out
    assert "stand 4: awake  screen" in out
    assert "stand 4: pass" not in out  # nobody has tapped it here
    text = args.output.read_text()
    assert json.loads(text)["screens"] == [
        {"places": ["stand-4"], "awake": True},
        {"places": ["stand-5", "centre"], "awake": False},
    ]
    assert SINCE not in text
    assert "4821" not in text


def test_wires_are_looked_at_where_the_file_is_damaged(
    args: SimpleNamespace, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.sqlite3").write_bytes(b"x" * 5000)
    code, out = stands(args, capsys, "list")
    assert "screens: not known" in out
    assert "stand 1: up  mux:m/0" in out
    assert code == 0


def test_without_a_table_s_file_a_screen_is_told_too(
    args: SimpleNamespace, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    args.table_port, args.config, args.drivers = port, None, Drivers(ports=list)
    _, out = stands(args, capsys, "list")
    assert "stand 4: awake  screen" in out
    assert "stand 1: up  drawn in the browser" in out
