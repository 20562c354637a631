"""How fast anybody may write: what comes faster is refused before the table hears of it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import BoundedSemaphore, Lock
from time import sleep
from typing import Final

MOST_WRITERS: Final = 64
"""Who wrote longest ago is forgotten beyond these; nobody keeps more pages."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """*most* writes at once, and *per_s* more a second."""

    most: int
    per_s: float


BUCKETS: Final = (Bucket(20, 5.0), Bucket(300, 0.25))
"""A quick hand, and a long evening: one seat would need days for 60,000 entries."""
FINGERS: Final = (Bucket(80, 16.0),)
"""So fast a hand taps on a screen that is a stand, and its page says that it is there."""
LIGHT: Final = Bucket(12, 2.0)
"""So fast people play; whoever writes faster shares with all who do."""
CROWD: Final = Bucket(30, 6.0)
"""What these have together: one never meets it, ten leave the others the table."""
WAITING: Final = 12
"""So many refusals may be slow at once: each holds a thread of the server."""
SLOW_S: Final = 0.25
"""So long a refusal takes: a flood waits for its answers, and others have the machine."""


class TooFast(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Too many writes; the next one counts in *wait_s* seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many writes, the next one counts in {wait_s} s")
        self.wait_s = wait_s


class Rates:
    """Counts what each writer has left; for any thread."""

    def __init__(
        self,
        clock: Callable[[], float],
        sleep: Callable[[float], object] = sleep,
        *,
        buckets: tuple[Bucket, ...] = BUCKETS,
        light: Bucket = LIGHT,
    ) -> None:
        """*clock* returns monotonic seconds, *sleep* lets some pass.

        Each writer has *buckets*; who has more than *light* shares with all who do.
        """
        self._clock, self._sleep = clock, sleep
        self._buckets = (*buckets, light)
        self._left: dict[str, tuple[float, list[float]]] = {}
        """By writer: when it was reckoned, and what was left then in each bucket."""
        self._crowd = clock(), float(CROWD.most)
        """When it was reckoned, and what all heavy writers had left then."""
        self._lock = Lock()
        self._waiting = BoundedSemaphore(WAITING)

    def spend(self, writer: str) -> None:
        """Count one write of *writer*, or raise TooFast: a refused one costs nothing."""
        with self._lock:
            now = self._clock()
            full = now, [float(bucket.most) for bucket in self._buckets]
            since, before = self._left.pop(writer, full)
            left = [
                min(bucket.most, each + (now - since) * bucket.per_s)
                for bucket, each in zip(self._buckets, before, strict=True)
            ]
            *own, light = left
            heavy, crowd = light < 1, self._left_of_crowd(now)
            enough = min(own) >= 1 and (crowd >= 1 or not heavy)
            self._left[writer] = now, [max(0.0, each - enough) for each in left]
            if heavy:
                self._crowd = now, crowd - enough
            if len(self._left) > MOST_WRITERS:
                del self._left[next(iter(self._left))]
        if not enough:
            pairs = zip(self._buckets, own, strict=False)
            waits = ((1 - each) / bucket.per_s for bucket, each in pairs)
            if self._waiting.acquire(blocking=False):
                self._sleep(SLOW_S)
                self._waiting.release()
            raise TooFast(max(1, ceil(max(waits))))

    def _left_of_crowd(self, now: float) -> float:
        since, left = self._crowd
        return min(CROWD.most, left + (now - since) * CROWD.per_s)
