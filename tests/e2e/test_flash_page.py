"""A bare board at the table's own machine becomes a stand from the host's page, in Chromium."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from companion.ports import WordFace
from tests.e2e.daemon import Daemon
from tests.hardware.board import HERE, Board
from tests.waiting import wait_for

# Pseudo-terminals are no USB ports: the daemon is told of the one that the board is at.
PORTS = """
from pathlib import Path
from types import SimpleNamespace
from serial.tools import list_ports
plugged = Path({plugged!r})
list_ports.comports = lambda: [
    SimpleNamespace(device=each, serial_number=f"E6A{{n}}", vid=0x2E8A, product="Pico")
    for n, each in enumerate(plugged.read_text().split(), 1)
]
"""
# The air is this machine's loopback, at a port of its own.
AIR = """
import socket
from companion.config import air_file
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
    free.bind(("127.0.0.1", 0))
    air_file.PORT = free.getsockname()[1]
air_file._BRIDGE = air_file._STAND = "127.0.0.1"
"""
LIMIT_MS = 60_000
pytestmark = pytest.mark.browser


@pytest.fixture(name="board")
def _board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    (tmp_path / "board" / "flash").mkdir(parents=True)
    board = Board(tmp_path / "board", board="e6a2", firmware=HERE / "prompt.py")
    (tmp_path / "site").mkdir()
    (tmp_path / "plugged").write_text("")
    text = PORTS.format(plugged=str(tmp_path / "plugged"))
    (tmp_path / "site" / "sitecustomize.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    (tmp_path / "table.toml").write_text("[stand.1]\n")
    yield board
    board.unplug()


def picture(name: str) -> str | None:
    """Return where a picture goes, if somebody wants to look."""
    folder = os.environ.get("PICTURES")
    return f"{folder}/{name}.png" if folder else None


@pytest.mark.slow
def test_a_bare_board_becomes_a_stand_from_the_page(
    board: Board, tmp_path: Path, browser: Browser
) -> None:
    options = ("--config", str(tmp_path / "table.toml"))
    main = tmp_path / "board" / "flash" / "main.py"
    main.write_text("import dht\nprint('18 degrees')\n")
    with Daemon(tmp_path / "data", options=options) as daemon:
        page = browser.new_page(viewport={"width": 360, "height": 740}, locale="en")
        page.goto(f"{daemon.url}/host")
        boards = page.locator("#boards")
        expect(page.locator("#title")).to_be_visible()
        expect(boards).to_have_count(0)
        (tmp_path / "plugged").write_text(board.device)
        expect(boards).to_contain_text("Pico", timeout=LIMIT_MS)
        boards.get_by_label("Stand").select_option("3")
        page.screenshot(path=picture("plugged"), full_page=True)
        boards.get_by_role("button", name="Write its program").click()
        again = boards.get_by_role("button", name="Copy what is on it")
        expect(again).to_be_visible(timeout=LIMIT_MS)
        expect(boards).to_contain_text("Somebody's files lie on it (main.py)")
        page.screenshot(path=picture("asked"), full_page=True)
        assert main.read_text().startswith("import dht")
        expect(boards.get_by_label("Stand")).to_have_value("3")
        again.click()
        expect(boards).to_contain_text("of 3 …", timeout=LIMIT_MS)
        page.screenshot(path=picture("writes"), full_page=True)
        expect(boards).to_contain_text("Stand 3 is ready", timeout=LIMIT_MS)
        wait_for(lambda: board.shows(WordFace("3")), "its number on the glass")
        page.screenshot(path=picture("ready"), full_page=True)
        page.close()
    assert 'link = "usb:E6A1"' in (tmp_path / "data" / "boards.toml").read_text()
    (copied,) = (tmp_path / "data" / "boards").glob("*/main.py")
    assert copied.read_text().startswith("import dht")


def in_air(daemon: Daemon, place: str) -> bool:
    with urlopen(f"{daemon.url}/healthz", timeout=10) as answer:  # noqa: S310 - our own program, on loopback
        health = json.load(answer)["stands"][place]
    return health["up"] and health.get("air") is not None


@pytest.mark.slow
def test_a_bridge_and_a_stand_without_a_cable_from_the_page(
    board: Board, tmp_path: Path, browser: Browser, request: pytest.FixtureRequest
) -> None:
    with (tmp_path / "site" / "sitecustomize.py").open("a") as site:
        site.write(AIR)
    (tmp_path / "other" / "flash").mkdir(parents=True)
    esp = Board(
        tmp_path / "other", board="e6a1", firmware=HERE / "prompt.py", chip="with ESP32C3"
    )
    request.addfinalizer(esp.unplug)
    options = ("--config", str(tmp_path / "table.toml"))
    with Daemon(tmp_path / "data", options=options) as daemon:
        page = browser.new_page(viewport={"width": 360, "height": 740}, locale="en")
        page.goto(f"{daemon.url}/host")
        boards = page.locator("#boards")
        write = boards.get_by_role("button", name="Write its program")
        (tmp_path / "plugged").write_text(esp.device)
        expect(boards).to_contain_text("make one ESP32 the bridge", timeout=LIMIT_MS)
        boards.get_by_label("Stand").select_option("bridge")
        page.screenshot(path=picture("bridge"), full_page=True)
        write.click()
        expect(boards).to_contain_text("The bridge is ready", timeout=LIMIT_MS)
        page.screenshot(path=picture("bridge-ready"), full_page=True)
        (tmp_path / "plugged").write_text(f"{esp.device} {board.device}")
        expect(boards).to_contain_text("without its cable", timeout=LIMIT_MS)
        boards.get_by_label("Stand").select_option("2")
        boards.get_by_label("without its cable").check()
        page.screenshot(path=picture("air"), full_page=True)
        write.click()
        expect(boards).to_contain_text("Stand 2 is ready", timeout=LIMIT_MS)
        board.unplug()
        (tmp_path / "plugged").write_text(esp.device)
        board.plug_in()  # to a battery
        wait_for(lambda: in_air(daemon, "stand-2"), "it in the air")
        page.close()
    assert 'bridge = "usb:E6A1"' in (tmp_path / "data" / "boards.toml").read_text()
    assert (tmp_path / "data" / "air.json").stat().st_mode & 0o777 == 0o600
