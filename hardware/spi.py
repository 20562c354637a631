"""Displays on SPI: nothing ever comes back from them, so they are told everything again."""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, Protocol

import luma.core.error
from luma.core.interface.serial import spi
from PIL import Image

from companion.errors import HardwareError
from hardware.panels import DRIVERS, Controller, FastSh1106, FastSsd1306, Muted, finding


class SpiHandle(Protocol):
    """One chip select of a bus, opened; faults are raised as OSError."""

    def write(self, data: bytes) -> object:
        """Send up to 4096 bytes."""

    def close(self) -> None:
        """Give it back."""


class _Device:
    """What luma asks of ``spidev.SpiDev``; opened at its first use and after a loss."""

    max_speed_hz = 0
    """luma sets it; whoever opens the handle has done so already."""

    def __init__(self, open_handle: Callable[[], SpiHandle]) -> None:
        self._open_handle = open_handle
        self._handle: SpiHandle | None = None

    def open(self, port: int, device: int) -> None:
        """Do nothing yet."""

    def writebytes(self, data: list[int]) -> None:
        """Send *data* in one piece."""
        if self._handle is None:
            self._handle = self._open_handle()
        try:
            self._handle.write(bytes(data))
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Give the handle back; the next use opens another."""
        handle, self._handle = self._handle, None
        if handle is not None:
            handle.close()


class _Lines:
    """What luma asks of ``RPi.GPIO``."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, signal: Callable[[int, bool], object]) -> None:
        self._signal = signal

    def setup(self, pin: int, direction: int) -> None:
        """Do nothing: the pins are opened with all the others."""

    def output(self, pin: int, level: int) -> None:
        """Set the line for data or command."""
        self._signal(pin, bool(level))


class _Link(Muted, spi):  # type: ignore[misc]  # luma has no types
    """luma's SPI transport."""


class SpiPanel:
    """Implements ``Display`` for a panel that takes everything and answers nothing.

    *signal* sets the level of the line *dc*, *reset* pulses that of the panel's RES. Since a
    loss of power cannot be noticed, ``check`` sends init and picture anew: a millisecond.
    """

    size = (128, 64)

    def __init__(  # noqa: PLR0913 - all but the first are wishes, by keyword
        self,
        open_handle: Callable[[], SpiHandle],
        *,
        dc: int,
        signal: Callable[[int, bool], object],
        controller: Controller,
        name: str = "on SPI",
        rotate: Literal[0, 2] = 0,
        reset: Callable[[], object] = lambda: None,
        lamp: Callable[[bool], object] = lambda _on: None,
    ) -> None:
        self._name, self._reset, self._lamp = name, reset, lamp
        self._device = _Device(open_handle)
        link = _Link(spi=self._device, gpio=_Lines(signal), gpio_DC=dc, gpio_RST=None)
        self._driver: FastSsd1306 | FastSh1106 = DRIVERS[controller](link, rotate=rotate)
        link.muted = False
        self._image: Image.Image | None = None
        self._contrast: int | None = None

    def is_dark(self) -> bool:
        """Return False: it cannot be asked."""
        return False

    def attach(self, image: Image.Image) -> None:
        """Reset the panel, wake it, and show *image*."""
        with self._translated():
            self._contrast = None
            self._reset()
            self._say_all(image)

    def show(self, image: Image.Image) -> bool:
        """Send what changed; return whether there was anything to send."""
        with self._translated():
            before = self._driver.shown
            self._driver.display(image)
            self._image = image
            return bool(self._driver.shown != before)

    def refresh(self, image: Image.Image) -> None:
        """Send everything anew."""
        with self._translated():
            self._say_all(image)

    def glow(self, contrast: int) -> None:
        """Be as bright as *contrast* says."""
        self._contrast = contrast
        with self._translated():
            self._driver.contrast(contrast)

    def light(self, *, on: bool) -> None:
        """Switch the light beside it, if there is one."""
        self._lamp(on)

    def check(self) -> None:
        """Send the present picture anew: it may have lost power, and cannot tell."""
        if self._image is not None:
            self.refresh(self._image)

    def close(self) -> None:
        """Blank the panel, switch it off, give the bus back."""
        with self._translated():
            self._driver.hide()
            self._driver.shown = None
            self._driver.display(Image.new("1", self.size))
            self._device.close()

    def _say_all(self, image: Image.Image) -> None:
        self._image = image
        self._driver.wake()
        if self._contrast is not None:
            self._driver.contrast(self._contrast)
        self._driver.display(image)
        self._driver.show()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn every fault into a HardwareError that says what to do."""
        try:
            yield
        except HardwareError:
            raise
        except (OSError, luma.core.error.Error) as error:
            raise HardwareError(
                f"display {self._name} cannot be written to ({finding(error)}): "
                + _remedy(error)
            ) from error


def _remedy(error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EACCES:
        return "add the user to the group spi, and log in anew"
    return "switch SPI on as `companion wiring` says, and restart"
