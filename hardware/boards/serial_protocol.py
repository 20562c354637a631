"""The line protocol of a stand with a microcontroller; no I/O. See firmware/PROTOCOL.md."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import DataError
from companion.links import InAir
from hardware.panels.registers import Window

VERSION = 1
LONGEST_LINE = 200
LONGEST_WINDOW = 128
"""Bytes of pixels in one line: a whole page."""
SEQUENCES = 256

_LINE = re.compile(rb"\$([ -#%-)+-~]*)\*([0-9A-F]{8})")
LONG_AGO_MS = 10**9
"""The age of a press of which nobody can tell when it was."""
_PRESS = re.compile(r"(\d{1,2}) ([01]) (?:(\d{1,9})|.*)", re.ASCII)
_WORD = re.compile(r"[\w.:-]{1,40}", re.ASCII)


def frame(body: str) -> bytes:
    """Return the line that carries *body*."""
    raw = body.encode("ascii")
    line = b"$%s*%08X\n" % (raw, binascii.crc32(raw))
    if len(line) > LONGEST_LINE or not _LINE.fullmatch(line[:-1]):
        raise DataError(f"A line of {len(line)} bytes cannot be sent; split it.")
    return line


def unframe(line: bytes) -> str | None:
    """Return the body of a line without its end, None if one bit of it is wrong."""
    found = _LINE.fullmatch(line)
    if found is None or int(found[2], 16) != binascii.crc32(found[1]):
        return None
    return found[1].decode("ascii")


class LineSplitter:
    """Cuts a stream of bytes into bodies; keeps at most one line, whatever comes."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[str]:
        """Take bytes as they come and yield the bodies of the lines that are whole."""
        for piece in data.splitlines(keepends=True):
            ended = piece.endswith((b"\n", b"\r"))
            self._take(piece.rstrip(b"\r\n") if ended else piece)
            if ended and (body := self._ended()) is not None:
                yield body

    def _take(self, piece: bytes) -> None:
        if len(self._rest) + len(piece) > LONGEST_LINE:
            self._rest.clear()
            self._skipping = True
        elif not self._skipping:
            self._rest += piece

    def _ended(self) -> str | None:
        line, skipping = bytes(self._rest), self._skipping
        self._rest.clear()
        self._skipping = False
        if not line and not skipping:
            return None  # the second half of a CR LF, or an empty line
        # Noise before the sign belongs to no line: the line itself may be whole.
        return (
            None if skipping else unframe(line[line.rfind(b"$") :] if b"$" in line else b"")
        )


# -- what a board says --


@dataclass(frozen=True, slots=True)
class Hello:
    """A board tells what it is, when asked and when it starts."""

    version: int
    board: str
    size: tuple[int, int]
    buttons: int
    firmware: str


@dataclass(frozen=True, slots=True)
class Ack:
    """Command *sequence* is done."""

    sequence: int


@dataclass(frozen=True, slots=True)
class Nak:
    """A line came damaged; nobody knows which."""


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """Command *sequence* could not be done; *what* says why in one word."""

    sequence: int
    what: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """The board cannot start, or does not know a line; *what* says why in one word."""

    what: str


@dataclass(frozen=True, slots=True)
class ButtonReport:
    """A button changed *age_ms* ago; it alone is repeated until acknowledged."""

    sequence: int
    button: int
    down: bool
    age_ms: int


@dataclass(frozen=True, slots=True)
class AliveReport:
    """The board is alive, and for how long: by that a host knows that it has begun anew."""

    up_ms: int
    air: InAir


Said = Hello | Ack | Nak | CommandFailed | Trouble | ButtonReport | AliveReport


def read(body: str) -> Said | None:
    """Return what *body* says, None for what this program does not know."""
    word, *rest = body.split(" ")
    try:
        match word, rest:
            case "HELLO", [version, board, size, buttons, firmware]:
                return _hello(version, board, size, buttons, firmware)
            case "HELLO", [version, *_]:  # of a later protocol: its version is enough
                return Hello(_number(version, 10**6), "", (0, 0), 0, "")
            case "ACK", [sequence]:
                return Ack(_number(sequence, SEQUENCES - 1))
            case "NAK", []:
                return Nak()
            case "ERR", [sequence, what] if _WORD.fullmatch(what):
                return CommandFailed(_number(sequence, SEQUENCES - 1), what)
            case "ERR", [what] if _WORD.fullmatch(what):
                return Trouble(what)
            case "BTN", [sequence, *press]:
                return _button(_number(sequence, SEQUENCES - 1), " ".join(press))
            case "BEAT", [up, *more]:
                return AliveReport(_number(up, 2**32), _in_air(*more))
    except ValueError:
        return None
    return None


def _button(sequence: int, press: str) -> ButtonReport:
    """Return the press; one that cannot be is long ago, so that its board may forget it."""
    found = _PRESS.fullmatch(press)
    if found is None:
        return ButtonReport(sequence, 0, down=True, age_ms=LONG_AGO_MS)
    # After six days a board's clock makes an age less than nothing.
    age_ms = LONG_AGO_MS if found[3] is None else int(found[3])
    return ButtonReport(sequence, int(found[1]), found[2] == "1", age_ms)


def _hello(version: str, board: str, size: str, buttons: str, firmware: str) -> Hello:
    width, _, height = size.partition("x")
    if not (
        _WORD.fullmatch(board) and buttons.startswith("btn=") and firmware.startswith("fw=")
    ):
        raise ValueError
    return Hello(
        _number(version, 10**6),
        board,
        (_number(width, 4096), _number(height, 4096)),
        _number(buttons.removeprefix("btn="), 9),
        firmware.removeprefix("fw=")[:20],
    )


def _in_air(battery: str = "", strength: str = "", *_: str) -> InAir:
    """Return what a board in the air tells of itself; what is none or nonsense is left out."""
    full = int(battery) if re.fullmatch(r"\d{1,2}|100", battery, re.ASCII) else None
    heard = (
        int(strength)
        if re.fullmatch(r"0|-(\d{1,2}|1[0-4]\d|150)", strength, re.ASCII)
        else None
    )
    return InAir(full, heard)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= most):
        raise ValueError
    return int(text)


# -- what the host says --

HI = "HI"
FREE = "FREE"
"""Start anew without the program, whose prompt then takes another; from firmware 1.3 on."""


def window(sequence: int, at: Window, pixels: bytes) -> str:
    """Return the command that writes *pixels*, page by page, into the window *at*."""
    place = f"{at.left:02X}{at.right:02X}{at.top:X}{at.bottom:X}"
    return f"WIN {sequence} {place} {base64.b64encode(pixels).decode()}"


def contrast(sequence: int, level: int) -> str:
    """Return the command that sets the brightness, 0 to 255."""
    return f"DIM {sequence} {level}"


def light(sequence: int, *, on: bool) -> str:
    """Return the command that switches the light."""
    return f"LED {sequence} {int(on)}"


def reset(sequence: int) -> str:
    """Return the command that starts the display anew."""
    return f"RESET {sequence}"


def acknowledge(sequence: int) -> str:
    """Return the answer to a press."""
    return f"ACK {sequence}"


def split(at: Window) -> Iterator[Window]:
    """Yield *at* in pieces of which each fits into one line."""
    width = at.right - at.left + 1
    pages = max(1, LONGEST_WINDOW // width)
    for top in range(at.top, at.bottom + 1, pages):
        yield Window(at.left, at.right, top, min(at.bottom, top + pages - 1))
