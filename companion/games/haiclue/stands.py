"""What each stand shows, nobody's secret, and what its button means.

Four show targets, one the clue, one how things stand. A button speaks or turns a page: a
guess would be seen by all.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from companion.engine.game import Gesture, Say, Touch
from companion.games.haiclue.commands import (
    Command,
    GoOn,
    SayStatus,
    SayWord,
    TurnPage,
)
from companion.games.haiclue.places import CLUE_STAND, STATUS_STAND, TARGET_STANDS
from companion.games.haiclue.project import table_view
from companion.games.haiclue.state import Haiclue, Phase, Shape
from companion.games.haiclue.view import Lines, TableView
from companion.ports import (
    CENTRE,
    BlankFace,
    Face,
    Faces,
    LinesFace,
    Message,
    Place,
    WordFace,
)

WIDTH = 15
"""Letters that fit a line of a display at a size to be read."""
LINES = 4
"""Lines of a display, the name of the author's included."""


def faces(table: TableView, say: Say) -> Faces:
    """Return the face of all six stands and the centre; text is in *say*'s language."""
    return dict(_faces(table, say))


def _faces(table: TableView, say: Say) -> Iterator[tuple[Place, Face]]:
    yield CENTRE, _centre(table, say)
    for place, shape in TARGET_STANDS.items():
        yield place, _target(table, shape, say)
    yield CLUE_STAND, _clue(table, say)
    yield STATUS_STAND, _status(table, say)


def _target(table: TableView, shape: Shape, say: Say) -> Face:
    target = next((each for each in table.targets if each.shape == shape), None)
    if target is None:
        return BlankFace()
    found = table.phase == Phase.RESULT.value and table.poems[-1].shape == shape
    name = say(Message(f"shape.{shape}"))
    return WordFace(target.word, name, "right" if found else "", shape)


# -- the clue, page by page --


def _clue(table: TableView, say: Say) -> Face:
    pages = list(_pages(table))
    if pages:
        return LinesFace(pages[table.page % len(pages)], even=True)
    if table.phase == Phase.END.value:
        return LinesFace((say(Message("face.poems", {"n": len(table.poems)})),))
    return LinesFace((say(Message("face.no_clue")),))


def _pages(table: TableView) -> Iterator[tuple[str, ...]]:
    """Yield pages of the clue that is read; before, of all clues that lie open."""
    if table.reading is not None:
        yield from _pages_of(table.reading.name, table.reading.lines)
    elif table.phase == Phase.CLUE.value:
        for clue in table.clues:
            yield from _pages_of(clue.name, clue.lines)


def _pages_of(name: str, lines: Lines) -> Iterator[tuple[str, ...]]:
    rows = list(_wrapped(lines))
    step = LINES - 1
    parts = [rows[at : at + step] for at in range(0, len(rows), step)]
    for number, part in enumerate(parts, 1):
        head = name if len(parts) == 1 else f"{name} {number}/{len(parts)}"
        yield (f"{head}:", *part)


def _wrapped(lines: Lines) -> Iterator[str]:
    """Yield rows that fit; where one had to be broken, a slash tells the author's breaks."""
    rows = [list(_rows(line)) for line in lines]
    broken = any(len(row) > 1 for row in rows)
    for number, row in enumerate(rows, 1):
        *first, last = row
        yield from first
        yield f"{last} /" if broken and number < len(rows) else last


def _rows(words: Sequence[str]) -> Iterator[str]:
    row = ""
    for word in words:
        longer = f"{row} {word}".strip()
        if row and len(longer) > WIDTH:
            yield row
            row = word
        else:
            row = longer
    yield row


# -- how things stand --


def _status(table: TableView, say: Say) -> Face:
    return LinesFace((_round(table, say), *_waiting(table, say), *_points(table, say)))


def _centre(table: TableView, say: Say) -> Face:
    told = say(Message(f"face.{table.phase}"))
    rounds = [_round(table, say)] if table.phase != Phase.END.value else []
    return LinesFace((told, *rounds, *_points(table, say)))


def _round(table: TableView, say: Say) -> str:
    if table.phase == Phase.END.value:
        return say(Message("face.over"))
    side = say(Message(f"face.{table.side}"))
    return f"{table.round}/{table.rounds} {side}"


def _waiting(table: TableView, say: Say) -> Iterator[str]:
    names = [player.name for player in table.players if player.awaited]
    if len(names) > 2:  # noqa: PLR2004 - more names do not fit a line
        yield say(Message("face.waits", {"n": len(names)}))
    elif names:
        yield f"… {', '.join(names)}"
    elif table.next:
        yield say(Message("face.on"))


def _points(table: TableView, say: Say) -> Iterator[str]:
    if table.cooperative:
        yield say(Message("face.together", {"n": table.together}))
        return
    best = sorted(table.players, key=lambda player: -player.points)
    yield from (f"{player.name} {player.points}" for player in best[:2])


# -- what a button means --


def control(state: Haiclue, touch: Touch) -> Command | None:
    """Return the command that *touch* stands for now; None: it stands for nothing."""
    match touch.gesture:
        case Gesture.DOWN | Gesture.HOLD:
            return None
        case Gesture.PRESS:
            return _pressed(state, touch.place)
        case _:
            assert_never(touch.gesture)


def _pressed(state: Haiclue, place: Place) -> Command | None:
    if state.phase in (Phase.WAITING, Phase.END):
        return None
    if (shape := TARGET_STANDS.get(place)) is not None:
        return SayWord(shape)
    if place == CLUE_STAND:
        return TurnPage()
    if place == STATUS_STAND:
        return _go_on(state)
    return None


def _go_on(state: Haiclue) -> Command:
    """Go on where a result lies open, in the name of whoever reads next; else speak."""
    if state.phase is not Phase.RESULT or not state.present:
        return SayStatus()
    by = table_view(state).next_reader
    return GoOn(state.present[0] if by is None else by)
