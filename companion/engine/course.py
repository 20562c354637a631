"""A course: a show of what everybody may know by now, frame by frame."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.engine.step import Step
from companion.ports import Faces, Message

Worded = Callable[[Callable[[Message], str]], Faces]
"""Makes faces with what says a sentence in the table's language, as a game's ``faces`` does."""


@dataclass(frozen=True, slots=True)
class CourseFrame:
    """What some places show from *at_ms* on until the next frame; the others show what is so."""

    at_ms: int
    faces: Faces = field(default_factory=dict)
    worded: Worded | None = None
    """Those that hold sentences: they are made once it is known in which language."""


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
    aside: bool = False
    """Whether it goes along with what the match waits for, on the stands alone: it holds
    nothing up, and ends when something else is waited for."""

    then: "Course | None" = None
    """One aside that begins where this one ends: a countdown to what is asked then."""

    def frame_at(self, ms: float) -> int:
        """Return how many frames have begun at *ms*."""
        return sum(frame.at_ms <= ms for frame in self.frames)

    def next_ms(self, begun: int) -> int:
        """Return when the frame comes after *begun* of them, or the end."""
        later = self.frames[begun:]
        return later[0].at_ms if later else self.ends_ms

    def faces(self, begun: int, say: Callable[[Message], str]) -> Faces:
        """Return what the latest of *begun* frames puts in the place of what is so."""
        if not begun:
            return {}
        frame = self.frames[begun - 1]
        return {**frame.faces, **(frame.worded(say) if frame.worded else {})}
