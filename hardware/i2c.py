"""Real I2C buses: channels found when they are opened, and a bus that hangs left alone."""

import errno
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import HardwareError
from companion.ports import MuxConfig
from hardware.panels import Bus

_log = logging.getLogger(__name__)
T = TypeVar("T")

SYSFS = Path("/sys/bus/i2c/devices")
TIMEOUTS = 2
PAUSE_S = 0.5
"""How long a bus that hangs is left alone: then one transaction tries it."""

_REFUSALS = (errno.EREMOTEIO, errno.ENXIO, errno.EIO, errno.EAGAIN, errno.ETIMEDOUT)


def mux_channel(mux: MuxConfig, channel: int, sysfs: Path = SYSFS) -> int:
    """Return the number of the bus that the kernel made for *channel* just now."""
    device = sysfs / f"{mux.bus}-{mux.address:04x}"
    link = device / f"channel-{channel}"
    if not device.exists():
        raise HardwareError(
            f"multiplexer {mux.name} is unknown to the kernel: there is no {device}; add "
            f"dtoverlay=i2c-mux,pca9548,addr={mux.address:#x} to config.txt and restart"
        )
    name = link.resolve().name
    if not (link.exists() and name.startswith("i2c-")):
        raise HardwareError(
            f"multiplexer {mux.name} does not answer: it has no channel {channel}; check "
            "its cable and its address"
        )
    return int(name.removeprefix("i2c-"))


class Trunk:
    """The wires of one bus, with all channels of its multiplexers; one thread's own.

    A bus that hangs blocks for a second at each transaction. So after two timeouts nothing
    is sent for a while, the multiplexers are reset, and then one transaction tries again.
    """

    def __init__(
        self,
        name: str,
        *,
        reset: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._reset, self._clock = reset, clock
        self._timeouts = 0
        self._until_s = float("-inf")

    def carry(self, transaction: Callable[[], T]) -> T:
        """Do *transaction* unless the bus rests."""
        if self._clock() < self._until_s:
            raise HardwareError(
                f"{self.name} hangs: nobody lets go of its wires; unplug its displays one "
                "by one to find out which"
            )
        try:
            done = transaction()
        except OSError as error:
            if error.errno == errno.ETIMEDOUT:
                self._timed_out()
            raise
        self._timeouts = 0
        return done

    def _timed_out(self) -> None:
        self._timeouts += 1
        if self._timeouts < TIMEOUTS:
            return
        if self._timeouts == TIMEOUTS:  # said once
            _log.warning("%s hangs; it is tried every %s s", self.name, PAUSE_S)
        try:
            self._reset()
        except Exception:  # noqa: BLE001 - a dead reset line must not end the displays' thread
            _log.exception("the reset of %s failed", self.name)
        self._until_s = self._clock() + PAUSE_S


class KernelBus:
    """One bus or channel as a panel needs it, opened at its first use and after a loss.

    *find* gives its number just now, *open_bus* a handle with the interface of SMBus.
    """

    def __init__(
        self, trunk: Trunk, find: Callable[[], int], open_bus: Callable[[int], Any]
    ) -> None:
        self._trunk, self._find, self._open = trunk, find, open_bus
        self._handle: Any = None

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Write *register* and up to 32 bytes."""
        self._carry(lambda bus: bus.write_i2c_block_data(address, register, data))

    def i2c_rdwr(self, *messages: Any) -> None:  # noqa: ANN401 - smbus2 types it wrongly
        """Write messages of any length."""
        self._carry(lambda bus: bus.i2c_rdwr(*messages))

    def read_byte(self, address: int) -> int:
        """Read one byte."""
        return self._carry(lambda bus: bus.read_byte(address))

    def close(self) -> None:
        """Give the handle back; the next use opens another."""
        handle, self._handle = self._handle, None
        if handle is not None:
            handle.close()

    def _carry(self, act: Callable[[Bus], T]) -> T:
        def transaction() -> T:
            if self._handle is None:
                self._handle = self._opened()
            return act(self._handle)

        try:
            return self._trunk.carry(transaction)
        except HardwareError:
            raise
        except OSError as error:
            if error.errno not in _REFUSALS:
                self.close()  # the bus itself went away: its number may be another one now
            raise

    def _opened(self) -> object:
        number = self._find()
        try:
            return self._open(number)
        except OSError as error:
            raise HardwareError(
                f"/dev/i2c-{number} cannot be opened ({error.strerror}): "
                + _remedy(error.errno)
            ) from error


def _remedy(number: int | None) -> str:
    if number == errno.EACCES:
        return "add the user to the group i2c, and log in anew"
    return "switch I2C on with `sudo raspi-config nonint do_i2c 0`, and restart"
