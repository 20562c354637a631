"""Project, keep, show, in this order; and what is read where the program starts."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import CompanionError, refuse
from companion.table.projection import Projection, Rescue
from companion.table.projector import TableConfig, project
from companion.table.publisher import Publisher
from companion.table.state import TableState
from companion.table.storage.event_log import Change, EventLog, same_row
from companion.table.storage.incidents import Incident
from companion.table.storage.load import StateLoader, everything
from companion.table.storage.retry import Storage
from companion.table.storage.safe_copy import (
    EVERY,
    forget_copies,
    read_copy,
    rest_after,
    write_copy,
)

LOG = logging.getLogger(__name__)


class Committer:
    """Owns how the table stands, the file, and what is shown. Table thread only."""

    def __init__(
        self,
        path: Path,
        frame: TableConfig,
        publisher: Publisher,
        *,
        open_log: Callable[[Path], EventLog] = EventLog,
    ) -> None:
        self.state = TableState()
        self._folder = path.parent
        self._frame = frame
        self._publisher = publisher
        self._store = Storage(path, open_log)
        self._reader = StateLoader(path, frame.games)
        self._copied = ("", 0)
        """Of which match, and how many entries of it, the newest copy holds."""

    def open(self) -> None:
        """Take up what lies in the file, and show it."""
        state = self._store.open(self._reader.of_log)
        self._store.started()
        self.show(self._with_copy(state))

    def close(self) -> None:
        """Close the file, once everything is in it if the card takes it."""
        self._store.catch_up(self._whole)
        self._store.close()

    @property
    def saved(self) -> bool:
        """Whether everything that was shown is on the card."""
        return self._store.saved

    def show(self, state: TableState) -> None:
        """Let *state* be how things stand where nothing of it has to be stored."""
        state = self._with_storage(state)
        projection = project(state, self._frame, self._publisher.latest)
        self._be(state, projection)

    def become(self, state: TableState, change: Change) -> None:
        """Keep *change*, and only then let *state* be how things stand.

        It is projected first: a bug refuses the change and never gets into the file.
        """
        state = self._with_storage(state)
        projection = project(state, self._frame, self._publisher.latest)
        self._store.keep(change, lambda: everything(state))
        if self._with_storage(state) == state:
            self._be(state, projection)
        else:
            self.show(state)
        if change.put_away and self.saved:
            forget_copies(self._folder)

    def catch_up(self) -> None:
        """Try again to save what is not saved yet."""
        if not self.saved and self._store.catch_up(self._whole):
            self._store.note(Incident("saved-again"))
            self.show(self.state)

    def note(self, incident: Incident) -> None:
        """Keep *incident* for people to read."""
        self._store.note(incident)
        self.show(self.state)

    def knows(self, tag: str) -> bool:
        """Tell whether the row with this *tag* is still there; True where nobody can know."""
        match = self.state.match
        if match is not None and any(each.tag == tag for each in match.log):
            return True
        return self._store.knows(tag)

    def take_up(self) -> None:
        """Go on with the match that a copy has kept; raises Rejected where there is none."""
        found = read_copy(self._folder)
        if self.state.rescue is None or found is None:
            raise refuse("no-copy")
        change, _ = found
        state = replace(self._reader.of_change(change), rescue=None)
        self.become(state, change)
        self.note(Incident("taken-up"))

    def _with_storage(self, state: TableState) -> TableState:
        store = self._store
        return replace(state, saved=store.saved, incidents=store.incidents)

    def _be(self, state: TableState, projection: Projection) -> None:
        self.state = state
        self._publisher.publish(projection)

    def _whole(self) -> Change:
        return everything(self.state)

    def copy(self) -> None:
        """Write a copy where a match has begun, gone on for a while, or is over."""
        match = self.state.match
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
            write_copy(self._folder, everything(self.state), at)
        except OSError as error:
            LOG.warning("The copy of the match was not written: %s", error)

    def _with_copy(self, state: TableState) -> TableState:
        """Look whether the copy knows more than the log."""
        found = read_copy(self._folder)
        if found is None:
            return state
        change, at = found
        try:
            copied = self._reader.of_change(change)
        except CompanionError as error:
            LOG.warning("The copy of the match cannot be used: %s", error)
            return state
        match = state.match
        if match is None:
            lost = not self._store.holds(change.match)
            return replace(state, rescue=Rescue(change.game, at) if lost else None)
        before = len(match.log)
        if match.id != change.match or len(change.rows) <= before:
            return state
        if not all(map(same_row, match.rows(0), change.rows)):
            return state
        told = Incident("from-copy", str(len(change.rows) - before))
        self._store.keep(rest_after(change, before))
        self._store.note(told)
        return replace(state, match=copied.match)
