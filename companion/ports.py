"""What the core says to the world outside, and what it hears from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType, Protocol, TypeAlias, runtime_checkable

from companion.links import VIRTUAL, InAir, Link, UsbLink

Seat = NewType("Seat", int)
"""A player's place at the table, 0-based, clockwise."""

Stand = NewType("Stand", int)
"""One of the six card stands, 0-based, clockwise."""

STANDS = tuple(Stand(n) for n in range(6))

Place = NewType("Place", str)
"""Where a display and its buttons are: ``stand-1`` … ``stand-6`` or ``centre``."""

CENTRE = Place("centre")
CENTRE_BUTTONS = ("wildcard", "undo", "next")
LEAST_FREE_MB = 100  # of the disk that holds the matches


def stand_place(stand: Stand) -> Place:
    """Return the place of *stand*; people count stands from one."""
    return Place(f"stand-{stand + 1}")


STAND_PLACES = tuple(map(stand_place, STANDS))


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """A debounced change of one button, stamped by the kernel."""

    place: Place
    button: str
    down: bool
    at_ns: int
    id: str = ""  # of one that a network told
    lost: bool = False  # its board went away with the button down, or told this too late


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence as id and parameters; readers translate it into their own language."""

    id: str
    params: "Mapping[str, Param]" = field(default_factory=dict)


Param: TypeAlias = str | int | tuple[str, ...] | Message
"""What a sentence is told; a tuple is names, read out as "Anna, Ben and Cleo"."""


# -- what is kept of a match in one picture, all of it public by then --


@dataclass(frozen=True, slots=True)
class KeptWord:
    """What somebody made of it; *counts*: whether the table took it."""

    name: str
    word: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Keepsake:
    """Words or a verse, the stars (None: nobody counted), and one word below ("": none)."""

    title: str
    result: Message
    words: tuple[KeptWord, ...]
    stars: tuple[int, int] | None = None  # of how many
    best: str = ""
    best_by: str = ""
    about: Message | None = None  # None: *best* is the clue that told most
    verse: tuple[str, ...] = ()  # in the place of the words
    verse_by: str = ""


# -- faces: what one display shows. Text in a face is already in the table's language. --


@dataclass(frozen=True, slots=True)
class BlankFace:
    """Nothing at all; between matches only."""


Picture = tuple[str, ...]  # rows of points: ``#`` is bright


@dataclass(frozen=True, slots=True)
class CardFace:
    """A letter card; *letter* is a capital, ``""`` in an empty stand, ``"?"`` for an unknown one.

    *chips* ascend. *position* is (place from 1, row length), ``"done"``, or None: a nonplayer's;
    *stack* counts the cards under that. *warning*: in the name's place, above a letter with chips.
    """

    letter: str = ""
    chips: tuple[int, ...] = ()
    position: tuple[int, int] | Literal["done"] | None = None
    stack: int | None = None
    bonus: bool = False
    moving_on: bool = False
    name: str = ""
    warning: str = ""
    picture: Picture = ()  # the sign of whoever is named


Mark = Literal["", "right", "wrong"]
"""The table's verdict on a word."""


Shape = Literal["", "diamond", "bar", "triangle", "circle"]
"""A filled shape that tells one stand from another, where there is no colour."""


@dataclass(frozen=True, slots=True)
class WordFace:
    """One word, as large as fits; *mark* tells the verdict by its sign, large without a word."""

    word: str
    name: str = ""
    mark: Mark = ""
    shape: Shape = ""
    picture: Picture = ()  # the sign of whoever is named


MOST_LINES = 5
"""Of what has more the rest is left out, on glass and page."""


@dataclass(frozen=True, slots=True)
class LinesFace:
    """A few short lines, the first one large, or all *even*, each after one of *shapes*."""

    lines: tuple[str, ...]
    even: bool = False
    picture: Picture = ()  # the sign of whoever is named in the first one
    shapes: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerFace:
    """The setup card in the middle: clue tokens, wildcard chips, bonus letters, whose turn.

    *labels* name red, green and centre in the table's language; a display has no colour.
    """

    red: int
    green: int
    centre: int
    centre_open: bool
    wildcard_chips: tuple[int, ...] = ()
    bonus: tuple[tuple[str, tuple[int, ...]], ...] = ()
    line: str = ""
    labels: tuple[str, str, str] = ("red", "green", "centre")


@dataclass(frozen=True, slots=True)
class RollFace:
    """A row of letters that were rolled, between two lines of text.

    *start* is the index of the letter picked out, *lit* of those lit; *struck*: none counts.
    """

    letters: tuple[str, ...]
    start: int | None = None
    struck: bool = False
    top: str = ""
    bottom: str = ""
    lit: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class QrFace:
    """A QR code of *text* with a few lines beside it."""

    text: str
    lines: tuple[str, ...] = ()


Face = BlankFace | CardFace | WordFace | LinesFace | LedgerFace | RollFace | QrFace
Faces = Mapping[Place, Face]


# -- the rig: all hardware of one table --


@dataclass(frozen=True, slots=True)
class SpiPins:
    """The BCM pins of one of the Pi's SPI buses; *chips* are its chip selects, in order."""

    data: int
    clock: int
    answer: int
    chips: tuple[int, ...]


SPI_BUSES: Mapping[int, SpiPins] = {
    0: SpiPins(10, 11, 9, (8, 7)),
    1: SpiPins(20, 21, 19, (18, 17, 16)),
}

I2C_BUSES: Mapping[int, tuple[int, int]] = {
    1: (2, 3),
    3: (4, 5),
    4: (8, 9),
    5: (12, 13),
    6: (22, 23),
}
"""The BCM pins for data and clock of each I2C bus; those beside bus 1 are a Pi 4's."""

Controller = Literal["ssd1306", "sh1106", "ssd1309", "ssd1315", "ch1116"]
"""What drives the glass of a display; each has its registers and its emulator."""
PanelKind = Literal["auto", Controller]


@dataclass(frozen=True, slots=True)
class StandConfig:
    """One display with its buttons, and what it hangs at."""

    place: Place
    link: Link = VIRTUAL
    panel: PanelKind = "auto"
    rotate: Literal[0, 2] = 0
    buttons: Mapping[str, int] = field(default_factory=dict)  # each name's BCM pin
    address: int = 0x3C  # on an I2C bus
    light: int | None = None
    """BCM pin of a light that is on while chips lie at the stand."""
    offset: int | None = None  # the first column of an SH1106's glass; None: the usual one


@dataclass(frozen=True, slots=True)
class MuxConfig:
    """A TCA9548A that the kernel drives; *reset* is the BCM pin at its RESET."""

    name: str
    bus: int = 1
    address: int = 0x70
    reset: int | None = None


@dataclass(frozen=True, slots=True)
class RigConfig:
    """Every stand of the table, in order; the centre display is optional."""

    stands: tuple[StandConfig, ...]
    muxes: tuple[MuxConfig, ...] = ()
    wifi: str = ""  # the name of the network that phones have to be in
    wifi_code: str = ""
    """What a phone's camera reads as “join this Wi-Fi”; "" where its password is not told."""
    bridge: str = ""
    """The number of the board on USB that carries the lines of stands in the air; "": none."""

    def boards(self) -> tuple[str, ...]:
        """Return the numbers of all boards, the bridge's last."""
        found = [s.link.serial_number for s in self.stands if isinstance(s.link, UsbLink)]
        return (*found, self.bridge) if self.bridge else tuple(found)


NO_RIG = RigConfig(())  # no stand at all


@dataclass(frozen=True, slots=True)
class Health:
    """Whether one display answers; *why*: what is wrong, *air*: how it is joined by no cable."""

    up: bool
    why: str = ""
    air: InAir | None = None


class Rig(Protocol):
    """The displays and buttons of one table, real or virtual."""

    def start(self, on_edge: Callable[[ButtonEdge], object]) -> None:
        """Open everything; *on_edge* is called from hardware threads and must not block."""

    def show(self, faces: Faces, *, resting: bool = False) -> None:
        """Take the newest faces, return at once; *resting*: no match is on, so they may go dark."""

    def greet(self, face: Face) -> None:
        """Until the first ``show``, show *face* on those displays that are dark, no others."""

    def refuse(self, place: Place) -> None:
        """Show for a moment at *place* that a press was refused; return at once."""

    def accept(self, place: Place) -> None:
        """Show for a moment at *place* that a hold has acted; return at once."""

    def blink(self, place: Place) -> None:
        """Let the light at *place*, if it has one, blink for a moment; return at once."""

    def health(self) -> Mapping[Place, Health]:
        """Return the state of every display."""

    def stop(self, *, dark: bool = True) -> None:
        """Close everything, calmly: *dark*, or with the pictures left for the next start."""


@runtime_checkable
class Bench(Protocol):
    """What the all-seeing bench page of virtual stands needs."""

    def picture(self, place: Place) -> bytes:
        """Return a PNG of what the panel at *place* reconstructs from the wire."""

    def set_button(self, place: Place, button: str, *, down: bool) -> None:
        """Drive the pin of a virtual button."""

    def wait(self, after: int, timeout_s: float) -> int:
        """Return the number of the newest picture; block until it exceeds *after*."""
