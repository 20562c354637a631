"""Boards in the air: the lines of each, through a bridge at one USB port.

To all else a board in the air is one more serial port, ``air:NUMBER``.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any, Final

from companion.errors import HardwareError
from companion.links import InAir, same_board
from hardware.boards import serial_protocol as protocol
from hardware.boards.board_finder import BoardFinder
from hardware.boards.serial_link import AIR, SEARCH_S, Port
from hardware.boards.serial_protocol import AliveReport, Hello

_log = logging.getLogger(__name__)
FIRMWARE: Final = "bridge-1.4"
HEARD_S: Final = 6.0
"""After so long a board is looked for anew, at a cable as well; it is down after half of it."""
_READ_S: Final = 0.1
_CABLE_S: Final = 1.0
_MOST_BYTES: Final = 4096
_MOST_BOARDS: Final = 32
_LINE: Final = re.compile(rb"@([0-9a-f]{1,16}) (\$[ -~]{9,200})")
_SILENT_S: Final = 5.0


class AirPort:
    """One board's lines; the interface of a serial port."""

    def __init__(self, bridge: "Bridge", number: str) -> None:
        self._bridge, self._number = bridge, number
        self._data, self._news = bytearray(), threading.Condition()
        self._look_s = time.monotonic() + _CABLE_S

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        return len(self._data)

    def hear(self, line: bytes) -> None:
        """Take a line, on the bridge's thread."""
        with self._news:
            if len(self._data) < _MOST_BYTES:
                self._data += line
            self._news.notify()

    def read(self, size: int) -> bytes:
        """Return up to *size* bytes, fewer when time is up; OSError once it is elsewhere."""
        with self._news:
            if not self._data:
                self._news.wait(_READ_S)
            found = bytes(self._data[:size])
            del self._data[:size]
        now_s = time.monotonic()
        if not self._bridge.hears(self._number):
            raise OSError(5, "nothing is heard of it in the air")
        if now_s >= self._look_s:
            self._look_s = now_s + _CABLE_S
            if self._bridge.has_cable(self._number):
                raise OSError(5, "it hangs at a cable now")
        return found

    def write(self, data: bytes) -> None:
        """Send one line."""
        self._bridge.write(b"@" + self._number.encode("ascii") + b" " + data)

    def close(self) -> None:
        """Hear no more."""
        self._bridge.opened.pop(self._number, None)


class Bridge:
    """Opens the bridge's port, wherever it is, and keeps it; the boards it hears are ports too."""

    def __init__(
        self,
        number: str,
        ports: Callable[[], Iterable[Any]],
        open_port: Callable[[str], Port],
        named: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.why = f"board {number} is being looked for: wait a second"
        """What is wrong with it; "" while it is well."""
        self.opened: dict[str, AirPort] = {}
        self._number, self._cables, self._open = number, ports, open_port
        self._finder = BoardFinder(ports, open_port, named)
        self._port: Port | None = None
        self._boards: dict[str, tuple[float, InAir]] = {}
        """Of each board when it was heard, and what it said last of itself."""
        self._writing, self._stopping = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)

    def start(self) -> None:
        """Begin to look for it."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, which closes the port."""
        self._stopping.set()
        self._thread.join(5.0)

    def ports(self) -> Iterator[Any]:
        """Yield the ports on USB, and each board that is heard of in the air."""
        yield from self._cables()
        for number in self.heard():
            yield SimpleNamespace(device=f"{AIR}{number}", serial_number=number, vid=None)

    def open(self, path: str) -> Port:
        """Open a port of either kind."""
        if not path.startswith(AIR):
            return self._open(path)
        number = path.removeprefix(AIR)
        self.opened[number] = port = AirPort(self, number)
        return port

    def heard(self) -> dict[str, InAir]:
        """Return what every board that is heard of tells of itself, by its number."""
        known = self._boards.copy().items()
        return {number: air for number, (_, air) in known if self.hears(number)}

    def board(self, number: str) -> InAir | None:
        """Return what is known of a board that is heard of, None of any other."""
        heard = self.heard().items()
        return next((air for each, air in heard if same_board(each, number)), None)

    def hears(self, number: str) -> bool:
        """Tell whether anything came of it lately."""
        heard_s, _ = self._boards.get(number, (float("-inf"), None))
        return time.monotonic() - heard_s < HEARD_S

    def has_cable(self, number: str) -> bool:
        """Tell whether the board hangs at USB."""
        return any(same_board(port.serial_number, number) for port in self._cables())

    def write(self, data: bytes) -> None:
        """Send a line to the board that it names."""
        port = self._port
        if port is None:
            raise OSError(5, "the bridge is not plugged in")
        with self._writing:
            port.write(data)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._serve(self._open(self._finder.find(self._number)))
            except HardwareError as error:
                self.why = str(error)
            except OSError as error:
                self.why = f"board {self._number} was lost ({error}): check its cable"
            except Exception:  # noqa: BLE001 - it is looked for again
                _log.exception("bridge %s", self._number)
                self.why = f"board {self._number} met a fault in the program: see the log"
            self._boards.clear()
            self._stopping.wait(SEARCH_S)

    def _serve(self, port: Port) -> None:
        try:
            port.write(b"\n" + protocol.frame(protocol.HI))
            self._port, rest, heard_s = port, b"", time.monotonic()
            while not self._stopping.is_set():
                data = port.read(1)
                if data:
                    heard_s = time.monotonic()
                    data += port.read(port.in_waiting)
                elif time.monotonic() - heard_s > _SILENT_S:
                    raise OSError(5, "it is silent")
                *lines, rest = (rest + data).split(b"\n")
                rest = rest[-_MOST_BYTES:]
                for line in lines:
                    self._hear(line.strip())
        finally:
            self._port = None
            with self._writing:  # whoever writes has half a second at most
                port.close()

    def _hear(self, line: bytes) -> None:
        if found := _LINE.fullmatch(line):
            self._of_board(found[1].decode("ascii"), found[2])
        elif isinstance(said := protocol.read(protocol.unframe(line) or ""), Hello):
            self._check(said)

    def _check(self, said: Hello) -> None:
        if said.firmware == FIRMWARE:
            self.why = ""
            return
        other = "bridge" in said.firmware
        kind = "an older or newer bridge" if other else "no bridge but a stand"
        raise HardwareError(
            f"board {self._number} is {kind} (firmware {said.firmware}): flash it anew with "
            "companion stands flash --bridge"
        )

    def _of_board(self, number: str, line: bytes) -> None:
        if number not in self._boards and len(self._boards) >= _MOST_BOARDS:
            return
        _, air = self._boards.get(number, (0.0, InAir()))
        said = protocol.read(protocol.unframe(line) or "")
        self._boards[number] = (
            time.monotonic(),
            said.air if isinstance(said, AliveReport) else air,
        )
        if port := self.opened.get(number):
            port.hear(line + b"\n")
