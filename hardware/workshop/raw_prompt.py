"""MicroPython's raw prompt: a command ended by ^D, ``OK``, what it said, its error.

Whatever is at the other end may lie: an answer is bounded, a number is looked at before it is
one, and nothing of it is printed as it came.
"""

import base64
import re
import time
from typing import Final

from companion.errors import HardwareError
from hardware.boards.serial_link import Port

PROMPT_S: Final = 3.0
"""How long an answer is waited for."""
LONGEST: Final = 65_536
"""Bytes of one answer; ours want far fewer."""
SHOWN: Final = 120
_PIECE: Final = 64
_PIECE_S: Final = 0.006
"""A UART bridge holds nothing back, and behind it a board keeps 260 bytes that it has not read:
so pieces of 64, each for as long as it takes at 115,200 baud.
"""
_BREAK_OFF, _END, _READY = b"\r\x03\x03\x01", b"\x04", b"raw REPL; CTRL-B to exit\r\n>"
_LEAVE: Final = b"\x02"


class BoardError(HardwareError):
    """What became of a board: *kind* is for whoever has sentences of their own, with *facts*."""

    def __init__(self, kind: str, text: str, **facts: str) -> None:
        super().__init__(text)
        self.kind, self.facts = kind, facts


def shown(text: str, most: int = SHOWN) -> str:
    """Return *text* in one short line that no terminal takes for more than letters."""
    plain = "".join(each if each.isprintable() else "?" for each in text)
    return plain if len(plain) <= most else f"{plain[:most]}…"


def some(port: Port) -> bytes:
    """Return what can be read now, after a moment's wait for a first byte."""
    data = port.read(1)
    return data + port.read(min(port.in_waiting, LONGEST)) if data else data


class RawPrompt:
    """The prompt of the board with the number *number*, as it is shown."""

    def __init__(self, port: Port, number: str) -> None:
        self._port, self._number, self._heard = port, number, b""
        self._port.write(_BREAK_OFF)
        self._until(_READY)

    def run(self, code: str) -> bytes:
        """Let the board carry out *code*, and return what it printed."""
        data = code.encode() + _END
        for at in range(0, len(data), _PIECE):
            self._port.write(data[at : at + _PIECE])
            time.sleep(_PIECE_S)
        self._until(b"OK")
        said, trouble = self._until(_END), self._until(_END)
        self._until(b">")
        if trouble:
            lines = trouble.decode("utf-8", "replace").strip().splitlines()
            why = shown(lines[-1]) if lines else "it does not say why"
            raise BoardError(
                "refuses",
                f"board {self._number} refuses its firmware ({why}): put MicroPython 1.20 "
                "or newer onto it, and try again",
                why=why,
            )
        return said

    def number(self, code: str) -> int:
        """Return the number that *code* prints."""
        said = self.run(code).strip()
        if not re.fullmatch(rb"\d{1,10}", said):
            raise self._nonsense(said)
        return int(said)

    def data(self, code: str) -> bytes:
        """Return the bytes that *code* prints in base 64."""
        said = self.run(code).strip()
        try:
            return base64.b64decode(said, validate=True)
        except ValueError as error:
            raise self._nonsense(said) from error

    def leave(self) -> None:
        """Give the board its own prompt back."""
        self._port.write(_LEAVE)

    def start_anew(self) -> None:
        """Let the board begin anew; it answers no more."""
        self._port.write(b"machine.reset()" + _END)

    def _nonsense(self, said: bytes) -> BoardError:
        answer = shown(said.decode("utf-8", "replace"), 40)
        return BoardError(
            "nonsense",
            f"board {self._number} answers nonsense ({answer or 'nothing'}): unplug it, and "
            "plug it in again; if that does not help, put MicroPython onto it again",
        )

    def _until(self, mark: bytes) -> bytes:
        """Return what comes before *mark*."""
        end_s = time.monotonic() + PROMPT_S
        while mark not in self._heard:
            if time.monotonic() > end_s or len(self._heard) > LONGEST:
                raise BoardError(
                    "no-prompt",
                    f"board {self._number} does not answer as MicroPython does: put that "
                    "onto it first (hardware/firmware/README.md says how); one that had "
                    "another firmware of ours lets itself be flashed when you hold its "
                    "button while you plug it in",
                )
            self._heard += some(self._port)
        before, _, self._heard = self._heard.partition(mark)
        return before
