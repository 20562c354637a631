"""A clue on a display: in rows that fit, page by page, with the author's own lines told."""

from collections.abc import Iterator, Sequence

from companion.games.haiclue.state import Phase
from companion.games.haiclue.view import Lines, TableView

WIDTH = 15
"""Letters that fit a line of a display at a size to be read."""
LINES = 4
"""Lines of a display, the name of the author's included."""


def clue_pages(table: TableView) -> Iterator[tuple[str, ...]]:
    """Yield pages of the clue that is read; before, of all clues that lie open."""
    if table.reading is not None:
        yield from _pages_of(table.reading.name, table.reading.lines)
    elif table.phase is Phase.CLUE:
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
