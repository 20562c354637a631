"""One file to take along: what it holds, how it is written, what a damaged one still says.

Lines of JSON. The first and the last say the same: which layout, and what lies in between. Each
other line has a seal of its own, and a match is a line a command: damage costs what it hit.
"""

import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, groupby, takewhile
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.config.whole_file import replace_whole
from companion.errors import DataError, remedy
from companion.table.storage.database import StorageError, UnusableFile
from companion.table.values.checksums import seal
from companion.table.values.entries import Change, Row

LAYOUT: Final = 1
"""A file of a higher one is refused."""
ENDING: Final = ".companion"
EVENING: Final = f"evening{ENDING}"
"""What the table writes by itself."""
TABLE_FILE: Final = "table-file"
AIR: Final = "air"
MATCH: Final = "match"
ENDS: Final = "ends"
MOST_BYTES: Final = 20_000_000
"""Of a whole file; own lists and a match of a long day are a tenth of it."""
MOST_PARTS: Final = 64
MOST_ENTRIES: Final = 20_000
"""Of a running match: an evening has some hundred."""
LONGEST_PART: Final = 10_000_000
_LONGEST_NAME: Final = 64
"""Of a part, or of a time."""
_MOVE: Final = "move "
_ROW = tuple[str, int | None, Mapping[str, Any], str]


@dataclass(frozen=True, slots=True)
class Backup:
    """What is taken along; a match that was running has its seating among the documents."""

    at: str
    documents: Mapping[str, str]
    table_file: str = ""
    air: str = ""
    """The key of the network of stands without a cable, where keys go along."""
    match: Change | None = None
    lost: Sequence[str] = ()
    """Parts that a damaged file does not hold any more; ENDS: what it held is not known."""
    lost_moves: int = 0
    """How many of the last moves of the running match are gone."""


class _Line(msgspec.Struct, frozen=True):
    """*seal* is that of the rest."""

    seal: str
    part: str
    text: str


class _About(msgspec.Struct, frozen=True, rename={"layout": "companion backup"}):
    """The first line and the last; *moves* counts the commands of a running match."""

    layout: int
    at: str
    parts: Sequence[str]
    moves: int
    seal: str = ""


class _Match(msgspec.Struct, frozen=True):
    """What a running match has besides its moves."""

    id: str
    game: str
    notes: Sequence[tuple[int, str, str]]


# -- writing -----------------------------------------------------------------------------


def text_of(backup: Backup) -> str:
    """Return the file."""
    parts = [*backup.documents.items()]
    more = (TABLE_FILE, backup.table_file), (AIR, backup.air)
    parts += [(name, text) for name, text in more if text]
    moves: list[tuple[str, str]] = []
    if (match := backup.match) is not None:
        about = _Match(match.match, match.game, match.notes)
        parts.append((MATCH, _json(about)))
        for _, rows in groupby(match.rows, lambda row: (row.command, row.actor)):
            found = [(row.command, row.actor, row.body, row.tag) for row in rows]
            moves.append((f"{_MOVE}{len(moves)}", _json(found)))
    ends = _About(LAYOUT, backup.at, [name for name, _ in parts], len(moves))
    frame = _json(msgspec.structs.replace(ends, seal=_seal_of(ends)))
    lines = [_json(_Line(seal(*each), *each)) for each in (*parts, *moves)]
    return "\n".join((frame, *lines, frame)) + "\n"


def write_backup(path: Path, text: str) -> None:
    """Write the file whole, for its owner's eyes only; StorageError."""
    write_whole(path, text.encode(), 0o600)


def write_whole(path: Path, content: bytes, mode: int) -> None:
    """Write the file: a pulled plug leaves the old one or the new one. StorageError."""
    try:
        replace_whole(path, content, mode)
    except OSError as error:
        raise StorageError(
            f"The file {path} cannot be written: {error.strerror}; {remedy(error)}, or "
            "name a file somewhere else."
        ) from error


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _seal_of(about: _About) -> str:
    return seal(about.layout, about.at, "\n".join(about.parts), about.moves)


# -- reading -----------------------------------------------------------------------------


def read_backup(path: Path) -> Backup:
    """Return what the file says; DataError where nothing of it can be used."""
    lines = _content(path).splitlines()
    about, parts = _about(lines), dict(_whole(lines))
    if about is not None and about.layout > LAYOUT:
        raise UnusableFile(
            f"The file {path} was written by a newer version of this program (layout "
            f"{about.layout}, this one knows {LAYOUT}): update the program, then try again.",
            "newer",
        )
    if not parts and (about is None or about.parts):
        raise DataError(
            f"The file {path} is no backup of a table, or nothing in it is whole: take "
            "another file. Nothing was changed."
        )
    wanted = [*parts] if about is None else [*about.parts]
    _check_bounds(path, wanted, parts, about)
    try:
        match, lost_moves = _match(parts, about)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise DataError(
            f"The file {path} has a match that is none: {error}. Take another file; nothing "
            "was changed."
        ) from error
    if match is None and MATCH in parts:
        del parts[MATCH]  # without a seating or its first move it is none
    documents = {
        name: text
        for name, text in parts.items()
        if name not in (MATCH, TABLE_FILE, AIR) and not name.startswith(_MOVE)
    }
    lost = [name for name in wanted if name not in parts and not name.startswith(_MOVE)]
    return Backup(
        at="" if about is None else about.at,
        documents=documents,
        table_file=parts.get(TABLE_FILE, ""),
        air=parts.get(AIR, ""),
        match=match,
        lost=lost if about else [ENDS, *lost],
        lost_moves=lost_moves,
    )


def _content(path: Path) -> bytes:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise DataError(f"{path} is no file: name one that `companion backup` wrote.")
        if about.st_size > MOST_BYTES:
            raise DataError(
                f"The file {path} has {about.st_size // 1_000_000} MB, far more than any "
                "table writes: take another file."
            )
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"The file {path} cannot be read: {error.strerror}.") from error


def _check_bounds(
    path: Path, wanted: Sequence[str], parts: Mapping[str, str], about: _About | None
) -> None:
    """Raise DataError where it holds more than any table has."""
    names = {name for name in (*wanted, *parts) if not name.startswith(_MOVE)}
    over = next((name for name in parts if len(parts[name]) > LONGEST_PART), None)
    moves = max(len(parts) - len(names), about.moves if about else 0)
    finding = ""
    if len(names) > MOST_PARTS or any(len(name) > _LONGEST_NAME for name in names):
        finding = "parts that no table knows"
    elif over is not None:
        finding = f"a part “{over}” longer than any table's"
    elif about and len(about.at) > _LONGEST_NAME:
        finding = "a time that is none"
    elif moves > MOST_ENTRIES or (about is not None and about.moves < 0):
        finding = f"a match of {moves} moves"
    if finding:
        raise DataError(
            f"The file {path} holds {finding}: it was not written by this program. Take "
            "another file; nothing was changed."
        )


def _about(lines: Sequence[bytes]) -> _About | None:
    """Return what the first line or the last says, if one of them is whole."""
    for line in (lines[:1], lines[-1:]):
        with suppress(msgspec.DecodeError, UnicodeError, IndexError, RecursionError):
            about = msgspec.json.decode(line[0], type=_About)
            # What seals a newer layout nobody knows here; that it is newer is enough.
            if about.layout > LAYOUT or about.seal == _seal_of(about):
                return about
    return None


def _whole(lines: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    for line in lines:
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            found = msgspec.json.decode(line, type=_Line)
            if found.seal == seal(found.part, found.text):
                yield found.part, found.text


def _match(parts: Mapping[str, str], about: _About | None) -> tuple[Change | None, int]:
    """Return the match as far as it can be played on, and how many moves of it are gone."""
    known = sum(name.startswith(_MOVE) for name in parts)
    moves = known if about is None else about.moves
    whole = takewhile(parts.__contains__, (f"{_MOVE}{number}" for number in count()))
    kept = [msgspec.json.decode(parts[name], type=list[_ROW]) for name in whole]
    rows = [Row(*row) for each in kept for row in each]
    if len(rows) > MOST_ENTRIES:
        raise msgspec.DecodeError(f"{len(rows)} entries are more than any match has")
    if not rows or MATCH not in parts or "seating" not in parts:
        return None, 0
    found = msgspec.json.decode(parts[MATCH], type=_Match)
    match = Change(match=found.id, game=found.game, rows=rows, notes=found.notes)
    return match, moves - len(kept)
