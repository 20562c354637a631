# How a board's lines travel: through its cable, or one a datagram through the air. See PROTOCOL.md.
import binascii
import sys
import time

import machine

LONGEST = 200
UNHEARD_MS = 75000  # a host that is there says something each minute
LOOK_MS = 10000
EMPTY_MV, FULL_MV = 3300, 4150


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


def framed(body):
    body = body.encode()
    return b"$%s*%08X\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)


def padded(line):
    """Return it as long as any: what is before its sign means nothing."""
    return b" " * (LONGEST - len(line)) + line


class Lines:
    """Cuts what comes into lines; keeps at most one."""

    def __init__(self):
        self.rest, self.skipping = b"", False

    def cut(self, data):
        """Return the body of each line, None for one that is damaged."""
        bodies = []
        lines = (self.rest + data).replace(b"\r", b"\n").split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            if line or self.skipping:
                whole = len(line) <= LONGEST and not self.skipping
                bodies.append(opened(line) if whole else None)
            self.skipping = False
        if len(self.rest) > LONGEST:
            self.rest, self.skipping = b"", True
        return bodies


class Cable:
    """Lines through the console: USB. *alone*: there is no other wire."""

    def __init__(self, alone):
        self.alone, self.source, self.lines = alone, sys.stdin, Lines()
        self.heard_ms = time.ticks_ms()

    def send(self, line):
        if not self.alone and time.ticks_diff(time.ticks_ms(), self.heard_ms) > UNHEARD_MS:
            return  # nobody is at its other end, and it would wait for him
        sys.stdout.buffer.write(line)
        if hasattr(sys.stdout.buffer, "flush"):
            sys.stdout.buffer.flush()

    def take(self):
        # A line that breaks off keeps it here until the host, which hears no beat, sends
        # another, or until the watchdog bites.
        self.heard_ms = time.ticks_ms()
        return sys.stdin.buffer.readline(LONGEST)


class Air:
    """The same lines, each a datagram of one length, in the Wi-Fi that the bridge makes."""

    def __init__(self, told):
        import network
        import socket

        self.told, self.lines, self.looked_ms = told, Lines(), time.ticks_ms()
        self.board = binascii.hexlify(machine.unique_id()) + b" "
        self.wlan = network.WLAN(network.STA_IF)
        self.wlan.active(True)
        self.nap(False)
        self.wlan.ifconfig((told["own"], "255.255.255.0", told["bridge"], told["bridge"]))
        self.wlan.connect(told["name"], told["key"])  # and goes on; nothing waits for it
        self.bridge = socket.getaddrinfo(told["bridge"], told["port"])[0][-1]
        self.source = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.source.setblocking(False)

    def nap(self, dark):
        """Save power while the glass is dark; else not: an ESP's network may forget who naps."""
        try:
            self.wlan.config(pm=self.wlan.PM_POWERSAVE if dark else self.wlan.PM_NONE)
        except (AttributeError, ValueError, OSError):
            pass  # this chip or version always does as it does

    def send(self, line):
        try:
            self.source.sendto(self.board + padded(line), self.bridge)
        except OSError:
            pass  # nobody there: whatever matters is said again

    def take(self):
        try:
            line = self.source.recv(len(self.board) + LONGEST)
        except OSError:
            return b""
        # Another one may have had its address before.
        return line[len(self.board) :] if line.startswith(self.board) else b""

    def look(self, now_ms):
        """Join once more, now and then, while it is not in the network."""
        if time.ticks_diff(now_ms, self.looked_ms) < LOOK_MS:
            return
        self.looked_ms = now_ms
        try:
            if not self.wlan.isconnected():
                self.wlan.connect(self.told["name"], self.told["key"])
        except OSError:
            pass  # it is just about to

    def strength(self):
        try:
            return self.wlan.status("rssi")
        except Exception:
            return "-"  # not every chip says


class Battery:
    """*ratio*: by how much its voltage is divided before the pin; *switch*: what connects it."""

    def __init__(self, pin, ratio, *switch):
        self.adc, self.ratio = (
            machine.ADC(machine.Pin(pin), atten=machine.ADC.ATTN_11DB),
            ratio,
        )
        for number, level in switch:
            machine.Pin(number, machine.Pin.OUT).value(level)

    def level(self):
        """Return how full it is, in hundredths: a straight line, so no more than a hint."""
        mv = self.adc.read_uv() * self.ratio // 1000
        return int(max(0, min(100, (mv - EMPTY_MV) * 100 // (FULL_MV - EMPTY_MV))))
