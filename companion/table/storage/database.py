"""Opens the one file of the table, brings an older one up to date, refuses what is not ours."""

import sqlite3
import stat
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final, Literal

from companion.errors import CompanionError, DataError, remedy
from companion.table.values.checksums import seal

APPLICATION_ID = 0x57544331
"""Says inside the file whose it is: “WTC1”."""
SCHEMA_VERSION = 2
SCHEMA = """
CREATE TABLE match (
    id          TEXT PRIMARY KEY,
    game        TEXT NOT NULL,
    started_at  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    put_away_at TEXT,
    seal        TEXT NOT NULL DEFAULT ''
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
    seal  TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (match, seat, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE document (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    seal TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE TABLE incident (
    id     TEXT PRIMARY KEY,
    at     TEXT NOT NULL,
    kind   TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
"""
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 100",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
)
CHECKED_BYTES: Final = 64 * 1024 * 1024
"""A larger file is not looked through at each start: that would take seconds."""

FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; it quotes damaged bytes in what should be a sentence."""

Why = Literal["damaged", "foreign", "newer"]

_CARD: Final = (
    "BUSY",
    "CANTOPEN",
    "CONSTRAINT",
    "FULL",
    "IOERR",
    "LOCKED",
    "NOMEM",
    "PERM",
)
"""What SQLite calls the trouble where the disk or its owner refuses, not the file."""


class StorageError(CompanionError, OSError):
    """The disk refused to keep something."""


class UnusableFile(DataError):  # noqa: N818 - it names what was found
    """The file can be read and is not what it should be; *why* says in which way."""

    def __init__(self, text: str, why: Why = "damaged") -> None:
        super().__init__(text)
        self.why = why


def open_database(path: Path) -> sqlite3.Connection:
    """Open or make the file at *path*, for its owner's eyes only."""
    try:
        path.touch(mode=0o600, exist_ok=True)
        database = sqlite3.connect(path, isolation_level=None)
        try:
            empty = _looked_at(database, path)
            path.chmod(0o600)
            _prepare(database, empty=empty)
        except BaseException:
            database.close()
            raise
    except FAULTS as error:
        raise fault(path, "cannot be used", error) from error
    except StorageError:
        raise
    except OSError as error:
        why = f"{error.strerror}; {remedy(error)}"
        raise StorageError(f"The file {path} cannot be used: {why}.") from error
    return database


def copy_database(path: Path) -> sqlite3.Connection:
    """Return a copy in memory, no half of a move in it; the file at *path* stays as it was.

    So it needs no room, and a card that protects itself lets it be done. Raises OSError, DataError.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # whoever opens a pipe waits
        raise UnusableFile(f"The file {path} is none: move it away.", "foreign")
    path.open("rb").close()  # its refusal is clearer than SQLite's
    # Beside a closed file SQLite would leave two new ones behind, and not be allowed to.
    closed = not path.with_name(f"{path.name}-wal").exists()
    uri = f"{path.absolute().as_uri()}?{'immutable=1' if closed else 'mode=ro'}"
    copy = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with closing(sqlite3.connect(uri, uri=True)) as source:
            source.backup(copy)
        _prepare(copy, empty=_looked_at(copy, path))
    except FAULTS as error:
        copy.close()
        found = fault(path, "cannot be read", error)
        step = "Keep the file, and bring back a copy."
        if isinstance(found, StorageError):
            step = "Copy its folder to another disk, and name that with --data."
        raise type(found)(f"{found} {step}") from error
    except BaseException:
        copy.close()
        raise
    return copy


def fault(path: Path, finding: str, error: Exception) -> CompanionError:
    """Return what *error* means: the disk refuses, or the file is not what it should be."""
    name = str(getattr(error, "sqlite_errorname", "")).removeprefix("SQLITE_")
    refused = name.startswith((*_CARD, "READONLY")) and name != "IOERR_SHORT_READ"
    if refused:
        return StorageError(f"The file {path} {finding}: {error}.")
    return UnusableFile(f"The file {path} {finding}: {error}.")


def _looked_at(database: sqlite3.Connection, path: Path) -> bool:
    """Look whose file it is before anything in it is touched; tell whether it is empty."""
    empty = not _number(database, "SELECT count(*) FROM sqlite_schema")
    if not empty:
        _check(database, path)
    return empty


def _prepare(database: sqlite3.Connection, *, empty: bool) -> None:
    for pragma in PRAGMAS:
        database.execute(pragma)
    if empty:
        _in_one(database, _create)
    else:
        while (version := _number(database, "PRAGMA user_version")) < SCHEMA_VERSION:
            _in_one(database, MIGRATIONS[version])


def _check(database: sqlite3.Connection, path: Path) -> None:
    if _number(database, "PRAGMA application_id") != APPLICATION_ID:
        raise UnusableFile(
            f"The file {path} belongs to another program: name another file, or move it"
            " away.",
            "foreign",
        )
    version = _number(database, "PRAGMA user_version")
    if version > SCHEMA_VERSION:
        raise UnusableFile(
            f"The file {path} has layout {version}, this program knows "
            f"{SCHEMA_VERSION}: use the program that wrote it, or move the file away.",
            "newer",
        )
    if version < 1:
        raise UnusableFile(f"The file {path} has no layout of ours: move it away.")
    if path.stat().st_size <= CHECKED_BYTES:
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise UnusableFile(f"The file {path} is damaged: {found}.")


# -- layouts -----------------------------------------------------------------------------


def _in_one(
    database: sqlite3.Connection, change: Callable[[sqlite3.Connection], None]
) -> None:
    """Carry out *change* as a whole: a power cut leaves the old layout or the new one."""
    database.execute("BEGIN IMMEDIATE")
    try:
        change(database)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _create(database: sqlite3.Connection) -> None:
    for statement in filter(str.strip, SCHEMA.split(";")):
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _from_1(database: sqlite3.Connection) -> None:
    """Layout 2: everything but the log is sealed too, and incidents are kept."""
    for table, fields in SEALED.items():
        database.execute(f"ALTER TABLE {table} ADD COLUMN seal TEXT NOT NULL DEFAULT ''")
        database.create_function("seal", -1, seal, deterministic=True)
        database.execute(f"UPDATE {table} SET seal = seal({', '.join(fields)})")  # noqa: S608 - names of ours
    database.execute(
        "CREATE TABLE incident (id TEXT PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL,"
        " detail TEXT NOT NULL) STRICT"
    )
    database.execute("PRAGMA user_version = 2")


SEALED: Final[Mapping[str, tuple[str, ...]]] = {
    "match": ("id", "game", "started_at", "put_away_at"),
    "sheet": ("match", "seat", "key", "text"),
    "document": ("name", "body"),
}
"""What the seal of a row is made of, by table; a row of the log has its chain."""
MIGRATIONS: Final[Mapping[int, Callable[[sqlite3.Connection], None]]] = {1: _from_1}
"""By the layout they start from."""


def _number(database: sqlite3.Connection, query: str) -> int:
    (number,) = database.execute(query).fetchone()
    return int(number)
