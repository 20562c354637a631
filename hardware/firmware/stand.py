# A stand of its own: an RP2040, an SSD1306 and a button, told by PROTOCOL.md.
# Runs under MicroPython 1.20 or newer; copy it to the board as main.py.
import binascii
import select
import sys
import time

import machine

VERSION = 1
FIRMWARE = "1.1"
SDA, SCL, BUTTON, LIGHT, ADDRESS = 4, 5, 15, 25, 0x3C
LONGEST = 200
QUIET_MS, REPEAT_MS, BEAT_MS = 25, 200, 1000
BRIGHT = 0xCF
REGISTERS = bytes((
    0x2E, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8,
    0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6, 0x81,
))  # fmt: skip


class Oled:
    """The display; it is lit with its first picture, and never before."""

    def __init__(self):
        self.i2c = machine.I2C(0, sda=machine.Pin(SDA), scl=machine.Pin(SCL), freq=400000)
        self.ready = self.lit = self.tells = False

    def start(self):
        self.ready = self.lit = False
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
        self.oled, self.button = Oled(), Button()
        self.light = machine.Pin(LIGHT, machine.Pin.OUT)
        self.board = binascii.hexlify(machine.unique_id()).decode()
        self.done = None  # the last sequence: its repetition is acknowledged, not redrawn
        self.rest, self.skipping = b"", False
        self.beat_ms = time.ticks_ms()

    def hello(self):
        self.done = None
        send("HELLO %d %s 128x64 btn=1 fw=%s" % (VERSION, self.board, FIRMWARE))

    def byte(self, byte):
        if byte not in b"\r\n":
            if len(self.rest) >= LONGEST:
                self.skipping = True
            else:
                self.rest += byte
            return
        line, skipping = self.rest, self.skipping
        self.rest, self.skipping = b"", False
        if line or skipping:
            body = None if skipping else opened(line)
            send("NAK") if body is None else self.obey(body.decode().split(" "))

    def obey(self, words):
        if words[0] == "HI":
            self.hello()
        elif words[0] == "ACK":
            self.button.acknowledged(int(words[1]))
        else:
            sequence = int(words[1])
            try:
                if sequence != self.done:
                    self.act(words[0], words[2:])
                    self.done = sequence
                send("ACK %d" % sequence)
            except Exception as error:  # told over the wire, whatever it was
                send("ERR %d %s" % (sequence, type(error).__name__))

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
            self.light.value(int(rest[0]))
        elif word == "RESET":
            self.oled.start()
        else:
            raise NotImplementedError

    def run(self):
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        try:
            self.oled.start()
            self.oled.dots()
        except OSError:
            pass  # no display yet: the host is told with its first command
        self.hello()
        while True:
            now_ms = time.ticks_ms()
            self.button.look(now_ms)
            if time.ticks_diff(now_ms, self.beat_ms) >= BEAT_MS:
                self.beat_ms = now_ms
                send("BEAT %d" % now_ms)
                if self.oled.lost():
                    self.oled.ready = False
                    self.hello()  # so that the host sends everything anew
            if poll.poll(5):
                byte = sys.stdin.buffer.read(1)
                if not byte:
                    return  # only where the host can close the line: on a PC
                self.byte(byte)


def main():
    if not machine.Pin(BUTTON, machine.Pin.IN, machine.Pin.PULL_UP).value():
        return  # held while it is plugged in: mpremote gets its prompt
    try:
        import micropython

        micropython.kbd_intr(-1)  # a 3 in the stream must not stop the program
    except (ImportError, AttributeError):
        pass
    while True:
        try:
            return Stand().run()
        except Exception:
            time.sleep_ms(200)  # whatever it was: begin anew


main()
