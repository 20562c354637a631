"""One flipped bit anywhere after a kill: nothing goes without a word, nor is too much told."""

import shutil
from collections import Counter
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from random import Random

import pytest

from companion.engine.game import AnyGame
from tests.faults.report import Record
from tests.table.conftest import letter_jam
from tests.table.house import House
from tests.table.test_kill import feed_and_kill

pytestmark = pytest.mark.fault("one flipped bit after a kill")
PARTS = ("", "-wal", "-wal", "-wal", "-shm")
"""Where a bit is flipped: mostly where the last changes are."""


@dataclass(frozen=True)
class Found:
    """What a start finds, and what it tells of it."""

    log: object
    content: object
    changes: int
    """Entries, notes and earlier starts that it knows of: each was a commit of its own."""
    told: int
    """How many changes are gone at least."""
    aside: bool
    """The file was set aside, or the match of the copy is offered."""
    saved: bool
    """No: the file takes nothing any more, an index of it is damaged, and every page says so."""


def start(game: AnyGame, path: Path) -> Found:
    with House(game, path) as house:
        pages = house.shown.pages.values()
        notes = [int(text) for page in pages for text in page.sheet.values()]
        incidents = house.incidents()
        begun = {"started", "cut-off"}
        told = dict(takewhile(lambda each: each[0] not in begun, incidents))
        return Found(
            house.log(),
            house.content(),
            len(house.log()) + max(notes, default=0) + len(incidents) - len(told),
            int(told.get("changes-lost", 0)),
            any(kind.startswith("file-") for kind, _ in incidents)
            or house.shown.rescue is not None,
            house.shown.table.saved,
        )


def flip(folder: Path, random: Random) -> None:
    file = folder / f"table.sqlite3{random.choice(PARTS)}"
    content = bytearray(file.read_bytes())
    bit = random.randrange(8 * len(content))
    content[bit // 8] ^= 1 << bit % 8
    file.write_bytes(content)


def verdict(whole: Found, found: Found) -> str:
    if found.aside:
        return "set aside, or the copy offered"
    if not found.saved:
        return "said to be not saved"
    if found.log == whole.log and found.content == whole.content:
        return "nothing gone" if not found.told else "FALSE ALARM"
    gone = whole.changes - found.changes
    if not found.told:
        return "SILENT"
    if found.told > gone:
        return "TOO MUCH TOLD"
    return "told exactly" if found.told == gone else "told, at least"


def flips(folder: Path, cut: Path, times: int, random: Random) -> Counter[str]:
    """Flip *times* one bit of what was *cut* off, each in a copy of its own."""
    game, copy, verdicts = letter_jam(), folder / "copy", Counter[str]()
    shutil.copytree(cut, copy)
    whole = start(game, copy / "table.sqlite3")
    shutil.rmtree(copy)
    for _ in range(times):
        shutil.copytree(cut, copy)
        flip(copy, random)
        verdicts[verdict(whole, start(game, copy / "table.sqlite3"))] += 1
        shutil.rmtree(copy)
    return verdicts


def judge(verdicts: Counter[str], figure: Record) -> None:
    figure(f"{verdicts.total()} flipped bits: {dict(verdicts)}")
    assert not [each for each in verdicts if each.isupper()]
    assert verdicts["told exactly"]


def test_a_few_dozen_flipped_bits(tmp_path: Path, figure: Record) -> None:
    cut = tmp_path / "cut"
    cut.mkdir()
    feed_and_kill(cut / "table.sqlite3", 40)
    judge(flips(tmp_path, cut, 40, Random(1)), figure)


@pytest.mark.parametrize(
    "flipped",
    [pytest.param(10, marks=pytest.mark.slow), pytest.param(50, marks=pytest.mark.long)],
)
def test_flipped_bits_after_each_of_ten_kills(
    tmp_path: Path, figure: Record, flipped: int
) -> None:
    played, cut, random = tmp_path / "played", tmp_path / "cut", Random(2)
    played.mkdir()
    verdicts = Counter[str]()
    for _ in range(10):
        feed_and_kill(played / "table.sqlite3", random.randrange(10, 60))
        shutil.copytree(played, cut)
        verdicts += flips(tmp_path, cut, flipped, random)
        shutil.rmtree(cut)
    judge(verdicts, figure)
