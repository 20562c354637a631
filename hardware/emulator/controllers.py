"""Two OLED controllers, byte by byte as their data sheets describe them."""
# ruff: noqa: PLR2004 - opcodes are numbers, here as there

from typing import ClassVar

from PIL import Image, ImageChops

from companion.ports import Controller

WIDTH_PX, HEIGHT_PX, PAGES = 128, 64, 8

_NOISE = b"\xa5\x3c\x99\x0f\x66"


class Ssd1306:
    """An SSD1306 with 128 x 64 pixels; it wakes off, in page mode, its RAM full of noise.

    ``write`` takes the payload of one I2C write; arguments may come in a later one.
    """

    # How many argument bytes follow an opcode.
    arguments: ClassVar[dict[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x23: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1,
        0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD6: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    ram_columns = WIDTH_PX
    first_column = 0
    identity = 0x03

    def __init__(self) -> None:
        self.power_cycle()

    def power_cycle(self) -> None:
        """Forget everything, as after a moment without power."""
        size = self.ram_columns * PAGES
        self.ram = bytearray((_NOISE * size)[:size])
        self.on = self.inverted = self.all_on = self.pump = self.scrolling = False
        self.upright_columns = self.upright_rows = False
        self.contrast = 0x7F
        self.mode = 2  # page addressing is the state after reset
        self.columns, self.pages = (0, WIDTH_PX - 1), (0, PAGES - 1)
        self.column = self.page = 0
        self.start_line = self.offset = 0
        self.lines = HEIGHT_PX
        self.unknown: list[int] = []
        self._pending: list[int] = []

    def status(self) -> int:
        """Return the byte that a read gives: bit 6 set while off, low nibble the kind."""
        return self.identity | (0 if self.on else 0x40)

    def write(self, payload: bytes) -> None:
        """Take control bytes (Co, D/C) and what follows them."""
        rest = payload
        while rest:
            control, rest = rest[0], rest[1:]
            single = control & 0x80
            body, rest = (rest[:1], rest[1:]) if single else (rest, b"")
            for byte in body:
                if control & 0x40:
                    self._data(byte)
                else:
                    self._command(byte)

    def picture(self) -> Image.Image:
        """Return what a viewer sees: mode ``1``, 128 x 64 pixels, black while unlit."""
        if not (self.on and self._powered()):
            return Image.new("1", (WIDTH_PX, HEIGHT_PX))
        if self.all_on:
            return Image.new("1", (WIDTH_PX, HEIGHT_PX), 1)
        image = self._scanned()
        if self.inverted:
            image = ImageChops.invert(image)
        if self.lines < HEIGHT_PX:
            image.paste(0, (0, self.lines, WIDTH_PX, HEIGHT_PX))
        if not self.upright_columns:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self.upright_rows:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image

    def _scanned(self) -> Image.Image:
        """Unpack the RAM and roll it by start line and offset."""
        image = unpack(bytes(self.ram), self.ram_columns, self.first_column)
        if self.scrolling:  # on its way, by a page's height for every such picture
            image = ImageChops.offset(image, PAGES, 0)
        first = (self.start_line + self.offset) % HEIGHT_PX
        if not first:
            return image
        rolled = Image.new("1", image.size)
        rolled.paste(image, (0, -first))
        rolled.paste(image, (0, HEIGHT_PX - first))
        return rolled

    def _powered(self) -> bool:
        return self.pump

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        opcode, *arguments = self._pending
        if len(arguments) == self.arguments.get(opcode, 0):
            self._pending = []
            self._execute(opcode, arguments)

    def _execute(self, opcode: int, arguments: list[int]) -> None:  # noqa: C901, PLR0912 - a table
        match opcode:
            case _ if opcode <= 0x0F:
                self.column = (self.column & 0xF0) | opcode
            case _ if opcode <= 0x1F:
                self.column = (self.column & 0x0F) | (opcode & 0x0F) << 4
            case 0x20:
                self.mode = arguments[0] & 3
            case 0x21:
                self.columns = (arguments[0] & 127, arguments[1] & 127)
                self.column = self.columns[0]
            case 0x22:
                self.pages = (arguments[0] & 7, arguments[1] & 7)
                self.page = self.pages[0]
            case _ if 0x40 <= opcode <= 0x7F:
                self.start_line = opcode & 0x3F
            case 0x81:
                self.contrast = arguments[0]
            case 0x8D:
                self.pump = bool(arguments[0] & 4)
            case 0xA0 | 0xA1:
                self.upright_columns = opcode == 0xA1
            case 0xA4 | 0xA5:
                self.all_on = opcode == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = opcode == 0xA7
            case 0xA8:
                self.lines = (arguments[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.on = opcode == 0xAF
            case _ if 0xB0 <= opcode <= 0xB7:
                self.page = opcode & 7
            case _ if 0xC0 <= opcode <= 0xCF:
                self.upright_rows = bool(opcode & 8)
            case 0xD3:
                self.offset = arguments[0] & 0x3F
            case 0x2E | 0x2F:
                self.scrolling = opcode == 0x2F
            case 0xD5 | 0xD9 | 0xDA | 0xDB | 0xE3:
                pass  # timing, levels, NOP: nothing that a picture shows
            case 0x23 | 0x26 | 0x27 | 0x29 | 0x2A | 0xA3 | 0xD6:
                pass  # scrolling, blinking, zoom: set up here, set off elsewhere or never
            case _:
                self.unknown.append(opcode)

    def _data(self, byte: int) -> None:
        self.ram[self.page * WIDTH_PX + self.column] = byte
        first, last = self.columns
        if self.mode == 0 and self.column == last:
            self.column, self.page = first, self._next_page()
        elif self.mode == 1:
            if self.page == self.pages[1]:
                self.column = first if self.column == last else (self.column + 1) % WIDTH_PX
            self.page = self._next_page()
        else:
            self.column = (self.column + 1) % WIDTH_PX

    def _next_page(self) -> int:
        first, last = self.pages
        return first if self.page == last else (self.page + 1) % PAGES


class Sh1106(Ssd1306):
    """An SH1106: 132 columns of which 2..129 are seen, page mode only, no wrap."""

    arguments: ClassVar[dict[int, int]] = {
        0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    ram_columns = 132
    first_column = 2
    identity = 0x08

    def _powered(self) -> bool:
        return True  # its DC-DC converter is on after reset

    def _execute(self, opcode: int, arguments: list[int]) -> None:
        unlisted = 0x20 <= opcode <= 0x2F or opcode == 0x8D
        if unlisted or 0x30 <= opcode <= 0x33 or opcode in (0xAD, 0xE0, 0xEE):
            return  # not in its table, or nothing that a picture shows
        super()._execute(opcode, arguments)

    def _data(self, byte: int) -> None:
        if self.column < self.ram_columns:
            self.ram[self.page * self.ram_columns + self.column] = byte
            self.column += 1


EMULATED: dict[Controller, type[Ssd1306]] = {
    "ssd1306": Ssd1306,
    "sh1106": Sh1106,
    "ssd1309": Ssd1306,  # the same commands
    "ssd1315": Ssd1306,
    "ch1116": Sh1106,
}


def unpack(ram: bytes, ram_columns: int, first_column: int) -> Image.Image:
    """Turn page-ordered *ram* (lowest bit on top) into a 128 x 64 image of mode ``1``."""
    # Turned a quarter, a column of eight pages is eight neighbouring bytes, so Pillow's
    # own bit order does the work of 8192 steps in Python.
    turned = bytearray(WIDTH_PX * PAGES)
    for page in range(PAGES):
        start = page * ram_columns + first_column
        turned[PAGES - 1 - page :: PAGES] = ram[start : start + WIDTH_PX]
    image = Image.frombytes("1", (HEIGHT_PX, WIDTH_PX), bytes(turned))
    return image.transpose(Image.Transpose.ROTATE_90)
