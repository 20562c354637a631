"""The wire to one board: a thread opens, reads and closes it; the displays' thread writes."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import NoReturn, Protocol

from companion.errors import HardwareError
from hardware.boards import serial_protocol as protocol
from hardware.boards.press_gate import OLD_MS, PressGate
from hardware.boards.serial_protocol import (
    Ack,
    AliveReport,
    ButtonReport,
    CommandFailed,
    Hello,
    Nak,
    Trouble,
)

_log = logging.getLogger(__name__)
_JOIN_S = 5.0

WAITS, WAITS_IN_AIR = (1, 1, 1), (1, 2, 4, 4, 4)
"""For how many ``ANSWER_S`` an answer is waited for, each time that a line is said: boards in the
air that said everything anew at once would hold each other up still longer."""
AT_ONCE = 4
"""Lines under way to a board in the air: an ESP32 keeps six that it has not read."""
AIR = "air:"
"""How the path of a board in the air begins."""
ANSWER_S = 0.15
SEARCH_S = 0.5
DEAD_S = 3.0
FLOOD_S = 0.05
"""Between two looks at a board that floods: its line fills up, and others have the machine."""
_SAME_PRESS_NS = 1_000_000_000
"""A repeated press is stamped alike, but for how late it was read: the board says it anew
each 100 ms, and a reader that was held up finds several at once.
"""


class Port(Protocol):
    """The part of ``serial.Serial`` that is used; faults are raised as OSError."""

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        ...

    def read(self, size: int) -> bytes:
        """Return up to *size* bytes, fewer when time is up."""
        ...

    def write(self, data: bytes) -> object:
        """Send *data*, or raise when that takes too long."""
        ...

    def close(self) -> None:
        """Give the port back."""


class SerialLink:
    """Finds its board wherever it is plugged in.

    *find* returns the path of its port or raises HardwareError; *on_press* is called on the
    reading thread.
    """

    def __init__(
        self,
        name: str,
        find: Callable[[], str],
        open_port: Callable[[str], Port],
        on_press: Callable[[ButtonReport, int], object],
        *,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.name = name
        self.starts = 0
        """Rises with each board that was opened and each HELLO nobody asked for."""
        self.opened = threading.Event()
        """Set while a port is open."""
        self.on_start: Callable[[], object] = lambda: None
        """Called on the reading thread each time that ``starts`` has risen."""
        self.on_lost: Callable[[int], object] = lambda _before_ns: None
        """Called there: fingers that came before that stamp went with the board, which has gone
        or begun anew since."""
        self.in_air = False
        """Whether its lines go through a bridge."""
        self._find, self._open, self._on_press = find, open_port, on_press
        self._clock_ns = clock_ns
        self._answers: SimpleQueue[protocol.Said] = SimpleQueue()
        self._asked = False
        self._trouble = ""
        """What the board said since it was last asked, other than an answer."""
        self._port: Port | None = None
        self._why = f"board {name} is being looked for: wait a second"
        self._heard_ns = 0
        self._sequence = 0
        self._press: tuple[int, int] | None = None
        self.gate = PressGate(name, clock_ns)
        self._surplus = False
        self._queued: tuple[ButtonReport, int] | None = None
        """The newest press that was too many: it is told on once there is time for it."""
        self._writing = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(
            target=self._run, name=f"serial {name}", daemon=True
        )

    def start(self) -> None:
        """Begin to look for the board."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, which closes the port."""
        self._stopping.set()
        self._thread.join(_JOIN_S)

    # -- the displays' thread ------------------------------------------------------------

    def hello(self) -> Hello:
        """Ask the board who it is."""
        self._asked = True
        try:
            (found,) = self._exchange({-1: protocol.HI})
        finally:
            self._asked = False
        assert isinstance(found, Hello)  # noqa: S101 - the line above asked for it
        return found

    def command(self, *makes: Callable[[int], str]) -> None:
        """Send what each of *makes* gives for a fresh number; several at once in the air."""
        bodies = {}
        for make in makes:
            sequence = self._sequence = (self._sequence + 1) % protocol.SEQUENCES
            bodies[sequence] = make(sequence)
        for said in self._exchange(bodies):
            if isinstance(said, CommandFailed):
                self._fail("do as told", said.what)

    def check(self) -> None:
        """Raise unless the board was heard of lately."""
        self._connected()
        if self._clock_ns() - self._heard_ns > DEAD_S * 1e9:
            raise HardwareError(f"board {self.name} is silent: unplug it and plug it in")

    def _exchange(self, bodies: dict[int, str]) -> list[protocol.Said]:
        """Send *bodies*, by sequence number, until each is answered; HELLO answers -1."""
        waits, most = (WAITS_IN_AIR, AT_ONCE) if self.in_air else (WAITS, 1)
        while not self._answers.empty():
            self._answers.get_nowait()
        self._trouble = ""
        found = list[protocol.Said]()
        waits_of = {each: iter(waits) for each in bodies}
        ends_s = dict.fromkeys(bodies, 0.0)
        while bodies:
            under_way = [*bodies][:most]
            for each in under_way:
                if time.monotonic() >= ends_s[each]:
                    wait = self._next(waits_of[each])
                    self._write(bodies[each])
                    ends_s[each] = time.monotonic() + wait * ANSWER_S
            said = self._answer(min(ends_s[each] for each in under_way))
            if isinstance(said, Nak | Trouble):
                ends_s = dict.fromkeys(ends_s, 0.0)  # said again at once
            elif said and bodies.pop(getattr(said, "sequence", -1), None) is not None:
                found.append(said)
        return found

    def _next(self, waits: Iterator[int]) -> int:
        """Return the next of *waits*; HardwareError where a line was said often enough."""
        for each in waits:
            return each
        if self._trouble:
            self._fail("start", self._trouble)
        raise HardwareError(f"board {self.name} does not answer: is its firmware flashed?")

    def _fail(self, cannot: str, what: str) -> NoReturn:
        """Raise what helps where a board said *what*, its own name of an exception first."""
        remedy = "check its pins, and flash it anew with --board or --pins"
        if what.startswith("OSError"):
            remedy = "check its display's cable"
        raise HardwareError(f"board {self.name} cannot {cannot} ({what}): {remedy}")

    def _answer(self, end_s: float) -> protocol.Said | None:
        """Return the next answer; None when time is up."""
        try:
            said = self._answers.get(timeout=max(0.0, end_s - time.monotonic()))
        except Empty:
            return None
        if isinstance(said, Trouble):
            self._trouble = said.what
        return said

    def _write(self, body: str) -> None:
        port = self._connected()
        try:
            with self._writing:
                port.write(protocol.frame(body))
        except OSError as error:
            self._port = None  # the reading thread closes and opens it
            raise HardwareError(
                f"board {self.name} cannot be written to ({error}): check its cable"
            ) from error

    def _connected(self) -> Port:
        port = self._port
        if port is None:
            raise HardwareError(self._why)
        return port

    # -- the reading thread --------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._serve(self._find())
            except HardwareError as error:
                self._why = str(error)
            except OSError as error:
                self._why = f"board {self.name} was lost ({error}): check its cable"
            except Exception:  # noqa: BLE001 - one board must not end its thread
                _log.exception("board %s", self.name)
                self._why = f"board {self.name} met a fault in the program: see the log"
            self._stopping.wait(SEARCH_S)

    def _serve(self, path: str) -> None:
        port, lines = self._open(path), protocol.LineSplitter()
        self._queued = None
        self._heard_ns = self._clock_ns()
        self.in_air = path.startswith(AIR)
        self._port = port
        self.opened.set()
        self._started()
        try:
            while self._port is port and not self._stopping.is_set():
                data = port.read(1)
                if data:
                    data += port.read(port.in_waiting)
                for body in lines.feed(data):
                    self._hear(body)
                self._catch_up()
        finally:
            self._port = None
            self.opened.clear()
            with self._writing:  # whoever writes has half a second at most
                port.close()
            self.on_lost(self._clock_ns())

    def _hear(self, body: str) -> None:
        said = protocol.read(body)
        self._heard_ns = self._clock_ns()
        match said:
            case ButtonReport():
                self._pressed(said)
            case Hello() if not self._asked:
                self._started()  # it or its display has begun anew, and shows nothing of ours
            case AliveReport():
                # Its port may have stayed, and a HELLO comes for its display's sake too.
                self.on_lost(self._heard_ns - said.up_ms * 1_000_000)
            case Ack() | Nak() | CommandFailed() | Hello() | Trouble():
                self._answers.put(said)

    def _started(self) -> None:
        self.starts += 1
        self.on_start()

    def _pressed(self, press: ButtonReport) -> None:
        at_ns = self._clock_ns() - press.age_ms * 1_000_000
        before = self._press
        repeated = (
            before is not None
            and before[0] == press.sequence
            and abs(at_ns - before[1]) < _SAME_PRESS_NS
        )
        if not self.gate.passes():
            # Without an answer a board that follows the protocol says it again.
            self._queued = self._queued if repeated else (press, at_ns)
            self._surplus = True
            if self.gate.surplus():
                _log.warning("%s", self.gate.floods)
        elif repeated:
            self._press = press.sequence, at_ns
            self._acknowledge(press)
        else:
            self._tell(press, at_ns)

    def _catch_up(self) -> None:
        """Tell on the press that was too many, if one may be told by now."""
        if self._queued is not None and self.gate.passes():
            self._tell(*self._queued)
        if self._surplus:
            self._surplus = False
            self._stopping.wait(FLOOD_S)

    def _tell(self, press: ButtonReport, at_ns: int) -> None:
        self._queued = None
        self._press = press.sequence, at_ns
        if (
            not press.down or press.age_ms <= OLD_MS
        ):  # whoever left is gone, however late told
            self._on_press(press, at_ns)
        self._acknowledge(press)  # the last: it fails where the port has just gone

    def _acknowledge(self, press: ButtonReport) -> None:
        with self._writing:
            port = self._port
            if port is not None:
                port.write(protocol.frame(protocol.acknowledge(press.sequence)))
