"""A course on the table: begun, from frame to frame, over. Pure."""

from dataclasses import dataclass, replace

from companion.engine.course import Course
from companion.engine.game import Deadline
from companion.table.values.match import Match

MS = 1000


@dataclass(frozen=True, slots=True)
class Running:
    """A course of the table's, since *began_s* of the monotonic clock."""

    course: Course
    match: str
    """Id of the match that it belongs to: it ends with it."""
    number: int
    """Tells two courses apart: the shows since the start, or those aside, are counted.

    Never by the log: how long that is tells what was done in secret.
    """
    told: int
    """How many sentences had been said before it; what it is about is said at its end."""
    began_s: float | None = None
    """None: what it shows is not stored yet."""
    begun: int = 0
    """How many of its frames have begun."""
    after: "Running | None" = None
    """The one aside that begins where it ends."""

    def elapsed_ms(self, now_s: float) -> float:
        """Return how long it has run at *now_s*."""
        return 0.0 if self.began_s is None else (now_s - self.began_s) * MS

    def next(self, now_s: float) -> Deadline | None:
        """Return when something of it changes by itself, counted from *now_s*."""
        if self.began_s is None:
            return None
        left_ms = self.course.next_ms(self.begun) - self.elapsed_ms(now_s)
        kind = "aside" if self.course.aside else "show"
        return Deadline(f"{kind} {self.number}.{self.begun}", max(0.0, left_ms / MS))


def begun(running: Running | None, now_s: float) -> Running | None:
    """Return the course with its beginning at *now_s*, if it has not begun before."""
    if running is None or running.began_s is not None:
        return running
    return replace(running, began_s=now_s)


def followed(running: Running | None, now_s: float) -> Running | None:
    """Return what begins at *now_s*, where the course ends; None: nothing."""
    return begun(running.after, now_s) if running is not None else None


def still(running: Running | None, before: Match, after: Match) -> Running | None:
    """Return the show aside if the match waits for the same after a move; None: it is over.

    A show before it ends at a move, so it begins then.
    """
    aside = running.after if running and not running.course.aside else running
    waits = [each.game.deadline(each.state) for each in (before, after)]
    return aside if waits[0] and waits[1] and waits[0].id == waits[1].id else None


def going_on(running: Running | None, match: str | None, now_s: float) -> Running | None:
    """Return the course as it is at *now_s*, or what follows it; None: all is over.

    So it is when another match is on.
    """
    if running is None or running.match != match:
        return None
    if running.began_s is None:
        return running
    elapsed_ms = running.elapsed_ms(now_s)
    if elapsed_ms >= running.course.ends_ms:
        ended_s = running.began_s + running.course.ends_ms / MS
        return going_on(followed(running, ended_s), match, now_s)
    return replace(running, begun=running.course.frame_at(elapsed_ms))
