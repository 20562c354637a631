"""How each kind of OLED controller is set up and addressed, as its data sheet says; pure."""

from dataclasses import dataclass
from typing import Literal

Controller = Literal["ssd1306", "sh1106", "ssd1309"]
WIDTH_PX, PAGES = 128, 8

NOP, ON, OFF, CONTRAST = 0xE3, 0xAF, 0xAE, 0x81
LONGEST_COMMAND = 8
"""So many NOPs end whatever command broke off in the middle."""
OFF_BIT = 0x40
"""Set in the status byte while the panel is switched off."""


@dataclass(frozen=True, slots=True)
class Window:
    """Columns *left* to *right* and pages *top* to *bottom*, all inclusive."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size_bytes(self) -> int:
        """How many bytes of pixels it holds."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def around(self, other: "Window") -> "Window":
        """Return the smallest window that holds both."""
        return Window(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )


WHOLE = Window(0, WIDTH_PX - 1, 0, PAGES - 1)
EVERY_PAGE = tuple(Window(0, WIDTH_PX - 1, page, page) for page in range(PAGES))


@dataclass(frozen=True, slots=True)
class Registers:
    """One kind of controller.

    *setup* is two transactions that leave it as it was, on or off: after a restart of this
    program the glass goes on showing its picture until the next one lies over it.
    """

    setup: tuple[bytes, bytes]
    overhead_bytes: int
    """What a window costs beside its pixels."""
    rectangles: bool
    """It takes any rectangle of columns and pages; else a run of columns in one page."""
    first_column: int = 0

    def address(self, at: Window) -> bytes:
        """Return the command before the pixels of *at*."""
        if self.rectangles:
            return bytes((0x21, at.left, at.right, 0x22, at.top, at.bottom))
        column = at.left + self.first_column
        return bytes((0xB0 | at.top, column & 0x0F, 0x10 | column >> 4))


# Timing, multiplex ratio, offset, start line, charge pump, addressing by columns, upright,
# wiring of the rows, levels, picture from the RAM and not inverted; then the contrast.
_SSD1306 = Registers(
    (
        bytes.fromhex("d580 a83f d300 40 8d14 2000 a1 c8 da12 d9f1 db40 a4 a6"),
        bytes.fromhex("81cf"),
    ),
    overhead_bytes=10,
    rectangles=True,
)
# The same for its registers. It passes over 20 and 8d, which are none of its commands: on
# many clones of both kinds this is what luma.oled, too, starts it with.
_SH1106 = Registers(
    (
        bytes.fromhex("20 10 b0 c8 00 10 40 a1 a6 a83f a4 d300 d5f0 d922 da12 db20 8d14"),
        bytes.fromhex("817f"),
    ),
    overhead_bytes=7,
    rectangles=False,
    first_column=2,
)

REGISTERS: dict[Controller, Registers] = {
    "ssd1306": _SSD1306,
    "sh1106": _SH1106,
    "ssd1309": _SSD1306,  # of 2.42-inch modules
}
