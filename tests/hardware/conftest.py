"""Panels on fake buses, and pictures to put on them."""

import random
import string
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import luma.oled.device  # noqa: F401 - importing it starts threads of its own, which stay
import pytest
from PIL import Image, ImageDraw

from companion.ports import CardFace, Controller
from hardware.boards import serial_link
from hardware.displays import bus_worker
from hardware.drawing.faces import draw
from hardware.emulator.bus import FakeBus, WriteMessage
from hardware.emulator.controllers import EMULATED, Ssd1306
from hardware.panels.i2c import I2cPanel
from tests.waiting import wait_for

ADDRESS = 0x3C
LETTERS = {
    letter: draw(CardFace(letter, position=(2, 5)), (128, 64))
    for letter in (*string.ascii_uppercase, "?")
}


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Displays and boards are looked at, and looked for, ten times as often as at a table."""
    monkeypatch.setattr(bus_worker, "CHECK_S", bus_worker.CHECK_S / 10)
    monkeypatch.setattr(bus_worker, "RETRY_S", bus_worker.RETRY_S / 10)
    monkeypatch.setattr(serial_link, "SEARCH_S", serial_link.SEARCH_S / 10)


@dataclass
class Wired:
    """A panel, the emulated controller that it drives, and the bus between them."""

    panel: I2cPanel
    glass: Ssd1306
    bus: FakeBus

    def shows(self, image: Image.Image) -> bool:
        return self.glass.picture().tobytes() == image.tobytes()

    def bits(self, act: Callable[[], object]) -> int:
        before = self.bus.traffic
        act()
        return (self.bus.traffic - before).bits


def wire(there: Controller, **options: object) -> Wired:
    glass = EMULATED[there]()
    bus = FakeBus({ADDRESS: glass})
    kind = options.pop("controller", there)
    panel = I2cPanel(bus, ADDRESS, message=WriteMessage, controller=kind, **options)  # type: ignore[arg-type]  # tests choose the options
    return Wired(panel, glass, bus)


class LumaLink:
    """What luma's drivers ask of a transport, in pieces as large as ours."""

    def __init__(self, bus: FakeBus) -> None:
        self._bus = bus
        self.sent: list[bytes] = []

    def command(self, *codes: int) -> None:
        self._write(bytes((0x00, *codes)))

    def data(self, pixels: list[int]) -> None:
        self._write(bytes((0x40, *pixels)))

    def cleanup(self) -> None:
        """There is no handle to give back."""

    def _write(self, payload: bytes) -> None:
        self.sent.append(payload)
        self._bus.i2c_rdwr(WriteMessage(ADDRESS, list(payload)))


def scribble(chance: random.Random) -> Image.Image:
    image = Image.new("1", (128, 64))
    place = (chance.randrange(90), chance.randrange(50))
    ImageDraw.Draw(image).text(place, chance.choice(string.ascii_uppercase) * 3, fill=1)
    return image


@pytest.fixture(params=["ssd1306", "sh1106"])
def controller(request: pytest.FixtureRequest) -> Controller:
    kind: Controller = request.param
    return kind


@pytest.fixture
def wired(controller: Controller) -> Wired:
    return wire(controller)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    wait_for(lambda: set(threading.enumerate()) <= before, "the end of its threads")
