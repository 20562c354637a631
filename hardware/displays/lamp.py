"""When the light beside a display is on; pure."""

from dataclasses import dataclass
from math import ceil

BLINK_S = 1.0
BLINKS = 5
"""So often a light that blinks changes in that time; odd, so that it ends where it was."""


@dataclass(slots=True)
class Lamp:
    """One light: steady, or blinking for a moment."""

    until_s: float = float("-inf")
    """When it has blinked enough."""

    def blink(self, now_s: float) -> None:
        """Begin to blink."""
        self.until_s = now_s + BLINK_S

    def lit(self, now_s: float, *, steady: bool) -> bool:
        """Return whether it is on; *steady*: whether it would be if it did not blink."""
        left_s = self.until_s - now_s
        return steady ^ (left_s > 0 and ceil(left_s / BLINK_S * BLINKS) % 2 == 1)

    def due_s(self, now_s: float) -> float:
        """Return when it changes next by itself."""
        return now_s + BLINK_S / BLINKS if now_s < self.until_s else float("inf")
