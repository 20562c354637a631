# A stand of its own: a small board, a display and a button, told by PROTOCOL.md.
# Runs under MicroPython 1.20 or newer; it is on the board as main.py, beside stand_glass.py.
import binascii
import json
import os
import select
import sys
import time

import machine
from stand_glass import glass
from stand_wire import Air, Battery, Cable, Lines, framed

# The pins for SDA, SCL, the button and the light, by what a board says of its chip. Another
# display or other pins: in stand.json, which `companion stands flash --board` writes.
PINS = {
    "RP2": (4, 5, 15, 25),  # RP2040 and RP2350: Pico, Pico 2 and their kin
    "C3": (6, 7, 3, 10),  # ESP32-C3
    "S3": (5, 6, 4, 7),  # ESP32-S3
}
CHIP = getattr(sys.implementation, "_machine", "")

FIRMWARE = "1.3"  # the number of the protocol, and of the program
QUIET_MS, REPEAT_MS, BEAT_MS, BLINK_MS, WATCHDOG_MS = 25, 100, 1000, 125, 8000
LATE = 32  # so many commands later none comes a second time


def kept(name):
    """Return what the file *name* beside this one says, None where there is none."""
    try:
        with open(name) as file:
            return json.load(file)
    except OSError:
        return None


def what_it_is():
    told = kept("stand.json")
    if told is None:
        kind = "C3" if "C3" in CHIP else "S3" if "S3" in CHIP else "RP2"
        sda, scl, button, light = PINS[kind]
        told = {"sda": sda, "scl": scl, "buttons": [button], "light": [light, 1]}
    told.setdefault("display", "oled")
    return told


def input_pin(number):
    try:
        return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
    except ValueError:
        return machine.Pin(
            number, machine.Pin.IN
        )  # some pins have no pull-up: the board has


class Button:
    """Debounced as on the host: an edge counts after 25 ms without any other."""

    def __init__(self, number):
        self.pin = input_pin(number)
        self.level = self.settled = self.pin.value()
        self.first_ms = self.last_ms = time.ticks_ms()

    def changed(self, now_ms):
        level = self.pin.value()
        if level != self.level:
            if self.level == self.settled:
                self.first_ms = now_ms
            self.level, self.last_ms = level, now_ms
        elif level != self.settled and time.ticks_diff(now_ms, self.last_ms) >= QUIET_MS:
            self.settled = level
            return True
        return False


class Buttons:
    """All of a board; what the host has not acknowledged is told again."""

    def __init__(self, numbers):
        self.buttons = [Button(number) for number in numbers]
        self.told = []  # sequence, button, down, since when
        self.sequence = 0
        self.sent_ms = None

    def look(self, now_ms):
        for n, button in enumerate(self.buttons):
            if button.changed(now_ms):
                self.sequence = (self.sequence + 1) % 256
                press = (self.sequence, n, 1 - button.settled, button.first_ms)
                self.told = self.told[-7:] + [press]
                if len(self.told) == 1:
                    self.sent_ms = None
        if self.told and (
            self.sent_ms is None or time.ticks_diff(now_ms, self.sent_ms) >= REPEAT_MS
        ):
            sequence, n, down, since_ms = self.told[0]
            send("BTN %d %d %d %d" % (sequence, n, down, time.ticks_diff(now_ms, since_ms)))
            self.sent_ms = now_ms

    def acknowledged(self, sequence):
        if self.told and self.told[0][0] == sequence:
            self.told = self.told[1:]
            self.sent_ms = None


class Light:
    """It does as told, and blinks while the display cannot be started."""

    def __init__(self, told):
        self.told, self.level = 0, None
        try:
            number, self.bright = told["light"]
            self.pin = machine.Pin(number, machine.Pin.OUT)
        except Exception:
            self.pin = None  # a board without that pin has no light
        self.look(0, False)  # where low is bright, a pin that is just an output shines

    def look(self, now_ms, trouble):
        level = now_ms // BLINK_MS & 1 if trouble else self.told
        if self.pin and level != self.level:
            self.level = level
            self.pin.value(level if self.bright else 1 - level)


def named(error):
    """Return what went wrong as one word, which an ERR carries."""
    said = "-".join([type(error).__name__] + [str(each) for each in error.args])
    return "".join(c if c.isalpha() or c.isdigit() else "-" for c in said)[:40]


def send(body, *only):
    line = framed(body)
    for wire in only or wires:
        wire.send(line)


class Stand:
    def __init__(self, told, light):
        self.glass, self.light = glass(told), light
        self.buttons = Buttons(told["buttons"])
        self.battery = Battery(*told["battery"]) if "battery" in told else None
        self.board = binascii.hexlify(machine.unique_id()).decode()
        self.done = []  # the last ones: a repetition, however late, is acknowledged, not redrawn
        self.beat_ms = time.ticks_ms()

    def hello(self, *only):
        self.done = []
        version, buttons = FIRMWARE.split(".")[0], len(self.buttons.buttons)
        words = "HELLO %s %s 128x64 btn=%d fw=%s"
        send(words % (version, self.board, buttons, FIRMWARE), *only)

    def obey(self, wire, words):
        try:
            if words[0] == "HI":
                self.hello(wire)
            elif words[0] == "ACK":
                self.buttons.acknowledged(int(words[1]))
            elif words[0] == "FREE" and wire is wires[0]:
                free()
            else:
                self.carry_out(wire, words[0], int(words[1]), words[2:])
        except Exception as error:  # a line of a later host: it is no reason to begin anew
            send("ERR " + named(error), wire)

    def carry_out(self, wire, word, sequence, rest):
        try:
            if (wire, sequence) not in self.done:
                self.act(word, rest)
                self.done = self.done[1 - LATE :] + [(wire, sequence)]
        except Exception as error:  # told over the wire, whatever it was
            send("ERR %d %s" % (sequence, named(error)), wire)
        else:
            send("ACK %d" % sequence, wire)

    def act(self, word, rest):
        if word == "WIN":
            at, pixels = rest[0], binascii.a2b_base64(rest[1])
            left, right, top, bottom = (
                int(at[0:2], 16), int(at[2:4], 16), int(at[4], 16), int(at[5], 16),
            )  # fmt: skip
            whole = (right - left + 1) * (bottom - top + 1) == len(pixels)
            if not (left <= right < 128 and top <= bottom < 8 and whole):
                raise ValueError
            if not self.glass.ready:
                self.glass.start()  # it was not there when the board started
            self.glass.window(left, right, top, bottom, pixels)
            self.glass.on()
        elif word == "DIM":
            if not self.glass.ready:
                self.glass.start()
            self.glass.set_up(int(rest[0]))
            if len(wires) > 1:
                wires[1].nap(rest[0] == "0")
        elif word == "LED":
            self.light.told = int(rest[0])
        elif word == "RESET":
            self.glass.start()
        else:
            raise NotImplementedError

    def beat(self, now_ms):
        self.beat_ms = now_ms
        if len(wires) > 1:
            level = self.battery.level() if self.battery else "-"
            send("BEAT %d %s %s" % (now_ms, level, wires[1].strength()))
            wires[1].look(now_ms)
        else:
            send("BEAT %d" % now_ms)
        if self.glass.lost():
            self.glass.ready = False
            self.hello()  # so that the host sends everything anew

    def run(self, watchdog):
        poll = select.poll()
        for wire in wires:
            poll.register(wire.source, select.POLLIN)
        try:
            self.glass.start()
            self.glass.dots()
        except Exception as error:  # no display, or not at these pins: each command says so
            send("ERR " + named(error))
        self.hello()
        while True:
            watchdog.feed()
            now_ms = time.ticks_ms()
            self.buttons.look(now_ms)
            self.light.look(now_ms, not self.glass.ready)
            if time.ticks_diff(now_ms, self.beat_ms) >= BEAT_MS:
                self.beat(now_ms)
            for source, _ in poll.poll(5):
                wire = wires[0] if source is sys.stdin else wires[1]
                data = wire.take()
                if not data and wire is wires[0]:
                    return  # only where the host can close the line: on a PC
                for body in wire.lines.cut(data):
                    if body is None:
                        send("NAK", wire)
                    else:
                        self.obey(wire, body.decode().split(" "))


def free():
    """Begin anew without the program: its prompt takes another."""
    with open("prompt", "w"):
        pass
    machine.reset()


def is_free(told):
    """The host has asked for the prompt, or the button is held while it is plugged in."""
    try:
        os.remove("prompt")
        return True
    except OSError:
        pass
    try:
        return not input_pin(told["buttons"][0]).value()
    except Exception:
        return False  # this chip has no such pin, as is told below


def main():
    told = what_it_is()
    if is_free(told):
        return
    try:
        import micropython

        micropython.kbd_intr(-1)  # a 3 in the stream must not stop the program
    except (ImportError, AttributeError):
        pass
    air = kept("told.json")
    wires.append(Cable(alone=air is None))
    if air is not None:
        wires.append(Air(air))
    watchdog, light = machine.WDT(timeout=WATCHDOG_MS), Light(told)
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    while True:
        try:
            return Stand(told, light).run(watchdog)
        except Exception as error:  # whatever it was: tell it, and begin anew
            send("ERR " + named(error))
            light.look(time.ticks_ms(), True)
            watchdog.feed()
            if poll.poll(200) and b"FREE" in Lines().cut(wires[0].take()):
                free()


wires = []  # the cable, and where the board was told of one, the air
main()
