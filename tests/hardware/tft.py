"""Colour displays on SPI, by their controllers' registers, and as they are built into boards."""

from dataclasses import dataclass

from PIL import Image

from companion.ports import Face
from hardware.drawing.faces import draw

SLEEP, SLEEP_OUT, OFF, ON = 0x10, 0x11, 0x28, 0x29
MIRRORED_COLUMNS, EXCHANGED = 0x40, 0x20


@dataclass(frozen=True)
class Module:
    """One kind of glass, lying as a viewer has it: which pixel of the memory he sees where."""

    columns: int
    rows: int
    size: tuple[int, int]
    origin: tuple[int, int]
    """The memory's column and row of the upper left corner."""
    across: tuple[int, int]
    down: tuple[int, int]
    """How column and row go on, to the right and down."""
    inverts: bool = False
    """It shows what is sent only once it is told to invert, as most IPS panels."""


MODULES = {
    # The upper left corner of the usual landscape is the last visible column, the first row.
    "1.14": Module(240, 320, (240, 135), (186, 40), (0, 1), (-1, 0), inverts=True),
    "2.8-st7789": Module(240, 320, (320, 240), (239, 0), (0, 1), (-1, 0)),
    "2.8-ili9341": Module(240, 320, (320, 240), (0, 0), (0, 1), (1, 0)),
    "0.85-gc9107": Module(128, 160, (128, 128), (0, 32), (1, 0), (0, 1)),
}


class Tft:
    """It wakes asleep, off, with 18 bits a pixel, its memory full of noise."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.memory = bytearray(
            (b"\xff\x00\xff\xff\x00" * (module.columns * module.rows))[
                : module.columns * module.rows
            ]
        )
        self.unknown: list[int] = []
        self.reset()

    def reset(self) -> None:
        """Forget every register; the memory stays."""
        self.asleep, self.on, self.inverted = True, False, False
        self.format, self.turn = 0x66, 0
        self.windows = {0x2A: (0, 0), 0x2B: (0, 0)}
        self._code, self._arguments = 0, bytearray()

    def take(self, line: str) -> None:
        """Take what went over its wires: lines for data and select, then bytes; or a reset."""
        if line.startswith("reset"):
            self.reset()
            return
        lines, _, payload = line.partition(" ")
        assert lines[1] == "0"  # selected
        for_command, data = lines[0] == "0", bytes.fromhex(payload)
        if for_command:
            self._command(data)
        else:
            self._values(data)

    def _command(self, data: bytes) -> None:
        (self._code,) = data
        self._arguments.clear()
        match self._code:
            case 0x10 | 0x11:
                self.asleep = self._code == SLEEP
            case 0x20 | 0x21:
                self.inverted = self._code == 0x21
            case 0x28 | 0x29:
                self.on = self._code == ON
            case 0x2C:
                self._column, self._row = self.windows[0x2A][0], self.windows[0x2B][0]
            case 0x13 | 0x2A | 0x2B | 0x36 | 0x3A:
                pass
            case _:
                self.unknown.append(self._code)

    def _values(self, data: bytes) -> None:
        if self._code == 0x2C:
            self._pixels(data)
            return
        self._arguments += data
        match self._code, len(self._arguments):
            case ((0x2A | 0x2B), 4):
                first, last = (
                    int.from_bytes(self._arguments[n : n + 2], "big") for n in (0, 2)
                )
                self.windows[self._code] = first, last
            case 0x36, 1:
                self.turn = self._arguments[0]
            case 0x3A, 1:
                self.format = self._arguments[0]

    def _at(self, column: int, row: int) -> int:
        """Return where in the memory the counters mean."""
        if self.turn & EXCHANGED:
            column, row = row, column
        if self.turn & MIRRORED_COLUMNS:
            column = self.module.columns - 1 - column
        assert 0 <= column < self.module.columns
        assert 0 <= row < self.module.rows
        return row * self.module.columns + column

    def _pixels(self, data: bytes) -> None:
        if self.asleep and self.format != 0x55:  # it lost its power within a picture
            return
        assert self.format == 0x55  # 16 bits a pixel
        assert data[::2] == data[1::2]  # black or white
        pixels = data[::2]
        (first, last), (_, bottom) = self.windows[0x2A], self.windows[0x2B]
        while pixels:
            assert self._row <= bottom  # never more than the window takes
            count = min(len(pixels), last - self._column + 1)
            start = self._at(self._column, self._row)
            step = self._at(self._column + 1, self._row) - start if count > 1 else 1
            for n in range(count):
                self.memory[start + n * step] = pixels[n]
            pixels = pixels[count:]
            self._column += count
            if self._column > last:
                self._column, self._row = first, self._row + 1

    def picture(self) -> Image.Image:
        """Return what a viewer sees while the light behind the glass is on."""
        module = self.module
        width, height = module.size
        if self.asleep or not self.on:
            return Image.new("L", module.size)
        seen = bytearray()
        along = module.across[1] * module.columns + module.across[0]
        for y in range(height):
            column = module.origin[0] + y * module.down[0]
            row = module.origin[1] + y * module.down[1]
            start = row * module.columns + column
            seen += self.memory[start : start + (width - 1) * along + 1 : along]
        if self.inverted != module.inverts:
            seen = bytearray(255 - each for each in seen)
        return Image.frombytes("L", module.size, bytes(seen))


def enlarged(face: Face, page: int, size: tuple[int, int]) -> Image.Image:
    """Return *face* as a glass of *size* has it: *page* pixels for eight, in the middle."""
    small = draw(face, (128, 64)).convert("L")
    columns = [x * 8 // page for x in range(16 * page)]
    rows = [y * 8 // page for y in range(8 * page)]
    source, wide = small.tobytes(), bytearray()
    for y in rows:
        line = source[y * 128 : y * 128 + 128]
        wide += bytes(line[x] for x in columns)
    large = Image.frombytes("L", (len(columns), len(rows)), bytes(wide))
    image = Image.new("L", size)
    image.paste(large, ((size[0] - large.width) // 2, (size[1] - large.height) // 2))
    return image
