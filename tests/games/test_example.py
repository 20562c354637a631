"""The game that the guide shows whole: what stands there must work as it stands there."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.codec import Codec
from companion.engine.replay import replay
from companion.languages import LANGUAGES
from companion.messages import load
from tests.games.example import example, installed
from tests.perception import leaks
from tests.play import AnyGame, Player, after, begin, steps
from tests.test_every_page import differences
from web.pages.game_pages import SHELL


@pytest.fixture(scope="module", name="game")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyGame]:
    with installed(example(), tmp_path_factory.mktemp("games")) as game:
        yield game


def test_no_seat_can_tell_its_world_from_a_twin(game: AnyGame) -> None:
    for players in game.players:
        for seed in range(players):
            assert list(leaks(game, players, seed, 400)) == []


def test_a_phone_gets_the_same_bytes_in_a_twin_world(game: AnyGame) -> None:
    for seed in range(3):
        assert list(differences(game, 3, seed)) == []


def test_its_matches_end_and_replay(game: AnyGame) -> None:
    for players in game.players:
        random = Random(players)
        log = begin(game, players, random)
        state = after(game, game.initial, log)
        for _, _, events in steps(game, state, Player(game, random), 3000):
            log += events or []
        codec = Codec(game.events)
        state = replay(game, [codec.load(codec.dump(event)) for event in log])
        assert game.finished(state)


def test_both_languages_have_every_sentence_of_its_pages(game: AnyGame) -> None:
    english, german = (load([*SHELL, game.pages], each).sentences for each in LANGUAGES)
    assert english.keys() == german.keys()
    pages = Path(importlib.import_module(game.pages).__file__ or "").parent
    for template in pages.glob("*.html"):
        assert {*re.findall(r't\("([^"]+)"', template.read_text("utf-8"))} <= {*english}
