"""A second copy of everything the table would need, in a file of its own beside the log."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.config.whole_file import replace_whole
from companion.table.values.checksums import seal
from companion.table.values.entries import Change, Row

NEWEST: Final = "table.copy.json"
BEFORE: Final = "table.copy-before.json"


class CopyContents(msgspec.Struct, frozen=True):
    """What a copy holds: one match with its notes, and the table's documents."""

    match: str
    game: str
    rows: Sequence[tuple[str, int | None, Mapping[str, Any], str]]
    notes: Sequence[tuple[int, str, str]]
    documents: Mapping[str, str]
    at: str


class _File(msgspec.Struct, frozen=True):
    """*seal* is that of the text: a damaged copy is no copy."""

    seal: str
    text: str


def write_copy(folder: Path, whole: Change, at: str) -> None:
    """Replace the older of two generations; a power cut leaves one of them whole."""
    text = packed(whole, at)
    content = msgspec.json.encode(_File(seal(text), text))
    replace_whole(folder / NEWEST, content, 0o600, before=folder / BEFORE)


def read_copy(folder: Path) -> tuple[Change, str] | None:
    """Return the newest whole copy and when it was made, None where there is none."""
    for name in (NEWEST, BEFORE):
        try:
            file = msgspec.json.decode((folder / name).read_bytes(), type=_File)
            if seal(file.text) == file.seal:
                return unpacked(file.text)
        except (OSError, UnicodeError, msgspec.DecodeError, RecursionError):
            continue
    return None


def forget_copies(folder: Path) -> None:
    """Let no copy be taken for a match that is still to be played."""
    for name in (NEWEST, BEFORE):
        with suppress(OSError):
            (folder / name).unlink(missing_ok=True)


def packed(whole: Change, at: str) -> str:
    """Return *whole*, made *at* that time, as one text."""
    rows = [(row.command, row.actor, row.body, row.tag) for row in whole.rows]
    kept = CopyContents(whole.match, whole.game, rows, whole.notes, whole.documents, at)
    return msgspec.json.encode(kept).decode()


def unpacked(text: str) -> tuple[Change, str]:
    """Return what was packed, and when; raises msgspec.DecodeError."""
    kept = msgspec.json.decode(text, type=CopyContents)
    rows = [Row(*row) for row in kept.rows]
    change = Change(
        match=kept.match,
        game=kept.game,
        rows=rows,
        notes=kept.notes,
        documents=kept.documents,
    )
    return change, kept.at
