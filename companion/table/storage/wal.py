"""Counts what SQLite will drop from a damaged write-ahead log, before SQLite opens it.

SQLite takes such a log up to its first broken frame and says nothing of the rest
(https://sqlite.org/fileformat2.html#walformat).
"""

import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

Pair = tuple[int, int]
MAGIC: Final = 0x377F0682
"""Its lowest bit says in which order the words of the checksums are read."""
HEADER: Final = struct.Struct(">4I2I2I")
FRAME: Final = struct.Struct(">2I2I2I")
PAGE_BYTES: Final = 4096
"""What SQLite takes where nobody says otherwise, as we do not."""
GROWTH: Final = 8
"""Pages by which a commit of ours makes the file larger, at most."""
WORD: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Frame:
    """One page as a commit left it."""

    page: int
    size: int
    """Pages of the whole file after the commit that ends here; 0: none ends here."""
    salts: Pair
    """What the frames of one generation have in common: older ones lie behind them."""
    sums: Pair
    body: bytes
    """The page itself; empty: not known."""

    def follows(self, sums: Pair, order: str) -> bool:
        """Tell whether this frame is whole, the one before it having these *sums*."""
        head = struct.pack(">2I", self.page, self.size)
        return _sums(head + self.body, sums, order) == self.sums


def lost_commits(path: Path) -> int:
    """Return how many commits to the database at *path* will be gone, never too many.

    A broken log whose pages all stand in the database is removed: then nothing is gone.
    """
    wal = path.with_name(f"{path.name}-wal")
    try:
        # Whoever opens a pipe waits.
        lost = lost_frames(wal.read_bytes() if wal.is_file() else b"")
    except OSError:
        return 0
    with suppress(OSError):  # a disk that takes nothing
        if _stand_in(path, lost):
            wal.unlink()
            return 0
    return commits(lost)


def commits(frames: Sequence[Frame]) -> int:
    """Return how many commits end in *frames*."""
    return sum(frame.size > 0 for frame in frames)


def lost_frames(wal: bytes) -> Sequence[Frame]:
    """Return the frames after the last commit that SQLite will take up, none if all is well.

    The first broken one is among them if it is of the newest generation.
    """
    if len(wal) < HEADER.size:
        return ()
    magic, _, page_bytes, _, salt, second_salt, one, two = HEADER.unpack_from(wal)
    order = ">" if magic & 1 else "<"
    head = _sums(wal[: HEADER.size - 8], (0, 0), order)
    if magic | 1 != MAGIC | 1 or head != (one, two):
        frames = [*_frames(wal, PAGE_BYTES)]
        return [each for each in frames if each.salts == frames[0].salts]
    salts, frames, sums, good = (salt, second_salt), [*_frames(wal, page_bytes)], head, 0
    for at, frame in enumerate(frames):
        whole = frame.follows(sums, order)
        if not whole or frame.salts != salts:
            behind = [each for each in frames[at + 1 :] if each.salts == salts]
            if not whole and frame.salts == salts:
                before = frames[good - 1].size if good else 0
                ends = _ends_commit(frame, before, sums, order, last=not commits(behind))
                behind.insert(0, replace(frame, size=int(ends), body=b""))
            elif whole:
                behind.insert(0, frame)
            return [*frames[good:at], *behind]
        sums = frame.sums
        if frame.size:
            good = at + 1
    return ()


def _ends_commit(frame: Frame, before: int, sums: Pair, order: str, *, last: bool) -> bool:
    """Tell whether a commit ends in a broken *frame*, the file having had *before* pages.

    A flipped bit may have made its size or not: checksums cannot always tell, so the size has to
    make sense too. In doubt only the *last* ends one here: else those behind are told anyway.
    """
    sizes = range(before, before + GROWTH)
    if frame.size == 0:
        ones = (1 << bit for bit in range(32) if last and 1 << bit in sizes)
        return any(replace(frame, size=one).follows(sums, order) for one in ones)
    if frame.size.bit_count() == 1 and not (last and frame.size in sizes):
        return not replace(frame, size=0).follows(sums, order)
    return True


def _stand_in(path: Path, lost: Sequence[Frame]) -> bool:
    """Tell whether the database has every page of *lost*: the log is not needed any more.

    After a checkpoint it only waits to be written over.
    """
    pages = {each.page: each.body for each in lost if each.body}
    if not pages:
        return False
    with path.open("rb") as file:
        return all(
            os.pread(file.fileno(), len(body), (page - 1) * len(body)) == body
            for page, body in pages.items()
        )


def _frames(wal: bytes, page_bytes: int) -> Iterator[Frame]:
    step = FRAME.size + page_bytes
    for end in range(HEADER.size + step, len(wal) + 1, step):
        page, size, *salts, one, two = FRAME.unpack_from(wal, end - step)
        body = wal[end - page_bytes : end]
        yield Frame(page, size, (salts[0], salts[1]), (one, two), body)


def _sums(text: bytes, sums: Pair, order: str) -> Pair:
    """Return the running checksums after *text*, a multiple of 8 bytes."""
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}2I", text):
        one = (one + first + two) & WORD
        two = (two + second + one) & WORD
    return one, two
