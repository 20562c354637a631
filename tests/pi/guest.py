"""The hardware package on a Raspberry Pi's own kernel; run inside the emulated machine.

Prints a line for each thing that was seen, and ends with an exception where one was not.
"""

import time
from collections.abc import Callable
from typing import Any

from companion.links import MuxLink
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    CardFace,
    Faces,
    MuxConfig,
    RigConfig,
    StandConfig,
)
from hardware.drawing.faces import draw
from hardware.emulator.bus import FakeBus
from hardware.emulator.controllers import Ssd1306
from hardware.pins.drivers import Drivers, mux_channel, open_smbus
from hardware.rig.wired import WiredRig
from hardware.workshop.doctor import examine

PANEL, MUX = 0x3C, MuxConfig("m")
CHANNELS = dict(enumerate(STAND_PLACES))


def _cards(letters: str, chips: tuple[int, ...]) -> Faces:
    return {
        place: CardFace(letter, chips, (1, 5))
        for place, letter in zip(STAND_PLACES, letters, strict=True)
    }


ROUNDS: tuple[Faces, ...] = (
    _cards("KRANZE", (1,)),
    _cards("KRANZE", (1, 2)),
    _cards("WIPFEL", ()),
)


def config() -> RigConfig:
    """Return six equal panels behind a multiplexer, and a centre that is not there."""
    stands = [
        StandConfig(place, MuxLink(MUX.name, channel))
        for channel, place in CHANNELS.items()
    ]
    return RigConfig((*stands, StandConfig(CENTRE, MuxLink(MUX.name, 6))), (MUX,))


class Witness(FakeBus):
    """The kernel's bus; what it took is drawn on an emulated panel too."""

    def __init__(self, number: int) -> None:
        super().__init__({PANEL: Ssd1306()})
        self._bus = open_smbus(number)

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        self._bus.write_i2c_block_data(address, register, data)
        super().write_i2c_block_data(address, register, data)

    def i2c_rdwr(self, *messages: Any) -> None:
        self._bus.i2c_rdwr(*messages)
        super().i2c_rdwr(*messages)

    def read_byte(self, address: int) -> int:
        return int(self._bus.read_byte(address))

    def close(self) -> None:
        self._bus.close()


class Kernel:
    """The buses of this machine, by number."""

    def __init__(self) -> None:
        self.buses: dict[int, Witness] = {}

    def open_bus(self, number: int) -> Witness:
        return self.buses.setdefault(number, Witness(number))

    def shows(self, faces: Faces) -> bool:
        return all(self._shows(channel, faces) for channel in CHANNELS)

    def _shows(self, channel: int, faces: Faces) -> bool:
        bus = self.buses.get(mux_channel(MUX, channel))
        wanted = draw(faces[CHANNELS[channel]], (128, 64)).tobytes()
        return bus is not None and bus.panels[PANEL].picture().tobytes() == wanted


def until(condition: Callable[[], object], what: str, limit_s: float = 60.0) -> None:
    """Wait for *condition*, say how long it took, and fail after *limit_s*."""
    start_s = time.monotonic()
    while not condition():
        if time.monotonic() > start_s + limit_s:
            raise TimeoutError(f"waited in vain: {what}")
        time.sleep(0.01)
    print(f"guest: {what} ({time.monotonic() - start_s:.1f} s)", flush=True)


def main() -> None:
    """Show every round on six panels, then ask the doctor."""
    kernel = Kernel()
    rig = WiredRig(config(), Drivers(open_bus=kernel.open_bus))
    rig.start(lambda _edge: None)
    try:
        for number, faces in enumerate(ROUNDS, 1):
            rig.show(faces)
            until(lambda faces=faces: kernel.shows(faces), f"round {number} was sent")  # type: ignore[misc]  # bound now
        until(lambda: all(rig.health()[place].up for place in STAND_PLACES), "six are up")
        why = rig.health()[CENTRE].why
        if "does not answer" not in why:
            raise AssertionError(f"nothing is at the centre, and it says {why!r}")
        print(f"guest: the centre is down: {why}", flush=True)
    finally:
        rig.stop()
    for check in examine(config(), Drivers()):
        print(f"guest: doctor: {check.verdict}: {check.name}: {check.finding}", flush=True)


if __name__ == "__main__":
    main()
