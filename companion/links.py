"""What a stand's display hangs at: a closed union, parsed from a table's file once.

And boards at USB that are no stands yet: what a page is told of them, and may wish.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol


@dataclass(frozen=True, slots=True)
class VirtualLink:
    """Nothing: the browser draws it."""

    def __str__(self) -> str:
        return "virtual:"


VIRTUAL: Final = VirtualLink()


@dataclass(frozen=True, slots=True)
class MuxLink:
    """A channel of the multiplexer *mux*."""

    mux: str
    channel: int

    def __str__(self) -> str:
        return f"mux:{self.mux}/{self.channel}"


@dataclass(frozen=True, slots=True)
class I2cLink:
    """An I2C bus of the Pi."""

    bus: int

    def __str__(self) -> str:
        return f"i2c:{self.bus}"


@dataclass(frozen=True, slots=True)
class SpiLink:
    """A chip select of an SPI bus; *dc* and *reset* are BCM pins."""

    bus: int
    chip: int
    dc: int
    reset: int | None = None

    def __str__(self) -> str:
        reset = "" if self.reset is None else f"/{self.reset}"
        return f"spi:{self.bus}.{self.chip}/{self.dc}{reset}"


@dataclass(frozen=True, slots=True)
class UsbLink:
    """A microcontroller with its own display and button, by its number, at whatever port."""

    serial_number: str

    def __str__(self) -> str:
        return f"usb:{self.serial_number}"


PanelLink = MuxLink | I2cLink | SpiLink
"""A display on the Pi's own pins."""
Link = VirtualLink | PanelLink | UsbLink

_KINDS: Final[Mapping[str, tuple[re.Pattern[str], Callable[..., Link]]]] = {
    "virtual": (re.compile(""), VirtualLink),
    "mux": (re.compile(r"([\w-]+)/([0-7])"), lambda mux, at: MuxLink(mux, int(at))),
    "i2c": (re.compile(r"(\d{1,3})"), lambda bus: I2cLink(int(bus))),
    "spi": (
        re.compile(r"(0(?=\.[01])|1(?=\.[0-2]))\.(\d)/(\d+)(?:/(\d+))?"),
        lambda *numbers: SpiLink(*(int(each) for each in numbers if each is not None)),
    ),
    "usb": (re.compile(r"([\w.:-]+)"), UsbLink),
}


def parse_link(text: str) -> Link | None:
    """Return the link that *text* writes; None: it means nothing."""
    kind, colon, where = text.partition(":")
    if not colon or kind not in _KINDS:
        return None
    pattern, make = _KINDS[kind]
    found = pattern.fullmatch(where)
    return make(*found.groups()) if found else None


# -- boards that are no stands yet --


def same_board(one: object, other: object) -> bool:
    """Tell whether two numbers are one board's: capitals and colons mean nothing."""
    return bool(one) and _plain(one) == _plain(other)


def _plain(number: object) -> str:
    return str(number).replace(":", "").casefold()


BoardKind = Literal["bare", "unknown", "old", "ours"]
"""MicroPython alone, somebody's program, a firmware of ours that is not today's, today's."""


@dataclass(frozen=True, slots=True)
class InAir:
    """What a board without a cable says of its battery (percent) and its network (dBm)."""

    battery: int | None = None
    strength: int | None = None

    def __str__(self) -> str:
        battery = "" if self.battery is None else f", battery {self.battery} %"
        strength = "" if self.strength is None else f", {self.strength} dBm"
        return f"in the air{battery}{strength}"


@dataclass(frozen=True, slots=True)
class PluggedBoard:
    """A board that is no stand yet; *name* is its number, or its *path* where it has none."""

    name: str
    path: str
    kind: BoardKind
    title: str = ""
    """What it calls itself at USB."""


BRIDGE: Final = "bridge"
"""Stands where a board's stand is named, of the one that carries stands without a cable."""


SAME: Final = "same"
"""Stands where a shop's name of a board stands: it stays what it was told before."""


@dataclass(frozen=True, slots=True)
class BoardWish:
    """Which board shall be which stand, or the bridge, and what a shop calls it.

    *replace*: also where somebody's program lies on it. *air*: it may play without its cable.
    """

    board: str
    stand: str
    known: str
    replace: bool = False
    air: bool = False


@dataclass(frozen=True, slots=True)
class BoardWork:
    """How far the newest board is, or how it ended; *failed* says with *facts* why."""

    board: str
    stand: str
    known: str
    step: Literal["looks", "copies", "writes", "starts", "done", "failed"]
    done: int = 0
    of: int = 0
    failed: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    air: bool = False
    """Whether it was to play without its cable."""


@dataclass(frozen=True, slots=True)
class BoardsShown:
    """Everything that a page says of boards; *known* are the names of what a shop has."""

    boards: tuple[PluggedBoard, ...] = ()
    free: tuple[str, ...] = ()
    """The numbers of the stands that nothing real belongs to."""
    known: tuple[str, ...] = ()
    drives: int = 0
    """How many boards run nothing, and show only the drive that takes MicroPython."""
    bridge: bool = False
    """Whether one may become the bridge of stands without a cable: no own file names one."""
    air: bool = False
    """Whether a board may be a stand without a cable, too: the bridge is there."""
    work: BoardWork | None = None

    @property
    def busy(self) -> bool:
        """Whether a board is being flashed."""
        return self.work is not None and self.work.step not in ("done", "failed")


class StandMaker(Protocol):
    """Makes stands of the boards that are plugged in, one at a time."""

    def shown(self) -> BoardsShown:
        """Return how it is just now."""

    def make(self, wish: BoardWish) -> None:
        """Begin; raises Rejected."""

    def undo(self) -> None:
        """Let the board that has just become one be no stand or bridge; raises Rejected."""
