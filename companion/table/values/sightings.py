"""Which device was seen when, as it is at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table.values.ids import DeviceId

ABSENT_S = 120.0
"""Whose device has shown no page for so long is asked no more: others are."""
SEEN_S = 300.0
"""Others are asked whose device has shown a page since."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The last page that a device showed: *at_s* of the monotonic clock."""

    at_s: float
    address: str


@dataclass(frozen=True, slots=True)
class Sightings:
    """Who was seen since *begun_s*, looked at at *now_s* of the monotonic clock."""

    seen: Mapping[DeviceId, Sighting] = field(default_factory=dict)
    begun_s: float = 0.0
    now_s: float = 0.0

    def is_absent(self, device: DeviceId) -> bool:
        """Tell whether *device* has shown no page for so long that it is asked no more."""
        # Who was not seen since the start may have been there just before it.
        last = self.seen.get(device)
        return self.now_s - (self.begun_s if last is None else last.at_s) >= ABSENT_S

    def lately(self, device: DeviceId) -> bool:
        """Tell whether *device* was seen so lately that it is asked for others."""
        last = self.seen.get(device)
        return last is not None and self.now_s - last.at_s < SEEN_S

    def addresses(self, devices: frozenset[DeviceId]) -> frozenset[str]:
        """Return where *devices* were seen."""
        return frozenset(self.seen[each].address for each in devices if each in self.seen)
