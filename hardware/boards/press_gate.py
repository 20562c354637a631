"""How many presses of one board are heard: what no finger does stops nobody. Pure."""

from collections.abc import Callable
from typing import Final

MOST: Final = 80
"""So many edges at once: a centre's three buttons, each by the fastest finger, for a second."""
PER_S: Final = 40.0
"""And so many more each second: ten fingers a second come and go with twenty edges."""
OLD_MS: Final = 6_000
"""What a finger did and is told later means nothing: its board was out of reach, or the table
not on. A board in the air is waited for as long (``HEARD_S``)."""
TOLD_NS: Final = 5_000_000_000
"""So long after its last surplus edge a board counts as one that floods."""


class PressGate:
    """Counts the edges of one board, on the thread that reads it."""

    def __init__(self, board: str, clock_ns: Callable[[], int]) -> None:
        self._board, self._clock_ns = board, clock_ns
        self._left, self._since_ns = float(MOST), clock_ns()
        self._flood_ns: int | None = None

    def passes(self) -> bool:
        """Count one edge, and tell whether it may be told on now."""
        now_ns = self._clock_ns()
        more = (now_ns - self._since_ns) / 1e9 * PER_S
        self._left, self._since_ns = min(float(MOST), self._left + more), now_ns
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def surplus(self) -> bool:
        """Note an edge that may not; return whether a flood has begun with it."""
        calm, self._flood_ns = not self.floods, self._clock_ns()
        return calm

    @property
    def floods(self) -> str:
        """Return what is wrong with the presses lately, empty: nothing; for any thread."""
        at_ns = self._flood_ns
        if at_ns is None or self._clock_ns() - at_ns >= TOLD_NS:
            return ""
        return (
            f"board {self._board} tells of more presses than fingers make: look at its "
            "button's wires, or unplug it"
        )
