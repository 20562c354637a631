"""The one clock of a match: it rings when a state has waited long enough."""

import threading
from collections.abc import Callable

from companion.engine.game import Deadline


class Alarm:
    """Rings once for each deadline, on a thread of its own, on the monotonic clock."""

    def __init__(self, ring: Callable[[str], object]) -> None:
        self._ring = ring
        self._deadline: Deadline | None = None
        self._timer: threading.Timer | None = None

    def set(self, deadline: Deadline | None, left_s: float | None = None) -> None:
        """Wait for *deadline* from now on; the one that is waited for already goes on.

        *left_s* is what is left of it; None: the whole of it.
        """
        # Asked after every move: a turn that goes on must not begin anew with each of them. A
        # ring that comes too late names a deadline that is gone, and the table lets it pass.
        if deadline == self._deadline:
            return
        self.stop()
        self._deadline = deadline
        if deadline is not None:
            wait_s = deadline.duration_s if left_s is None else left_s
            self._timer = threading.Timer(wait_s, self._ring, (deadline.id,))
            self._timer.daemon = True
            self._timer.start()

    def stop(self) -> None:
        """Wait for nothing."""
        if self._timer is not None:
            self._timer.cancel()
        self._deadline = self._timer = None
