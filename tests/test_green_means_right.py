"""What can go wrong in any game beyond its rules is found without a word of that game's.

Over the catalogue nothing may be found. ``games/test_planted_faults.py`` plants a fault of each
kind in the example game: there each has to be.
"""

import pytest

from companion.games import GAMES
from tests.game_faults import faults, hopeless
from tests.page_faults import Drawn
from tests.perception import idle_twins, telling_ends, telling_sentences, telling_waits
from tests.play import for_tests

STEPS = 250


@pytest.mark.parametrize("name", GAMES)
def test_buttons_deadlines_and_ends_never_fail(name: str) -> None:
    game = GAMES[name]()
    for seed in range(2 * len(for_tests(game).variants)):
        players = (min(game.players), max(game.players))[seed % 2]
        assert list(faults(game, players, seed, STEPS)) == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_can_be_done_by_somebody_who_tries(name: str) -> None:
    assert list(hopeless(GAMES[name](), seeds=8, limit=STEPS)) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_page_says_and_sends_what_there_is(name: str) -> None:
    game = GAMES[name]()
    drawn = Drawn(game, min(4, max(game.players)))
    for seed in range(len(for_tests(game).variants)):
        assert list(drawn.faults(seed, STEPS)) == []
    assert list(drawn.unanswered()) == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_to_tell_something_tells_it(name: str) -> None:
    assert list(idle_twins(GAMES[name](), seeds=8)) == []


@pytest.mark.parametrize("name", GAMES)
def test_sentences_say_what_the_table_shows_and_no_more(name: str) -> None:
    assert list(telling_sentences(GAMES[name](), seeds=80)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_secret_choice_shows_by_nothing_that_comes_of_it(name: str) -> None:
    assert list(telling_ends(GAMES[name](), seeds=40)) == []


@pytest.mark.parametrize("name", GAMES)
def test_waits_and_buttons_tell_no_seat_anything(name: str) -> None:
    assert list(telling_waits(GAMES[name](), seeds=12)) == []
