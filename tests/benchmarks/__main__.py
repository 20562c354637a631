"""``python -m tests.benchmarks``: wire bits and CPU of the displays, as a table."""

import threading
import time
import warnings
from collections.abc import Callable
from statistics import median

from companion.ports import (
    STAND_PLACES,
    ButtonEdge,
    CardFace,
    Controller,
    RigConfig,
    StandConfig,
)
from hardware.drawing.faces import draw
from hardware.rig.virtual import VirtualRig
from tests.benchmarks.wire import CAPITALS, figures, lumas_driver
from tests.hardware.conftest import wire

ROUNDS = 400


def main() -> None:
    warnings.simplefilter("ignore")
    print("Bits on the wire, and milliseconds at 400 kHz")
    controllers: tuple[Controller, ...] = ("ssd1306", "sh1106")
    for controller in controllers:
        found = figures(controller)
        rows = {
            "luma display()": found.luma,
            "letter (median of 650 pairs)": found.letter,
            "  floor of its changed bytes": found.letter_floor,
            "  floor of its rectangle": found.letter_rectangle,
            "chip": found.chip,
            "  floor of its changed bytes ": found.chip_floor,
            "six letters": found.six_letters,
            "six luma display()": 6 * found.luma,
            "nothing changed": found.nothing,
        }
        print(f"\n{controller}")
        for name, bits in rows.items():
            print(
                f"  {name:32} {bits:8.0f}  {bits / 400:7.2f} ms  {bits / found.luma:6.3f}"
            )
        print(f"  {'letter over its rectangle':32} {found.letter_to_rectangle:8.2f}")
    cpu()
    press()


def cpu() -> None:
    print("\nCPU, median in milliseconds")
    faces = [CardFace(letter, position=(2, 5)) for letter in CAPITALS]
    images = list(CAPITALS.values())
    stand = wire("ssd1306")
    stand.panel.attach(images[0])
    bus, luma = lumas_driver("ssd1306")
    for swallowing in (bus, stand.bus):  # else the emulated panel would be measured
        swallowing._write = lambda _address, _payload: None  # type: ignore[method-assign, assignment]  # on purpose
    steps: dict[str, Callable[[int], object]] = {
        "another letter by luma's display()": lambda k: luma.display(images[k % 26]),
        "draw a card": lambda k: draw(faces[k % 26], (128, 64)),
        "another letter": lambda k: stand.panel.show(images[k % 26]),
        "nothing changed": lambda _: stand.panel.show(images[0]),
    }
    for name, step in steps.items():
        spent = []
        for k in range(ROUNDS):
            start = time.process_time_ns()
            step(k)
            spent.append(time.process_time_ns() - start)
        print(f"  {name:42} {median(spent) / 1e6:7.3f}")


def press() -> None:
    """From the edge on the pin to the last byte on the wire, without a match between."""
    told, drawn = threading.Event(), []
    stands = (StandConfig(p, buttons={"main": 5 + k}) for k, p in enumerate(STAND_PLACES))
    rig = VirtualRig(RigConfig(tuple(stands)))
    letters = iter("ABCDEFGHIJ" * 10)

    def on_edge(edge: ButtonEdge) -> None:
        if edge.down:
            number = rig.wait(-1, 0.0)
            rig.show(dict.fromkeys(STAND_PLACES, CardFace(next(letters))))
            while rig.wait(number, 0.2) != number:
                number = rig.wait(-1, 0.0)
                drawn.append((time.monotonic_ns() - edge.at_ns) / 1e6)
                if len(drawn) % 6 == 0:
                    break
        told.set()

    rig.start(on_edge)
    time.sleep(0.5)
    spent = []
    for _ in range(20):
        for down in (True, False):
            told.clear()
            rig.set_button(STAND_PLACES[0], "main", down=down)
            told.wait(2)
        if drawn:
            spent.append(drawn[-1])
            drawn.clear()
    rig.stop()
    print(
        "\nPress to last byte of six letters (25 ms of it are the debouncer's quiet time)"
    )
    print(
        f"  median {median(spent):.1f} ms, longest {max(spent):.1f} ms, wire time not included"
    )


main()
