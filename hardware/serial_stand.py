"""A display at a board of its own, told by lines: only what changed, and only while new."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Literal

from PIL import Image

from companion.errors import HardwareError
from companion.ports import ButtonEdge, Place
from hardware import serial_protocol as protocol
from hardware import windows
from hardware.serial_link import Port, SerialLink
from hardware.serial_protocol import Press
from hardware.windows import Window

_OVERHEAD_BYTES = 30
"""What a window of its own costs beside its pixels: sign, place, check, end."""
_TTY = re.compile(r"tty:(/dev/[^@]+)(?:@(\d+))?")
_BAUD = 115200


class SerialDisplay:
    """Implements ``Display`` on the thread of its worker."""

    size = (128, 64)

    def __init__(self, link: SerialLink, rotate: Literal[0, 2] = 0) -> None:
        self._link, self._rotate = link, rotate
        self._shown: bytes | None = None
        self._start: int | None = None
        self._tried = False

    def is_dark(self) -> bool:
        """Return False: a board shows a sign of its own until it hears of us."""
        return False

    def attach(self, image: Image.Image) -> None:
        """Ask the board who it is, start its display, and show *image*.

        At first without starting it: it may still show what it did before a restart.
        """
        self._shown = None
        start = self._link.starts
        hello = self._link.hello()
        tried, self._tried = self._tried, True
        if hello.version != protocol.VERSION:
            raise HardwareError(
                f"board {self._link.name} is unsupported: it speaks protocol "
                f"{hello.version}, this program {protocol.VERSION}; flash its firmware anew"
            )
        if hello.size != self.size:
            width, height = hello.size
            raise HardwareError(
                f"board {self._link.name} has {width} x {height} pixels: faces want 128 x 64"
            )
        if tried:
            self._link.command(protocol.reset)
        self._start = start
        self._bring(image)

    def show(self, image: Image.Image) -> bool:
        """Send what changed."""
        self._check_same()
        return self._bring(image)

    def refresh(self, image: Image.Image) -> None:
        """Send the whole of *image*."""
        self._check_same()
        self._shown = None
        self._bring(image)

    def glow(self, contrast: int) -> None:
        """Be as bright as *contrast* says."""
        self._link.command(partial(protocol.glow, contrast=contrast))

    def light(self, *, on: bool) -> None:
        """Switch the board's light."""
        self._link.command(partial(protocol.light, on=on))

    def check(self) -> None:
        """Raise unless the board is alive, and the same since ``attach``."""
        self._check_same()
        self._link.check()

    def close(self) -> None:
        """Leave it dark."""
        self._shown = None
        self._link.command(protocol.reset)

    def _check_same(self) -> None:
        if self._link.starts != self._start:
            raise HardwareError(f"board {self._link.name} has started anew")

    def _bring(self, image: Image.Image) -> bool:
        new = windows.pack(image.rotate(180) if self._rotate else image)
        old, self._shown = self._shown, None
        for window in self._plan(old, new):
            for piece in protocol.split(window):
                pixels = windows.cut(new, piece)
                self._link.command(partial(protocol.window, at=piece, pixels=pixels))
        self._shown = new
        return new != old

    def _plan(self, old: bytes | None, new: bytes) -> Iterable[Window]:
        if old is None:
            return windows.EVERY_PAGE
        runs = windows.changed_runs(old, new, gap=_OVERHEAD_BYTES)
        return windows.merged(runs, _OVERHEAD_BYTES)


def serial_link(
    link: str,
    ports: Callable[[], Iterable[Any]],
    open_port: Callable[[str, int], Port],
    on_press: Callable[[Press, int], object],
) -> SerialLink:
    """Return the link to the board that *link* names: ``usb:`` or ``tty:``."""
    if found := _TTY.fullmatch(link):
        path, baud = found[1], int(found[2] or _BAUD)
        return SerialLink(
            path,
            lambda: path if Path(path).exists() else None,
            lambda at: open_port(at, baud),
            on_press,
        )
    number = link.removeprefix("usb:")

    def find() -> str | None:
        # The number of a ttyACM changes with every plug; the board's own does not.
        wanted = (port.device for port in ports() if port.serial_number == number)
        return next(wanted, None)

    return SerialLink(number, find, lambda at: open_port(at, _BAUD), on_press)


def press_to_edge(
    place: Place, names: tuple[str, ...], on_edge: Callable[[ButtonEdge], object]
) -> Callable[[Press, int], object]:
    """Return what makes edges of a board's presses; a button too many is no button."""

    def on_press(press: Press, at_ns: int) -> None:
        if press.button < len(names):
            on_edge(ButtonEdge(place, names[press.button], press.down, at_ns))

    return on_press
