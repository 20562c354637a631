"""The newest projection, for every thread that shows something."""

import logging
import threading
from collections.abc import Callable

from companion.errors import location
from companion.table.values.projection import Projection

LOG = logging.getLogger(__name__)


class Publisher:
    """Readers take the newest projection and skip what they missed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._latest = Projection()
        self._looks = 0
        self._listeners: list[Callable[[Projection], object]] = []

    def subscribe(self, listener: Callable[[Projection], object]) -> None:
        """Call *listener* with every projection, on the table thread: it must not block."""
        self._listeners.append(listener)

    @property
    def latest(self) -> Projection:
        """The newest projection."""
        return self._latest

    def publish(self, projection: Projection) -> None:
        """Make *projection* the newest one."""
        with self._changed:
            self._latest = projection
            self._changed.notify_all()
        for listener in self._listeners:
            try:
                listener(projection)
            except Exception as error:  # noqa: BLE001 - what is stored is stored, go on
                LOG.error("A listener of the table failed: %s", location(error))  # noqa: TRY400

    def wait(self, until: Callable[[Projection], bool], timeout_s: float) -> Projection:
        """Return the newest projection once *until* holds for it, or when time is up."""
        with self._changed:
            self._changed.wait_for(lambda: until(self._latest), timeout_s)
            return self._latest

    @property
    def looks(self) -> int:
        """How often readers were told to look again at what no projection tells."""
        return self._looks

    def look_again(self) -> None:
        """Let every waiting reader look again; none who is busy just now misses it."""
        with self._changed:
            self._looks += 1
            self._changed.notify_all()

    def wake(self) -> None:
        """Let every waiting reader look again."""
        with self._changed:
            self._changed.notify_all()
