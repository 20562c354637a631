# The bridge of a table: the lines of stands without a cable, through a Wi-Fi of its own.
# Runs under MicroPython 1.20 or newer on an ESP32; `companion stands flash --bridge` copies it
# there as main.py, beside stand_wire.py. See PROTOCOL.md.
import binascii
import json
import os
import select
import socket
import sys
import time

import machine
import network
from stand_wire import LONGEST, Cable, framed, opened, padded

FIRMWARE = "bridge-1.4"
MOST = 8  # an ESP32's network takes no more stations
NAMED, BEAT_MS, WATCHDOG_MS = 17, 1000, 8000
WPA2 = 3


def made(told):
    """Make the network, which does not say its name."""
    wlan = network.WLAN(network.AP_IF)
    wlan.config(ssid=told["name"], key=told["key"], security=WPA2, hidden=True)
    wlan.config(channel=told["channel"], max_clients=MOST)
    wlan.active(True)
    wlan.ifconfig((told["bridge"], "255.255.255.0", told["bridge"], told["bridge"]))
    air = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    air.bind(socket.getaddrinfo(told["bridge"], told["port"])[0][-1])
    air.setblocking(False)
    return air


class Bridge:
    def __init__(self, told):
        self.air, self.cable = made(told), Cable(alone=True)
        self.board = binascii.hexlify(machine.unique_id())
        self.where = {}  # the newest address of each board
        self.beat_ms = time.ticks_ms()

    def hello(self):
        said = "HELLO 1 %s 0x0 btn=0 fw=%s" % (self.board.decode(), FIRMWARE)
        self.cable.send(framed(said))

    def upward(self):
        try:
            data, address = self.air.recvfrom(LONGEST + NAMED)
        except OSError:
            return
        number, _, line = data.partition(b" ")
        line = line[line.rfind(b"$") :].strip() if b"$" in line else b""
        if opened(line) is not None and all_hex(number):
            if number in self.where or len(self.where) < 2 * MOST:
                self.where[number] = address
                self.cable.send(b"@" + number + b" " + line + b"\n")

    def downward(self, line):
        number, _, rest = line.partition(b" ")
        number = number[1:]
        if number in self.where:
            try:
                self.air.sendto(number + b" " + padded(rest), self.where[number])
            except OSError:
                pass  # it is not in the network just now
        elif opened(line.strip()) == b"HI":
            self.hello()
        elif opened(line.strip()) == b"FREE":
            with open("prompt", "w"):
                pass
            machine.reset()

    def run(self, watchdog):
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        poll.register(self.air, select.POLLIN)
        self.hello()
        while True:
            watchdog.feed()
            now_ms = time.ticks_ms()
            if time.ticks_diff(now_ms, self.beat_ms) >= BEAT_MS:
                self.beat_ms = now_ms
                self.cable.send(framed("BEAT %d" % now_ms))
            for source, _ in poll.poll(100):
                if source is self.air:
                    self.upward()
                else:
                    line = sys.stdin.buffer.readline(LONGEST + NAMED + 2)
                    if not line:
                        return  # only where the host can close the line: on a PC
                    self.downward(line)


def all_hex(number):
    return 0 < len(number) < NAMED and all(each in b"0123456789abcdef" for each in number)


def main():
    try:
        os.remove("prompt")
        return  # the host has asked for the prompt
    except OSError:
        pass
    try:
        import micropython

        micropython.kbd_intr(-1)  # a 3 in the stream must not stop the program
    except (ImportError, AttributeError):
        pass
    with open("bridge.json") as file:
        told = json.load(file)
    Bridge(told).run(machine.WDT(timeout=WATCHDOG_MS))


main()
