"""The real daemon with the real firmware on a pseudo-terminal, and stands in the browser."""

import json
import signal
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from PIL import Image

from companion.ports import CardFace, Face, LinesFace
from companion.table.values.player_signs import PLAYER_SIGNS
from hardware.drawing.faces import draw
from hardware.drawing.signs import refused
from tests.e2e.daemon import Daemon
from tests.hardware.board import Board
from tests.waiting import wait_for

MOON = PLAYER_SIGNS["moon"]

TABLE = """
[stand.1]
link = "usb:{board.serial_number}"
[stand.2]
link = "virtual:"
buttons = {{ main = 6 }}
"""


# Pseudo-terminals are no USB ports: the daemon is told of the one that the board is at.
PORTS = """
from types import SimpleNamespace
from serial.tools import list_ports
list_ports.comports = lambda: [
    SimpleNamespace(device={board.device!r}, serial_number={board.serial_number!r})
]
"""


@pytest.fixture(name="board")
def _board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    board = Board(tmp_path / "board")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(PORTS.format(board=board))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    (tmp_path / "table.toml").write_text(TABLE.format(board=board))
    yield board
    board.unplug()


def join(daemon: Daemon, name: str) -> None:
    """Sit down as a phone does."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    opener.open(f"{daemon.url}/J/{daemon.pin}").read()
    request = urllib.request.Request(  # noqa: S310 - our own daemon
        f"{daemon.url}/join",
        json.dumps({"pin": daemon.pin, "name": name}).encode(),
        {"Content-Type": "application/json", "Origin": daemon.url},
    )
    opener.open(request).read()


def test_a_board_shows_who_sat_down_and_its_button_is_answered(
    board: Board, tmp_path: Path
) -> None:
    options = ("--config", str(tmp_path / "table.toml"))
    with Daemon(tmp_path / "data", options=options) as daemon:
        daemon.stops_with = signal.SIGINT
        wait_for(lambda: board.picture().strip(b"\0"))
        join(daemon, "Anna")
        wait_for(lambda: board.shows(LinesFace(("Anna",), picture=MOON)))
        # Her own name is picked by a press, and an arrow says so.
        press_until(board, CardFace(name="Anna", moving_on=True, picture=MOON))
        press_until(board, LinesFace(("Anna",), picture=MOON))
    assert not board.picture().strip(b"\0")  # left dark


def test_a_restart_is_not_to_be_seen_on_the_glass(board: Board, tmp_path: Path) -> None:
    anna = LinesFace(("Anna",), picture=MOON)
    options = ("--config", str(tmp_path / "table.toml"))
    with Daemon(tmp_path / "data", options=options) as daemon:
        join(daemon, "Anna")
        wait_for(lambda: board.shows(anna))
    assert board.shows(anna)
    written = board.written
    with Daemon(tmp_path / "data", options=options):
        wait_for(lambda: board.written > written + 8)
        assert board.seen(written) == {draw(anna, (128, 64)).tobytes()}


def press_until(board: Board, face: Face) -> None:
    """Press until *face* is there: a finger that a busy machine holds too long is refused."""
    sign = refused(Image.frombytes("1", (128, 64), board.picture())).tobytes()
    while not board.shows(face):
        first = board.written
        board.touch()
        wait_for(lambda first=first: board.shows(face) or sign in board.seen(first))  # type: ignore[misc]  # bound now
