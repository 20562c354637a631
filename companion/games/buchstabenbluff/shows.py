"""What the stands show in time: 3, 2, 1 before the gong, and how all flip at it."""

from typing import Final

from companion.engine.course import Course, CourseFrame
from companion.engine.shown import at_seats
from companion.engine.step import Step
from companion.games.buchstabenbluff.clock import COUNT_S
from companion.games.buchstabenbluff.state import Phase
from companion.games.buchstabenbluff.steps import question, table_step, turn_number
from companion.games.buchstabenbluff.view import LayView, PlayerView, TableView
from companion.ports import CENTRE, STAND_PLACES, Face, Faces, WordFace

SECOND_MS: Final = 1000
FINGERS_MS: Final = 1600
"""So long all see who has doubted, before the truth."""
TRUTH_MS: Final = 1800
"""So long the truth lies there before the table asks on."""


def course(before: TableView, after: TableView) -> Course | None:
    """Return the show that comes between two table views, if one is worth it."""
    if after.phase is Phase.DOUBT:
        return _count(before, after)
    lay = before.lay
    if lay is None or before.phase is not Phase.DOUBT:
        return None
    over = after.players[lay.seat].turns > before.players[lay.seat].turns
    return _gong(before, after, lay) if over or after.verdict else None


def _count(before: TableView, after: TableView) -> Course | None:
    """Return the seconds to the gong, where a finger counts at it."""
    gong_s = after.options.gong_s
    options = after.options
    if not gong_s or options.first_doubter or options.buttons != "stands":
        return None
    anew = turn_number(before) != turn_number(after)
    if not anew and before.counting == after.counting:
        return None
    first_s = 0 if after.counting else max(0, gong_s - COUNT_S)
    last_s = gong_s if not after.counting else min(gong_s, COUNT_S)
    frames = tuple(
        CourseFrame(
            second * SECOND_MS,
            at_seats(WordFace(str(last_s - second)) for _ in after.players),
        )
        for second in range(first_s, last_s)
    )
    return Course(table_step(after), last_s * SECOND_MS, frames, aside=True)


def _gong(before: TableView, after: TableView, lay: LayView) -> Course:
    """Return each finger on its own stand, then the truth if anybody doubted."""
    doubters = after.verdict.doubters if after.verdict else ()
    faces = {
        place: _finger(player, lay, doubters)
        for place, player in zip(STAND_PLACES, before.players, strict=False)
        if player.asked or player.seat == lay.seat
    } | {CENTRE: WordFace(lay.word, lay.name)}
    frames = [CourseFrame(0, faces)]
    if after.verdict is not None and after.lay is not None:
        frames.append(CourseFrame(FINGERS_MS, _truth(after, after.lay)))
    asked = question("reveal-gong", name=lay.name, word=lay.word)
    step = Step(about=asked, turn=lay.number, stage="reveal" if after.verdict else "")
    ends_ms = frames[-1].at_ms + TRUTH_MS
    return Course(step, ends_ms, tuple(frames), heard_at_once=True)


def _finger(player: PlayerView, lay: LayView, doubters: tuple[str, ...]) -> Face:
    if player.seat == lay.seat:
        return WordFace(lay.word, lay.name)
    return WordFace("", player.name, "wrong" if player.name in doubters else "right")


def _truth(table: TableView, lay: LayView) -> Faces:
    """Return the cards on every stand alike, with what the list says."""
    counts = table.verdict is not None and table.verdict.counts
    letters, name = "".join(lay.cards), f"{lay.name} · {lay.word}"
    face = WordFace(letters, name, "right" if counts else "wrong")
    return at_seats(face for _ in table.players)
