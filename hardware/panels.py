"""SSD1306 and SH1106 panels: luma's drivers, sending only what changed, unplug-proof."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol

import luma.core.error
from luma.core.device import device
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from companion.errors import HardwareError
from hardware import windows

Controller = Literal["ssd1306", "sh1106", "ssd1309"]

_NOP, _OFF = 0xE3, 0xAE
_LONGEST_COMMAND = 8
_OFF_BIT = 0x40
_SH1106_IDENTITY = 0x08
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


class Muted:
    """Put before one of luma's transports: mutes it, and keeps the init it saw then."""

    muted = recording = True

    def __init__(self, **wishes: object) -> None:
        self.init: list[tuple[int, ...]] = []
        super().__init__(**wishes)

    def command(self, *command: int) -> None:
        """Send a command; while muted only remember it."""
        if not self.muted:
            super().command(*command)  # type: ignore[misc]  # luma's, which has no types
        elif self.recording:
            self.init.append(command)

    def cleanup(self) -> None:
        """Do nothing: the handle belongs to whoever opened the bus."""


class Link(Muted, i2c):  # type: ignore[misc]  # luma has no types
    """luma's I2C transport."""

    def __init__(
        self, bus: Bus, address: int, message: Callable[[int, list[int]], object]
    ) -> None:
        super().__init__(bus=bus, address=address)
        # luma sends a frame in one piece only over a handle that it opened itself, else in
        # 33 pieces; so we tell it that it did.
        self._managed, self._i2c_msg_write = True, message


class _Quiet(device):  # type: ignore[misc]  # luma has no types
    """luma's base class without its atexit hook, which would keep and blank every panel."""

    def __init__(
        self, const: object, serial_interface: Muted
    ) -> None:  # the hook is all it adds
        self._const = const
        self._serial_interface = serial_interface


class _Changed(_Quiet):
    """Replaces luma's whole-frame ``display``: fast packing, changed parts only.

    *shown* is what the glass certainly shows, None when a write failed or none was made.
    """

    shown: bytes | None = None

    def wake(self) -> None:
        """Send luma's init, after NOPs that end a command which broke off in the middle.

        But for its first word, which switches off: after a restart of this program the
        glass goes on showing its picture until the next one lies over it.
        """
        self.shown = None
        self.command(*[_NOP] * _LONGEST_COMMAND)
        for command in self._serial_interface.init:
            self.command(*(code for code in command[:1] if code != _OFF), *command[1:])

    def display(self, image: Image.Image) -> None:
        """Bring the glass to *image*: mode ``1``, of the panel's size."""
        if self._serial_interface.muted:
            # luma clears and lights a new panel; we light it after its first picture.
            self._serial_interface.recording = False
            return
        new = windows.pack(self.preprocess(image))
        old, self.shown = self.shown, None
        if new != old:
            for window in self.plan(old, new):
                self.send(window, windows.cut(new, window))
        self.shown = new

    def plan(self, old: bytes | None, new: bytes) -> Sequence[windows.Window]:
        """Return what has to be sent, all of it where *old* is None."""
        raise NotImplementedError

    def send(self, window: windows.Window, pixels: bytes) -> None:
        """Write *pixels* into *window*."""
        raise NotImplementedError


class FastSsd1306(ssd1306, _Changed):  # type: ignore[misc]  # luma has no types
    """An SSD1306 takes any rectangle of columns and pages."""

    display = _Changed.display
    overhead_bytes = 10

    def plan(self, old: bytes | None, new: bytes) -> Sequence[windows.Window]:
        """Return rectangles, merged where that saves bytes."""
        if old is None:
            return (windows.WHOLE,)
        runs = windows.changed_runs(old, new, gap=self.overhead_bytes)
        return windows.merged(runs, self.overhead_bytes)

    def send(self, window: windows.Window, pixels: bytes) -> None:
        """Set the window, then write through it."""
        self.command(0x21, window.left, window.right, 0x22, window.top, window.bottom)
        self.data(list(pixels))


class FastSsd1309(FastSsd1306, ssd1309):  # type: ignore[misc]  # luma has no types
    """An SSD1309, of 2.42-inch modules: it takes the same rectangles."""


class FastSh1106(sh1106, _Changed):  # type: ignore[misc]  # luma has no types
    """An SH1106 takes a run of columns in one page."""

    display = _Changed.display
    overhead_bytes = 7

    def plan(self, old: bytes | None, new: bytes) -> Sequence[windows.Window]:
        """Return runs, page by page."""
        if old is None:
            return windows.EVERY_PAGE
        return windows.changed_runs(old, new, gap=self.overhead_bytes)

    def send(self, window: windows.Window, pixels: bytes) -> None:
        """Set page and column, then write on from there."""
        column = window.left + self._page_address_offset
        self.command(0xB0 | window.top, column & 0x0F, 0x10 | column >> 4)
        self.data(list(pixels))


DRIVERS: dict[Controller, Callable[..., FastSsd1306 | FastSh1106]] = {
    "ssd1306": FastSsd1306,
    "sh1106": FastSh1106,
    "ssd1309": FastSsd1309,
}


class Panel:
    """One display on an I2C bus that may lose power or be unplugged at any time.

    Every method raises HardwareError when the panel does not do as told; ``attach`` then
    begins anew. All methods belong to one thread.
    """

    size = (128, 64)

    def __init__(  # noqa: PLR0913 - all but the bus are wishes, by keyword
        self,
        bus: Bus,
        address: int = 0x3C,
        *,
        message: Callable[[int, list[int]], object],
        controller: Controller | Literal["auto"] = "auto",
        rotate: Literal[0, 2] = 0,
        lamp: Callable[[bool], object] = lambda _on: None,
    ) -> None:
        self._lamp = lamp
        self._bus, self._address, self._message = bus, address, message
        self._controller, self._rotate = controller, rotate
        # A luma object costs 300 KiB and is never given back: one a controller, for ever.
        self._drivers: dict[Controller, FastSsd1306 | FastSh1106] = {}
        self._driver: FastSsd1306 | FastSh1106 | None = None
        self._readable = True

    def is_dark(self) -> bool:
        """Tell whether it certainly shows nothing: its status says that it is off."""
        with self._translated():
            status = self._bus.read_byte(self._address)
            return status != _FLOATING and bool(status & _OFF_BIT)

    def attach(self, image: Image.Image) -> None:
        """Wake the panel from whatever state it is in and show *image*."""
        with self._translated():
            driver = self._driver = self._find_driver()
            driver.wake()
            driver.display(image)
            driver.show()
            self._readable = self._can_read()

    def show(self, image: Image.Image) -> bool:
        """Send what changed; return whether there was anything to send."""
        with self._translated():
            driver = self._attached()
            before = driver.shown
            driver.display(image)
            return bool(driver.shown != before)

    def refresh(self, image: Image.Image) -> None:
        """Send the whole of *image*, which heals flipped bits in the panel's RAM."""
        if not self._readable:
            # Nothing but a new start tells whether it lost power meanwhile.
            self.attach(image)
            return
        with self._translated():
            driver = self._attached()
            driver.shown = None
            driver.display(image)

    def glow(self, contrast: int) -> None:
        """Be as bright as *contrast* says."""
        with self._translated():
            self._attached().contrast(contrast)

    def light(self, *, on: bool) -> None:
        """Switch the light beside it, if there is one."""
        self._lamp(on)

    def check(self) -> None:
        """Raise unless the panel answers and is lit."""
        with self._translated():
            if not self._readable:
                self._attached().command(_NOP)
            elif self._bus.read_byte(self._address) & _OFF_BIT:
                raise HardwareError(
                    f"display at {self._address:#x} is switched off: it lost power; "
                    "check its plug"
                )

    def close(self) -> None:
        """Blank the panel and switch it off."""
        if self._driver is None:
            return
        with self._translated():
            self._driver.hide()
            self._driver.shown = None
            self._driver.display(Image.new("1", self.size))

    def _attached(self) -> FastSsd1306 | FastSh1106:
        if self._driver is None:
            raise HardwareError(f"display at {self._address:#x} was never attached")
        return self._driver

    def _find_driver(self) -> FastSsd1306 | FastSh1106:
        """Return the driver of the controller that is there, made when first met."""
        controller = self._controller
        if controller == "auto":
            controller = self._identify()
        if controller not in self._drivers:
            link = Link(self._bus, self._address, self._message)
            self._drivers[controller] = DRIVERS[controller](link, rotate=self._rotate)
            link.muted = False
        return self._drivers[controller]

    def _identify(self) -> Controller:
        try:
            status = self._bus.read_byte(self._address)
        except OSError as error:
            raise HardwareError(
                f"display at {self._address:#x} does not answer ({finding(error)}): "
                "check its cable, or name its panel if that gives no status"
            ) from error
        return "sh1106" if status & 0x0F == _SH1106_IDENTITY else "ssd1306"

    def _can_read(self) -> bool:
        """Tell whether the panel gives its status; some clones take writes only."""
        for _ in range(_READ_TRIES):
            try:
                return self._bus.read_byte(self._address) != _FLOATING
            except OSError:
                continue
        return False

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn every fault of the bus into a HardwareError that says what to do."""
        try:
            yield
        except HardwareError:
            raise
        except (OSError, luma.core.error.Error) as error:
            raise HardwareError(
                f"display at {self._address:#x} does not answer ({finding(error)}): "
                "check its cable and its address"
            ) from error


def finding(error: Exception) -> str:
    """Return what the system said, without its number."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
