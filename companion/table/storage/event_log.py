"""The append-only log and its small companions in SQLite; used by the table thread only."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.errors import DataError
from companion.table.storage.database import (
    FAULTS,
    SEALED,
    StorageError,
    UnusableFile,
    copy_database,
    fault,
    open_database,
)
from companion.table.values.checksums import link, seal
from companion.table.values.entries import Change, MatchInfo, Row
from companion.table.values.incidents import MOST_INCIDENTS, Incident

LOG_FILE: Final = "table.sqlite3"
"""Its name in the folder of the matches."""
NOW: Final = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"


class Gap(StorageError):  # noqa: N818 - it names what was found
    """Something is to be appended to what is not there: the file lacks what came before."""


class EventLog:
    """Everything that survives the plug being pulled."""

    def __init__(self, path: Path, *, copied: bool = False) -> None:
        """Open the file; *copied*: read it as it is now, and never write it."""
        self._path = path
        self._db = copy_database(path) if copied else open_database(path)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # -- writing -------------------------------------------------------------------------

    def commit(self, change: Change) -> None:
        """Store everything in *change*, or nothing; on return it is on the disk.

        After a StorageError nobody knows which of the two it was: open the file again and
        ``catch_up``. DataError: this can never be stored.
        """
        with self._transaction():
            self._write(change)

    def catch_up(self, changes: Sequence[Change]) -> None:
        """Store those of *changes*, in order, that are not in the file yet."""
        # What a failed write left in memory may look stored: let the disk itself have it.
        (busy, _, _) = self._select("PRAGMA wal_checkpoint(TRUNCATE)")[0]
        if busy:
            raise StorageError(f"Nothing was stored in {self._path}: it is in use.")
        with self._transaction():
            known, there = self._known(), dict[str, list[Row]]()
            for change in changes:
                stored = there.setdefault(change.match, [])
                if change.match in known and not stored:
                    stored += self.read(change.match)
                missing = self._missing(change, known.get(change.match), stored)
                self._write(missing)
                stored += missing.rows
                if missing.game or missing.put_away:
                    known = self._known()

    def _known(self) -> dict[str, MatchInfo]:
        return {each.id: each for each in self.matches()}

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except FAULTS as error:
            raise fault(self._path, "has stored nothing", error) from error
        except UnicodeEncodeError as error:
            raise DataError("Half a character cannot be stored.") from error

    def _write(self, change: Change) -> None:
        if change.game:
            self._db.execute(
                "INSERT INTO match (id, game) VALUES (?, ?)", (change.match, change.game)
            )
        self._append(change)
        self._db.executemany(
            "INSERT OR REPLACE INTO sheet VALUES (?, ?, ?, ?, ?)",
            ((change.match, *note, seal(change.match, *note)) for note in change.notes),
        )
        if change.put_away:
            self._db.execute(
                f"UPDATE match SET put_away_at = {NOW} WHERE id = ?",  # noqa: S608 - a constant
                (change.match,),
            )
        if change.game or change.put_away:
            self._seal_match(change.match)
        self._db.executemany(
            "INSERT OR REPLACE INTO document VALUES (?, ?, ?)",
            ((*each, seal(*each)) for each in change.documents.items()),
        )
        self._note(change.incidents)

    def _seal_match(self, match: str) -> None:
        fields = ", ".join(SEALED["match"])
        (row,) = self._select(f"SELECT {fields} FROM match WHERE id = ?", match)  # noqa: S608 - names of ours
        self._db.execute("UPDATE match SET seal = ? WHERE id = ?", (seal(*row), match))

    def _note(self, incidents: Sequence[Incident]) -> None:
        if incidents:
            self._db.executemany(
                "INSERT OR IGNORE INTO incident VALUES (?, ?, ?, ?)",
                ((each.id, each.at, each.kind, each.detail) for each in incidents),
            )
            self._db.execute(
                "DELETE FROM incident WHERE rowid <= (SELECT max(rowid) FROM incident) - ?",
                (MOST_INCIDENTS,),
            )

    def _append(self, change: Change) -> None:
        if not change.rows:
            return
        chain = self._last_hash(change.match, change.start)
        for position, row in enumerate(change.rows, change.start):
            body = json.dumps(row.body, ensure_ascii=False, separators=(",", ":"))
            chain = link(
                chain, change.match, position, row.command, row.actor, row.tag, body
            )
            self._db.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
                (change.match, position, row.command, row.actor, row.tag, body, chain),
            )

    def _last_hash(self, match: str, start: int) -> str:
        if start == 0:
            return ""
        found = self._select(
            "SELECT hash FROM entry WHERE match = ? AND position = ?", match, start - 1
        )
        if not found:
            raise Gap(
                f"Nothing was stored in {self._path}: match {match} has no entry"
                f" {start - 1} to append to."
            )
        return str(found[0][0])

    def _missing(
        self, change: Change, known: MatchInfo | None, stored: Sequence[Row]
    ) -> Change:
        """Return what of *change* is not *stored*; StorageError where that says otherwise."""
        if change.match and not (known or change.game):
            raise Gap(f"Nothing was stored in {self._path}: no match {change.match}.")
        there = stored[change.start :]
        if not all(map(same_row, change.rows, there)):
            raise StorageError(
                f"Nothing was stored in {self._path}: another program has gone on with"
                f" match {change.match} in it. Stop that program."
            )
        start = change.start + min(len(there), len(change.rows))
        return replace(
            change,
            game="" if known else change.game,
            start=start,
            rows=change.rows[len(there) :],
            put_away=change.put_away and not (known and known.put_away),
        )

    # -- reading -------------------------------------------------------------------------

    def read(self, match: str) -> list[Row]:
        """Return the entries of *match* in order; UnusableFile if the chain is broken."""
        rows, chain = [], ""
        found = self._select(
            "SELECT position, command, actor, tag, body, hash FROM entry"
            " WHERE match = ? ORDER BY position",
            match,
        )
        for number, (position, command, actor, tag, body, hash_) in enumerate(found):
            chain = link(chain, match, number, command, actor, tag, body)
            whole = actor is None or isinstance(actor, int)
            if position != number or chain != hash_ or not whole:
                raise UnusableFile(
                    f"Match {match} in {self._path} is damaged at entry {number}: its chain"
                    " of hashes is broken. Move the file away, or bring back a copy."
                )
            rows.append(Row(command, actor, self._body(match, body), tag))
        return rows

    def _body(self, match: str, body: str) -> dict[str, Any]:
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise UnusableFile(
                f"Match {match} in {self._path} has an entry that is none. Move the file away, "
                "or bring back a copy."
            )
        return found

    def matches(self) -> list[MatchInfo]:
        """Return all stored matches, newest first."""
        found = self._sealed("match", "ORDER BY started_at DESC, rowid DESC")
        return [MatchInfo(*row) for row in found]

    def document(self, name: str) -> str | None:
        """Return the document *name*, None if there is none."""
        found = self._sealed("document", "WHERE name = ?", name)
        return str(found[0][1]) if found else None

    def sheet(self, match: str) -> dict[int, dict[str, str]]:
        """Return the private notes of *match* by seat and key."""
        sheets: dict[int, dict[str, str]] = {}
        for _, seat, key, text in self._sealed("sheet", "WHERE match = ?", match):
            sheets.setdefault(seat, {})[key] = text
        return sheets

    def incidents(self) -> list[Incident]:
        """Return what went wrong so far, newest first."""
        found = self._select(
            "SELECT kind, detail, at, id FROM incident ORDER BY rowid DESC"
        )
        return [Incident(*row) for row in found]

    def _sealed(self, table: str, which: str, *values: str) -> list[Any]:
        """Return rows of *table* without their seals; UnusableFile if one is broken."""
        fields = ", ".join(SEALED[table])
        found = self._select(f"SELECT {fields}, seal FROM {table} {which}", *values)  # noqa: S608 - names of ours
        for *row, sealed in found:
            if seal(*row) != sealed:
                raise UnusableFile(
                    f"The table “{table}” in {self._path} is damaged: a seal is broken."
                    " Move the file away, or bring back a copy."
                )
        return [row for *row, _ in found]

    def _select(self, query: str, *values: str | int) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except FAULTS as error:
            raise fault(self._path, "cannot be read", error) from error


def same_row(row: Row, other: Row) -> bool:
    """Tell whether both say the same, however their bodies came here."""
    one, two = (
        (each.command, each.actor, json.dumps(each.body, sort_keys=True))
        for each in (row, other)
    )
    return one == two
