"""A kernel's I2C side: numbered buses, a multiplexer in sysfs, panels, pins."""

import errno
import os
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from companion.ports import Face
from hardware.drivers import Drivers
from hardware.emulator.bus import FakeBus, WriteMessage
from hardware.emulator.controllers import Ssd1306
from hardware.faces import draw
from tests.hardware.conftest import ADDRESS


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
                time.sleep(self._kernel.timeout_s)
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
        self.timeout_s = 0.01
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

    def shows(self, number: int, face: Face, address: int = ADDRESS) -> bool:
        wanted = draw(face, (128, 64)).tobytes()
        return self.glass(number, address).picture().tobytes() == wanted
