"""A display at a board of its own, told by lines: only what changed, and only while new."""

import time
from collections.abc import Callable
from functools import partial
from typing import Literal

from PIL import Image

from companion.errors import HardwareError
from companion.ports import ButtonEdge, Place
from hardware.boards import serial_protocol as protocol
from hardware.boards.press_gate import OLD_MS
from hardware.boards.serial_link import SerialLink
from hardware.boards.serial_protocol import ButtonReport
from hardware.panels.dimming import Brightness
from hardware.panels.panel import SIZE, ShadowBuffer
from hardware.panels.registers import WHOLE, Window

_OVERHEAD_BYTES = 30
"""What a window of its own costs beside its pixels: sign, place, check, end."""


class SerialDisplay:
    """Implements ``Display`` on the thread of its worker."""

    size = SIZE
    doubt = ""
    """A board does not say what its display answers."""

    def __init__(self, link: SerialLink, rotate: Literal[0, 2] = 0) -> None:
        self._link = link
        self._buffer = ShadowBuffer(
            self._send, _OVERHEAD_BYTES, whole=[WHOLE], rotate=rotate
        )
        self._contrast: int = Brightness.BRIGHT
        self._start: int | None = None
        self._tried = False
        self._stirred, self._lit = False, False

    def stir(self) -> None:
        """Take it that something has happened at the table, whatever it was.

        In the air the next picture is then sent whole, with the light: as many lines of the same
        length as any other, so that who counts them learns nothing of a letter.
        """
        self._stirred = True

    def is_dark(self) -> bool:
        """Return False: a board shows a sign of its own until it hears of us."""
        return False

    def attach(self, image: Image.Image) -> None:
        """Ask the board who it is, start its display, and show *image*.

        At first without starting it: it may still show what it did before a restart.
        """
        self._buffer.forget()
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
        self.set_contrast(Brightness.BRIGHT)  # an earlier run may have left it dim
        self._start, self._stirred = start, True
        self._buffer.bring(image)

    def show(self, image: Image.Image) -> bool:
        """Send what changed, in the air all or nothing."""
        self._check_same()
        if not self._link.in_air:
            return self._buffer.bring(image)
        if not (self._stirred or self._buffer.differs(image)):
            return False
        self._buffer.forget()
        self._buffer.bring(image)
        self._link.command(partial(protocol.light, on=self._lit))
        self._stirred = False
        return True

    def refresh(self, image: Image.Image) -> None:
        """Send the brightness, with which a board sets all registers, and all of *image*."""
        self._check_same()
        self.set_contrast(self._contrast)
        self._buffer.forget()
        self._buffer.bring(image)

    def set_contrast(self, contrast: int) -> None:
        """Be as bright as *contrast* says."""
        self._contrast = contrast
        self._link.command(partial(protocol.contrast, level=contrast))

    def set_light(self, *, on: bool) -> None:
        """Switch the board's light; in the air with the next picture, so it blinks at nothing."""
        self._lit = on
        if self._link.in_air:
            return
        self._link.command(partial(protocol.light, on=on))

    def check(self) -> None:
        """Raise unless the board is alive, and the same since ``attach``."""
        self._check_same()
        self._link.check()

    def close(self) -> None:
        """Leave it dark."""
        self._buffer.forget()
        self._link.command(protocol.reset)

    def _check_same(self) -> None:
        if self._link.starts != self._start:
            raise HardwareError(
                f"board {self._link.name} or its display has started anew: check its plugs"
            )

    def _send(self, at: Window, pixels: bytes) -> None:
        makes = []
        for piece in protocol.split(at):
            own, pixels = pixels[: piece.size_bytes], pixels[piece.size_bytes :]
            makes.append(partial(protocol.window, at=piece, pixels=own))
        self._link.command(*makes)


class BoardFingers:
    """Makes edges of a board's presses, on its reading thread; a button too many is none."""

    def __init__(
        self,
        place: Place,
        names: tuple[str, ...],
        *listeners: Callable[[ButtonEdge], object],
    ) -> None:
        self._place, self._names, self._listeners = place, names, listeners
        self._down: dict[str, int] = {}
        """Since when each finger is there."""

    def press(self, press: ButtonReport, at_ns: int) -> None:
        """Tell of a finger that came or left; of one told too late only that it is gone."""
        if press.button < len(self._names):
            name = self._names[press.button]
            self._down.pop(name, None)
            if press.down:
                self._down[name] = at_ns
            late = press.age_ms > OLD_MS
            self._tell(ButtonEdge(self._place, name, press.down, at_ns, lost=late))

    def lose(self, before_ns: int) -> None:
        """Tell of those that came before the board went away, or began anew."""
        lost = [name for name, at_ns in self._down.items() if at_ns <= before_ns]
        for name in lost:
            del self._down[name]
            at_ns = time.monotonic_ns()
            self._tell(ButtonEdge(self._place, name, down=False, at_ns=at_ns, lost=True))

    def _tell(self, edge: ButtonEdge) -> None:
        for listener in self._listeners:
            listener(edge)
