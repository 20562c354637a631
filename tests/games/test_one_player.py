"""A game that one person plays alone is held to the laws of every game, and breaks none."""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import companion.games
from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE
from tests import (
    test_every_answer,
    test_every_game,
    test_every_page,
    test_every_rules_page,
    test_every_stand,
    test_every_step,
    test_green_means_right,
    test_heart,
    test_messages,
)
from tests.games import test_twins

NAME = "wortluke"
FOLDER = Path(__file__).with_name("one_player")
OF_EVERY_GAME = (
    *(test_every_answer, test_every_game, test_every_page, test_every_rules_page),
    *(test_every_stand, test_every_step, test_green_means_right, test_heart),
    test_twins,
)

LATER = {"slow", "long", "browser"}


def laws(module: ModuleType) -> Iterator[Any]:
    """Yield what *module* asks of each game by default."""
    for name, law in inspect.getmembers(module, inspect.isfunction):
        wants = {*inspect.signature(law).parameters}
        marks = {each.name for each in getattr(law, "pytestmark", ())}
        if name.startswith("test_") and wants & {"name", "game"} and not marks & LATER:
            yield pytest.param(law, id=name)


LAWS = [
    *(law for module in OF_EVERY_GAME for law in laws(module)),
    test_messages.test_a_games_card_names_as_many_people_as_can_play,
]


@pytest.fixture(scope="module", autouse=True)
def _found() -> Iterator[None]:
    """The game lies among the others as long as this lasts, under the name it would have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.games, "__path__", [*companion.games.__path__, str(FOLDER)])
        invalidate_caches()
        patch.setitem(
            GAMES, NAME, lambda: import_module(f"companion.games.{NAME}.game").shipped()
        )
        yield


@pytest.mark.parametrize("law", LAWS)
def test_a_game_for_one_keeps_every_law(law: Callable[..., None]) -> None:
    values = {
        "name": NAME,
        "game": NAME,
        "games": {NAME: GAMES[NAME]()},
        "players": 1,
        "some": range(2),
        "seed": 0,
        "language": DEFAULT_LANGUAGE,
    }
    law(**{each: values[each] for each in inspect.signature(law).parameters})
