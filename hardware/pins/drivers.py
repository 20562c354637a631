"""How real devices are found and opened, each by one function that a test can replace."""

import errno
import os
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from companion.errors import HardwareError
from companion.ports import MuxConfig

SYSFS = Path("/sys/bus/i2c/devices")
USB = Path("/sys/bus/usb/devices")
_SPI_IOC_WR_MAX_SPEED_HZ = 0x40046B04
SPI_SPEED_HZ = 8_000_000
BAUD = 115_200
"""MicroPython's own speed behind a UART bridge; a board with USB of its own has none."""


def mux_channel(mux: MuxConfig, channel: int, sysfs: Path = SYSFS) -> int:
    """Return the number of the bus that the kernel made for *channel* just now."""
    device = sysfs / f"{mux.bus}-{mux.address:04x}"
    link = device / f"channel-{channel}"
    if not device.exists():
        raise HardwareError(
            f"multiplexer {mux.name} is unknown to the kernel, which has no {device}: run "
            "`sudo companion setup-pi` and restart; if that does not help, check its cable"
        )
    name = link.resolve().name
    if not (link.exists() and name.startswith("i2c-")):
        raise HardwareError(
            f"multiplexer {mux.name} does not answer: it has no channels; check its cable "
            "and its address"
        )
    return int(name.removeprefix("i2c-"))


def bus_remedy(error: OSError, bus: Literal["i2c", "spi"]) -> str:
    """Return what helps where a *bus* cannot be opened."""
    if error.errno == errno.EACCES:
        return f"add the user to the group {bus}, and log in again"
    return f"switch {bus.upper()} on with `sudo companion setup-pi`, and restart"


def opened_bus(open_bus: Callable[[int], Any], number: int) -> Any:  # noqa: ANN401 - smbus2 types it wrongly
    """Return what *open_bus* gives for the I2C bus *number*; HardwareError says what helps."""
    try:
        return open_bus(number)
    except OSError as error:
        raise HardwareError(
            f"/dev/i2c-{number} cannot be opened ({error.strerror}): "
            + bus_remedy(error, "i2c")
        ) from error


def open_smbus(number: int) -> Any:  # noqa: ANN401 - smbus2 types it wrongly
    """Open ``/dev/i2c-`` *number*."""
    from smbus2 import SMBus  # noqa: PLC0415 - Linux only, and only where a bus is

    return SMBus(number)


def write_message(address: int, body: list[int]) -> object:
    """Return a write of any length, as SMBus.i2c_rdwr takes it."""
    from smbus2 import i2c_msg  # noqa: PLC0415 - as above

    message: object = i2c_msg.write(address, body)
    return message


class _SpiFile:
    """An opened chip select; a write is one transfer."""

    def __init__(self, path: str, speed_hz: int) -> None:
        import fcntl  # noqa: PLC0415 - not on every laptop

        self._file = os.open(path, os.O_WRONLY)
        fcntl.ioctl(self._file, _SPI_IOC_WR_MAX_SPEED_HZ, struct.pack("I", speed_hz))

    def write(self, data: bytes) -> int:
        """Send *data*."""
        return os.write(self._file, data)

    def close(self) -> None:
        """Give it back."""
        os.close(self._file)


def open_spi(bus: int, chip: int) -> _SpiFile:
    """Open ``/dev/spidev`` *bus* ``.`` *chip*; its mode is 0, as displays want it."""
    return _SpiFile(f"/dev/spidev{bus}.{chip}", SPI_SPEED_HZ)


def lgpio_pins() -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return gpiozero's pin factory on lgpio: chosen, never guessed."""
    import tempfile  # noqa: PLC0415 - where pins are

    # At its import lgpio makes a pipe in the working directory, which may be read-only.
    folder = os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir()
    os.environ.setdefault("LG_WD", folder)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - not on a laptop
    except ImportError as error:
        raise HardwareError(
            f"the pins cannot be used, for lgpio is missing ({error}): on Raspberry Pi OS "
            "`sudo apt install python3-lgpio`, in a venv made with --system-site-packages; "
            "plain Debian 13 has no lgpio, there take Raspberry Pi OS, or stands on USB"
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio's own class, and OSError, and what it wraps
        raise HardwareError(
            f"the pins cannot be used ({error}): is this a Raspberry Pi, and the user in "
            "the group gpio?"
        ) from error


def list_ports() -> Iterable[Any]:
    """Return the serial ports there are, each with ``device`` and ``serial_number``."""
    from serial.tools import list_ports as found  # noqa: PLC0415 - where a board is

    return list(found.comports())


def open_port(path: str) -> Any:  # noqa: ANN401 - pyserial types it wrongly
    """Open a board's port for nobody but us, or OSError; no read or write waits for ever."""
    import termios  # noqa: PLC0415 - not on every laptop

    import serial  # noqa: PLC0415 - where a board is

    try:
        return serial.Serial(path, BAUD, timeout=0.1, write_timeout=0.5, exclusive=True)
    except termios.error as error:  # pyserial lets it out, and it is no OSError
        raise OSError(*error.args) from error


@dataclass(frozen=True, slots=True)
class Drivers:
    """What a wired rig stands on."""

    open_bus: Callable[[int], Any] = open_smbus
    message: Callable[[int, list[int]], object] = write_message
    pins: Callable[[], Any] = lgpio_pins
    sysfs: Path = SYSFS
    usb: Path = USB
    ports: Callable[[], Iterable[Any]] = list_ports
    open_port: Callable[[str], Any] = open_port
    open_spi: Callable[[int, int], Any] = open_spi
