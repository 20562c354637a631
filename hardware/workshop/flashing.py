"""Puts the firmware onto a board that runs MicroPython, over its raw prompt, and sees it run.

MicroPython's own tool would bring a dependency, and its classes are no public interface;
what is needed of the prompt is one command after the other.
"""

import base64
import binascii
import errno
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError, HardwareError
from hardware.boards import serial_protocol as protocol
from hardware.boards.serial_link import Port
from hardware.boards.serial_protocol import Hello, LineSplitter
from hardware.pins.drivers import Drivers

FIRMWARE: Final = Path(__file__).parents[1] / "firmware" / "stand.py"
VENDORS: Final = frozenset({0x2E8A, 0x303A, 0xF055, 0x239A, 0x2886, 0x1B4F})
"""Raspberry Pi, Espressif, MicroPython; Adafruit, Seeed, SparkFun, whose boards have the chips."""
_BOOTSEL: Final = ("2e8a", ("0003", "000f"))
_PIECE: Final = 192
LISTEN_S, PROMPT_S, START_S = 1.3, 3.0, 15.0
"""How long a running firmware is waited for (it beats each second), a prompt, a restart."""

_BREAK_OFF, _END, _READY = b"\r\x03\x03\x01", b"\x04", b"raw REPL; CTRL-B to exit\r\n>"
_CHECK = """f.close()
c=0
with open('main.py.new','rb') as f:
 while True:
  b=f.read(256)
  if not b: break
  c=binascii.crc32(b,c)
print(c&0xffffffff)"""
_SWAP = """try:
 os.remove('main.py')
except OSError:
 pass
os.rename('main.py.new','main.py')"""


def boards(ports: Iterable[Any]) -> Iterator[str]:
    """Yield the serial numbers of the ports that are such boards; others are left alone."""
    for port in ports:
        if port.serial_number and port.vid in VENDORS:
            yield str(port.serial_number)


def without_program(usb: Path) -> int:
    """Return how many boards show the drive that takes MicroPython, and run nothing."""
    vendor, products = _BOOTSEL
    return sum(
        _text(each / "idVendor") == vendor and _text(each / "idProduct") in products
        for each in usb.glob("*")
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except OSError:
        return ""


class Flasher:
    """Flashes boards one by one; *source* is the program that each gets as its main.py."""

    def __init__(self, drivers: Drivers, source: bytes) -> None:
        self._drivers, self._source = drivers, source
        found = re.search(rb'^FIRMWARE = "([\d.]+)"', source, re.MULTILINE)
        assert found  # noqa: S101 - our own file; a test holds it
        self.version = found[1].decode()

    def flash(self, number: str) -> str:
        """Make the board with this serial number a stand, and say how; raises HardwareError.

        Cut off anywhere it can be done again: main.py is the old one, none, or the whole new.
        """
        try:
            port = self._open(number)
            try:
                hello, heard = _listen(port)
                if hello and hello.firmware == self.version:
                    return f"runs firmware {self.version} already"
                if heard:
                    raise HardwareError(_runs_another(number, hello))
                _Prompt(port, number).put(self._source)
            finally:
                port.close()
        except OSError as error:
            raise HardwareError(
                f"board {number} was lost on the way ({error}): check its cable, and plug "
                "it in again"
            ) from error
        self._wait(number)
        return f"has firmware {self.version} now"

    def _open(self, number: str) -> Port:
        ports = self._drivers.ports()
        path = next((each.device for each in ports if each.serial_number == number), None)
        if path is None:
            raise HardwareError(f"board {number} is not plugged in any more")
        try:
            port: Port = self._drivers.open_port(path)
        except OSError as error:
            raise HardwareError(f"board {number} at {path}: {_refused(error)}") from error
        return port

    def _wait(self, number: str) -> None:
        """Return once the board, which starts anew, says that it runs this firmware."""
        end_s = time.monotonic() + START_S
        while time.monotonic() < end_s:
            try:
                port = self._open(number)
                try:
                    hello, _ = _listen(port)
                finally:
                    port.close()
                if hello and hello.firmware == self.version:
                    return
            except (HardwareError, OSError):  # it goes from the bus and comes back
                time.sleep(0.1)
        raise HardwareError(
            f"board {number} has its firmware and does not start it: unplug it, let go of "
            "its button, and plug it in again"
        )


class _Prompt:
    """MicroPython's raw prompt: a command ended by ^D, ``OK``, what it said, its error."""

    def __init__(self, port: Port, number: str) -> None:
        self._port, self._number, self._heard = port, number, b""
        self._port.write(_BREAK_OFF)
        self._until(_READY)

    def put(self, source: bytes) -> None:
        """Write main.py, read it back, and start the board anew."""
        self._run("import binascii,machine,os\nf=open('main.py.new','wb')")
        for at in range(0, len(source), _PIECE):
            piece = base64.b64encode(source[at : at + _PIECE]).decode()
            self._run(f"f.write(binascii.a2b_base64('{piece}'))")
        if int(self._run(_CHECK)) != binascii.crc32(source):
            raise HardwareError(
                f"board {self._number} reads back something else than was written: try it "
                "once more; if it is so again, its flash is worn"
            )
        self._run(_SWAP)
        self._port.write(b"machine.reset()" + _END)

    def _run(self, code: str) -> bytes:
        self._port.write(code.encode() + _END)
        self._until(b"OK")
        said, trouble = self._until(_END), self._until(_END)
        self._until(b">")
        if trouble:
            last = trouble.decode("utf-8", "replace").strip().splitlines()[-1]
            raise HardwareError(
                f"board {self._number} refuses its firmware ({last}): put MicroPython 1.20 "
                "or newer onto it, and try again"
            )
        return said

    def _until(self, mark: bytes) -> bytes:
        """Return what comes before *mark*."""
        end_s = time.monotonic() + PROMPT_S
        while mark not in self._heard:
            if time.monotonic() > end_s:
                raise HardwareError(
                    f"board {self._number} does not answer as MicroPython does: put that "
                    "onto it first (hardware/firmware/README.md says how); one that had "
                    "another firmware of ours lets itself be flashed when you hold its "
                    "button while you plug it in"
                )
            self._heard += _some(self._port)
        before, _, self._heard = self._heard.partition(mark)
        return before


def _some(port: Port) -> bytes:
    data = port.read(1)
    return data + port.read(port.in_waiting) if data else data


def _listen(port: Port) -> tuple[Hello | None, bool]:
    """Return what a firmware of ours says of itself, and whether there is one at all."""
    lines, heard, seen = LineSplitter(), False, b""
    port.write(b"\n" + protocol.frame(protocol.HI))
    end_s = time.monotonic() + LISTEN_S
    while time.monotonic() < end_s and b">>>" not in seen:  # which is the prompt
        data = _some(port)
        seen += data
        for body in lines.feed(data):
            try:
                said = protocol.read(body)
            except CompanionError:
                continue
            heard |= said is not None
            if isinstance(said, Hello):
                return said, True
    return None, heard


def _runs_another(number: str, hello: Hello | None) -> str:
    runs = f"runs firmware {hello.firmware or '?'}" if hello else "has a firmware already"
    return (
        f"board {number} {runs}, which lets nobody in: unplug it, hold its button while you "
        "plug it in, and it is flashed anew"
    )


def _refused(error: OSError) -> str:
    if error.errno == errno.EACCES:
        return "you may not use it; add the user to the group dialout, and log in anew"
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return (
            "another program has it; stop the table first: "
            "sudo systemctl stop companion.socket companion"
        )
    return f"it cannot be opened ({error}); unplug it and plug it in again"
