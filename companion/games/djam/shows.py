"""What the stands show in time: the theme, then 3, 2, 1, and the letters all at once."""

from typing import Final

from companion.engine.course import Course, CourseFrame
from companion.games.djam.steps import table_step
from companion.games.djam.view import TableView
from companion.ports import CENTRE, STAND_PLACES, Faces, WordFace

SECOND_MS: Final = 1000
COUNT: Final = (3, 2, 1)


def course(before: TableView, after: TableView) -> Course | None:
    """Return the seconds to the letters, along with the theme that is read."""
    if not after.theme or after.theme == before.theme or after.waits_s is None:
        return None
    ends_ms = round(after.waits_s * SECOND_MS)
    frames = tuple(
        CourseFrame(ends_ms - second * SECOND_MS, _everywhere(after.theme, second))
        for second in COUNT
    )
    return Course(table_step(after), ends_ms, frames, aside=True)


def _everywhere(theme: str, seconds: int) -> Faces:
    face = WordFace(str(seconds), theme)
    return dict.fromkeys((CENTRE, *STAND_PLACES), face)
