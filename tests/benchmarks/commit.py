"""``python -m tests.benchmarks.commit``: what a commit takes, and a start on a damaged log.

A commit as it is now, as it was before rows were named by their places, and as it would be
with a second file that knows the newest place, by turns on the same disk.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.table.storage.event_log import EventLog
from companion.table.storage.wal import commits, lost_frames
from companion.table.values.checksums import seal, tag_of
from companion.table.values.entries import Change, Row

ROUNDS = 1000
Way = Callable[[int], None]


def ways(folder: Path) -> dict[str, Way]:
    """Return how to commit the entry of a place, by name."""
    now, before, twice = (EventLog(folder / f"{name}.sqlite3") for name in "123")
    second = (folder / "second").open("wb", buffering=0)

    def store(log: EventLog, place: int, tag: str) -> None:
        row = Row(f"command-{place:06}", place % 6, {"type": "SureTold", "seat": 1}, tag)
        game = "" if place else "letter_jam"
        log.commit(Change(match="m" * 16, game=game, start=place, rows=[row]))

    def as_before(place: int) -> None:
        store(before, place, seal("tag", "m" * 16, place, f"command-{place:06}")[:16])

    def with_a_second_file(place: int) -> None:
        store(twice, place, tag_of("m" * 16, "0123", place))
        second.seek(0)
        second.write(b"%08d" % place)
        os.fdatasync(second.fileno())

    return {
        "before": as_before,
        "now": lambda place: store(now, place, tag_of("m" * 16, "0123", place)),
        "with a second file": with_a_second_file,
    }


def main() -> None:
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        found = ways(Path(folder))
        spent: dict[str, list[float]] = {name: [] for name in found}
        for place in range(ROUNDS):
            for name, commit in found.items():
                begun = time.perf_counter()
                commit(place)
                spent[name].append(1000 * (time.perf_counter() - begun))
        before = median(spent["before"])
        for name, each in spent.items():
            print(
                f"a commit {name:20} {median(each):7.3f} ms  {median(each) / before:5.2f}"
            )
        started(Path(folder) / "1.sqlite3-wal")


def started(wal: Path) -> None:
    content = bytearray(wal.read_bytes())
    begun = time.perf_counter()
    assert not lost_frames(bytes(content))
    print(f"a start looks through {len(content) // 1024} KiB in {taken(begun):.1f} ms")
    content[len(content) // 2] ^= 1
    begun = time.perf_counter()
    lost = commits(lost_frames(bytes(content)))
    print(f"and through the same with a flipped bit, {lost} gone, in {taken(begun):.1f} ms")


def taken(begun: float) -> float:
    return 1000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    main()
