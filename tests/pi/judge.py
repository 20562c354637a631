"""Draws what the emulated Pi's bus carried: ``python -m tests.pi.judge TRACE``.

The trace is QEMU's own account of every I2C event, so nothing of ours stands between.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.ports import Place
from hardware.drawing.faces import draw
from hardware.emulator.controllers import Ssd1306
from tests.pi.guest import CHANNELS, MUX, PANEL, ROUNDS

LUMA_BITS, CHIP_SHARE = 9310, 0.04
_EVENT = re.compile(r"(start|send|finish)\(addr:0x(\w+)\)(?: data:0x(\w+))?")


def transactions(trace: Iterator[str]) -> Iterator[tuple[int, bytes]]:
    """Yield address and payload of each write; a read is one without payload."""
    payload = bytearray()
    for line in trace:
        match _EVENT.search(line):
            case None:
                continue
            case found if found[1] == "start":
                payload = bytearray()
            case found if found[1] == "send":
                payload.append(int(found[3], 16))
            case found:
                yield int(found[2], 16), bytes(payload)
                payload = bytearray()


class Table:
    """The multiplexer and the six glasses behind it."""

    def __init__(self) -> None:
        self.glasses = {place: Ssd1306() for place in CHANNELS.values()}
        self.seen: dict[Place, list[bytes]] = {place: [] for place in CHANNELS.values()}
        self.bits: dict[Place, list[int]] = {place: [] for place in CHANNELS.values()}
        self.turns = self.most_channels = self.open = 0

    def take(self, address: int, payload: bytes) -> None:
        """Let the multiplexer, or the panel it is turned to, take one write."""
        if address == MUX.address and payload:
            self.open = payload[-1]
            self.turns += 1
            self.most_channels = max(self.most_channels, self.open.bit_count())
        elif address == PANEL and payload and (place := self._here()):
            self.glasses[place].write(payload)
            self.seen[place].append(self.glasses[place].picture().tobytes())
            self.bits[place].append(9 * (1 + len(payload)) + 2)

    def _here(self) -> Place | None:
        return CHANNELS.get(self.open.bit_length() - 1)

    def when(self, place: Place) -> list[int]:
        """Return after which of its writes *place* showed each round; raises ValueError."""
        found, start = [], 0
        for faces in ROUNDS:
            picture = draw(faces[place], (128, 64)).tobytes()
            start = self.seen[place].index(picture, start)
            found.append(start)
        return found


def main(path: Path) -> int:
    """Return 0 if every panel showed every round and a chip cost what it may."""
    table = Table()
    with path.open() as trace:
        for address, payload in transactions(iter(trace)):
            table.take(address, payload)
    good = table.most_channels == 1 and not table.open
    print(f"judge: {table.turns} turns of the multiplexer, one channel at most: {good}")
    for place in CHANNELS.values():
        try:
            first, second, _third = table.when(place)
        except ValueError:
            print(f"judge: {place}: a picture is missing")
            good = False
            continue
        chip = sum(table.bits[place][first + 1 : second + 1])
        good &= chip <= CHIP_SHARE * LUMA_BITS
        print(f"judge: {place}: every picture right; a chip is {chip} bits")
    print("judge:", "good" if good else "NOT good")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
