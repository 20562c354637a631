"""A second copy of everything the table would need, in a file of its own beside the log."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

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


def replace_whole(
    path: Path, content: bytes, mode: int, before: Path | None = None
) -> None:
    """Let *content* lie at *path*, and what lay there at *before*; raises OSError.

    A pulled plug leaves the old one or the new one; a disk that refuses it keeps its room.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        with open(fresh, "wb", opener=partial(os.open, mode=mode)) as file:
            with suppress(OSError):  # a stick may know no modes; else no umask is asked
                os.fchmod(file.fileno(), mode)
            _give_to_owner_of(path.parent, fresh)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if before is not None and path.exists():
            path.replace(before)
        fresh.replace(path)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def _give_to_owner_of(folder: Path, path: Path) -> None:
    """Let root write for whom the folder belongs to: the service's user, or a person."""
    if os.geteuid() == 0:
        owner = folder.stat()
        with suppress(OSError):  # a stick may know no owners
            os.chown(path, owner.st_uid, owner.st_gid)


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


def sync_folder(folder: Path) -> None:
    """Let names that were made or changed in *folder* survive a power cut."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


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
