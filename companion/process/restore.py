"""A file that was taken along is put back: by hand, or at the first start that finds one."""

import logging
import os
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.config.air_file import keep_air
from companion.errors import CompanionError, ConfigError, DataError, location, plain
from companion.games import GAMES, Games
from companion.process.log import LogEvent
from companion.table.storage.backup import ENDING, Backup, read_backup
from companion.table.storage.database import UnusableFile
from companion.table.storage.event_log import LOG_FILE, EventLog
from companion.table.storage.load import StateLoader
from companion.table.storage.restoring import is_fresh, put_back
from companion.table.storage.set_aside import PARTS, set_aside
from companion.table.storage.wal import lost_commits
from companion.table.values.entries import Change
from companion.table.values.incidents import Incident

LOG = logging.getLogger(__name__)
FOUND: Final = "found"
"""The folder in which stick.sh lays what it has found."""
REFUSED: Final = ".refused"
"""Ends the name of a file that was laid aside."""
BEGAN: Final = ".began"
TRIES: Final = 3
MOST_TOLD: Final = 5
LONGEST_NAME: Final = 80
_NUMBER: Final = re.compile("^[0-9]{2}-")
"""What stick.sh puts before a name."""
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:]{4,8}Z?")


def restore(folder: Path, file: Path) -> Backup:
    """Put back what *file* holds; DataError, or StorageError, and nothing has changed.

    The *folder* must be claimed. A file of matches in it that is damaged is set aside; one of
    a newer version of this program is not touched.
    """
    # What cannot be put back is refused before anything is moved for it.
    backup, loader = judged(file)
    log = _opened(folder / LOG_FILE)
    try:
        put_back(log, backup, loader)
    finally:
        log.close()
        _give_to_owner(folder)
    try:
        if backup.air:
            keep_air(folder, backup.air)
    except ConfigError as error:  # all else is put back already
        LOG.warning("%s", error)
        return replace(backup, lost=(*backup.lost, "air"))
    return backup


def judged(file: Path) -> tuple[Backup, StateLoader]:
    """Return what *file* holds, and what reads it; DataError where it cannot be put back."""
    backup, loader = read_backup(file), StateLoader(file, Games())
    loader.of_change(replace(backup.match or Change(), documents=backup.documents))
    return backup, loader


def _opened(path: Path) -> EventLog:
    try:
        return EventLog(path)
    except UnusableFile as error:
        if error.why == "newer":
            raise
        LOG.warning("%s It lies in %s now.", error, set_aside(path, error.why))
        return EventLog(path)


def take_first(folder: Path) -> None:
    """Put back the newest file lying in *folder* where nobody has sat at the table yet.

    By the time inside, whatever the file's own says. One that cannot be put back is laid
    aside and told of, and so are older ones that could; none keeps the table from starting.
    """
    try:
        files = found_files(folder)
        if files and not is_new(folder):
            _lay_aside(folder, [file for _, file in files if file.parent.name == FOUND])
            return
    except (CompanionError, OSError):
        return  # what is wrong with the folder, or with the log, the table will find
    if not files:
        return
    told: list[Incident] = []
    try:
        for at, file in files:
            if any(each.kind == "found-taken" for each in told):
                when = f" ({at} UTC)" if at else ""
                told.append(Incident("found-besides", _name(file) + when))
            elif _put_back(folder, file):
                told.append(Incident("found-taken", _name(file)))
            else:
                told.append(Incident("found-unusable", _name(file)))
    except OSError as error:  # the card refuses, which is no file's fault
        LOG.error("The next start tries again: %s", plain(str(error)))  # noqa: TRY400 - it is a sentence
    _tell(folder / LOG_FILE, told)
    _give_to_owner(folder)


def found_files(folder: Path) -> list[tuple[str, Path]]:
    """Return each file to take along, the newest first, and when it says that it was written."""
    found = folder / FOUND
    files = [*folder.iterdir(), *(found.iterdir() if found.is_dir() else ())]
    wanted = (
        (_made(file), file)
        for file in sorted(files, reverse=True)
        if file.name.lower().endswith(ENDING) and not file.name.startswith(".")
    )
    return sorted(wanted, key=lambda each: each[0], reverse=True)


def _put_back(folder: Path, file: Path) -> bool:
    """Put *file* back; False, and it lies aside, where that cannot be; raises OSError.

    What ends the program, or keeps it busy for ever, is tried a few times and no more.
    """
    began = file.with_name(f"{file.name}{BEGAN}")
    try:
        tries = began.stat().st_size if began.exists() else 0
        if tries >= TRIES:
            raise DataError(f"The file {file} has kept the table from starting.")  # noqa: TRY301 - as any other
        began.write_bytes(b"x" * (tries + 1))
        backup = restore(folder, file)
    except OSError:  # StorageError, too
        _away(began)
        raise
    except CompanionError as error:
        LOG.error("%s", plain(str(error)))  # noqa: TRY400 - it is a sentence
    except Exception as error:  # noqa: BLE001 - no file keeps the table dark
        LOG.error("The file %s cannot be put back: %s", plain(str(file)), location(error))  # noqa: TRY400 - as above
    else:
        LOG.info(LogEvent("restored", lost=len(backup.lost)))
        _away(began)
        return True
    with suppress(OSError):
        file.replace(file.with_name(f"{file.name}{REFUSED}"))
    _away(began)
    return False


def _away(file: Path) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)


def _name(file: Path) -> str:
    return plain(_NUMBER.sub("", file.name))[:LONGEST_NAME]


def _lay_aside(folder: Path, late: list[Path]) -> None:
    """Say of *late* ones that somebody sits here already; by hand they can be put back still."""
    if not late:
        return
    with closing(EventLog(folder / LOG_FILE)) as log:
        # Once so many others have come that this one has gone, somebody has sat here anyway.
        if any(each.kind == "restored" for each in log.incidents()):
            return  # they came with one that was put back
    for file in late:
        file.replace(file.with_name(f"{file.name}{REFUSED}"))
    _tell(folder / LOG_FILE, [Incident("found-late", _name(file)) for file in late])
    _give_to_owner(folder)


def _tell(path: Path, told: list[Incident]) -> None:
    """Keep what came of the files for the host's page; what was left alone as one."""
    kept = [each for each in told if each.kind == "found-unusable"][:MOST_TOLD]
    for kind in ("found-besides", "found-late"):
        if names := [each.detail for each in told if each.kind == kind]:
            kept.append(Incident(kind, ", ".join(names[:MOST_TOLD])))
    try:
        if kept:
            with closing(EventLog(path)) as log:
                log.catch_up([Change(incidents=kept)])
    except CompanionError as error:
        LOG.warning("%s", error)


def _made(file: Path) -> str:
    """Return when *file* says that it was written; "" where it does not say so."""
    try:
        at = read_backup(file).at
    except Exception:  # noqa: BLE001 - what is wrong with it is said when it is tried
        return ""
    return at if _TIME.fullmatch(at) else ""


def is_new(folder: Path) -> bool:
    """Tell whether nobody has sat at the table of *folder* yet; CompanionError, OSError.

    From a copy in memory, so that root leaves no file of its own there.
    """
    path = folder / LOG_FILE
    if not path.exists():
        return True
    # People, maybe; once it is opened for writing, none can be counted any more.
    if lost_commits(path):
        raise DataError(f"The file {path} has lost its last changes: start the table once.")
    with closing(EventLog(path, copied=True)) as log:
        return is_fresh(log)


def _give_to_owner(folder: Path) -> None:
    """Let the service's user have what root has made in its folder."""
    if os.geteuid() == 0:
        owner = folder.stat()
        for part in PARTS:
            with suppress(OSError):
                os.chown(folder / f"{LOG_FILE}{part}", owner.st_uid, owner.st_gid)


PARTS_IN_WORDS: Final = {
    "evenings": "the evenings",
    "house": "own lists and counted box",
    "recent": "the words played lately",
    "seating": "people, options",
    "table-file": "the table's file",
    "boards": "the boards that were made stands",
    "match": "the running match",
    "air": "the key of stands without a cable",
    "ends": "when it was made, and what it once held",
}


def told(backup: Backup) -> Iterator[str]:
    """Yield in lines what was put back, and what a damaged file had lost."""
    yield f"Put back, as it was at {backup.at or 'an unknown time'} UTC:"
    for name in backup.documents:
        yield f"  {PARTS_IN_WORDS.get(name, name)}"
    if (match := backup.match) is not None:
        game = Games()[match.game].title if match.game in GAMES else match.game
        yield f"  the running match of {game}, {len(match.rows)} entries"
    for name in backup.lost:
        yield f"  NOT SAVED, the file is damaged: {PARTS_IN_WORDS.get(name, name)}"
    if backup.lost_moves:
        yield f"  NOT SAVED, the file is damaged: the last {backup.lost_moves} moves of the match"
