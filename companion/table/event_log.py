"""The append-only log and its small companions in SQLite; used by the table thread only."""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, DataError

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE match (
    id          TEXT PRIMARY KEY,
    game        TEXT NOT NULL,
    started_at  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    put_away_at TEXT
) STRICT;
CREATE TABLE entry (
    match    TEXT    NOT NULL REFERENCES match (id),
    position INTEGER NOT NULL,
    command  TEXT    NOT NULL,
    actor    INTEGER,
    tag      TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    hash     TEXT    NOT NULL,
    PRIMARY KEY (match, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE sheet (
    match TEXT    NOT NULL REFERENCES match (id),
    seat  INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    text  TEXT    NOT NULL,
    PRIMARY KEY (match, seat, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE document (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 100",
    "PRAGMA foreign_keys = ON",
)


class StorageError(CompanionError, OSError):
    """The card or disk refused to keep something."""


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


class EventLog:
    """Everything that survives the plug being pulled."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.touch(mode=0o600, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None)
            for pragma in PRAGMAS:
                self._db.execute(pragma)
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise StorageError(f"The file {path} cannot be used: {error}.") from error

    def _prepare(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._db.executescript(
                f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
        elif version != SCHEMA_VERSION:
            raise StorageError(
                f"The file {self._path} has layout {version}, this program knows "
                f"{SCHEMA_VERSION}: use the program that wrote it, or move the file away."
            )

    def commit(
        self,
        *,
        new_match: tuple[str, str] | None = None,
        match: str = "",
        start: int = 0,
        rows: Sequence[Row] = (),
        put_away: str | None = None,
        documents: Mapping[str, str] | None = None,
    ) -> None:
        """Store everything given, or nothing; on return it is on the card."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if new_match is not None:
                    self._db.execute(
                        "INSERT INTO match (id, game) VALUES (?, ?)", new_match
                    )
                self._append(match, start, rows)
                if put_away is not None:
                    self._db.execute(
                        "UPDATE match SET put_away_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
                        " WHERE id = ?",
                        (put_away,),
                    )
                self._db.executemany(
                    "INSERT OR REPLACE INTO document VALUES (?, ?)",
                    (documents or {}).items(),
                )
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise StorageError(f"Nothing was stored in {self._path}: {error}.") from error

    def _append(self, match: str, start: int, rows: Sequence[Row]) -> None:
        chain = self._last_hash(match, start)
        for position, row in enumerate(rows, start):
            body = json.dumps(row.body, ensure_ascii=False, separators=(",", ":"))
            chain = _link(chain, match, position, row.command, body)
            self._db.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    match,
                    position,
                    row.command,
                    row.actor,
                    secrets.token_hex(8),
                    body,
                    chain,
                ),
            )

    def _last_hash(self, match: str, start: int) -> str:
        found = self._db.execute(
            "SELECT hash FROM entry WHERE match = ? AND position = ?", (match, start - 1)
        ).fetchone()
        return found[0] if found else ""

    def read(self, match: str) -> list[Row]:
        """Return the entries of *match* in order; DataError if the chain is broken."""
        rows, chain = [], ""
        for number, (position, command, actor, body, link) in enumerate(
            self._db.execute(
                "SELECT position, command, actor, body, hash FROM entry"
                " WHERE match = ? ORDER BY position",
                (match,),
            )
        ):
            chain = _link(chain, match, number, command, body)
            if position != number or chain != link:
                raise DataError(
                    f"Match {match} in {self._path} is damaged at entry {number}: "
                    "its chain of hashes is broken."
                )
            rows.append(Row(command, actor, json.loads(body)))
        return rows

    def matches(self) -> Iterable[MatchInfo]:
        """Return all stored matches, newest first."""
        found = self._db.execute(
            "SELECT id, game, started_at, put_away_at FROM match"
            " ORDER BY started_at DESC, rowid DESC"
        )
        return [MatchInfo(*row) for row in found]

    def document(self, name: str) -> str | None:
        """Return the document *name*, None if there is none."""
        found = self._db.execute(
            "SELECT body FROM document WHERE name = ?", (name,)
        ).fetchone()
        return found[0] if found else None

    def sheet(self, match: str) -> dict[int, dict[str, str]]:
        """Return the private notes of *match* by seat and key."""
        sheets: dict[int, dict[str, str]] = {}
        for seat, key, text in self._db.execute(
            "SELECT seat, key, text FROM sheet WHERE match = ?", (match,)
        ):
            sheets.setdefault(seat, {})[key] = text
        return sheets

    def write_sheet(self, match: str, seat: int, key: str, text: str) -> None:
        """Keep one note."""
        try:
            self._db.execute(
                "INSERT OR REPLACE INTO sheet VALUES (?, ?, ?, ?)", (match, seat, key, text)
            )
        except sqlite3.Error as error:
            raise StorageError(f"Nothing was stored in {self._path}: {error}.") from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _link(chain: str, match: str, position: int, command: str, body: str) -> str:
    text = "\x1f".join((chain, match, str(position), command, body))
    return hashlib.sha256(text.encode()).hexdigest()
