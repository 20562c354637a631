"""Looks at the running program: what it does, which displays are up, room on the disk."""

import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.ports import Health, Place
from companion.process.watchdog import Liveness
from companion.table.publisher import Publisher
from companion.table.values.program_health import Activity, ProgramHealth

_DISK_S: Final = 10.0
"""So long the last look at the disk holds good."""


class HealthMonitor:
    """Looks at the running program; any thread may ask."""

    def __init__(
        self,
        publisher: Publisher,
        liveness: Liveness,
        health: Callable[[], Mapping[Place, Health]],
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._publisher = publisher
        self._liveness = liveness
        self._health = health
        self._folder = folder
        self._clock = clock
        self._begun = clock()
        self._disk: tuple[float, int | None] = (-_DISK_S, None)

    def look(self) -> ProgramHealth:
        """Return how the program is now."""
        return ProgramHealth(
            Activity.of(self._publisher.latest),
            self._liveness.waits_s,
            self._free_mb(),
            {**self._health(), **self._publisher.latest.screen_health},
            self._clock() - self._begun,
        )

    def _free_mb(self) -> int | None:
        at, free_mb = self._disk
        if self._clock() - at < _DISK_S:
            return free_mb
        try:
            free_mb = shutil.disk_usage(self._folder).free // 1_000_000
        except OSError:
            free_mb = None
        self._disk = (self._clock(), free_mb)
        return free_mb
