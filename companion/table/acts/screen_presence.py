"""When each screen was heard of last, and what its fingers said: for any thread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import monotonic_ns
from typing import Final, Literal

from companion.ports import ButtonEdge, Place
from companion.table.values.ids import DeviceId

ASLEEP_S: Final = 3.0
"""A screen that was not heard of for so long shows nothing: by then it is blank, too."""
GONE_S: Final = 10.0
"""Nor does it ask any more to be a stand."""
MOST_DEVICES: Final = 64
MOST_PAGES: Final = 4
"""So many pages of one device have their fingers counted; the oldest is forgotten."""
MOST_MS: Final = 600_000
MS_NS: Final = 1_000_000

Signal = Literal["", "refused", "held", "blink"]
Word = Literal["down", "up", "held", "lost"]


@dataclass(frozen=True, slots=True)
class Heard:
    """The last word of a screen: at *at_s*; *battery* in percent, None: it does not say."""

    at_s: float
    asleep: bool = False
    battery: int | None = None


@dataclass(frozen=True, slots=True)
class ScreenFinger:
    """What a finger on the glass did, *ms* after it came; *number* rises by one each."""

    number: int
    place: Place
    button: str
    word: Word
    ms: int = 0


class ScreenPresence:
    """Written by the web, read by the table and the web."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* returns monotonic seconds."""
        self._clock = clock
        self._lock = Lock()
        self._heard: dict[DeviceId, Heard] = {}
        self._signals: dict[Place, tuple[int, Signal]] = {}
        self._counted: dict[DeviceId, dict[str, int]] = {}
        self._came_ns: dict[tuple[Place, str], int] = {}

    # -- awake or asleep -----------------------------------------------------------------

    def note(
        self, device: DeviceId, *, asleep: bool = False, battery: int | None = None
    ) -> None:
        """Note that *device* shows its page now, or says that it will not any more."""
        with self._lock:
            self._heard.pop(device, None)
            self._heard[device] = Heard(self._clock(), asleep, battery)
            if len(self._heard) > MOST_DEVICES:
                del self._heard[next(iter(self._heard))]

    def is_up(self, device: DeviceId) -> bool:
        """Tell whether *device* shows its page now."""
        return self._left_s(device, ASLEEP_S) > 0

    def has_left(self, device: DeviceId) -> bool:
        """Tell whether *device* was heard of, and does not show its page any more."""
        return device in self._heard and not self.is_up(device)

    def is_there(self, device: DeviceId) -> bool:
        """Tell whether *device* was there a moment ago: it may ask."""
        return self._left_s(device, GONE_S) > 0

    def left_s(self, device: DeviceId, *, asking: bool = False) -> float:
        """Return how long *device* counts as up, or as one that asks, if it says no more."""
        return self._left_s(device, GONE_S if asking else ASLEEP_S)

    def _left_s(self, device: DeviceId, limit_s: float) -> float:
        heard = self._heard.get(device)
        if heard is None or heard.asleep:
            return 0.0
        return heard.at_s + limit_s - self._clock()

    def battery(self, device: DeviceId) -> int | None:
        """Return how full the battery of *device* is, in percent, where it says so."""
        heard = self._heard.get(device)
        return None if heard is None else heard.battery

    # -- signs on the glass --------------------------------------------------------------

    def signal(self, place: Place, signal: Signal) -> None:
        """Note what is to be seen for a moment at *place*."""
        with self._lock:
            self._signals[place] = self._signals.get(place, (0, ""))[0] + 1, signal

    def signal_at(self, place: Place) -> tuple[int, Signal]:
        """Return the last sign at *place*, and its number."""
        return self._signals.get(place, (0, ""))

    # -- fingers -------------------------------------------------------------------------

    def new_fingers(
        self, device: DeviceId, page: str, fingers: Sequence[ScreenFinger]
    ) -> list[ScreenFinger]:
        """Return those of *fingers* that were not told before: a retry doubles none."""
        with self._lock:
            pages = self._counted.pop(device, {})
            last = pages.pop(page, 0)
            new = [each for each in fingers if each.number > last]
            pages[page] = max((each.number for each in new), default=last)
            while len(pages) > MOST_PAGES:
                del pages[next(iter(pages))]
            self._counted[device] = pages
            if len(self._counted) > MOST_DEVICES:
                del self._counted[next(iter(self._counted))]
            return new

    def edge(self, finger: ScreenFinger, told: str) -> ButtonEdge:
        """Return the edge that a finger's coming or leaving is, *told* by that id.

        It comes when that is heard of; it leaves as much later as its page says: a tap whose
        end was long on its way is no hold.
        """
        key = finger.place, finger.button
        down = finger.word == "down"
        with self._lock:
            if down:
                at_ns = self._came_ns[key] = monotonic_ns()
            else:
                held_ns = min(max(0, finger.ms), MOST_MS) * MS_NS
                at_ns = self._came_ns.get(key, monotonic_ns()) + held_ns
        return ButtonEdge(finger.place, finger.button, down, at_ns, id=told)
