"""Moves a file that cannot be used out of the way, so that nothing in it is lost."""

import logging
import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.config.whole_file import sync_folder
from companion.table.storage.safe_copy import BEFORE, NEWEST

LOG = logging.getLogger(__name__)
PARTS = ("", "-wal", "-journal", "-shm")
"""What belongs to one SQLite database, by the end of its name."""


def set_aside(path: Path, why: str) -> Path:
    """Give *path* and what belongs to it a name that says *why*; raises OSError.

    Everything has its second name before it loses the first: a power cut in between loses
    nothing. What does not get there is as it was, and has taken no room.
    """
    aside = _free_name(path, why)
    goes = [path.with_name(path.name + part) for part in PARTS]
    names = {
        each: aside.with_name(aside.name + part)
        for each, part in zip(goes, PARTS, strict=True)
    }
    for name in (NEWEST, BEFORE):
        names[path.with_name(name)] = aside.with_name(f"{aside.stem}.{name}")
    try:
        for each, second in names.items():
            _call(each, second)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            for second in names.values():
                second.unlink(missing_ok=True)
        raise
    for each in goes:
        each.unlink(missing_ok=True)
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


def _call(file: Path, second: Path) -> None:
    """Give *file* a *second* name; where the disk knows no such, a copy has it."""
    if not file.exists():
        return
    try:
        os.link(file.resolve(), second)
    except OSError:
        second.touch(mode=0o600)
        shutil.copyfile(file, second)
    second.chmod(0o600)
    with second.open("rb+") as opened:
        os.fsync(opened.fileno())
