"""When each device last showed a page of its own, and where: for any thread."""

from collections.abc import Callable
from threading import Lock

from companion.table.values.ids import DeviceId
from companion.table.values.sightings import Sighting, Sightings

MOST_DEVICES = 64
"""Whoever was seen longest ago is forgotten beyond these."""


class Presence:
    """Written by the web, read by the table; who is not in it was never seen."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* returns monotonic seconds."""
        self.clock = clock
        self._begun_s = clock()
        self._lock = Lock()
        self._seen: dict[DeviceId, Sighting] = {}

    def note(self, device: DeviceId, address: str) -> None:
        """Note that *device*, at *address*, shows a page now."""
        with self._lock:
            self._seen.pop(device, None)
            self._seen[device] = Sighting(self.clock(), address)
            if len(self._seen) > MOST_DEVICES:
                del self._seen[next(iter(self._seen))]

    def look(self) -> Sightings:
        """Return who was seen, and when last."""
        with self._lock:
            return Sightings(dict(self._seen), self._begun_s, self.clock())
