"""From a pin to the listener: its edges, debounced, on one thread for all buttons."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from companion.errors import HardwareError
from companion.ports import ButtonEdge, Place
from hardware.pins.outputs import claimed

_log = logging.getLogger(__name__)
_JOIN_S = 5.0
_CLOSE_TRIES, _CLOSE_PAUSE_S = 20, 0.05
_CLOCK_READINGS = 5
QUIET_NS = 25_000_000
FOREIGN_NS = 60_000_000_000

ButtonKey = tuple[Place, str]
"""Where a button is, and its name there."""


class Pin(Protocol):
    """A push button's contact, real or virtual."""

    def is_down(self) -> bool:
        """Read the level."""
        ...

    def listen(self, on_edge: Callable[[bool, int], object]) -> None:
        """Call *on_edge* at each edge, from any thread, with down and monotonic ns."""

    def close(self) -> None:
        """Give the pin back, and call nobody any more."""


class GpioPin:
    """A push button to ground on BCM pin *number* of a gpiozero *factory*.

    Raises HardwareError where the pin cannot be used.
    """

    def __init__(
        self,
        key: ButtonKey,
        number: int,
        factory: Any,  # noqa: ANN401 - gpiozero has no types
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - only where pins are

        (self._place, self._name), self._factory = key, factory
        with claimed(number):
            # bounce_time means something else to every pin factory, so it stays unused.
            self._device = DigitalInputDevice(
                number, pull_up=True, bounce_time=None, pin_factory=factory
            )
        # A factory's ticks may count anything from anywhere; only their distances are seconds.
        # So they are tied to our clock once, by the reading that took the least time.
        readings = [
            (clock_ns(), factory.ticks(), clock_ns()) for _ in range(_CLOCK_READINGS)
        ]
        before_ns, self._zero, after_ns = min(readings, key=lambda each: each[2] - each[0])
        self._zero_ns = (before_ns + after_ns) // 2

    def is_down(self) -> bool:
        """Read the level."""
        return bool(self._device.is_active)

    def listen(self, on_edge: Callable[[bool, int], object]) -> None:
        """Call *on_edge* from the factory's own thread."""
        self._on_edge = on_edge
        # The pin's own callback gets the kernel's time stamp; when_activated does not.
        self._device.pin.when_changed = self._changed

    def close(self) -> None:
        """Give the pin back; one that refuses is a line in the log."""
        try:
            if not self._device.closed:
                self._unhook()
            self._device.close()
        except Exception:  # noqa: BLE001 - a pin must not keep the others from being closed
            _log.exception("button %r at %s cannot be closed", self._name, self._place)

    def _changed(self, ticks: float, state: int) -> None:
        # An exception here would end lgpio's only thread and silence every button, so
        # nothing is done but this; who listens only puts it on an inbox.
        since_s = self._factory.ticks_diff(ticks, self._zero)
        self._on_edge(not state, self._zero_ns + round(since_s * 1e9))

    def _unhook(self) -> None:
        """Take our callback from lgpio.

        gpiozero leaves it there when a pin is closed; it would fail at the pin's next edge,
        which ends lgpio's only thread.
        """
        for left in reversed(range(_CLOSE_TRIES)):
            try:
                self._device.pin.when_changed = None
            except Exception:
                # On a busy machine the line is "busy" until lgpio's thread has let go of it.
                if not left:
                    raise
                time.sleep(_CLOSE_PAUSE_S)
            else:
                return


def gpio_pins(
    numbers: Mapping[ButtonKey, int],
    factory: Any,  # noqa: ANN401 - gpiozero has no types
) -> tuple[dict[ButtonKey, GpioPin], dict[ButtonKey, HardwareError]]:
    """Open each pin alone; return those that are, and why the others are not."""
    pins: dict[ButtonKey, GpioPin] = {}
    dead: dict[ButtonKey, HardwareError] = {}
    for key, number in numbers.items():
        try:
            pins[key] = GpioPin(key, number, factory)
        except HardwareError as error:
            dead[key] = error
    return pins, dead


@dataclass(slots=True)
class Debouncer:
    """One contact; pure. An edge counts once *quiet_ns* went by without another.

    The caller asks ``due_ns`` when to read the level again, and hands it to ``settle``.
    What comes out is stamped with the first edge of the change.
    """

    place: Place
    button: str
    down: bool = False
    quiet_ns: int = QUIET_NS
    _first_ns: int | None = field(default=None, init=False)
    _last_ns: int = field(default=0, init=False)
    level: bool = field(default=False, init=False)
    """What the last edge said."""

    @property
    def due_ns(self) -> int | None:
        """When the contact will have rested long enough; None while nothing happened."""
        return None if self._first_ns is None else self._last_ns + self.quiet_ns

    def edge(self, *, down: bool, at_ns: int) -> ButtonEdge | None:
        """Take an edge; return the change before it that nobody came to settle in time.

        That happens when the reader was held up for longer than the quiet time: the level
        cannot be read in the past, so the last edge's word is taken for it.
        """
        due_ns = self.due_ns
        overdue = due_ns is not None and at_ns >= due_ns
        change = self._settled(down=self.level) if overdue else None
        if self._first_ns is None:
            self._first_ns = at_ns
        self._last_ns, self.level = max(at_ns, self._last_ns), down
        return change

    def settle(self, *, down: bool, now_ns: int) -> ButtonEdge | None:
        """Take the level read again at *now_ns*; return the change if there was one."""
        due_ns = self.due_ns
        if due_ns is None or now_ns < due_ns:
            return None
        return self._settled(down=down)

    def _settled(self, *, down: bool) -> ButtonEdge | None:
        first_ns, self._first_ns = self._first_ns, None
        if down == self.down or first_ns is None:
            return None
        self.down = down
        return ButtonEdge(self.place, self.button, down, first_ns)


class Buttons:
    """All buttons of a rig; *pins* are theirs from now on.

    Each listener is called on their own thread; its exception is logged. *clock_ns* is the
    clock of the pins' time stamps.
    """

    def __init__(
        self,
        pins: Mapping[ButtonKey, Pin],
        *listeners: Callable[[ButtonEdge], object],
        quiet_ns: int = QUIET_NS,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._listeners, self._clock_ns = listeners, clock_ns
        self._inbox: SimpleQueue[tuple[Debouncer, bool, int] | None] = SimpleQueue()
        self._buttons: list[tuple[Debouncer, Pin]] = []
        self._stopping = False
        for (place, name), pin in pins.items():
            debouncer = Debouncer(place, name, pin.is_down(), quiet_ns)
            self._buttons.append((debouncer, pin))
            pin.listen(partial(self._put, debouncer))
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, then give the pins back."""
        self._stopping = True
        self._inbox.put(None)
        self._thread.join(_JOIN_S)
        for _, pin in self._buttons:
            pin.close()

    def _put(self, debouncer: Debouncer, down: bool, at_ns: int) -> None:  # noqa: FBT001 - a callback
        self._inbox.put((debouncer, down, at_ns))

    def _run(self) -> None:
        while not self._stopping:
            now_ns = self._take_edges()
            for debouncer, pin in self._buttons:
                self._settle(debouncer, pin, now_ns)

    def _take_edges(self) -> int:
        """Wait for an edge or a deadline and take the edges there are.

        Return a time before the last of them was taken: judged by a later one, a button
        could be settled while an edge of it still waits in the inbox.
        """
        with suppress(Empty):
            self._take(self._inbox.get(timeout=self._timeout_s()))
        now_ns = self._clock_ns()
        for _ in range(self._inbox.qsize()):
            self._take(self._inbox.get_nowait())
        return now_ns

    def _take(self, raw: tuple[Debouncer, bool, int] | None) -> None:
        if raw:  # None only wakes the thread
            debouncer, down, at_ns = raw
            now_ns = self._clock_ns()
            if abs(now_ns - at_ns) > FOREIGN_NS:
                at_ns = now_ns  # stamped by another clock, and never due by ours
            self._tell(debouncer.edge(down=down, at_ns=at_ns))

    def _timeout_s(self) -> float | None:
        waiting = [
            debouncer.due_ns
            for debouncer, _ in self._buttons
            if debouncer.due_ns is not None
        ]
        return max(0, min(waiting) - self._clock_ns()) / 1e9 if waiting else None

    def _settle(self, debouncer: Debouncer, pin: Pin, now_ns: int) -> None:
        """Read the level again if the button has rested long enough."""
        due_ns = debouncer.due_ns
        if due_ns is None or now_ns < due_ns:
            return
        try:
            down = pin.is_down()
        except Exception:  # noqa: BLE001 - one bad pin must not silence the others
            _log.exception(
                "button %r at %s cannot be read", debouncer.button, debouncer.place
            )
            down = debouncer.level
        self._tell(debouncer.settle(down=down, now_ns=now_ns))

    def _tell(self, edge: ButtonEdge | None) -> None:
        if edge is None:
            return
        for listener in self._listeners:
            try:
                listener(edge)
            except Exception:  # noqa: BLE001 - a listener's bug must not silence the buttons
                _log.exception(
                    "button %r at %s: its listener failed", edge.button, edge.place
                )
