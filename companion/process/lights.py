"""The stands' lights: they blink with the moments that the table shows."""

from collections.abc import Callable

from companion.ports import Place
from companion.table.values.moments import lights
from companion.table.values.projection import Projection


class Lights:
    """Hears of each projection, and lets a light blink once for each moment: *blink*(place)."""

    def __init__(self, blink: Callable[[Place], object]) -> None:
        self._blink = blink
        self._last = 0

    def __call__(self, projection: Projection) -> None:
        """Let the lights blink with what is new; on the table's thread."""
        moments = projection.table.moments
        new = [each for each in moments if each.number > self._last]
        if new:
            self._last = new[-1].number
        for place in {place for each in new for place in lights(each)}:
            self._blink(place)
