"""The file and what it is still owed; a disk that refuses never stops a match."""

import logging
import os
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from companion.errors import CompanionError, DataError
from companion.table.storage.database import StorageError, UnusableFile
from companion.table.storage.event_log import EventLog, Gap
from companion.table.storage.set_aside import PARTS, set_aside
from companion.table.storage.wal import lost_commits
from companion.table.values.entries import Change
from companion.table.values.incidents import MOST_INCIDENTS, Incident

LOG = logging.getLogger(__name__)
T = TypeVar("T")
RUNNING = "running"
"""Document that is there while the program runs: found at a start, nobody had stopped it."""


class RetryingLog:
    """Keeps every change, on the disk or for the time being in memory. Table thread only."""

    def __init__(
        self,
        path: Path,
        open_log: Callable[[Path], EventLog],
        whole: Callable[[], Change],
    ) -> None:
        """*whole* returns everything there is, for a file that has to be begun anew."""
        self.path = path
        self.incidents: tuple[Incident, ...] = ()
        """Newest first."""
        self._open_log = open_log
        self._whole = whole
        self._log: EventLog | None = None
        self._file: tuple[int, int] | None = None
        """Which file the log was opened as: another one may lie there meanwhile."""
        self._owed: list[Change] = []
        self._trouble: Exception = StorageError("The file is closed.")
        """Why the last attempt to catch up failed."""
        self._lost = 0
        """How many commits SQLite has dropped at this start, and nobody was told of yet."""
        self._unread = False
        """Whether nobody could read at the start what lies in the file: nothing goes into it."""

    @property
    def saved(self) -> bool:
        """Whether everything that was shown is on the disk."""
        return self._log is not None and not self._owed

    # -- beginning and end ---------------------------------------------------------------

    def open(self, read: Callable[[EventLog], T]) -> T:
        """Open the file and return what *read* finds in it.

        What cannot be used is set aside, and a new file begun. Where the disk takes
        nothing, the file is read from a copy and the match goes on in memory.
        """
        self._lost = lost_commits(self.path)
        try:
            try:
                found = self._opened(read)
            except UnusableFile as error:
                self._set_aside(error)
                self._lost = 0  # the whole file is, and that is told
                found = self._opened(read)
        except (StorageError, OSError) as error:
            if not self.path.parent.is_dir():
                raise
            found = self._from_copy(read)
            self._refused(error)
        return found

    def started(self) -> None:
        """Note the start, and whether the last run was cut off."""
        self.note(Incident("cut-off" if self.document(RUNNING) else "started"))
        self.catch_up()

    def tell_lost(self, back: int) -> None:
        """Note what was lost at this start but for *back* commits, which a copy gave back."""
        if self._lost > back:
            self.note(Incident("changes-lost", str(self._lost - back)))
        if self._lost and self._log is not None:
            # What was dropped lies in the file still, and would be counted once more.
            with suppress(CompanionError):
                self._log.catch_up(())
        self._lost = 0

    def note(self, incident: Incident) -> None:
        """Keep *incident*; the first one says that the program runs."""
        self.incidents = (incident, *self.incidents)[:MOST_INCIDENTS]
        self.keep(Change(incidents=[incident], documents={RUNNING: "yes"}))

    def close(self) -> None:
        """Say that the program has stopped in good order, and close the file."""
        if self._log is not None:
            try:
                self._log.commit(Change(documents={RUNNING: ""}))
            except CompanionError as error:
                LOG.warning("The end of the program was not noted: %s", error)
        self._close()

    # -- writing -------------------------------------------------------------------------

    def writable(self) -> EventLog:
        """Return the open log; StorageError while anything is owed or the file has gone."""
        if self._log is None or self._owed or self._identity() != self._file:
            raise StorageError(f"The file {self.path} is gone.")
        return self._log

    def owe(self, change: Change, whole: Callable[[], Change] | None = None) -> None:
        """Keep *change*, which the disk did not take, in memory until it does.

        *whole* is everything there is once *change* is part of it.
        DataError: this can never be kept.
        """
        _check(change)
        was_saved = self.saved
        self._owed.append(change)
        if was_saved:
            self._close()
            if not self.catch_up(whole):
                self._refused(self._trouble)

    def keep(self, change: Change) -> None:
        """Keep *change*: on the disk if it takes it, else in memory until it does."""
        try:
            self.writable().commit(change)
        except (StorageError, UnusableFile):
            self.owe(change)

    def catch_up(self, whole: Callable[[], Change] | None = None) -> bool:
        """Bring the file up to date; return whether everything is on the disk now."""
        if not self._owed:
            return True
        try:
            self._bring(whole or self._whole)
        except (CompanionError, OSError) as error:
            self._trouble = error
            self._close()
            return False
        self._owed.clear()
        return True

    def _bring(self, whole: Callable[[], Change]) -> None:
        try:
            self._opened(lambda log: self._pay(log, whole))
        except UnusableFile as error:
            self._set_aside(error)
            self._opened(lambda log: self._pay(log, whole))
        self._unread = False

    def _pay(self, log: EventLog, whole: Callable[[], Change]) -> None:
        fresh = not log.matches() and log.document("seating") is None
        if self._unread and not fresh:
            raise UnusableFile(f"The file {self.path} could not be read at the start.")
        if not fresh:
            with suppress(Gap):
                log.catch_up(self._owed)
                return
        change = whole()
        documents = {**change.documents, RUNNING: "yes"}
        told = self.incidents[::-1]
        log.catch_up([replace(change, documents=documents, incidents=told)])

    # -- looking up ----------------------------------------------------------------------

    def holds(self, match: str) -> bool:
        """Tell whether the match is stored; True while the file cannot be asked."""
        log = self._log
        return log is None or any(each.id == match for each in log.matches())

    def document(self, name: str) -> str:
        """Return the document *name*; "" where there is none, or none that can be read."""
        try:
            return (self._log and self._log.document(name)) or ""
        except UnusableFile as error:
            LOG.warning("What the file says of “%s” is not taken up: %s", name, error)
            return ""

    # -- the file ------------------------------------------------------------------------

    def _opened(self, read: Callable[[EventLog], T]) -> T:
        self._close()
        log = self._open_log(self.path)
        try:
            found = read(log)
            self.incidents = self.incidents or tuple(log.incidents())
        except BaseException:
            log.close()
            raise
        self._log, self._file = log, self._identity()
        return found

    def _close(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _set_aside(self, error: UnusableFile) -> None:
        aside = set_aside(self.path, error.why)
        LOG.error("%s It lies in %s now; a new file was begun.", error, aside)
        incident = Incident(f"file-{error.why}", aside.name)
        self.incidents = (incident, *self.incidents)
        self._owed.append(Change(incidents=[incident]))

    def _from_copy(self, read: Callable[[EventLog], T]) -> T:
        """Read the file where nothing may be written, not even what SQLite needs to read."""
        with TemporaryDirectory(prefix="companion-", dir=_in_memory()) as folder:
            copy = Path(folder) / self.path.name
            try:
                for part in PARTS:
                    source = self.path.with_name(self.path.name + part)
                    if source.exists():
                        shutil.copyfile(source, copy.with_name(copy.name + part))
                return self._glance(copy, read)
            except (UnusableFile, OSError) as error:
                LOG.error("The table begins empty, and leaves its file as it is: %s", error)  # noqa: TRY400 - it is a sentence
                self._unread = True
                return self._glance(Path(folder) / "nothing.sqlite3", read)

    def _glance(self, path: Path, read: Callable[[EventLog], T]) -> T:
        with closing(self._open_log(path)) as log:
            found = read(log)
            self.incidents = self.incidents or tuple(log.incidents())
        return found

    def _refused(self, error: Exception) -> None:
        LOG.error("The match goes on and is NOT SAVED: %s", error)
        incident = Incident("not-saved", reason(error))
        self.incidents = (incident, *self.incidents)
        self._owed.append(Change(incidents=[incident]))


def _in_memory() -> str | None:
    """Return a folder that needs no disk: the root of a Pi may be read-only as a whole."""
    wishes = (os.environ.get("RUNTIME_DIRECTORY", ""), "/dev/shm")  # noqa: S108 - a fresh folder is made in it
    return next((each for each in wishes if each and os.access(each, os.W_OK)), None)


def reason(error: BaseException) -> str:
    """Return in one word what the disk has against it."""
    text = str(error).lower()
    words = {"full": "full", "no space": "full", "readonly": "read-only"}
    words |= {"read-only": "read-only", "i/o": "io-error", "in use": "in-use"}
    words |= {"another program": "in-use", "gone": "gone"}
    return next((word for part, word in words.items() if part in text), "refused")


def _check(change: Change) -> None:
    """DataError where *change* could not be stored whatever the disk does."""
    try:
        msgspec.json.encode((change.rows, change.notes, change.documents))
    except UnicodeEncodeError as error:
        raise DataError("Half a character cannot be stored.") from error
