"""Which port a board is at: by its USB serial number, or by the id that it says itself.

A board behind a UART bridge has no number of its own: a CH340 gives none, every CP2102 the same.
"""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any, Final

from companion.errors import HardwareError
from companion.links import same_board
from hardware.boards import serial_protocol as protocol
from hardware.boards.serial_link import AIR, Port
from hardware.boards.serial_protocol import Hello, LineSplitter

BRIDGES: Final = frozenset({0x10C4, 0x1A86, 0x0403, 0x067B})
"""Silicon Labs, WCH, FTDI, Prolific: the number, if any, is that of the bridge."""
ASK_S: Final = 1.2
"""How long an answer is waited for; a board that starts says HELLO by itself."""
AGAIN_S: Final = (0.0, 5.0, 30.0)
"""After how long a port that was silent is asked anew: then it is somebody's printer."""


def on_usb(port: Any) -> bool:  # noqa: ANN401 - pyserial's ports have no type here
    """Tell whether a board may be there: a serial line of the machine's own is never asked."""
    return getattr(port, "vid", None) is not None


def own_number(port: Any, ports: Iterable[Any]) -> str:  # noqa: ANN401 - as above
    """Return the number by which this one board is known whatever comes; "" where none is."""
    number = str(port.serial_number or "")
    shared = sum(same_board(each.serial_number, number) for each in ports) > 1
    return "" if shared or getattr(port, "vid", None) in BRIDGES else number


def said_id(port: Port) -> str:
    """Return the id that the board at *port* says in its HELLO, "" where it says none."""
    lines, end_s = LineSplitter(), time.monotonic() + ASK_S
    port.write(b"\n" + protocol.frame(protocol.HI))
    while time.monotonic() < end_s:
        if data := port.read(1):
            data += port.read(port.in_waiting)
        for body in lines.feed(data):
            if isinstance(said := protocol.read(body), Hello):
                return said.board
    return ""


class BoardFinder:
    """Finds the boards of one table; its threads may share it.

    *named* says all numbers of the table: a port that one of them means is not asked for another.
    """

    def __init__(
        self,
        ports: Callable[[], Iterable[Any]],
        open_port: Callable[[str], Port],
        named: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._ports, self._open, self._named = ports, open_port, named
        self._asking = threading.Lock()
        self._ids: dict[str, str] = {}
        """By its path what the board there says."""
        self._silent: dict[str, tuple[int, float]] = {}
        """By its path how often a port was asked in vain, and when it may be again."""
        self._given: dict[str, str] = {}

    def find(self, number: str) -> str:
        """Return the path of the board *number*; raises HardwareError where it is not clear."""
        ports = list(self._ports())
        mine = [port for port in ports if same_board(port.serial_number, number)]
        # At a cable and in the air at once: the cable carries more.
        mine = [port for port in mine if not str(port.device).startswith(AIR)] or mine
        if len(mine) == 1:
            return str(mine[0].device)
        with self._asking:
            self._forget(ports, number)
            self._ask(mine or [port for port in ports if self._is_nobodys(port, ports)])
            path = self._chosen(number, mine) if mine else self._by_word(number)
            if path:
                self._given[number] = path
                return path
            raise self._not_there(number, ports)

    def id_at(self, path: str) -> str:
        """Return what the board at *path* says of itself, "" where nothing; asks it once."""
        with self._asking:
            if path not in self._ids:
                self._ask_one(path)
            return self._ids.get(path, "")

    def _forget(self, ports: Sequence[Any], number: str) -> None:
        """Forget what was unplugged, and the port of a board that is looked for again."""
        there = {str(port.device) for port in ports}
        gone = {*self._ids, *self._silent} - there | {self._given.pop(number, "")}
        for path in gone:
            self._ids.pop(path, None)
            self._silent.pop(path, None)

    def _is_nobodys(self, port: Any, ports: Sequence[Any]) -> bool:  # noqa: ANN401 - as above
        known = any(same_board(port.serial_number, each) for each in self._named())
        shared = (
            sum(same_board(each.serial_number, port.serial_number) for each in ports) > 1
        )
        return on_usb(port) and (shared or not known)

    def _ask(self, ports: Iterable[Any]) -> None:
        for path in (str(port.device) for port in ports):
            tried, again_s = self._silent.get(path, (0, 0.0))
            asked_enough = tried >= len(AGAIN_S) or time.monotonic() < again_s
            if path not in self._ids and not asked_enough:
                self._ask_one(path)

    def _ask_one(self, path: str) -> None:
        try:
            with closing(self._open(path)) as port:
                said = said_id(port)
        except OSError:
            return  # another thread has it, or it has just gone
        if said:
            self._ids[path] = said
            return
        tried = self._silent.get(path, (0, 0.0))[0] + 1
        wait_s = AGAIN_S[tried] if tried < len(AGAIN_S) else 0.0
        self._silent[path] = tried, time.monotonic() + wait_s

    def _by_word(self, number: str) -> str:
        """Return where a board says that it is *number*."""
        paths = self._saying(number)
        if len(paths) > 1:  # one of them may have changed its socket since it was asked
            for path in paths:
                self._ids.pop(path)
                self._ask_one(path)
            paths = self._saying(number)
        if len(paths) > 1:
            raise HardwareError(
                f"{len(paths)} boards say that they are {number} ({', '.join(sorted(paths))}), "
                "and nothing tells them apart: take another board for one of them"
            )
        return paths[0] if paths else ""

    def _saying(self, number: str) -> list[str]:
        return [path for path, said in self._ids.items() if same_board(said, number)]

    def _chosen(self, number: str, mine: Sequence[Any]) -> str:
        """Return which of several ports with one number is the board that is meant."""
        if path := self._by_word(number):
            return path
        said = {str(port.device): self._ids.get(str(port.device), "") for port in mine}
        boards = {path: each for path, each in said.items() if each}
        if len(boards) == 1 and len({_place(port) for port in mine}) == 1:
            return next(iter(boards))  # one board with two ports: a console, and ours
        named = ", ".join(f"usb:{each} at {path}" for path, each in sorted(boards.items()))
        raise HardwareError(
            f"{len(mine)} ports have the number {number} ({', '.join(sorted(said))}): "
            + (
                f"write what the boards say of themselves in the table's file, {named}"
                if named
                else "unplug all but one, or see whether their firmware is flashed"
            )
        )

    def _not_there(self, number: str, ports: Iterable[Any]) -> HardwareError:
        there = {str(port.serial_number) for port in ports if port.serial_number}
        there |= set(self._ids.values())
        others = f"there are {', '.join(sorted(there))}" if there else "nor is any other"
        return HardwareError(
            f"board {number} is not plugged in, {others}: check its cable, and its number "
            "in the table's file"
        )


def _place(port: Any) -> str:  # noqa: ANN401 - as above
    """Return at which socket a port is, without the number of its interface."""
    location = getattr(port, "location", None)
    return str(location).partition(":")[0] if location else str(port.device)
