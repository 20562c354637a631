# A stand of its own: a small board, an SSD1306 and a button, told by PROTOCOL.md.
# Runs under MicroPython 1.20 or newer; copy it to the board as main.py.
import binascii
import select
import sys
import time

import machine

# The pins for SDA, SCL, the button and the light, by what a board says of its chip. Other
# pins: change them here.
PINS = {
    "RP2": (4, 5, 15, 25),  # RP2040 and RP2350: Pico, Pico 2 and their kin
    "C3": (6, 7, 3, 10),  # ESP32-C3
    "S3": (5, 6, 4, 7),  # ESP32-S3
}
CHIP = getattr(sys.implementation, "_machine", "")
SDA, SCL, BUTTON, LIGHT = PINS["C3" if "C3" in CHIP else "S3" if "S3" in CHIP else "RP2"]
ADDRESS = 0x3C

FIRMWARE = "1.2"  # the number of the protocol, and of the program
LONGEST = 200
QUIET_MS, REPEAT_MS, BEAT_MS, BLINK_MS, WATCHDOG_MS = 25, 200, 1000, 125, 8000
BRIGHT = 0xCF
REGISTERS = bytes((
    0x2E, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8,
    0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6, 0x81,
))  # fmt: skip


class Oled:
    """The display; it is lit with its first picture, and never before."""

    def __init__(self):
        self.i2c = None
        self.ready = self.lit = self.tells = False

    def start(self):
        self.ready = self.lit = False
        if self.i2c is None:
            # An RP2's pins belong to one of its two buses; an ESP32's to whichever is asked.
            bus = 0 if "ESP" in CHIP else SDA >> 1 & 1
            self.i2c = machine.I2C(
                bus, sda=machine.Pin(SDA), scl=machine.Pin(SCL), freq=400000
            )
        self.command(b"\xe3" * 8 + b"\xae")
        self.set_up(BRIGHT)
        self.window(0, 127, 0, 7, bytes(1024))
        self.ready = True

    def set_up(self, contrast):
        """Send every register, which heals what a spike on the wire has turned."""
        self.command(b"\xe3" * 8)  # ends a command that broke off
        self.command(REGISTERS + bytes((contrast,)))

    def dots(self):
        """Nobody has told it anything yet."""
        for left in (44, 60, 76):
            self.window(left, left + 7, 4, 4, b"\x3c" + b"\x7e" * 6 + b"\x3c")
        self.on()

    def command(self, codes):
        self.i2c.writeto(ADDRESS, b"\x00" + codes)

    def window(self, left, right, top, bottom, pixels):
        self.command(bytes((0x21, left, right, 0x22, top, bottom)))
        self.i2c.writeto(ADDRESS, b"\x40" + pixels)

    def on(self):
        if not self.lit:
            self.command(b"\xaf")
            self.lit = True
            self.tells = not self.off()  # some clones take no read, or mean nothing by it

    def off(self):
        """It says that it is switched off; so it does after a moment without power."""
        try:
            return bool(self.i2c.readfrom(ADDRESS, 1)[0] & 0x40)
        except OSError:
            return True

    def lost(self):
        """It lost power, or it is not there any more."""
        if not self.ready:
            return False  # which the host knows
        try:
            self.command(b"\xe3")
            return self.tells and self.off()
        except OSError:
            return True


class Button:
    """Debounced as on the host: an edge counts after 25 ms without any other."""

    def __init__(self):
        self.pin = machine.Pin(BUTTON, machine.Pin.IN, machine.Pin.PULL_UP)
        self.level = self.settled = self.pin.value()
        self.first_ms = self.last_ms = time.ticks_ms()
        self.told = []  # presses that the host has not acknowledged yet
        self.sequence = 0
        self.sent_ms = None

    def look(self, now_ms):
        level = self.pin.value()
        if level != self.level:
            if self.level == self.settled:
                self.first_ms = now_ms
            self.level, self.last_ms = level, now_ms
        elif level != self.settled and time.ticks_diff(now_ms, self.last_ms) >= QUIET_MS:
            self.settled = level
            self.sequence = (self.sequence + 1) % 256
            self.told = self.told[-7:] + [(self.sequence, 1 - level, self.first_ms)]
            if len(self.told) == 1:
                self.sent_ms = None
        if self.told and (
            self.sent_ms is None or time.ticks_diff(now_ms, self.sent_ms) >= REPEAT_MS
        ):
            sequence, down, since_ms = self.told[0]
            age_ms = time.ticks_diff(now_ms, since_ms)
            send("BTN %d 0 %d %d" % (sequence, down, age_ms))
            self.sent_ms = now_ms

    def acknowledged(self, sequence):
        if self.told and self.told[0][0] == sequence:
            self.told = self.told[1:]
            self.sent_ms = None


class Light:
    """It does as told, and blinks while the display cannot be started."""

    def __init__(self):
        self.told = self.level = 0
        try:
            self.pin = machine.Pin(LIGHT, machine.Pin.OUT)
        except Exception:
            self.pin = None  # a board without that pin has no light

    def look(self, now_ms, trouble):
        level = now_ms // BLINK_MS & 1 if trouble else self.told
        if self.pin and level != self.level:
            self.level = level
            self.pin.value(level)


def named(error):
    """Return what went wrong as one word, which an ERR carries."""
    said = "-".join([type(error).__name__] + [str(each) for each in error.args])
    return "".join(c if c.isalpha() or c.isdigit() else "-" for c in said)[:40]


def send(body):
    body = body.encode()
    sys.stdout.buffer.write(b"$%s*%08X\n" % (body, binascii.crc32(body) & 0xFFFFFFFF))
    if hasattr(sys.stdout.buffer, "flush"):
        sys.stdout.buffer.flush()


def opened(line):
    """Return the body of a whole line, None for a damaged one."""
    line = line[line.rfind(b"$") :] if b"$" in line else b""
    if len(line) < 10 or line[-9:-8] != b"*":
        return None
    try:
        told = int(line[-8:], 16)
    except ValueError:
        return None
    return line[1:-9] if told == binascii.crc32(line[1:-9]) & 0xFFFFFFFF else None


class Stand:
    def __init__(self):
        self.oled, self.button, self.light = Oled(), Button(), Light()
        self.board = binascii.hexlify(machine.unique_id()).decode()
        self.done = None  # the last sequence: its repetition is acknowledged, not redrawn
        self.rest, self.skipping = b"", False
        self.beat_ms = time.ticks_ms()

    def hello(self):
        self.done = None
        version = FIRMWARE.split(".")[0]
        send("HELLO %s %s 128x64 btn=1 fw=%s" % (version, self.board, FIRMWARE))

    def take(self, data):
        lines = (self.rest + data).replace(b"\r", b"\n").split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            if line or self.skipping:
                whole = len(line) <= LONGEST and not self.skipping
                body = opened(line) if whole else None
                send("NAK") if body is None else self.obey(body.decode().split(" "))
            self.skipping = False
        if len(self.rest) > LONGEST:
            self.rest, self.skipping = b"", True

    def obey(self, words):
        try:
            if words[0] == "HI":
                self.hello()
            elif words[0] == "ACK":
                self.button.acknowledged(int(words[1]))
            else:
                self.carry_out(words[0], int(words[1]), words[2:])
        except Exception as error:  # a line of a later host: it is no reason to begin anew
            send("ERR " + named(error))

    def carry_out(self, word, sequence, rest):
        try:
            if sequence != self.done:
                self.act(word, rest)
                self.done = sequence
        except Exception as error:  # told over the wire, whatever it was
            send("ERR %d %s" % (sequence, named(error)))
        else:
            send("ACK %d" % sequence)

    def act(self, word, rest):
        if word == "WIN":
            at, pixels = rest[0], binascii.a2b_base64(rest[1])
            left, right, top, bottom = (
                int(at[0:2], 16), int(at[2:4], 16), int(at[4], 16), int(at[5], 16),
            )  # fmt: skip
            whole = (right - left + 1) * (bottom - top + 1) == len(pixels)
            if not (left <= right < 128 and top <= bottom < 8 and whole):
                raise ValueError
            if not self.oled.ready:
                self.oled.start()  # it was not there when the board started
            self.oled.window(left, right, top, bottom, pixels)
            self.oled.on()
        elif word == "DIM":
            if not self.oled.ready:
                self.oled.start()
            self.oled.set_up(int(rest[0]))
        elif word == "LED":
            self.light.told = int(rest[0])
        elif word == "RESET":
            self.oled.start()
        else:
            raise NotImplementedError

    def run(self, watchdog):
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        try:
            self.oled.start()
            self.oled.dots()
        except Exception as error:  # no display, or not at these pins: each command says so
            send("ERR " + named(error))
        self.hello()
        while True:
            watchdog.feed()
            now_ms = time.ticks_ms()
            self.button.look(now_ms)
            self.light.look(now_ms, not self.oled.ready)
            if time.ticks_diff(now_ms, self.beat_ms) >= BEAT_MS:
                self.beat_ms = now_ms
                send("BEAT %d" % now_ms)
                if self.oled.lost():
                    self.oled.ready = False
                    self.hello()  # so that the host sends everything anew
            if poll.poll(5):
                # A line that breaks off keeps it here until the host, which hears no beat,
                # sends another, or until the watchdog bites.
                data = sys.stdin.buffer.readline(LONGEST)
                if not data:
                    return  # only where the host can close the line: on a PC
                self.take(data)


def main():
    try:
        if not machine.Pin(BUTTON, machine.Pin.IN, machine.Pin.PULL_UP).value():
            return  # held while it is plugged in: the prompt is free
    except Exception:
        pass  # this chip has no such pin, as is told below
    try:
        import micropython

        micropython.kbd_intr(-1)  # a 3 in the stream must not stop the program
    except (ImportError, AttributeError):
        pass
    watchdog, light = machine.WDT(timeout=WATCHDOG_MS), Light()
    while True:
        try:
            return Stand().run(watchdog)
        except Exception as error:  # whatever it was: tell it, and begin anew
            send("ERR " + named(error))
            light.look(time.ticks_ms(), True)
            watchdog.feed()
            time.sleep_ms(200)


main()
