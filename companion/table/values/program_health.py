"""How the table runs: facts that everybody may know, and nothing of any hand or word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.ports import LEAST_FREE_MB, Health, Place
from companion.table.values.projection import Projection

LATE_S: Final = 5.0
"""So long a thread that all hangs on may be busy with one thing before it counts as stuck."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What goes on at the table."""

    game: str = ""
    people: int = 0
    playing: bool = False
    finished: bool = False
    saved: bool = True
    told: tuple[tuple[int, str], ...] = ()
    """Number and id of each public sentence."""

    @classmethod
    def of(cls, projection: Projection) -> "Activity":
        """Return what goes on in *projection*."""
        info = projection.table
        told = tuple((each.number, each.message.id) for each in info.announcements)
        return cls(
            info.game, len(info.people), info.playing, info.finished, info.saved, told
        )


@dataclass(frozen=True, slots=True)
class ProgramHealth:
    """One look at the running program."""

    activity: Activity = Activity()
    late_s: float = 0.0
    """How long the table's thread, or the one that tells the pages, has not come round."""
    free_mb: int | None = None
    """Room for matches; None: the disk does not tell."""
    stands: Mapping[Place, Health] = field(default_factory=dict)
    up_s: float = 0.0

    @property
    def responsive(self) -> bool:
        """Whether those threads come round."""
        return self.late_s < LATE_S

    @property
    def has_room(self) -> bool:
        """Whether there is room for matches."""
        return self.free_mb is None or self.free_mb >= LEAST_FREE_MB

    @property
    def healthy(self) -> bool:
        """Whether a match can go on and be kept; a dark display does not stop it."""
        return self.responsive and self.has_room and self.activity.saved
