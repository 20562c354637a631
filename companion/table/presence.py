"""When each device last showed a page of its own, and where: for any thread."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock

from companion.table.projection import DeviceId

MOST_DEVICES = 64
"""Whoever was seen longest ago is forgotten beyond these."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The last page that a device showed: *at_s* of the monotonic clock."""

    at_s: float
    address: str


class Presence:
    """Written by the web, read by the table; who is not in it was never seen."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* returns monotonic seconds."""
        self.clock = clock
        self.begun_s = clock()
        self._lock = Lock()
        self._seen: dict[DeviceId, Sighting] = {}

    def note(self, device: DeviceId, address: str) -> None:
        """Note that *device*, at *address*, shows a page now."""
        with self._lock:
            self._seen.pop(device, None)
            self._seen[device] = Sighting(self.clock(), address)
            if len(self._seen) > MOST_DEVICES:
                del self._seen[next(iter(self._seen))]

    def look(self) -> Mapping[DeviceId, Sighting]:
        """Return who was seen, and when last."""
        with self._lock:
            return dict(self._seen)
