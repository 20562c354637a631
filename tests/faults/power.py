"""Pulls the plug at the level of blocks: every state a disk could be left in is opened.

``python -m tests.faults.power FOLDER STATES [WAY]`` prints a JSON object. WAY spoils the
store, so that the explorer must find losses: ``normal`` (synchronous = NORMAL) and ``off``.
A real ext4 lies on a disk that remembers what it was told (``disk.py``); it is then put
together again as it was at some moment, with the writes since the last flush

- dropped, or all there, or some of them, or some sectors of them (an honest card);
- and, for a card that lies about flushing, with some of the flushed ones missing too.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random

from companion.errors import CompanionError
from companion.table.storage.event_log import EventLog
from companion.table.values.entries import Change, Row
from tests.faults.disk import Step, read_log
from tests.waiting import LIMIT_S, wait_for

HONEST = ("dropped", "all there", "some writes", "some sectors")
SECTOR = 512
SIZE = 16 * 1024 * 1024
EVENTS = 150


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def mounted(image: Path, folder: Path, *options: str) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    run("mount", "-o", ",".join(("loop", "noatime", *options)), str(image), str(folder))
    try:
        yield
    finally:
        umount = partial(subprocess.run, ["umount", str(folder)], capture_output=True)
        wait_for(lambda: umount().returncode == 0, "whoever still looks at it")


@contextmanager
def recording(folder: Path) -> Iterator[Path]:
    """Yield a folder of FUSE files whose every write is recorded in ``log``."""
    fuse = folder / "fuse"
    fuse.mkdir()
    command = (sys.executable, "-m", "tests.faults.disk")
    places = (folder / "image", folder / "log", fuse)
    with subprocess.Popen([*command, *map(str, places)]) as server:
        try:
            wait_for((fuse / "disk").exists, "the disk")
            yield fuse
        finally:
            run("umount", "--lazy", str(fuse))
            server.wait(LIMIT_S)


def make_disk(folder: Path) -> Path:
    image = folder / "image"
    with image.open("wb") as file:
        file.truncate(SIZE)
    run(*("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-J", "size=4"), str(image))
    (folder / "base").write_bytes(image.read_bytes())
    return image


def record(folder: Path, way: str) -> list[Step]:
    """Let a log keep events on a recorded disk and return what the disk was told."""
    make_disk(folder)
    with recording(folder) as fuse:
        with mounted(fuse / "disk", folder / "work"):
            write_events(folder / "work" / "table.sqlite3", fuse / "mark", way)
            told = (folder / "log").read_bytes()  # the plug: nothing after this counts
        (folder / "cut").write_bytes(told)
    return read_log(folder / "cut")


def write_events(path: Path, marks: Path, way: str) -> None:
    mark = os.open(marks, os.O_WRONLY)
    with closing(EventLog(path)) as log:
        if way:
            log._db.execute(f"PRAGMA synchronous = {way}")
        for number in range(EVENTS):
            os.write(mark, b"T%d" % number)
            log.commit(event(number))
            os.write(mark, b"A%d" % number)
    os.close(mark)


def event(number: int) -> Change:
    row = Row(f"command-{number:04}", number % 6, {"type": "Event", "n": number})
    notes = [(0, "row:1", f"note {number}")] if number % 5 == 0 else []
    game = "" if number else "dummy"
    return Change(match="m", game=game, start=number, rows=[row], notes=notes)


def states(steps: list[Step], count: int, random: Random) -> Iterator[tuple[int, str]]:
    """Yield (step before which the plug goes, what becomes of the last writes)."""
    first = next(k for k, step in enumerate(steps) if step.kind == "M")
    moments = range(first, len(steps))
    ways = (*HONEST, "lie")
    for k in sorted(random.choices(moments, k=-(-count // len(HONEST)))):
        for way in ways:
            yield k, way


class Explorer:
    """Puts the disk together as it could be at a moment, and looks what the log knows."""

    def __init__(self, folder: Path, steps: list[Step], random: Random) -> None:
        self._folder = folder
        self._steps = steps
        self._random = random
        self._durable = bytearray((folder / "base").read_bytes())
        self._done = 0
        self._flushes = [k for k, step in enumerate(steps) if step.kind == "F"]

    def found(self, moment: int, way: str) -> str:
        """Return what a start after the cut finds; moments must not go back."""
        flushes = [k for k in self._flushes if k < moment]
        flushed = flushes[-1] if flushes else 0
        believed = flushes[-4] if len(flushes) >= 4 else 0
        self._settle(believed)
        sure = [s for s in self._steps[self._done : flushed] if s.kind == "W"]
        open_ = [s for s in self._steps[flushed:moment] if s.kind == "W"]
        image = self._folder / "crashed"
        with image.open("wb") as file:
            file.write(self._durable)
            for offset, data in self._written(sure, open_, way):
                file.seek(offset)
                file.write(data)
        try:
            with mounted(image, self._folder / "after"):
                return self._verdict(moment)
        except subprocess.CalledProcessError:
            return "no file system"

    def _settle(self, until: int) -> None:
        for step in self._steps[self._done : until]:
            if step.kind == "W":
                end = step.offset + len(step.data)
                self._durable[step.offset : end] = step.data
        self._done = max(self._done, until)

    def _written(
        self, sure: list[Step], open_: list[Step], way: str
    ) -> Iterator[tuple[int, bytes]]:
        coin = self._random.random
        if way == "lie":
            yield from ((s.offset, s.data) for s in (*sure, *open_) if coin() < 0.5)
            return
        yield from ((s.offset, s.data) for s in sure)
        for step in () if way == "dropped" else open_:
            if way == "some sectors":
                for at in range(0, len(step.data), SECTOR):
                    if coin() < 0.5:
                        yield step.offset + at, step.data[at : at + SECTOR]
            elif way == "all there" or coin() < 0.5:
                yield step.offset, step.data

    def _verdict(self, moment: int) -> str:
        marks = [s.data for s in self._steps[:moment] if s.kind == "M"]
        acknowledged = sum(each[:1] == b"A" for each in marks)
        tried = sum(each[:1] == b"T" for each in marks)
        path = self._folder / "after" / "table.sqlite3"
        if not path.exists():
            return "lost" if acknowledged else "whole"
        try:
            with closing(EventLog(path)) as log:
                rows = log.read("m") if log.matches() else []
                notes = log.sheet("m")
        except CompanionError:
            return "damaged"
        if len(rows) > tried or rows != [event(n).rows[0] for n in range(len(rows))]:
            return "wrong"
        written = (len(rows) - 1) // 5 * 5
        if rows and notes != {0: {"row:1": f"note {written}"}}:
            return "wrong"
        return "lost" if len(rows) < acknowledged else "whole"


def explore(folder: Path, count: int, way: str = "", seed: int = 1) -> dict[str, object]:
    random = Random(seed)
    steps = record(folder, way)
    explorer = Explorer(folder, steps, random)
    found: dict[str, Counter[str]] = {"honest": Counter(), "lying": Counter()}
    for moment, what in states(steps, count, random):
        card = "lying" if what == "lie" else "honest"
        found[card][explorer.found(moment, what)] += 1
    first = next(k for k, step in enumerate(steps) if step.kind == "M")
    written = sum(len(step.data) for step in steps[first:] if step.kind == "W")
    return {**found, "bytes an event": written // EVENTS}


if __name__ == "__main__":
    _, where, count, *spoilt = sys.argv
    found = explore(Path(where), int(count), "".join(spoilt))
    sys.stdout.write(json.dumps(found))
