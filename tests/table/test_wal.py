"""What SQLite drops from a damaged write-ahead log, counted before it opens it."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.table.storage.wal import (
    FRAME,
    HEADER,
    PAGE_BYTES,
    commits,
    lost_commits,
    lost_frames,
)

STEP = FRAME.size + PAGE_BYTES
PARTS = ("", "-wal")


class Cut:
    """A database and its log as a kill leaves them, every commit numbered."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "cut.sqlite3"
        self._work = folder / "work.sqlite3"
        self._db = sqlite3.connect(self._work, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA wal_autocheckpoint = 0")
        self._db.execute("CREATE TABLE done (number INTEGER, text TEXT)")
        self.made = 0

    def commit(self, count: int, kilobytes: int = 0) -> None:
        for _ in range(count):
            self.made += 1
            row = (self.made, "x" * 1024 * kilobytes)
            self._db.execute("INSERT INTO done VALUES (?, ?)", row)

    def checkpoint(self) -> None:
        ((busy, *_),) = self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        assert not busy

    def begin_too_much(self) -> None:
        """Begin what does not fit into memory and is never committed."""
        self._db.execute("PRAGMA cache_size = 1")
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO done VALUES (9999, ?)", [("y" * 3000,)] * 8)

    def parts(self) -> list[bytes]:
        return [
            self._work.with_name(f"{self._work.name}{each}").read_bytes() for each in PARTS
        ]

    def close(self) -> None:
        self._db.close()


@pytest.fixture(name="cut")
def _cut(tmp_path: Path) -> Iterator[Cut]:
    with closing(Cut(tmp_path)) as cut:
        yield cut


def flipped(content: bytes, bit: int) -> bytes:
    spoilt = bytearray(content)
    spoilt[bit // 8] ^= 1 << bit % 8
    return bytes(spoilt)


def gone(cut: Cut, parts: Sequence[bytes]) -> tuple[int, int]:
    """Return how many commits are told to be gone, and how many SQLite has dropped."""
    for each, content in zip(PARTS, parts, strict=True):
        cut.path.with_name(f"{cut.path.name}{each}").write_bytes(content)
    told = lost_commits(cut.path)
    with closing(sqlite3.connect(cut.path)) as database:
        database.execute("PRAGMA synchronous = OFF")
        try:
            ((found,),) = database.execute("SELECT max(number) FROM done")
        except sqlite3.OperationalError:  # not even the table
            found = 0
    return told, cut.made - (found or 0)


def bits(wal: bytes, random: Random, heads: int, pages: int) -> list[int]:
    """Return every bit of the header, *heads* of the frames' heads, *pages* of their pages."""
    frames = range(HEADER.size, len(wal), STEP)
    inside = [8 * at + bit for at in frames for bit in range(8 * FRAME.size)]
    found = [*range(8 * HEADER.size), *random.sample(inside, min(heads, len(inside)))]
    found += [random.randrange(8 * len(wal)) for _ in range(pages)]
    # The highest bits of words are where the checksums are weakest.
    return found + [8 * random.randrange(3, len(wal), 4) + 7 for _ in range(pages)]


def check(cut: Cut, heads: int, pages: int) -> int:
    """Flip one bit after the other: what is told is what is gone; return how often it is."""
    database, wal = cut.parts()
    assert gone(cut, (database, wal)) == (0, 0)
    losses = 0
    for bit in bits(wal, Random(1), heads, pages):
        told, lost = gone(cut, (database, flipped(wal, bit)))
        assert told == lost, f"bit {bit}: byte {bit // 8 % STEP}"
        losses += lost > 0
    return losses


def played(cut: Cut) -> None:
    """Leave a log with an older generation behind the newest, and one frame a commit or more."""
    cut.commit(20, kilobytes=2)
    cut.checkpoint()
    cut.commit(5)
    cut.commit(3, kilobytes=6)
    cut.commit(2)


def test_for_one_flipped_bit_the_number_is_exact(cut: Cut) -> None:
    played(cut)
    assert check(cut, heads=150, pages=50) > 300


@pytest.mark.long
def test_for_each_bit_of_every_head_the_number_is_exact(cut: Cut) -> None:
    played(cut)
    assert check(cut, heads=100_000, pages=2000) > 2000


def test_what_was_never_committed_is_not_gone(cut: Cut) -> None:
    played(cut)
    _, before = cut.parts()
    cut.begin_too_much()
    assert cut.parts()[1] != before  # it was too much for the memory
    check(cut, heads=50, pages=20)


def test_after_a_checkpoint_a_flipped_bit_takes_nothing(cut: Cut) -> None:
    cut.commit(30, kilobytes=2)
    cut.checkpoint()
    database, wal = cut.parts()
    for bit in bits(wal, Random(2), 50, 20):
        told, lost = gone(cut, (database, flipped(wal, bit)))
        assert told == lost, bit
        assert not lost or bit // 8 >= len(wal) - STEP  # but the very last page's old one


def test_the_header_of_a_generation_to_come_loses_nothing(cut: Cut) -> None:
    """The plug goes between the new header and the first frame behind it."""
    cut.commit(10)
    cut.checkpoint()
    database, old = cut.parts()
    cut.commit(1)
    cut.made -= 1
    _, new = cut.parts()
    wal = new[: HEADER.size] + old[HEADER.size :]
    for bit in range(8 * HEADER.size):
        assert gone(cut, (database, flipped(wal, bit))) == (0, 0), bit


def test_of_heavier_damage_never_too_much_is_told(cut: Cut) -> None:
    played(cut)
    database, wal = cut.parts()
    random, silent = Random(3), 0
    for _ in range(200):
        at, length = random.randrange(len(wal)), random.choice((4, 16, 512, 4096, 20_000))
        spoilt = wal[:at] + random.randbytes(length) + wal[at + length :]
        told, lost = gone(cut, (database, spoilt[: len(wal)]))
        assert told <= lost
        silent += lost > 0 and told == 0
    assert silent < 20  # the end of the log, heads and all: the phones know


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 32 + 23, 32 + 24 + 4095])
def test_a_log_that_is_hardly_there_has_lost_nothing(cut: Cut, size: int) -> None:
    played(cut)
    assert commits(lost_frames(cut.parts()[1][:size])) == 0


def test_where_there_is_no_log_nothing_is_lost(tmp_path: Path) -> None:
    assert lost_commits(tmp_path / "nothing.sqlite3") == 0


def test_what_is_no_log_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "nothing.sqlite3-wal")  # whoever opens it would wait for ever
    assert lost_commits(tmp_path / "nothing.sqlite3") == 0
