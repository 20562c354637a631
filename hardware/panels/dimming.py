"""When a display is dimmed, and its picture moved, because nothing changes; pure."""

from dataclasses import dataclass
from enum import IntEnum

DIM_AFTER_S = 300.0
DARK_AFTER_S = 1800.0
STEP_S = 60.0


class Brightness(IntEnum):
    """How bright a display is; the number is the controller's contrast."""

    BRIGHT = 0xCF
    DIM = 0x10
    DARK = 0x00


@dataclass(slots=True)
class Dimming:
    """One display. During a match it may grow dim, never dark: people think for minutes."""

    since_s: float = float("-inf")
    """When something happened last."""

    def wake(self, now_s: float) -> None:
        """Begin anew to wait."""
        self.since_s = now_s

    def brightness(self, now_s: float, *, resting: bool) -> Brightness:
        """Return how bright to be; *resting*: no match is on."""
        quiet_s = now_s - self.since_s
        if resting and quiet_s >= DARK_AFTER_S:
            return Brightness.DARK
        return Brightness.DIM if quiet_s >= DIM_AFTER_S else Brightness.BRIGHT

    def rest_step(self, now_s: float) -> int:
        """Return for how many minutes its picture has been dim, 0 while it is not."""
        return max(0, int((now_s - self.since_s - DIM_AFTER_S) // STEP_S))
