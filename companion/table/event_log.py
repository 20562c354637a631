"""The append-only log and its small companions in SQLite; used by the table thread only."""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.errors import DataError
from companion.table.database import StorageError, open_database

__all__ = ["Change", "EventLog", "MatchInfo", "Row", "StorageError"]

NOW: Final = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a match: an event or an undo, as plain data."""

    command: str
    """Id that the sender made; the entries of one command share it."""
    actor: int | None
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A stored match; *put_away* is None while it lies on the table."""

    id: str
    game: str
    started: str
    put_away: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is stored together or not at all."""

    match: str = ""
    """The match that all but the documents belong to."""
    game: str = ""
    """The match begins now and is one of this game."""
    start: int = 0
    """Position of the first of *rows*."""
    rows: Sequence[Row] = ()
    notes: Sequence[tuple[int, str, str]] = ()
    """Private notes: (seat, key, text)."""
    put_away: bool = False
    documents: Mapping[str, str] = field(default_factory=dict)


class EventLog:
    """Everything that survives the plug being pulled."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = open_database(path)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # -- writing -------------------------------------------------------------------------

    def commit(self, change: Change) -> None:
        """Store everything in *change*, or nothing; on return it is on the card.

        After a StorageError nobody knows which of the two it was: open the file again and
        read. DataError: this can never be stored.
        """
        try:
            with self._transaction():
                self._write(change)
        except sqlite3.Error as error:
            raise StorageError(f"Nothing was stored in {self._path}: {error}.") from error
        except UnicodeEncodeError as error:
            raise DataError("Half a character cannot be stored.") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _write(self, change: Change) -> None:
        if change.game:
            self._db.execute(
                "INSERT INTO match (id, game) VALUES (?, ?)", (change.match, change.game)
            )
        self._append(change)
        self._db.executemany(
            "INSERT OR REPLACE INTO sheet VALUES (?, ?, ?, ?)",
            ((change.match, *note) for note in change.notes),
        )
        if change.put_away:
            self._db.execute(
                f"UPDATE match SET put_away_at = {NOW} WHERE id = ?",  # noqa: S608 - a constant
                (change.match,),
            )
        self._db.executemany(
            "INSERT OR REPLACE INTO document VALUES (?, ?)", change.documents.items()
        )

    def _append(self, change: Change) -> None:
        if not change.rows:
            return
        chain = self._last_hash(change.match, change.start)
        for position, row in enumerate(change.rows, change.start):
            body = json.dumps(row.body, ensure_ascii=False, separators=(",", ":"))
            tag = secrets.token_hex(8)
            chain = _link(chain, change.match, position, row.command, row.actor, tag, body)
            self._db.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
                (change.match, position, row.command, row.actor, tag, body, chain),
            )

    def _last_hash(self, match: str, start: int) -> str:
        if start == 0:
            return ""
        found = self._db.execute(
            "SELECT hash FROM entry WHERE match = ? AND position = ?", (match, start - 1)
        ).fetchone()
        if found is None:
            raise StorageError(
                f"Nothing was stored in {self._path}: match {match} has no entry"
                f" {start - 1} to append to."
            )
        return str(found[0])

    # -- reading -------------------------------------------------------------------------

    def read(self, match: str) -> list[Row]:
        """Return the entries of *match* in order; DataError if the chain is broken."""
        rows, chain = [], ""
        found = self._select(
            "SELECT position, command, actor, tag, body, hash FROM entry"
            " WHERE match = ? ORDER BY position",
            match,
        )
        for number, (position, command, actor, tag, body, link) in enumerate(found):
            chain = _link(chain, match, number, command, actor, tag, body)
            if position != number or chain != link:
                raise DataError(
                    f"Match {match} in {self._path} is damaged at entry {number}: its chain"
                    " of hashes is broken. Move the file away, or bring back a copy."
                )
            rows.append(Row(command, actor, json.loads(body)))
        return rows

    def matches(self) -> list[MatchInfo]:
        """Return all stored matches, newest first."""
        found = self._select(
            "SELECT id, game, started_at, put_away_at FROM match"
            " ORDER BY started_at DESC, rowid DESC"
        )
        return [MatchInfo(*row) for row in found]

    def document(self, name: str) -> str | None:
        """Return the document *name*, None if there is none."""
        found = self._select("SELECT body FROM document WHERE name = ?", name)
        return found[0][0] if found else None

    def sheet(self, match: str) -> dict[int, dict[str, str]]:
        """Return the private notes of *match* by seat and key."""
        sheets: dict[int, dict[str, str]] = {}
        for seat, key, text in self._select(
            "SELECT seat, key, text FROM sheet WHERE match = ?", match
        ):
            sheets.setdefault(seat, {})[key] = text
        return sheets

    def _select(self, query: str, *values: str) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StorageError(f"The file {self._path} cannot be read: {error}.") from error


def _link(chain: str, match: str, position: int, *fields: str | int | None) -> str:
    text = "\x1f".join((chain, match, str(position), *map(str, fields)))
    return hashlib.sha256(text.encode()).hexdigest()
