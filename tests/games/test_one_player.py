"""A game that one person plays alone is held to the laws of every game, and breaks none."""

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from companion.engine.game import AnyGame
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
    test_middle_title,
)
from tests.games import test_twins
from tests.games.one_player import NAME, among_the_games

OF_EVERY_GAME = (
    *(test_every_answer, test_every_game, test_every_page, test_every_rules_page),
    *(test_every_stand, test_every_step, test_green_means_right, test_heart),
    *(test_middle_title, test_twins),
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


@pytest.fixture(scope="module", name="game")
def _game() -> Iterator[AnyGame]:
    with among_the_games() as game:
        yield game


@pytest.mark.parametrize("law", LAWS)
def test_a_game_for_one_keeps_every_law(law: Callable[..., None], game: AnyGame) -> None:
    values = {"name": NAME, "game": NAME, "games": {NAME: game}, "players": 1}
    values |= {"some": range(2), "language": DEFAULT_LANGUAGE}
    law(**{each: values[each] for each in inspect.signature(law).parameters})
