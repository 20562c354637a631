"""A match of one person alone: nobody waits, nobody is asked, and nothing needs a second."""

from collections.abc import Iterator
from functools import partial

import pytest

from companion.engine.game import AnyGame
from tests.games.one_player import among_the_games
from tests.table.house import House


@pytest.fixture(scope="module", name="game")
def _game() -> Iterator[AnyGame]:
    with among_the_games() as game:
        yield game


@pytest.fixture(name="alone")
def _alone(house: House) -> House:
    return house.playing("Anna")


def test_a_match_is_for_one_and_says_so(house: House) -> None:
    house.seated("Anna", "Ben")
    house.refused("exact-count", house.start)


def test_a_whole_match_is_played_by_phone_and_button_and_begun_again(alone: House) -> None:
    alone.touch("stand-1")
    assert alone.types()[-1] == "Flipped"
    for place in (2, 3, 4, 5, *(each + 1 for each in range(5)), *range(1, 6)):
        alone.do("Anna", "Flip", place=place)
    info = alone.shown.table
    assert (info.finished, info.step.waits_for) == (True, ())
    alone.end()
    alone.start("once-more")
    assert alone.page("Anna").view.table.past == ()


def test_what_others_would_agree_to_is_taken_back_at_once(alone: House) -> None:
    alone.do("Anna", "Flip", place=2)
    assert alone.page("Anna").undo.possible == "free"
    alone.ask_undo("Anna")
    page = alone.page("Anna")
    assert (page.undo.asked_by, page.view.table.covered) == ("", (1, 2, 3, 4, 5))
    alone.refused("undo-never", partial(alone.ask_undo, "Anna"))


def test_whoever_leaves_a_table_of_one_finds_the_match_as_it_was(alone: House) -> None:
    alone.do("Anna", "Flip", place=2)
    alone.do("Anna", "Leave")
    assert [each.kind for each in alone.page("Anna").offers] == ["ComeBack"]
    alone.do("Anna", "ComeBack")
    assert alone.page("Anna").view.table.covered == (1, 3, 4, 5)
