"""Moves a file that cannot be used out of the way, so that nothing in it is lost."""

import logging
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from companion.table.storage.safe_copy import BEFORE, NEWEST, sync_folder

LOG = logging.getLogger(__name__)
PARTS = ("", "-wal", "-journal", "-shm")
"""What belongs to one SQLite database, by the end of its name."""


def set_aside(path: Path, why: str) -> Path:
    """Give *path* and what belongs to it a name that says *why*; raises OSError.

    Everything is copied before anything goes: a power cut in between loses nothing. The
    log goes before what would otherwise be taken for the log of the next file.
    """
    aside = _free_name(path, why)
    for part in PARTS:
        _copy(path.with_name(path.name + part), aside.with_name(aside.name + part))
    for name in (NEWEST, BEFORE):
        _copy(path.with_name(name), aside.with_name(f"{aside.stem}.{name}"))
    sync_folder(path.parent)
    for part in PARTS:
        path.with_name(path.name + part).unlink(missing_ok=True)
    sync_folder(path.parent)
    return aside


def clear_pipes(path: Path) -> None:
    """Rename each pipe or device that lies where the files of *path* do, before any is read.

    Nothing can be lost in one, and whoever reads it may wait for ever.
    """
    names = (*(path.name + part for part in PARTS), NEWEST, BEFORE)
    for each in (path.with_name(name) for name in names):
        if each.exists() and not (each.is_file() or each.is_dir()):
            aside = _free_name(each, "no-file")
            each.rename(aside)
            LOG.warning("The file %s is none: it is called %s now.", each, aside.name)


def _free_name(path: Path, why: str) -> Path:
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    number = 0
    while True:
        again = f"-{number}" if number else ""
        aside = path.with_name(f"{path.stem}.{why}-{now}{again}{path.suffix}")
        if not aside.exists():
            return aside
        number += 1


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        return
    shutil.copyfile(source, target)
    target.chmod(0o600)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
