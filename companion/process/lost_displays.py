"""Which displays of the rig show nothing, for the table to show their letters elsewhere."""

import time
from collections.abc import Callable, Mapping
from typing import Final

from companion.ports import Health, Place

LOOK_S: Final = 0.5
LOST_S: Final = 3.0
"""So long a display is dark before the cards lie elsewhere: a loose plug moves no page."""


class LostDisplays:
    """Called whenever the web's loop comes round; tells which are lost once others are."""

    def __init__(
        self,
        health: Callable[[], Mapping[Place, Health]],
        tell: Callable[[frozenset[Place]], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._health = health
        self._tell = tell
        self._clock = clock
        self._next = 0.0
        self._dark: Mapping[Place, float] = {}
        """Since when each is dark."""
        self._told: frozenset[Place] = frozenset()

    def __call__(self) -> None:
        """Look, if it is time."""
        now_s = self._clock()
        if now_s < self._next:
            return
        self._next = now_s + LOOK_S
        dark = [place for place, health in self._health().items() if not health.up]
        self._dark = {place: self._dark.get(place, now_s) for place in dark}
        lost = frozenset(
            p for p, since_s in self._dark.items() if now_s - since_s >= LOST_S
        )
        if lost != self._told:
            self._told = lost
            self._tell(lost)
