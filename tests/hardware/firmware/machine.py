"""Stands in for MicroPython's machine: pins are files, what the display gets is a file."""

import binascii
import os

FOLDER = os.getenv("STAND_FOLDER")
levels = {}
wires = [
    int(os.getenv("STAND_" + name)) for name in ("DC", "CS") if os.getenv("STAND_" + name)
]
IDENTITY = int(os.getenv("STAND_IDENTITY", "3"))


class Pin:
    IN = OUT = 0
    PULL_UP = 1

    def __init__(self, number, mode=0, pull=None):
        self.number = number
        self.path = "%s/pin%d" % (FOLDER, number)
        if number > (48 if "ESP32" in os.getenv("STAND_CHIP", "") else 29):
            raise ValueError("invalid pin")
        if pull is not None and "with ESP32" == os.getenv("STAND_CHIP", "") and number > 33:
            raise ValueError("pins 34~39 do not have pull-up or pull-down circuitry")

    def value(self, level=None):
        if level is not None:
            levels[self.number] = level
            if self.number in wires:
                return None
            if os.getenv("STAND_RESET") == str(self.number) and not level:
                with open(FOLDER + "/spi", "a") as file:
                    file.write("reset\n")
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
        if "ESP32" not in os.getenv("STAND_CHIP", "") and sda.number & 3 != bus * 2:
            raise ValueError("bad SDA pin")  # as an RP2 does
        self.path = FOLDER + "/status"

    def status(self):
        with open(self.path) as file:
            status = file.read()
        if not status:
            raise OSError(5)
        return status

    def readfrom(self, address, size):
        return bytes((binascii.unhexlify(self.status())[0] & 0xF0 | IDENTITY,))

    def writeto(self, address, data):
        self.status()
        if data == b"\x00\xaf":
            with open(self.path, "w") as file:
                file.write("00")
        with open(FOLDER + "/i2c", "a") as file:
            file.write("%02x %s\n" % (address, binascii.hexlify(data).decode()))


class SPI:
    """A display that only listens; its line for data or command is what its pin says."""

    def __init__(self, bus, baudrate, sck, mosi):
        assert bus == 1 and baudrate <= 40000000

    def write(self, data):
        dc, cs = wires
        with open(FOLDER + "/spi", "a") as file:
            line = levels[dc], levels[cs], binascii.hexlify(data).decode()
            file.write("%d%d %s\n" % line)


class PWM:
    """The light behind a glass."""

    def __init__(self, pin, freq):
        self.path = pin.path

    def duty_u16(self, duty):
        with open(self.path, "w") as file:
            file.write("%d" % duty)


class ADC:
    """A battery of 3.7 V, behind a divider by two."""

    ATTN_11DB = 3

    def __init__(self, pin, atten):
        pass

    def read_uv(self):
        return 1850000


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
