"""What fingers on the stands and in the middle mean, and what they mean nothing for."""

import pytest

from companion.engine.game import Gesture, Touch
from companion.games.letter_jam import commands as cmd
from companion.games.letter_jam.spots import WILDCARD, Spot
from companion.ports import CENTRE, Place, Seat, Stand, stand_place
from tests.games.letter_jam.table import Table, table


def touched(
    t: Table, place: Place, gesture: Gesture, button: str = "main"
) -> cmd.Command | None:
    return t.game.control(t.state, Touch(place, button, gesture))


def stand(number: int) -> Place:
    return stand_place(Stand(number - 1))


@pytest.fixture(name="t")
def _four() -> Table:
    return table(4)


def test_holding_ones_own_stand_is_the_wish_to_give(t: Table) -> None:
    assert touched(t, stand(2), Gesture.HOLD) == cmd.ChooseCluegiver(Seat(1), Seat(1))
    assert touched(t, stand(2), Gesture.PRESS) is None
    assert touched(t, stand(5), Gesture.HOLD) is None


def test_pressing_stands_lays_chips_and_the_own_one_takes_the_last_back(t: Table) -> None:
    t.do(cmd.ChooseCluegiver(Seat(1), Seat(1)))
    assert touched(t, stand(3), Gesture.PRESS) == cmd.LayChip(Seat(1), Spot("3"))
    assert touched(t, stand(2), Gesture.PRESS) == cmd.TakeChip(Seat(1))
    assert touched(t, stand(2), Gesture.HOLD) == cmd.GiveClue(Seat(1))
    assert touched(t, stand(3), Gesture.HOLD) is None


def test_the_middle_lays_the_wildcard_and_gives_the_clue(t: Table) -> None:
    assert touched(t, CENTRE, Gesture.PRESS, "wildcard") is None
    t.do(cmd.ChooseCluegiver(Seat(1), Seat(1)))
    assert touched(t, CENTRE, Gesture.PRESS, "wildcard") == cmd.LayChip(Seat(1), WILDCARD)
    assert touched(t, CENTRE, Gesture.PRESS, "next") == cmd.GiveClue(Seat(1))


def test_after_the_clue_next_keeps_the_letters_not_yet_decided(t: Table) -> None:
    t.do(cmd.ChooseCluegiver(Seat(1), Seat(1)))
    t.do(cmd.LayClue(Seat(1), (Spot("1"), Spot("3"))))
    t.do(cmd.GiveClue(Seat(1)))
    assert touched(t, CENTRE, Gesture.PRESS, "next") == cmd.Stay(Seat(0))
    assert touched(t, stand(3), Gesture.HOLD) == cmd.MoveOn(Seat(2))
    t.do(cmd.Stay(Seat(0)))
    assert touched(t, stand(1), Gesture.PRESS) == cmd.TakeDecisionBack(Seat(0))
    assert touched(t, CENTRE, Gesture.PRESS, "next") == cmd.Stay(Seat(2))


def test_a_finger_that_only_comes_means_nothing_yet(t: Table) -> None:
    assert touched(t, stand(2), Gesture.DOWN) is None
