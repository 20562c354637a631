"""The one clock of the table: it rings when something has been waited for long enough."""

import threading
from collections.abc import Callable

from companion.engine.game import Deadline


class Alarms:
    """One deadline a name; each rings once, on a thread of its own, by the monotonic clock."""

    def __init__(self, ring: Callable[[str, str], object]) -> None:
        """*ring* gets the name, and the id of the deadline that was waited for."""
        self._ring = ring
        self._set: dict[str, tuple[Deadline, threading.Timer]] = {}

    def set(
        self, name: str, deadline: Deadline | None, left_s: float | None = None
    ) -> None:
        """Wait for *deadline* from now on; the one that is waited for already goes on.

        *left_s* is what is left of it; None: the whole of it.
        """
        # Asked after every move: a turn that goes on must not begin anew with each of them. A
        # ring that comes too late names a deadline that is gone, and the table lets it pass.
        if deadline == self._set.get(name, (None,))[0]:
            return
        self.forget(name)
        if deadline is not None:
            wait_s = deadline.duration_s if left_s is None else left_s
            timer = threading.Timer(wait_s, self._ring, (name, deadline.id))
            timer.daemon = True
            timer.start()
            self._set[name] = deadline, timer

    def forget(self, name: str) -> None:
        """Wait for nothing under *name*: what has rung may be waited for again."""
        _, timer = self._set.pop(name, (None, None))
        if timer is not None:
            timer.cancel()

    def stop(self) -> None:
        """Wait for nothing at all."""
        for name in tuple(self._set):
            self.forget(name)
