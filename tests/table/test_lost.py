"""The end of the log is gone: how much is told at the start, and how much by the phones."""

import shutil
from pathlib import Path
from secrets import token_hex

import pytest

from companion.errors import CompanionError
from companion.process.first_file import lay
from companion.process.restore import FOUND, take_first
from companion.table.storage.backup import EVENING, Backup, text_of
from companion.table.storage.safe_copy import BEFORE, NEWEST
from companion.table.storage.wal import FRAME, HEADER, PAGE_BYTES
from companion.table.values.checksums import seal, tag_of
from tests.table.conftest import Open
from tests.table.house import House

STEP = FRAME.size + PAGE_BYTES


def pull_the_plug(house: House, path: Path) -> None:
    """Leave the files as they are now, not as an orderly stop would leave them."""
    house.log()  # whatever was handed in before is worked off by then
    kept = path.with_name("kept")
    kept.mkdir()
    files = [each for each in path.parent.iterdir() if each.is_file()]
    for each in files:
        shutil.copy(each, kept)
    house.table.stop()
    for each in files:
        each.unlink(missing_ok=True)
    for each in kept.iterdir():
        shutil.move(each, path.parent)
    kept.rmdir()


def frames(path: Path) -> int:
    return (path.with_name(f"{path.name}-wal").stat().st_size - HEADER.size) // STEP


def flip(path: Path, frame: int) -> None:
    """Flip a bit in the middle of a frame of the log."""
    wal = path.with_name(f"{path.name}-wal")
    content = bytearray(wal.read_bytes())
    content[HEADER.size + STEP * frame + 1000] ^= 4
    wal.write_bytes(content)


def no_copy(path: Path) -> None:
    for name in (NEWEST, BEFORE):
        path.with_name(name).unlink(missing_ok=True)


def moves(house: House, count: int) -> None:
    for number in range(count):
        house.do("Ben", "TellSure", token_hex(8), sure=bool(number % 2))


def remember(house: House, name: str, tag: str) -> None:
    """Let the phone of *name* tell which row it knows."""
    page, handle = house.page(name).device, house.handle(name)
    house.work(house.table.lobby.bear_witness, page, handle, tag)


@pytest.fixture(name="cut")
def _cut(match: House, path: Path) -> str:
    """Moves, the plug, and a bit that takes the last fifteen; return the last one's tag."""
    moves(match, 4)
    start = frames(path)
    moves(match, 15)
    tag = match.page("Anna").witness
    pull_the_plug(match, path)
    flip(path, start)
    no_copy(path)
    return tag


@pytest.mark.usefixtures("cut")
def test_what_is_gone_is_told_once(open_house: Open, path: Path) -> None:
    house = open_house()
    assert len(house.log()) == 2 + 4
    assert house.incidents()[:2] == [("changes-lost", "15"), ("cut-off", "")]
    pull_the_plug(house, path)
    house = open_house()
    assert house.incidents()[:3] == [
        ("cut-off", ""),
        ("changes-lost", "15"),
        ("cut-off", ""),
    ]


@pytest.mark.usefixtures("cut")
@pytest.mark.parametrize("name", [EVENING, f"{FOUND}/10-moved.companion"])
def test_what_is_gone_is_told_first_where_a_file_to_take_along_lies_there(
    open_house: Open, path: Path, name: str
) -> None:
    file = path.parent / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("")
    take_first(path.parent)  # as run.py does before the table
    house = open_house()
    assert house.incidents()[:2] == [("changes-lost", "15"), ("cut-off", "")]
    house.table.stop()
    take_first(path.parent)
    late = [detail for kind, detail in open_house().incidents() if kind == "found-late"]
    assert late == ([] if name == EVENING else ["moved.companion"])


def test_a_table_that_has_lost_its_people_says_so_before_it_takes_a_file(
    house: House, open_house: Open, path: Path
) -> None:
    file, config = path.with_name("moved.companion"), path.with_name("companion.toml")
    start = frames(path)
    house.join("Anna")
    pull_the_plug(house, path)
    flip(path, start)
    file.write_text(text_of(Backup("2026-01-01 20:00", {}, table_file="[stand.1]\n")))
    with pytest.raises(CompanionError, match="has lost its last changes"):
        lay(path.parent, config)  # as stick.sh does before the start
    take_first(path.parent)
    house = open_house()
    assert house.names == []
    assert house.incidents()[:2] == [("changes-lost", "1"), ("cut-off", "")]
    assert "restored" not in dict(house.incidents())
    assert not config.exists()


@pytest.mark.usefixtures("cut")
def test_of_a_file_that_was_set_aside_nothing_else_is_told(
    open_house: Open, path: Path
) -> None:
    flip(path, 0)
    path.write_bytes(b"\xaa" * path.stat().st_size)
    assert [kind for kind, _ in open_house().incidents()] == ["started", "file-damaged"]


def test_what_the_copy_gives_back_is_not_gone(
    match: House, open_house: Open, path: Path
) -> None:
    start = frames(path)
    moves(match, 25)
    match.note("Ben", "row:1", "A")
    log = match.log()
    pull_the_plug(match, path)
    flip(path, start)
    house = open_house()
    back = int(dict(house.incidents())["from-copy"])
    assert len(house.log()) == 2 + back < len(log)
    assert int(dict(house.incidents())["changes-lost"]) == 25 + 1 - back


def test_a_phone_that_remembers_the_last_row_says_exactly_how_many_are_gone(
    cut: str, open_house: Open
) -> None:
    house = open_house()
    remember(house, "Anna", cut)
    assert house.incidents()[:2] == [("entries-lost", "15"), ("witness", "Anna")]


def test_a_phone_is_heard_after_the_match_has_gone_on_in_the_place_of_what_is_lost(
    cut: str, open_house: Open
) -> None:
    house = open_house()
    moves(house, 20)
    remember(house, "Anna", cut)
    assert house.incidents()[:2] == [("entries-lost", "1"), ("witness", "Anna")]


def test_a_phone_is_heard_where_the_match_is_gone_as_a_whole(
    house: House, open_house: Open, path: Path
) -> None:
    house.playing("Anna", "Ben", "Cleo")
    house.end()
    start = frames(path)
    house.start("start-once-more")
    moves(house, 3)
    tag = house.page("Anna").witness
    pull_the_plug(house, path)
    flip(path, start)
    house = open_house()
    assert house.log() == []
    assert dict(house.incidents())["changes-lost"] == "4"
    remember(house, "Anna", tag)
    assert house.incidents()[:2] == [("entries-lost", "5"), ("witness", "Anna")]


def test_a_tag_that_somebody_made_up_is_nobodys(cut: str, open_house: Open) -> None:
    house = open_house()
    before = house.incidents()
    older = seal("tag", "the match", 9, "command-9")[:16]  # as it was made once
    remember(house, "Anna", "0000000000000000")
    remember(house, "Ben", older)
    remember(house, "Cleo", tag_of("another match", cut[:4], 7))
    assert house.incidents() == before


def test_a_row_that_is_there_is_not_lost(match: House, open_house: Open) -> None:
    moves(match, 3)
    early = match.page("Anna").witness
    moves(match, 3)
    late = match.page("Anna").witness
    house = open_house()
    remember(house, "Anna", early)
    remember(house, "Ben", late)
    assert "witness" not in dict(house.incidents())
