"""How each kind of OLED controller is set up, by luma.oled, and addressed."""

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Final

from companion.ports import Controller, PanelKind

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
    """How pixels reach one kind of controller."""

    overhead_bytes: int
    """What a window costs beside its pixels."""
    rectangles: bool
    """It takes any rectangle of columns and pages; else a run of columns in one page."""
    first_column: int = 0
    still: bytes = b""
    """The command that ends scrolling, which a flipped bit may have begun."""
    identities: tuple[int, ...] = ()
    """What the low half of its status byte may be; none: nobody has told."""
    driver: str = ""
    """The class of luma.oled that sets it up, where that has another name."""

    def address(self, at: Window) -> bytes:
        """Return the command before the pixels of *at*."""
        if self.rectangles:
            return bytes((0x21, at.left, at.right, 0x22, at.top, at.bottom))
        column = at.left + self.first_column
        return bytes((0xB0 | at.top, column & 0x0F, 0x10 | column >> 4))


USUAL: Final[Controller] = "ssd1306"
"""What a display is taken for that does not say what it is."""
_STILL = b"\x2e"
REGISTERS: dict[Controller, Registers] = {
    "ssd1306": Registers(
        overhead_bytes=10, rectangles=True, still=_STILL, identities=(0x3, 0x6)
    ),
    "sh1106": Registers(
        overhead_bytes=7, rectangles=False, first_column=2, identities=(0x8,)
    ),
    # Of 2.42-inch modules.
    "ssd1309": Registers(overhead_bytes=10, rectangles=True, still=_STILL),
    # Follows the SSD1306 on 0.96-inch modules.
    "ssd1315": Registers(
        overhead_bytes=10, rectangles=True, still=_STILL, driver="ssd1306"
    ),
    # Follows the SH1106 on 1.3-inch modules: page by page, and nothing else.
    "ch1116": Registers(
        overhead_bytes=7, rectangles=False, first_column=2, driver="sh1106"
    ),
}


def named(panel: PanelKind) -> Controller:
    """Return the controller that a table's file means by *panel*."""
    return USUAL if panel == "auto" else panel


def identified(status: int) -> Controller | None:
    """Return the controller that gives the byte *status*, or None."""
    for controller, registers in REGISTERS.items():
        if status & 0x0F in registers.identities:
            return controller
    return None


def doubt(panel: PanelKind, status: int) -> str:
    """Return how *status* contradicts *panel*, and the remedy; "" where it does not.

    Controllers that are addressed alike do not contradict each other: their glass is right.
    """
    found = identified(status)
    if (
        panel == "auto"
        or found is None
        or REGISTERS[found].rectangles == REGISTERS[panel].rectangles
    ):
        return ""
    return (
        f'it answers as {found.upper()} does, and the file says panel = "{panel}": if its '
        f'picture is wrong, write panel = "{found}"'
    )


@cache
def setup(controller: Controller) -> bytes:
    """Return luma.oled's set-up of *controller*: all its registers but the contrast.

    Without luma's first word, which switches off: sent again it does not flicker, and after
    a restart of this program the glass goes on showing its picture.
    """
    from luma.oled import device  # noqa: PLC0415 - not before a panel is there: 4 MB

    sent: list[bytes] = []
    wire = SimpleNamespace(command=lambda *codes: sent.append(bytes(codes)))
    name = REGISTERS[controller].driver or controller
    # It would go on with an empty picture; ours is the first.
    silent = {"display": lambda _self, _image: None}
    driver = type(controller, (getattr(device, name),), silent)(wire)
    driver.persist = True  # it would blank the panel at exit
    return REGISTERS[controller].still + sent[0].removeprefix(bytes((OFF,)))
