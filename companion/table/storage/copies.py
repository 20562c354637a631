"""When a copy of the match is written beside the log, and when it knows more than the log."""

import logging
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.table.storage.event_log import same_row
from companion.table.storage.load import RESTORED, StateLoader, everything
from companion.table.storage.retry import RetryingLog
from companion.table.storage.safe_copy import (
    forget_copies,
    read_copy,
    unpacked,
    write_copy,
)
from companion.table.values.checksums import lost_rows
from companion.table.values.entries import Change
from companion.table.values.incidents import Incident, Rescue
from companion.table.values.match import Match
from companion.table.values.state import TableState

LOG = logging.getLogger(__name__)
ENTRIES_BETWEEN_COPIES: Final = 20
"""Entries of a match between two copies."""


class Copies:
    """The copies in one folder. Table thread only."""

    def __init__(self, folder: Path, log: RetryingLog, loader: StateLoader) -> None:
        self._folder = folder
        self._log = log
        self._loader = loader
        self._newest = ("", 0)
        """Of which match, and how many entries of it, the newest copy holds."""

    def due(self, match: Match | None) -> bool:
        """Tell whether *match* has begun, gone on for a while, or is over since the last."""
        if match is None:
            return False
        of, entries = self._newest
        more = len(match.log) - entries
        if of != match.id or more >= max(ENTRIES_BETWEEN_COPIES, entries // 10):
            return True
        return more > 0 and match.game.finished(match.state)

    def write(self, state: TableState) -> None:
        """Write *state*, which has a match."""
        match = state.running()
        self._newest = (match.id, len(match.log))
        at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        try:
            write_copy(self._folder, everything(state), at)
        except OSError as error:
            LOG.warning("The copy of the match was not written: %s", error)

    def read(self) -> Change | None:
        """Return what the newest whole copy holds."""
        found = read_copy(self._folder)
        return found and found[0]

    def offered(self) -> Change | None:
        """Return the match that can be gone on with: one brought along before a copied one."""
        found = self._brought()
        return found[0] if found else self.read()

    def _brought(self) -> tuple[Change, str] | None:
        text = self._log.document(RESTORED)
        try:
            return unpacked(text) if text else None
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            LOG.warning("The match that was brought along cannot be read: %s", error)
            return None

    def lost(self, tag: str) -> int:
        """Return the same as ``Match.lost`` for a match that the log has lost as a whole."""
        found = self.read()
        gone = found is not None and not self._log.holds(found.match)
        return lost_rows(tag, found.match, 0) if found and gone else 0

    def forget(self) -> None:
        """Let no copy be taken for a match that is still to be played."""
        forget_copies(self._folder)

    def completed(self, state: TableState) -> tuple[TableState, int]:
        """Return *state*, as the log tells it, with what the copy knows and the log has lost.

        And how many commits came back with it.
        """
        match = state.match
        if match is None and (brought := self._brought()) is not None:
            change, at = brought
            return replace(state, rescue=Rescue(change.game, at, brought=True)), 0
        found = read_copy(self._folder)
        if found is None:
            return state, 0
        change, at = found
        if match is None:
            lost = not self._log.holds(change.match) and self._loaded(change)
            return replace(state, rescue=Rescue(change.game, at) if lost else None), 0
        before = len(match.log)
        if match.id != change.match or len(change.rows) <= before:
            return state, 0  # what the log holds itself is not read a second time
        copied = self._loaded(change)
        if copied is None or not all(map(same_row, match.rows(0), change.rows)):
            return state, 0
        rest = Change(match=match.id, start=before, rows=change.rows[before:])
        self._log.keep(rest)
        self._log.note(Incident("from-copy", str(len(rest.rows))))
        commands = {(row.command, row.actor) for row in rest.rows}
        return replace(state, match=copied.match, undo=None), len(commands)

    def _loaded(self, change: Change) -> TableState | None:
        """Return what a copy tells; None where it makes no sense."""
        try:
            return self._loader.of_change(change)
        except CompanionError as error:
            LOG.warning("The copy of the match cannot be used: %s", error)
            return None
