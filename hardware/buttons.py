"""Push buttons on GPIO pins: one thread for all of them turns edges into ButtonEdge."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOZeroError

from companion.errors import ConfigError
from companion.ports import ButtonEdge, Place
from hardware.debounce import QUIET_NS, Change, Debouncer

_log = logging.getLogger(__name__)
_JOIN_S = 5.0
_CLOSE_TRIES, _CLOSE_PAUSE_S = 20, 0.05
FOREIGN_NS = 60_000_000_000


@dataclass(frozen=True, slots=True)
class RawEdge:
    """What a pin reported: its level and the kernel's monotonic seconds."""

    button: "Button"
    down: bool
    at_s: float


class Button:
    """A push button to ground on BCM pin *pin*; its raw edges go on *inbox*."""

    def __init__(
        self,
        key: tuple[Place, str],
        pin: int,
        factory: Any,  # noqa: ANN401 - gpiozero has no types
        inbox: "SimpleQueue[RawEdge | None]",
        quiet_ns: int,
    ) -> None:
        (self.place, self.name), self._inbox = key, inbox
        try:
            # bounce_time means something else to every pin factory, so it stays unused.
            self._device = DigitalInputDevice(
                pin, pull_up=True, bounce_time=None, pin_factory=factory
            )
        except GPIOZeroError as error:
            raise ConfigError(
                f"button {self.name!r} at {self.place}: pin {pin} cannot be used "
                f"({error}); give it a free BCM pin"
            ) from error
        self.debouncer = Debouncer(down=self.is_down(), quiet_ns=quiet_ns)
        # The pin's own callback gets the kernel's time stamp; when_activated does not.
        self._device.pin.when_changed = self._changed

    @classmethod
    def examined(cls, key: tuple[Place, str], pin: int, factory: Any) -> "Button":  # noqa: ANN401 - gpiozero has no types
        """Return a button whose level can be read, and which tells nobody."""
        return cls(key, pin, factory, SimpleQueue(), QUIET_NS)

    def is_down(self) -> bool:
        """Read the level again."""
        return bool(self._device.is_active)

    def close(self) -> None:
        """Give the pin back; a pin that refuses is a line in the log."""
        try:
            if not self._device.closed:
                self._hush()
            self._device.close()
        except Exception:  # noqa: BLE001 - a pin must not keep the others from being closed
            _log.exception("button %r at %s cannot be closed", self.name, self.place)

    def _hush(self) -> None:
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

    def _changed(self, ticks_s: float, state: int) -> None:
        # An exception here would end lgpio's only thread and silence every button, so
        # nothing is done but this.
        self._inbox.put(RawEdge(self, not state, ticks_s))


class Buttons:
    """All buttons of a rig. *on_edge* is called on their own thread, debounced.

    *factory* is a gpiozero pin factory; *pins* gives a BCM pin for each place and name.
    *clock_ns* is the clock of the pins' time stamps. An exception in *on_edge* is logged.
    """

    def __init__(
        self,
        pins: Mapping[tuple[Place, str], int],
        factory: Any,  # noqa: ANN401 - gpiozero has no types
        on_edge: Callable[[ButtonEdge], object],
        *,
        quiet_ns: int = QUIET_NS,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._on_edge, self._clock_ns = on_edge, clock_ns
        self._inbox: SimpleQueue[RawEdge | None] = SimpleQueue()
        self._buttons: list[Button] = []
        self._stopping = False
        try:
            for key, pin in pins.items():
                self._buttons.append(Button(key, pin, factory, self._inbox, quiet_ns))
        except ConfigError:
            self._close()
            raise
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, then give the pins back."""
        self._stopping = True
        self._inbox.put(None)
        self._thread.join(_JOIN_S)
        self._close()

    def _close(self) -> None:
        for button in self._buttons:
            button.close()

    def _run(self) -> None:
        while not self._stopping:
            now_ns = self._take_edges()
            for button in self._buttons:
                self._settle(button, now_ns)

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

    def _take(self, raw: RawEdge | None) -> None:
        if raw:  # None only wakes the thread
            at_ns, now_ns = round(raw.at_s * 1e9), self._clock_ns()
            if abs(now_ns - at_ns) > FOREIGN_NS:
                at_ns = now_ns  # stamped by another clock, and never due by ours
            self._tell(raw.button, raw.button.debouncer.edge(down=raw.down, at_ns=at_ns))

    def _timeout_s(self) -> float | None:
        due = [button.debouncer.due_ns for button in self._buttons]
        waiting = [due_ns for due_ns in due if due_ns is not None]
        return max(0, min(waiting) - self._clock_ns()) / 1e9 if waiting else None

    def _settle(self, button: Button, now_ns: int) -> None:
        """Read the level again if the button has rested long enough."""
        due_ns = button.debouncer.due_ns
        if due_ns is None or now_ns < due_ns:
            return
        try:
            down = button.is_down()
        except Exception:  # noqa: BLE001 - one bad pin must not silence the others
            _log.exception("button %r at %s cannot be read", button.name, button.place)
            down = button.debouncer.level
        self._tell(button, button.debouncer.settle(down=down, now_ns=now_ns))

    def _tell(self, button: Button, change: Change | None) -> None:
        if change is None:
            return
        edge = ButtonEdge(button.place, button.name, change.down, change.at_ns)
        try:
            self._on_edge(edge)
        except Exception:  # noqa: BLE001 - a listener's bug must not silence the buttons
            _log.exception(
                "button %r at %s: its listener failed", button.name, button.place
            )
