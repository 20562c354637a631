import pytest

from companion.engine.game import Gesture, Touch
from companion.ports import CENTRE, STAND_PLACES, ButtonEdge, Place
from companion.table.acts.presses import HOLD_NS, Gestures

STAND = STAND_PLACES[0]


def edge(
    at_ns: int, *, down: bool, place: Place = STAND, button: str = "main"
) -> ButtonEdge:
    return ButtonEdge(place, button, down=down, at_ns=at_ns)


@pytest.mark.parametrize(
    ("held_ns", "gesture"),
    [
        (0, Gesture.PRESS),
        (HOLD_NS - 1, Gesture.PRESS),
        (HOLD_NS, Gesture.HOLD),
        (100 * HOLD_NS, Gesture.HOLD),
    ],
)
def test_how_long_the_finger_stayed_says_what_it_meant(
    held_ns: int, gesture: Gesture
) -> None:
    gestures = Gestures()
    assert gestures.take(edge(1000, down=True)) == Touch(STAND, "main", Gesture.DOWN)
    assert gestures.held == {STAND}
    found = gestures.take(edge(1000 + held_ns, down=False))
    assert found == Touch(STAND, "main", gesture)


def test_a_finger_that_leaves_without_having_come_means_nothing() -> None:
    gestures = Gestures()
    assert gestures.take(edge(1000, down=False)) is None
    gestures.take(edge(2000, down=True))
    assert gestures.take(edge(3000, down=False)) is not None
    assert gestures.take(edge(4000, down=False)) is None


def test_where_the_leaving_was_missed_the_newest_coming_counts() -> None:
    gestures = Gestures()
    gestures.take(edge(0, down=True))
    gestures.take(edge(10 * HOLD_NS, down=True))
    found = gestures.take(edge(10 * HOLD_NS + 1, down=False))
    assert found == Touch(STAND, "main", Gesture.PRESS)


def test_a_finger_that_a_deadline_has_counted_leaves_in_silence() -> None:
    gestures = Gestures()
    gestures.take(edge(0, down=True))
    gestures.spend()
    assert gestures.held == {STAND}
    assert gestures.take(edge(HOLD_NS, down=False)) is None
    gestures.take(edge(2 * HOLD_NS, down=True))
    assert gestures.take(edge(3 * HOLD_NS, down=False)) is not None


def test_a_finger_whose_coming_was_answered_leaves_in_silence_alone() -> None:
    gestures = Gestures()
    came = gestures.take(edge(0, down=True))
    gestures.take(edge(0, down=True, place=CENTRE))
    gestures.spend(came)
    assert gestures.take(edge(1, down=False)) is None
    assert gestures.take(edge(1, down=False, place=CENTRE)) is not None


def test_a_new_coming_is_not_spent() -> None:
    gestures = Gestures()
    gestures.take(edge(0, down=True))
    gestures.spend()
    gestures.take(edge(1, down=True))
    assert gestures.take(edge(2, down=False)) is not None


def test_fingers_on_several_buttons_do_not_mix() -> None:
    gestures = Gestures()
    gestures.take(edge(0, down=True))
    gestures.take(edge(HOLD_NS, down=True, place=CENTRE, button="undo"))
    assert gestures.take(edge(HOLD_NS, down=False, place=CENTRE)) is None
    assert gestures.take(
        edge(HOLD_NS + 1, down=False, place=CENTRE, button="undo")
    ) == Touch(CENTRE, "undo", Gesture.PRESS)
    assert gestures.take(edge(HOLD_NS + 1, down=False)) == Touch(
        STAND, "main", Gesture.HOLD
    )


def test_a_finger_that_was_there_before_the_wait_does_not_hold() -> None:
    gestures = Gestures()
    gestures.take(edge(0, down=True))
    assert gestures.begin_wait() == {STAND}
    gestures.take(edge(1, down=True, place=STAND_PLACES[1]))
    assert gestures.held == {STAND_PLACES[1]}
    gestures.take(edge(HOLD_NS, down=False))
    gestures.take(edge(2 * HOLD_NS, down=True))
    assert gestures.held == {STAND, STAND_PLACES[1]}
