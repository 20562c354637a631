"""Opens the one file of the table, and refuses what is not ours."""

import sqlite3
from pathlib import Path

from companion.errors import CompanionError

APPLICATION_ID = 0x57544331
"""Says inside the file whose it is: “WTC1”."""
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


def open_database(path: Path) -> sqlite3.Connection:
    """Open or make the file at *path*, for its owner's eyes only."""
    try:
        path.touch(mode=0o600, exist_ok=True)
        database = sqlite3.connect(path, isolation_level=None)
        try:
            _prepare(database, path)
        except BaseException:
            database.close()
            raise
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, StorageError):
            raise
        raise StorageError(f"The file {path} cannot be used: {error}.") from error
    return database


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    """Look whose file it is before anything in it is touched."""
    empty = not _number(database, "SELECT count(*) FROM sqlite_schema")
    if not empty:
        _check_ours(database, path)
    path.chmod(0o600)
    for pragma in PRAGMAS:
        database.execute(pragma)
    if empty:
        database.executescript(
            f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
            f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )


def _check_ours(database: sqlite3.Connection, path: Path) -> None:
    if _number(database, "PRAGMA application_id") != APPLICATION_ID:
        raise StorageError(
            f"The file {path} belongs to another program: name another file, or move it"
            " away."
        )
    version = _number(database, "PRAGMA user_version")
    if version != SCHEMA_VERSION:
        raise StorageError(
            f"The file {path} has layout {version}, this program knows "
            f"{SCHEMA_VERSION}: use the program that wrote it, or move the file away."
        )


def _number(database: sqlite3.Connection, query: str) -> int:
    (number,) = database.execute(query).fetchone()
    return int(number)
