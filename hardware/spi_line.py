"""What a link to a display on SPI says; pure."""

import re
from dataclasses import dataclass

_LINK = re.compile(r"spi:(\d)\.(\d)/(\d+)(?:/(\d+))?")


@dataclass(frozen=True, slots=True)
class SpiLine:
    """Where a display on SPI hangs; *dc* and *reset* are BCM pins."""

    bus: int
    chip: int
    dc: int
    reset: int | None = None

    @classmethod
    def of(cls, link: str) -> "SpiLine | None":
        """Return what *link* says, None for another kind of link."""
        found = _LINK.fullmatch(link)
        return cls(*(int(part) for part in found.groups() if part)) if found else None
