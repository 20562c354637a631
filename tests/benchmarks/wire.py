"""What a change of picture costs on the wire, in clock cycles of the bus."""

from dataclasses import dataclass
from functools import partial
from itertools import permutations
from statistics import median
from typing import Any, Literal

from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.ports import CardFace, Controller
from hardware.drawing.faces import draw
from hardware.emulator.bus import FakeBus
from hardware.emulator.controllers import EMULATED
from hardware.panels.panel import pack
from hardware.panels.registers import PAGES, WIDTH_PX
from tests.hardware.conftest import ADDRESS, LETTERS, LumaLink, wire

BITS_A_BYTE = 9
CAPITALS = {letter: image for letter, image in LETTERS.items() if letter != "?"}


@dataclass(frozen=True, slots=True)
class Figures:
    """Bits; *floor* is nine for each changed byte, *rectangle* nine for each byte around."""

    controller: Controller
    luma: int
    letter: float
    letter_floor: float
    letter_rectangle: float
    letter_to_rectangle: float
    """Median of what a letter took over its rectangle's floor."""
    chip: int
    chip_floor: int
    six_letters: int
    nothing: int


def figures(controller: Controller, rotate: Literal[0, 2] = 0) -> Figures:
    """Measure through the real drivers, on the bytes that the emulated bus carried."""
    stand = wire(controller, rotate=rotate)
    stand.panel.attach(Image.new("1", (WIDTH_PX, PAGES * 8)))
    took, floors, rectangles = [], [], []
    for one, other in permutations(CAPITALS.values(), 2):
        stand.panel.show(one)
        took.append(stand.bits(partial(stand.panel.show, other)))
        floors.append(floor(one, other))
        rectangles.append(rectangle(one, other))
    cards = [draw(CardFace("A", tuple(range(1, n + 1)), (2, 5)), (128, 64)) for n in (3, 4)]
    stand.panel.show(cards[0])
    return Figures(
        controller=controller,
        luma=lumas(controller),
        letter=median(took),
        letter_floor=median(floors),
        letter_rectangle=median(rectangles),
        letter_to_rectangle=median(t / r for t, r in zip(took, rectangles, strict=True)),
        chip=stand.bits(lambda: stand.panel.show(cards[1])),
        chip_floor=floor(*cards),
        six_letters=sum(took[: 6 * 100 : 100]),
        nothing=stand.bits(lambda: stand.panel.show(cards[1])),
    )


def _changed(one: Image.Image, other: Image.Image) -> list[tuple[int, int]]:
    pairs = enumerate(zip(pack(one), pack(other), strict=True))
    return [divmod(k, WIDTH_PX) for k, (a, b) in pairs if a != b]


def floor(one: Image.Image, other: Image.Image) -> int:
    """Return nine bits for each byte that changed: less is impossible."""
    return BITS_A_BYTE * len(_changed(one, other))


def rectangle(one: Image.Image, other: Image.Image) -> int:
    """Return nine bits for each byte of the smallest rectangle around what changed."""
    pages, columns = zip(*_changed(one, other), strict=True)
    width, height = max(columns) - min(columns) + 1, max(pages) - min(pages) + 1
    area: int = width * height
    return BITS_A_BYTE * area


def lumas(controller: Controller) -> int:
    """Return what luma's own ``display()`` sends, in pieces as large as ours."""
    bus, device = lumas_driver(controller)
    before = bus.traffic
    device.display(LETTERS["A"])
    return (bus.traffic - before).bits


def lumas_driver(controller: Controller) -> tuple[FakeBus, Any]:  # luma has no types
    """Return luma's own driver of an emulated panel, and the bus between them."""
    bus = FakeBus({ADDRESS: EMULATED[controller]()})
    device = (sh1106 if controller == "sh1106" else ssd1306)(LumaLink(bus))
    device.persist = True
    return bus, device
