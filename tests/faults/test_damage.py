"""Random damage of the files: never silently another match."""

import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.engine.game import AnyGame
from companion.table.storage.copies import ENTRIES_BETWEEN_COPIES
from tests.depth import times
from tests.faults.report import Record
from tests.table.conftest import letter_jam
from tests.table.house import House

FILES = ("table.sqlite3", "table.sqlite3-wal", "table.copy.json")
pytestmark = pytest.mark.fault("random damage of the files")


def play(game: AnyGame, path: Path) -> tuple[list[object], object, str]:
    """Play a match and pull the plug; return what was shown last."""
    with House(game, path) as house:
        house.playing("Anna", "Ben", "Cleo")
        for number in range(2 * ENTRIES_BETWEEN_COPIES + 5):
            house.do("Ben", "TellSure", sure=bool(number % 2))
            house.note("Ben", f"row:{number % 5}", str(number))
        folder = path.parent / "cut"
        folder.mkdir()
        log, content, witness = house.log(), house.content(), house.page("Anna").witness
        for name in FILES:
            shutil.copy(path.with_name(name), folder / name)
    return [*log], content, witness


def spoil(folder: Path, random: Random) -> None:
    """Do to one of the files what worn cards do: bits, bytes, sectors, ends."""
    file = folder / random.choice(FILES)
    content = bytearray(file.read_bytes())
    at, length = random.randrange(len(content)), random.choice((1, 1, 16, 512, 4096))
    if length >= 512:
        at -= at % 512
    match random.randrange(5):
        case 0:
            del content[at:]
        case 1:
            content[at : at + length] = bytes(len(content[at : at + length]))
        case 2:
            content[at] ^= 1 << random.randrange(8)
        case _:
            content[at : at + length] = random.randbytes(len(content[at : at + length]))
    file.write_bytes(content)


def verdict(game: AnyGame, path: Path, played: tuple[list[object], object, str]) -> str:
    """Start on the damaged files and return how that went."""
    log, content, witness = played
    with House(game, path) as house:
        kinds = {kind for kind, _ in house.incidents()}
        now = [*house.log()]
        if kinds & {"file-damaged", "file-foreign", "file-newer"}:
            return "set aside" if now == [] else "SILENTLY WRONG"
        if now == log and house.content() == content:
            return "nothing lost"
        if "from-copy" in kinds and now == log[: len(now)]:
            return "back from the copy"
        if now and now == log[: len(now)]:
            page, handle = house.page("Anna").device, house.handle("Anna")
            house.work(house.table.lobby.bear_witness, page, handle, witness)
            told = ("witness", "Anna") in house.incidents() or len(now) == len(log)
            return "told by a phone" if told else "SILENTLY WRONG"
        offered = now == [] and house.shown.rescue is not None
        return "copy offered" if offered else "SILENTLY WRONG"


def damage(folder: Path, times: int, seed: int) -> Counter[str]:
    game, random = letter_jam(), Random(seed)
    played = play(game, folder / "table.sqlite3")
    found = Counter[str]()
    for number in range(times):
        spoilt = folder / str(number)
        shutil.copytree(folder / "cut", spoilt)
        spoil(spoilt, random)
        found[verdict(game, spoilt / "table.sqlite3", played)] += 1
        shutil.rmtree(spoilt)
    return found


@pytest.mark.parametrize("many", times(15, 200, 1000))
def test_no_damage_is_silent(tmp_path: Path, figure: Record, many: int) -> None:
    found = damage(tmp_path, many, seed=many)
    figure(f"{many} damages: {dict(found)}")
    assert "SILENTLY WRONG" not in found
