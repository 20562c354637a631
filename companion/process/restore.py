"""A file that was taken along is put back: by hand, or at the first start that finds one."""

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.games import Games
from companion.process.log import LogEvent
from companion.table.storage.backup import ENDING, Backup, read_backup
from companion.table.storage.database import UnusableFile
from companion.table.storage.event_log import EventLog
from companion.table.storage.load import StateLoader
from companion.table.storage.restoring import is_fresh, put_back
from companion.table.storage.set_aside import PARTS, set_aside
from companion.table.values.entries import Change

LOG = logging.getLogger(__name__)
FILE: Final = "table.sqlite3"


def restore(folder: Path, file: Path) -> Backup:
    """Put back what *file* holds; DataError, or StorageError, and nothing has changed.

    The *folder* must be claimed. A file of matches in it that is damaged is set aside; one of
    a newer version of this program is not touched.
    """
    backup, loader = read_backup(file), StateLoader(file, Games())
    # What cannot be put back is refused before anything is moved for it.
    loader.of_change(replace(backup.match or Change(), documents=backup.documents))
    log = _opened(folder / FILE)
    try:
        put_back(log, backup, loader)
    finally:
        log.close()
        _give_to_owner(folder)
    return backup


def _opened(path: Path) -> EventLog:
    try:
        return EventLog(path)
    except UnusableFile as error:
        if error.why == "newer":
            raise
        LOG.warning("%s It lies in %s now.", error, set_aside(path, error.why))
        return EventLog(path)


def take_first(folder: Path) -> None:
    """Put back the newest file lying in *folder* where nobody has sat at the table yet."""
    try:
        files = sorted(folder.glob(f"*{ENDING}"), key=_made, reverse=True)
    except OSError:
        return  # what is wrong with the folder the table will find
    if not files or not _fresh(folder / FILE):
        return
    for file in files:
        try:
            backup = restore(folder, file)
        except CompanionError as error:
            LOG.error("%s", error)  # noqa: TRY400 - it is a sentence
        else:
            LOG.info(LogEvent("restored", lost=len(backup.lost)))
            return


def _made(file: Path) -> str:
    with suppress(CompanionError):
        return read_backup(file).at
    return ""


def _fresh(path: Path) -> bool:
    if not path.exists():
        return True
    try:
        log = EventLog(path)
    except CompanionError:
        return False  # what to do with it the table decides
    try:
        return is_fresh(log)
    except CompanionError:
        return False
    finally:
        log.close()


def _give_to_owner(folder: Path) -> None:
    """Let the service's user have what root has made in its folder."""
    if os.geteuid() == 0:
        owner = folder.stat()
        for part in PARTS:
            with suppress(OSError):
                os.chown(folder / f"{FILE}{part}", owner.st_uid, owner.st_gid)


PARTS_IN_WORDS: Final = {
    "evenings": "the evenings",
    "house": "own lists and counted box",
    "recent": "the words played lately",
    "seating": "people, options",
    "table-file": "the table's file",
    "match": "the running match",
    "ends": "when it was made, and what it once held",
}


def told(backup: Backup) -> Iterator[str]:
    """Yield in lines what was put back, and what a damaged file had lost."""
    yield f"Put back, as it was at {backup.at or 'an unknown time'} UTC:"
    for name in backup.documents:
        yield f"  {PARTS_IN_WORDS.get(name, name)}"
    if (match := backup.match) is not None:
        yield f"  the running match of {match.game}, {len(match.rows)} entries"
    for name in backup.lost:
        yield f"  NOT SAVED, the file is damaged: {PARTS_IN_WORDS.get(name, name)}"
    if backup.lost_moves:
        yield f"  NOT SAVED, the file is damaged: the last {backup.lost_moves} moves of the match"
