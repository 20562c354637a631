"""Displays on SPI: nothing ever comes back from them, so they are told everything again."""

from collections.abc import Callable
from typing import Literal, Protocol

from PIL import Image

from companion.ports import Controller
from hardware.panels.dimming import Brightness
from hardware.panels.panel import Panel, finding
from hardware.pins.drivers import bus_remedy


class SpiHandle(Protocol):
    """One chip select of a bus, opened; faults are raised as OSError."""

    def write(self, data: bytes) -> object:
        """Send up to 4096 bytes."""

    def close(self) -> None:
        """Give it back."""


class SpiPanel(Panel):
    """A panel that takes everything and answers nothing: ``check`` sends set-up and picture anew.

    *open_handle* is called at the first use and after a loss. *signal* sets the level of the line
    *dc*, *reset* pulses that of the panel's RES.
    """

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
        offset: int | None = None,
    ) -> None:
        super().__init__(rotate, lamp, offset)
        self._open_handle, self._dc, self._signal = open_handle, dc, signal
        self._controller, self._where, self._reset = controller, name, reset
        self._handle: SpiHandle | None = None
        self._image: Image.Image | None = None

    def is_dark(self) -> bool:
        """Return False: it cannot be asked."""
        return False

    def attach(self, image: Image.Image) -> None:
        """Reset the panel, wake it, and show *image*."""
        self._contrast = Brightness.BRIGHT
        with self._translated():
            self._reset()
        self.refresh(image)

    def show(self, image: Image.Image) -> bool:
        """Send what changed; return whether there was anything to send."""
        self._image = image
        return super().show(image)

    def refresh(self, image: Image.Image) -> None:
        """Send everything anew."""
        self._image = image
        with self._translated():
            self._start(self._controller, image)

    def check(self) -> None:
        """Send the present picture anew: it may have lost power, and cannot tell."""
        if self._image is not None:
            self.refresh(self._image)

    def close(self) -> None:
        """Blank the panel, switch it off, give the bus back."""
        super().close()
        self._close_handle()

    def _command(self, *codes: int) -> None:
        self._signal(self._dc, False)  # noqa: FBT003 - low: a command
        self._write(bytes(codes))

    def _data(self, pixels: bytes) -> None:
        self._signal(self._dc, True)  # noqa: FBT003 - high: pixels
        self._write(pixels)

    def _write(self, data: bytes) -> None:
        if self._handle is None:
            self._handle = self._open_handle()
        try:
            self._handle.write(data)
        except OSError:
            self._close_handle()
            raise

    def _close_handle(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            handle.close()

    def _name(self) -> str:
        return self._where

    def _fault(self, error: OSError) -> str:
        return f"cannot be written to ({finding(error)}): {bus_remedy(error, 'spi')}"
