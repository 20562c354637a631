"""Displays on I2C: buses opened late, left alone while they hang, and panels that answer."""

import errno
import logging
import time
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar

from PIL import Image

from companion.errors import HardwareError
from companion.ports import Controller, PanelKind
from hardware.panels.dimming import Brightness
from hardware.panels.panel import Panel, finding
from hardware.panels.registers import NOP, OFF_BIT, USUAL, doubt, identified, named
from hardware.pins.drivers import opened_bus

_log = logging.getLogger(__name__)
T = TypeVar("T")

TIMEOUTS = 2
PAUSE_S = 0.5
"""How long a bus that hangs is left alone: then one transaction tries it."""

_REFUSALS = (errno.EREMOTEIO, errno.ENXIO, errno.EIO, errno.EAGAIN, errno.ETIMEDOUT)
_COMMANDS, _PIXELS = 0x00, 0x40
_READ_TRIES = 3
_FLOATING = 0xFF
"""What is read where nobody drives the wire: some clones take a read and say nothing."""


class Bus(Protocol):
    """The part of ``smbus2.SMBus`` that a panel needs; faults are raised as OSError."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Write *register* and up to 32 bytes."""

    def i2c_rdwr(self, *messages: Any) -> None:  # noqa: ANN401 - smbus2 types it wrongly
        """Write messages of any length."""

    def read_byte(self, address: int) -> int:
        """Read one byte."""
        ...


class RootBus:
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
        self, root: RootBus, find: Callable[[], int], open_bus: Callable[[int], Any]
    ) -> None:
        self._root, self._find, self._open = root, find, open_bus
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
                self._handle = opened_bus(self._open, self._find())
            return act(self._handle)

        try:
            return self._root.carry(transaction)
        except HardwareError:
            raise
        except OSError as error:
            if error.errno not in _REFUSALS:
                self.close()  # the bus itself went away: its number may be another one now
            raise


class I2cPanel(Panel):
    """A panel at *address*; *message* makes what the bus writes in one piece of any length."""

    def __init__(  # noqa: PLR0913 - all but the bus are wishes, by keyword
        self,
        bus: Bus,
        address: int = 0x3C,
        *,
        message: Callable[[int, list[int]], object],
        controller: PanelKind = "auto",
        rotate: Literal[0, 2] = 0,
        lamp: Callable[[bool], object] = lambda _on: None,
        offset: int | None = None,
    ) -> None:
        super().__init__(rotate, lamp, offset)
        self._bus, self._address, self._message = bus, address, message
        self._controller = controller
        self._kind = named(controller)
        self._readable = True

    def is_dark(self) -> bool:
        """Tell whether it certainly shows nothing: its status says that it is off."""
        with self._translated():
            status = self._bus.read_byte(self._address)
            return status != _FLOATING and bool(status & OFF_BIT)

    def attach(self, image: Image.Image) -> None:
        """Wake the panel from whatever state it is in and show *image*."""
        self._contrast = Brightness.BRIGHT
        with self._translated():
            if self._controller == "auto":
                self._kind = self._identify()
            self._start(self._kind, image)
            status = self._status()
        self._readable = status is not None
        self.doubt = "" if status is None else doubt(self._controller, status)

    def refresh(self, image: Image.Image) -> None:
        """Send everything anew: it heals flipped bits, and a clone that lost power."""
        with self._translated():
            self._start(self._kind, image)

    def check(self) -> None:
        """Raise unless the panel answers and is lit."""
        with self._translated():
            if not self._readable:
                self._command(NOP)
            elif self._bus.read_byte(self._address) & OFF_BIT:
                raise HardwareError(
                    f"display {self._name()} is switched off: it lost power; check its plug"
                )

    def _identify(self) -> Controller:
        try:
            status = self._bus.read_byte(self._address)
        except HardwareError:
            raise  # of the multiplexer or the bus, with the remedy
        except OSError as error:
            raise HardwareError(
                f"display {self._name()} does not answer ({finding(error)}): check its "
                "cable, or name its panel if that gives no status"
            ) from error
        return identified(status) or USUAL

    def _status(self) -> int | None:
        """Return what the panel says of itself; None: some clones take writes only."""
        for _ in range(_READ_TRIES):
            try:
                status = self._bus.read_byte(self._address)
            except OSError:
                continue
            return None if status == _FLOATING else status
        return None

    def _command(self, *codes: int) -> None:
        self._bus.write_i2c_block_data(self._address, _COMMANDS, list(codes))

    def _data(self, pixels: bytes) -> None:
        self._bus.i2c_rdwr(self._message(self._address, [_PIXELS, *pixels]))

    def _name(self) -> str:
        return f"at {self._address:#x}"

    def _fault(self, error: OSError) -> str:
        return f"does not answer ({finding(error)}): check its cable and its address"
