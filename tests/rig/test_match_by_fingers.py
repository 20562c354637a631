"""A whole match on six displays and six buttons: real drivers, no centre, one phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ports import STAND_PLACES
from hardware.drawing.faces import draw
from hardware.drawing.signs import refused
from tests.rig.evening import Evening, decide, face_at, finish, first_round, play_on
from tests.waiting import wait_for


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.start()
    yield evening
    evening.stop()


def test_a_whole_match_on_six_displays_and_six_buttons(evening: Evening) -> None:
    evening.house.start()
    wait_for(evening.glasses_are_right)
    clue = first_round(evening)
    assert evening.view.clues[-1].reading == clue
    wait_for(evening.glasses_are_right)
    decide(evening)
    play_on(evening)
    wait_for(evening.glasses_are_right)
    finish(evening)
    wait_for(evening.glasses_are_right)


def test_nothing_pressed_before_the_end_tells_a_letter_of_its_own(evening: Evening) -> None:
    evening.house.start()
    before = evening.view
    for stand in range(6):
        evening.touch(stand)
    assert evening.view == before
    assert evening.refused == list(STAND_PLACES)


def test_a_refused_press_is_answered_where_it_was_made(evening: Evening) -> None:
    evening.house.start()
    wait_for(evening.glasses_are_right)
    evening.touch(3)
    assert evening.refused == [STAND_PLACES[3]]
    sign = refused(draw(face_at(evening, 3), (128, 64))).tobytes()
    seen = evening.kernel.pictures(14)
    evening.rig.refuse(STAND_PLACES[3])
    wait_for(lambda: sign in seen, "the sign")
    wait_for(evening.glasses_are_right)


def names(evening: Evening) -> list[str]:
    return evening.house.names


def test_two_presses_before_the_match_change_places(evening: Evening) -> None:
    wait_for(evening.glasses_are_right)
    evening.touch(0)
    wait_for(evening.glasses_are_right)  # the picked name has an arrow
    evening.touch(4)
    assert names(evening) == ["Emil", "Ben", "Cleo", "Dora", "Anna", "Fay"]
    evening.touch(2)
    evening.touch(2)  # thought better of it
    evening.touch(5)
    evening.touch(0)
    assert names(evening) == ["Fay", "Ben", "Cleo", "Dora", "Anna", "Emil"]
    evening.touch(1, hold=True)
    assert evening.refused == [STAND_PLACES[1]]
    evening.house.start()
    assert [p.name for p in evening.view.table.players] == names(evening)


def test_an_empty_place_cannot_be_taken(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.start()
    evening.house.join("Anna")
    evening.touch(0)
    evening.touch(1)
    assert evening.refused == [STAND_PLACES[1]]
    evening.house.join("Ben")  # a change of people forgets who was picked
    evening.touch(1)
    assert names(evening) == ["Anna", "Ben"]
    evening.table.stop()
