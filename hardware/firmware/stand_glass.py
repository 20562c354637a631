# The displays that a stand may have: an OLED by I2C, or a TFT by SPI. It lies beside main.py.
import sys
import time

import machine

ADDRESS, BRIGHT = 0x3C, 0xCF
REGISTERS = {
    "ssd1306": bytes((
        0x2E, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8,
        0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6, 0x81,
    )),
    # Takes a run of columns in one page, and no rectangle.
    "sh1106": bytes((
        0x20, 0x10, 0xB0, 0xC8, 0x00, 0x10, 0x40, 0xA1, 0xA6, 0xA8, 0x3F, 0xA4, 0xD3, 0x00,
        0xD5, 0xF0, 0xD9, 0x22, 0xDA, 0x12, 0xDB, 0x20, 0x8D, 0x14, 0x81,
    )),
}  # fmt: skip
SAYS_SH1106 = 8
# Of each TFT how its memory is turned: the next byte goes down, the columns follow each other.
TFTS = {"st7789": 0x40, "ili9341": 0x00, "gc9107": 0x20}
SLEEP_OUT, NORMAL, INVERT, ON, COLUMNS, ROWS, WRITE, TURN, FORMAT = (
    0x11, 0x13, 0x20, 0x29, 0x2A, 0x2B, 0x2C, 0x36, 0x3A,
)  # fmt: skip


class Glass:
    """It is lit with its first picture, and never before."""

    tells = False  # whether it says by itself that it lost power

    def __init__(self, told):
        self.told = told
        self.ready = self.lit = False

    def power(self, rest_ms):
        """Switch its supply on, where the board can, and reset it."""
        for number, level in self.told.get("supply", ()):
            machine.Pin(number, machine.Pin.OUT).value(level)
        if "reset" in self.told:
            pin = machine.Pin(self.told["reset"], machine.Pin.OUT)
            for level, ms in ((1, 1), (0, 10), (1, rest_ms)):
                pin.value(level)
                time.sleep_ms(ms)

    def dots(self):
        """Nobody has told it anything yet."""
        for left in (44, 60, 76):
            self.window(left, left + 7, 4, 4, b"\x3c" + b"\x7e" * 6 + b"\x3c")
        self.on()

    def lost(self):
        return False


class Oled(Glass):
    def __init__(self, told):
        Glass.__init__(self, told)
        self.i2c = None
        self.kind, self.first = told["display"], told.get("offset", 2)

    def start(self):
        self.ready = self.lit = False
        self.power(10)
        if self.i2c is None:
            # An RP2's pins belong to one of its two buses; an ESP32's to whichever is asked.
            sda, chip = self.told["sda"], getattr(sys.implementation, "_machine", "")
            self.i2c = machine.I2C(
                0 if "ESP" in chip else sda >> 1 & 1,
                sda=machine.Pin(sda),
                scl=machine.Pin(self.told["scl"]),
                freq=400000,
            )
        self.command(b"\xe3" * 8 + b"\xae")
        if self.told["display"] == "oled":
            says = self.status()
            self.kind = "sh1106" if says and says & 15 == SAYS_SH1106 else "ssd1306"
        self.set_up(BRIGHT)
        self.window(0, 127, 0, 7, bytes(1024))
        self.ready = True

    def set_up(self, contrast):
        """Send every register, which heals what a spike on the wire has turned."""
        self.command(b"\xe3" * 8)  # ends a command that broke off
        self.command(REGISTERS[self.kind] + bytes((contrast,)))

    def command(self, codes):
        self.i2c.writeto(ADDRESS, b"\x00" + codes)

    def window(self, left, right, top, bottom, pixels):
        if self.kind == "ssd1306":
            self.command(bytes((0x21, left, right, 0x22, top, bottom)))
            self.i2c.writeto(ADDRESS, b"\x40" + pixels)
            return
        width, at = right - left + 1, left + self.first
        for page in range(top, bottom + 1):
            self.command(bytes((0xB0 | page, at & 15, 0x10 | at >> 4)))
            self.i2c.writeto(ADDRESS, b"\x40" + pixels[:width])
            pixels = pixels[width:]

    def on(self):
        if not self.lit:
            self.command(b"\xaf")
            self.lit = True
            self.tells = not self.off()  # some clones take no read, or mean nothing by it

    def status(self):
        try:
            return self.i2c.readfrom(ADDRESS, 1)[0]
        except OSError:
            return None

    def off(self):
        """It says that it is switched off; so it does after a moment without power."""
        status = self.status()
        return status is None or bool(status & 0x40)

    def lost(self):
        """It lost power, or it is not there any more."""
        if not self.ready:
            return False  # which the host knows
        try:
            self.command(b"\xe3")
            return self.tells and self.off()
        except OSError:
            return True


class Tft(Glass):
    """Each pixel of a picture is as large as the glass allows: *page* pixels for eight of its rows."""

    def __init__(self, told):
        Glass.__init__(self, told)
        self.page, (x, y, width, height) = told.get("page", 8), told["glass"]
        self.left = x + (width - 16 * self.page) // 2
        self.top = y + (height - 8 * self.page) // 2
        self.spi, self.strips, self.level = None, {}, BRIGHT

    def start(self):
        self.ready = self.lit = False
        if self.spi is None:
            told, out = self.told, machine.Pin.OUT
            spi = machine.SPI(
                1,
                baudrate=told.get("baud", 40000000),
                sck=machine.Pin(told["sck"]),
                mosi=machine.Pin(told["mosi"]),
            )
            # After the bus, which may have taken one of them for its third wire.
            self.dc, self.cs = machine.Pin(told["dc"], out), machine.Pin(told["cs"], out)
            self.behind = machine.PWM(machine.Pin(told["behind"], out), freq=1000)
            self.spi = spi  # the last: a pin that cannot be is told each time
        self.behind.duty_u16(0)
        self.power(120)
        self.command(SLEEP_OUT)
        time.sleep_ms(10)
        self.set_up(BRIGHT)
        x, y, width, height = self.told["glass"]
        self.area(x, width, y, height)
        for _ in range(width // 8):
            self.data(bytes(16 * height))
        self.ready = True

    def set_up(self, contrast):
        self.level = contrast
        self.command(SLEEP_OUT)  # which it is, if it did not lose power
        self.command(FORMAT, b"\x55")
        self.command(TURN, bytes((self.told.get("turn", TFTS[self.told["display"]]),)))
        self.command(INVERT | self.told.get("invert", 0))
        self.command(NORMAL)
        for code, *values in self.told.get("init", ()):
            self.command(code, bytes(values))
        if self.lit:
            self.shine()

    def shine(self):
        self.command(ON)
        self.behind.duty_u16(self.level * 257)

    def on(self):
        if not self.lit:
            self.lit = True
            self.shine()

    def command(self, code, values=b""):
        self.dc.value(0)
        self.cs.value(0)
        self.spi.write(bytes((code,)))
        self.cs.value(1)
        if values:
            self.data(values)

    def data(self, values):
        self.dc.value(1)
        self.cs.value(0)
        self.spi.write(values)
        self.cs.value(1)

    def area(self, x, width, y, height):
        """Take what is written now from top to bottom, then from left to right."""
        for code, first, last in ((COLUMNS, y, y + height - 1), (ROWS, x, x + width - 1)):
            self.command(code, bytes((first >> 8, first & 255, last >> 8, last & 255)))
        self.command(WRITE)

    def strip(self, byte):
        """Return eight pixels, the lowest bit on top, as tall as a page is here."""
        if byte not in self.strips:
            self.strips[byte] = b"".join(
                b"\xff\xff" if byte >> row * 8 // self.page & 1 else b"\x00\x00"
                for row in range(self.page)
            )
        return self.strips[byte]

    def window(self, left, right, top, bottom, pixels):
        at = [-(-column * self.page // 8) for column in range(left, right + 2)]
        for page in range(top, bottom + 1):
            y = self.top + page * self.page
            self.area(self.left + at[0], at[-1] - at[0], y, self.page)
            for n in range(0, right - left + 1, 16):
                some = pixels[n : min(n + 16, right - left + 1)]
                self.data(
                    b"".join(
                        self.strip(byte) * (at[n + k + 1] - at[n + k])
                        for k, byte in enumerate(some)
                    )
                )
            pixels = pixels[right - left + 1 :]


def glass(told):
    return Tft(told) if told["display"] in TFTS else Oled(told)
