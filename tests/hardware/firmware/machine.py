"""Stands in for MicroPython's machine: pins are files, what the display gets is a file."""

import binascii
import os

FOLDER = os.getenv("STAND_FOLDER")


class Pin:
    IN = OUT = 0
    PULL_UP = 1

    def __init__(self, number, mode=0, pull=None):
        self.number = number
        self.path = "%s/pin%d" % (FOLDER, number)
        if number > 29:
            raise ValueError("invalid pin")

    def value(self, level=None):
        if level is not None:
            with open(self.path, "w") as file:
                file.write("%d" % level)
            return None
        try:
            with open(self.path) as file:
                return int(file.read() or "1")
        except OSError:
            return 1


class I2C:
    """A display; the file "status" is what it answers: nothing where it is not there."""

    def __init__(self, bus, sda, scl, freq):
        if os.getenv("STAND_CHIP") is None and sda.number & 3 != bus * 2:
            raise ValueError("bad SDA pin")  # as an RP2 does
        self.path = FOLDER + "/status"

    def status(self):
        with open(self.path) as file:
            status = file.read()
        if not status:
            raise OSError(5)
        return status

    def readfrom(self, address, size):
        return binascii.unhexlify(self.status())

    def writeto(self, address, data):
        self.status()
        if data == b"\x00\xaf":
            with open(self.path, "w") as file:
                file.write("03")
        with open(FOLDER + "/i2c", "a") as file:
            file.write("%02x %s\n" % (address, binascii.hexlify(data).decode()))


class WDT:
    """The hardware's watchdog: the file "fed" is there once it was fed."""

    def __init__(self, timeout):
        assert 0 < timeout <= 8388  # more an RP2040 does not take

    def feed(self):
        with open(FOLDER + "/fed", "w") as file:
            file.write("1")


def unique_id():
    return binascii.unhexlify(os.getenv("STAND_ID"))


def reset():
    raise SystemExit  # prompt.py begins anew
