"""A course: a show of what everybody may know by now, frame by frame."""

from dataclasses import dataclass, field

from companion.engine.step import Step
from companion.ports import Faces


@dataclass(frozen=True, slots=True)
class CourseFrame:
    """What some places show from *at_ms* on until the next frame; the others show what is so."""

    at_ms: int
    faces: Faces = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Course:
    """A show of *ends_ms*; pages play theirs by the elements that say when they come.

    It is made of the table view alone, and is not stored.
    """

    step: Step
    """What the table says meanwhile, and where on the phones it is to be seen."""
    ends_ms: int
    frames: tuple[CourseFrame, ...] = ()
    """In the order of their times."""
    heard_at_once: bool = False
    """Whether the moments it is about sound as it begins: what tells nothing of its end, as a
    gong. Else they never do, and its frames have sounds of their own."""
    skippable: bool = True
    """Whether anybody may end it before its time; no: what is seen is the task, as where
    something is to be kept in mind. Then no command is taken while it is on."""
    aside: bool = False
    """Whether it goes along with what the match waits for, on the stands alone: it holds
    nothing up, and ends when something else is waited for."""

    def frame_at(self, ms: float) -> int:
        """Return how many frames have begun at *ms*."""
        return sum(frame.at_ms <= ms for frame in self.frames)

    def next_ms(self, begun: int) -> int:
        """Return when the frame comes after *begun* of them, or the end."""
        later = self.frames[begun:]
        return later[0].at_ms if later else self.ends_ms

    def faces(self, begun: int) -> Faces:
        """Return what the latest of *begun* frames puts in the place of what is so."""
        return self.frames[begun - 1].faces if begun else {}
