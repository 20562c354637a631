"""A kernel's I2C side: numbered buses, a multiplexer in sysfs, panels, pins."""

import errno
import os
import threading
from collections import defaultdict
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from companion.ports import Face
from hardware.drawing.faces import draw
from hardware.emulator.bus import FakeBus, WriteMessage
from hardware.emulator.controllers import Ssd1306
from hardware.pins.drivers import Drivers
from tests.hardware.conftest import ADDRESS
from tests.waiting import LIMIT_S


class Handle:
    """What ``SMBus(n)`` gives: it is worthless once its bus is gone."""

    def __init__(self, kernel: "Kernel", number: int) -> None:
        self._kernel, self._number = kernel, number
        self._bus = kernel.buses[number]
        self.closed = False

    def __getattr__(self, name: str) -> Any:
        act = getattr(self._bus, name)

        def checked(*arguments: Any) -> Any:
            if self._kernel.buses.get(self._number) is not self._bus:
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
            self._kernel.count[self._number] += 1
            if self._number in self._kernel.stuck:
                self._kernel.time_is_up.wait(LIMIT_S)
                raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
            return act(*arguments)

        return checked

    def close(self) -> None:
        self.closed = True


class Kernel:
    def __init__(self, sysfs: Path) -> None:
        self.sysfs = sysfs
        self.buses: dict[int, FakeBus] = {}
        self.stuck: set[int] = set()
        self.time_is_up = threading.Event()
        """While it is not set, a transaction on a stuck bus goes on and on."""
        self.time_is_up.set()
        self.count: dict[int, int] = defaultdict(int)
        self.factory = MockFactory(revision="b03111", pin_class=MockPin)

    def add_bus(self, number: int, *addresses: int) -> FakeBus:
        self.buses[number] = FakeBus({address: Ssd1306() for address in addresses})
        return self.buses[number]

    def add_mux(self, first: int, channels: int = 7, bus: int = 1) -> None:
        """Make channel k the bus *first* + k, with a panel on each."""
        device = self.sysfs / f"{bus}-0070"
        device.mkdir(parents=True, exist_ok=True)
        for channel in range(channels):
            number = first + channel
            self.add_bus(number, ADDRESS)
            (self.sysfs / f"i2c-{number}").mkdir(exist_ok=True)
            link = device / f"channel-{channel}"
            link.unlink(missing_ok=True)
            link.symlink_to(self.sysfs / f"i2c-{number}")

    def open_bus(self, number: int) -> Handle:
        if number not in self.buses:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return Handle(self, number)

    def pins(self) -> MockFactory:
        return self.factory

    def drivers(self) -> Drivers:
        return Drivers(
            open_bus=self.open_bus, message=WriteMessage, pins=self.pins, sysfs=self.sysfs
        )

    def glass(self, number: int, address: int = ADDRESS) -> Ssd1306:
        return self.buses[number].panels[address]

    def pictures(self, number: int) -> set[bytes]:
        """Return a set that from now on gets every picture on the glass of bus *number*."""
        glass, seen = self.glass(number), set[bytes]()
        write = glass.write

        def watched(payload: bytes) -> None:
            write(payload)
            seen.add(glass.picture().tobytes())

        glass.write = watched  # type: ignore[method-assign]  # a look over its shoulder
        return seen

    def shows(self, number: int, face: Face, address: int = ADDRESS) -> bool:
        wanted = draw(face, (128, 64)).tobytes()
        return self.glass(number, address).picture().tobytes() == wanted
