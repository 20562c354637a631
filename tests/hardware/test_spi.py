import errno
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import permutations
from pathlib import Path
from statistics import median
from typing import Literal, get_args

import pytest
from gpiozero.pins.mock import MockPin
from PIL import Image

from companion.errors import HardwareError
from companion.links import SpiLink
from companion.ports import STAND_PLACES, CardFace, Controller, RigConfig, StandConfig
from hardware.drawing.faces import draw
from hardware.emulator.controllers import EMULATED, Sh1106, Ssd1306
from hardware.panels.spi import SpiPanel
from hardware.pins.drivers import open_spi
from hardware.rig.wired import WiredRig
from hardware.workshop.doctor import examine
from tests.hardware.conftest import LETTERS
from tests.hardware.kernel import Kernel
from tests.waiting import wait_for

BLACK = Image.new("1", (128, 64))
DC, RESET = 24, 25
LUMAS_BITS = 8 * (6 + 1024)
A, B = CardFace("A", position=(1, 5)), CardFace("B", (1,), (1, 5))
CONTROLLERS: tuple[Controller, ...] = get_args(Controller)


class SpiWire:
    """One chip select with an emulated panel, and its line for data or command.

    *fault* is asked before each transfer; *unplugged*: nothing arrives, and nobody notices.
    """

    def __init__(self, panel: Ssd1306) -> None:
        self.panel = panel
        self.bits = 0
        self.fault: Callable[[], OSError | None] = lambda: None
        self.unplugged = False
        self._data = False

    def signal(self, _pin: int, high: bool) -> None:  # noqa: FBT001 - as the panel calls it
        """Take the level of the line for data or command."""
        self._data = high

    def write(self, data: bytes) -> None:
        """Take a transfer."""
        if error := self.fault():
            raise error
        self.bits += 8 * len(data)
        if not self.unplugged:
            self.panel.write(bytes([0x40 if self._data else 0x00]) + data)

    def close(self) -> None:
        """Do nothing: there is no handle to give back."""


class Wired:
    def __init__(self, controller: Controller, rotate: Literal[0, 2] = 0) -> None:
        self.glass = EMULATED[controller]()
        self.wire = SpiWire(self.glass)
        self.resets = 0
        self.panel = SpiPanel(
            lambda: self.wire,
            dc=DC,
            signal=self.wire.signal,
            controller=controller,
            rotate=rotate,
            reset=self._reset,
        )

    def _reset(self) -> None:
        self.resets += 1
        self.glass.power_cycle()

    def shows(self, image: Image.Image) -> bool:
        return self.glass.picture().tobytes() == image.tobytes()

    def bits(self, image: Image.Image) -> int:
        before = self.wire.bits
        self.panel.show(image)
        return self.wire.bits - before


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize("controller", CONTROLLERS)
def test_pictures_and_what_they_cost(controller: Controller, rotate: Literal[0, 2]) -> None:
    stand = Wired(controller, rotate)
    stand.panel.attach(BLACK)
    assert stand.resets == 1
    spent = []
    for one, other in permutations([LETTERS[letter] for letter in "AEIKMNRW"], 2):
        stand.panel.show(one)
        spent.append(stand.bits(other))
        assert stand.shows(other.rotate(180) if rotate else other)
    assert median(spent) <= 0.36 * LUMAS_BITS
    cards = [draw(CardFace("A", tuple(range(1, n)), (2, 5)), (128, 64)) for n in (4, 5)]
    stand.panel.show(cards[0])
    assert 0 < stand.bits(cards[1]) <= 0.04 * LUMAS_BITS
    assert stand.bits(cards[1]) == 0


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_a_display_that_lost_power_is_right_after_the_next_check(
    controller: Controller,
) -> None:
    stand = Wired(controller)
    stand.panel.attach(LETTERS["A"])
    stand.panel.set_contrast(16)
    stand.wire.unplugged = True
    stand.panel.show(LETTERS["B"])
    stand.glass.power_cycle()
    stand.wire.unplugged = False
    stand.panel.check()
    assert stand.shows(LETTERS["B"])
    assert stand.glass.contrast == 16
    assert stand.resets == 1  # which would be a blink each second


def test_a_bus_that_is_not_there_is_said_with_the_remedy() -> None:
    stand = Wired("ssd1306")
    for number, remedy in ((errno.ENOENT, "switch SPI on"), (errno.EACCES, "group spi")):
        stand.wire.fault = partial(OSError, number, "no")
        with pytest.raises(HardwareError, match=remedy):
            stand.panel.attach(BLACK)
    stand.wire.fault = lambda: None
    stand.panel.attach(LETTERS["A"])
    assert stand.shows(LETTERS["A"])
    stand.panel.close()
    assert not stand.glass.on


def all_show(wires: list[SpiWire], face: CardFace) -> bool:
    wanted = draw(face, (128, 64)).tobytes()
    return {wire.panel.picture().tobytes() for wire in wires} == {wanted}


class Shared:
    """Displays on SPI that share both lines, as the pins have them."""

    def __init__(self, kernel: Kernel, *links: SpiLink) -> None:
        self.wires = {
            (link.bus, link.chip): SpiWire(Ssd1306() if k % 2 else Sh1106())
            for k, link in enumerate(links)
        }
        self.threads: set[str] = set()
        self._line = kernel.factory.pin(DC)
        reset = kernel.factory.pin(RESET)
        assert isinstance(reset, MockPin)
        self.reset = reset
        self.drivers = replace(kernel.drivers(), open_spi=self._opened)
        self.config = RigConfig(
            tuple(
                StandConfig(place, link, panel="ssd1306" if k % 2 else "sh1106")
                for k, (place, link) in enumerate(zip(STAND_PLACES, links, strict=False))
            )
        )

    def all_show(self, face: CardFace) -> bool:
        wanted = draw(face, (128, 64)).tobytes()
        seen = {wire.panel.picture().tobytes() for wire in self.wires.values()}
        return seen == {wanted}

    def _opened(self, bus: int, chip: int) -> SpiWire:
        wire = self.wires[bus, chip]
        write = wire.write

        def with_line(data: bytes) -> None:
            self.threads.add(threading.current_thread().name)
            wire.signal(DC, bool(self._line.state))
            write(data)

        wire.write = with_line  # type: ignore[method-assign]  # it looks at the real pin
        return wire


@pytest.mark.parametrize(
    "chips", [((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))]
)
def test_displays_share_lines_whatever_their_bus(
    tmp_path: Path, chips: tuple[tuple[int, int], ...]
) -> None:
    shared = Shared(Kernel(tmp_path), *(SpiLink(*chip, DC, RESET) for chip in chips))
    rig = WiredRig(shared.config, shared.drivers)
    rig.start(lambda _edge: None)
    try:
        shared.reset.clear_states()
        for face in (A, B):
            rig.show(dict.fromkeys(STAND_PLACES, face))
            wait_for(partial(shared.all_show, face))
        assert all(health.up for health in rig.health().values())
        # Between the level of a shared line and the bytes nobody else may set it.
        assert shared.threads == {"displays spi"}
        assert [each.state for each in shared.reset.states] == [True, False, True]
    finally:
        rig.stop()
    assert not any(wire.panel.on for wire in shared.wires.values())
    checks = list(examine(shared.config, shared.drivers))
    assert {check.verdict for check in checks} == {"ok"}
    assert "/dev/spidev0.1; it cannot be asked" in checks[1].finding


def test_no_spi_on_this_machine() -> None:
    with pytest.raises(FileNotFoundError):
        open_spi(7, 7)
