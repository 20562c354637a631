from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.engine.game import AnyGame
from companion.games import GAMES
from tests.table.house import House


@cache
def letter_jam() -> AnyGame:
    return GAMES["letter_jam"]()


@pytest.fixture(name="game", scope="session")
def _game() -> AnyGame:
    return letter_jam()


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite3"


Open = Callable[[], House]


@pytest.fixture(name="open_house")
def _open_house(game: AnyGame, path: Path) -> Iterator[Open]:
    """Open houses on the same file, one after the other; the last one is closed."""
    opened: list[House] = []

    def open_house() -> House:
        if opened:
            opened[-1].table.stop()
        opened.append(House(game, path))
        opened[-1].table.start()
        return opened[-1]

    yield open_house
    for house in opened:
        house.table.stop()


@pytest.fixture(name="house")
def _house(open_house: Open) -> House:
    return open_house()


@pytest.fixture(name="match")
def _match(house: House) -> House:
    """Anna (the host), Ben and Cleo play, each with a phone."""
    return house.playing("Anna", "Ben", "Cleo")
