"""Project, keep, show, in this order; and what is read where the program starts."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import CompanionError, refuse
from companion.table.projection import Projection, Rescue
from companion.table.projector import Frame, project
from companion.table.publisher import Publisher
from companion.table.state import Standing
from companion.table.storage.event_log import Change, EventLog, same_row
from companion.table.storage.incidents import Incident
from companion.table.storage.load import Reader, whole
from companion.table.storage.retry import Store
from companion.table.storage.safe_copy import (
    EVERY,
    forget_copies,
    longer,
    read_copy,
    write_copy,
)

LOG = logging.getLogger(__name__)


class Keeper:
    """Owns how the table stands, the file, and what is shown. Table thread only."""

    def __init__(
        self,
        path: Path,
        frame: Frame,
        publisher: Publisher,
        *,
        open_log: Callable[[Path], EventLog] = EventLog,
    ) -> None:
        self.standing = Standing()
        self._folder = path.parent
        self._frame = frame
        self._publisher = publisher
        self._store = Store(path, open_log)
        self._reader = Reader(path, frame.games)
        self._copied = ("", 0)
        """Of which match, and how many entries of it, the newest copy holds."""

    def open(self) -> None:
        """Take up what lies in the file, and show it."""
        standing = self._store.open(self._reader.of_log)
        self._store.started()
        self.show(self._with_copy(standing))

    def close(self) -> None:
        """Close the file, once everything is in it if the card takes it."""
        self._store.catch_up(self._whole)
        self._store.close()

    @property
    def saved(self) -> bool:
        """Whether everything that was shown is on the card."""
        return self._store.saved

    def show(self, standing: Standing) -> None:
        """Let *standing* be how things stand where nothing of it has to be stored."""
        standing = self._as_stored(standing)
        projection = project(standing, self._frame, self._publisher.latest)
        self._be(standing, projection)

    def become(self, standing: Standing, change: Change) -> None:
        """Keep *change*, and only then let *standing* be how things stand.

        It is projected first: a bug refuses the change and never gets into the file.
        """
        standing = self._as_stored(standing)
        projection = project(standing, self._frame, self._publisher.latest)
        self._store.keep(change, lambda: whole(standing))
        if self._as_stored(standing) == standing:
            self._be(standing, projection)
        else:
            self.show(standing)
        if change.put_away and self.saved:
            forget_copies(self._folder)

    def catch_up(self) -> None:
        """Try again to save what is not saved yet."""
        if not self.saved and self._store.catch_up(self._whole):
            self._store.note(Incident("saved-again"))
            self.show(self.standing)

    def note(self, incident: Incident) -> None:
        """Keep *incident* for people to read."""
        self._store.note(incident)
        self.show(self.standing)

    def knows(self, tag: str) -> bool:
        """Tell whether the row with this *tag* is still there; True where nobody can know."""
        match = self.standing.match
        if match is not None and any(each.tag == tag for each in match.log):
            return True
        return self._store.knows(tag)

    def take_up(self) -> None:
        """Go on with the match that a copy has kept; raises Rejected where there is none."""
        found = read_copy(self._folder)
        if self.standing.rescue is None or found is None:
            raise refuse("no-copy")
        change, _ = found
        standing = replace(self._reader.of_change(change), rescue=None)
        self.become(standing, change)
        self.note(Incident("taken-up"))

    def _as_stored(self, standing: Standing) -> Standing:
        store = self._store
        return replace(standing, saved=store.saved, incidents=store.incidents)

    def _be(self, standing: Standing, projection: Projection) -> None:
        self.standing = standing
        self._publisher.publish(projection)

    def _whole(self) -> Change:
        return whole(self.standing)

    def copy(self) -> None:
        """Write a copy where a match has begun, gone on for a while, or is over."""
        match = self.standing.match
        if match is None:
            return
        of, entries = self._copied
        due = of != match.id or len(match.log) - entries >= EVERY
        over = match.game.finished(match.state) and entries < len(match.log)
        if not (due or over):
            return
        self._copied = (match.id, len(match.log))
        at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        try:
            write_copy(self._folder, whole(self.standing), at)
        except OSError as error:
            LOG.warning("The copy of the match was not written: %s", error)

    def _with_copy(self, standing: Standing) -> Standing:
        """Look whether the copy knows more than the log."""
        found = read_copy(self._folder)
        if found is None:
            return standing
        change, at = found
        try:
            copied = self._reader.of_change(change)
        except CompanionError as error:
            LOG.warning("The copy of the match cannot be used: %s", error)
            return standing
        match = standing.match
        if match is None:
            lost = not self._store.holds(change.match)
            return replace(standing, rescue=Rescue(change.game, at) if lost else None)
        before = len(match.log)
        if match.id != change.match or len(change.rows) <= before:
            return standing
        if not all(map(same_row, match.rows(0), change.rows)):
            return standing
        told = Incident("from-copy", str(len(change.rows) - before))
        self._store.keep(longer(change, before))
        self._store.note(told)
        return replace(standing, match=copied.match)
