"""The game that the guide shows whole: what stands there must work as it stands there."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.game import AnyGame, Gesture, Touch
from companion.engine.people import Leave
from companion.engine.replay import replay
from companion.errors import Rejected
from companion.languages import LANGUAGES
from companion.messages import load
from companion.ports import STAND_PLACES, Seat, WordFace
from tests.games.example import example, installed
from tests.perception import leaks
from tests.play import Player, after, begin, steps
from tests.test_every_page import differences
from web.pages.game_pages import SHELL, game_pages


@pytest.fixture(scope="module", name="game")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyGame]:
    with installed(example(), tmp_path_factory.mktemp("games")) as game:
        yield game


def test_no_seat_can_tell_its_world_from_a_twin(game: AnyGame) -> None:
    for players in (3, 5):
        for seed in range(players):
            assert list(leaks(game, players, seed, 200)) == []


def test_a_phone_gets_the_same_bytes_in_a_twin_world(game: AnyGame) -> None:
    for seed in range(2):
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


def test_a_word_is_of_the_dictionary_and_whoever_is_away_is_skipped(game: AnyGame) -> None:
    rules = importlib.import_module("companion.games.galgenraten.rules")
    state = after(game, game.initial, begin(game, 3, Random(1)))

    def done(command: Any) -> Any:
        return after(game, state, list(game.decide(state, command, Random(1))))

    with pytest.raises(Rejected, match="word-unknown"):
        done(rules.SetWord(Seat(0), "XYZXYZ"))
    state = done(Leave(Seat(0)))
    state = done(rules.SetWord(Seat(1), "apple"))
    assert (state.word, state.turn) == ("APPLE", 2)
    state = done(rules.Guess(Seat(2), "P"))
    assert (state.slots, state.turn) == (("", "P", "P", "", ""), 2)
    state = done(game.time_up(state, frozenset()))
    assert (state.misses, [each.points for each in state.players]) == (1, [0, 0, 2])
    state = done(rules.Solve(Seat(2), "apple"))
    assert (state.round, [each.points for each in state.players]) == (2, [0, 0, 5])


def test_the_stand_of_whoever_guesses_goes_to_a_letter_and_asks(game: AnyGame) -> None:
    rules = importlib.import_module("companion.games.galgenraten.rules")
    events = begin(game, 3, Random(1))
    state = after(game, game.initial, events)
    state = after(
        game, state, list(game.decide(state, rules.SetWord(Seat(0), "bread"), Random(1)))
    )
    press = Touch(STAND_PLACES[1], "main", Gesture.PRESS)
    dialled = game.decide(state, game.control(state, press), Random(1))
    state = after(game, state, list(dialled))
    assert game.shown(state, repr)[STAND_PLACES[1]] == WordFace("B?", "Ben")
    hold = replace(press, gesture=Gesture.HOLD)
    assert game.control(state, hold) == rules.Guess(Seat(1), "B")
    assert game.control(state, replace(press, place=STAND_PLACES[2])) is None


def test_whoever_has_no_phone_asks_for_a_letter_on_the_plain_page(game: AnyGame) -> None:
    rules = importlib.import_module("companion.games.galgenraten.rules")
    state = after(game, game.initial, begin(game, 3, Random(1)))
    state = after(
        game, state, list(game.decide(state, rules.SetWord(Seat(0), "bread"), Random(1)))
    )
    for seat, offered in ((1, {"Guess", "Solve"}), (2, set())):
        view = game.seat_view(state, Seat(seat))
        step, offers = game.asked(view, game.offers(view)), game.offers(view)
        assert {offer.kind for offer in step.aloud(offers)} == offered


def test_the_game_is_called_something_in_each_language(game: AnyGame) -> None:
    pages = game_pages(game.name, game.pages)
    assert [pages.title(each) for each in ("en", "de")] == ["Hangman", "Galgenraten"]


def test_it_stays_a_small_game() -> None:
    files = {name: text for name, text in example().items() if name.endswith(".py")}
    del files["for_tests.py"]
    assert sum(len(text.splitlines()) for text in files.values()) <= 390


def test_both_languages_have_every_sentence_of_its_pages(game: AnyGame) -> None:
    english, german = (load([*SHELL, game.pages], each).sentences for each in LANGUAGES)
    assert english.keys() == german.keys()
    pages = Path(importlib.import_module(game.pages).__file__ or "").parent
    for template in pages.glob("*.html"):
        assert {*re.findall(r't\("([^"]+)"', template.read_text("utf-8"))} <= {*english}
