from functools import partial

import pytest
from PIL import Image

from companion.ports import BlankFace, CardFace, Place
from hardware.dimming import DARK_AFTER_S, DIM_AFTER_S, STEP_S, Brightness, Dimming
from hardware.displays import ManagedDisplay
from hardware.faces import draw
from hardware.signs import ACCEPTED, REFUSED, Sign, refused
from tests.hardware.test_displays import DummyDisplay

A = CardFace("A", position=(1, 5))
SIZE = (128, 64)


@pytest.mark.parametrize("resting", [False, True])
def test_dark_only_between_matches(*, resting: bool) -> None:
    dimming = Dimming()
    dimming.wake(1000.0)
    brightness = partial(dimming.brightness, resting=resting)
    assert brightness(1000 + DIM_AFTER_S - 1) is Brightness.BRIGHT
    assert brightness(1000 + DIM_AFTER_S) is Brightness.DIM
    assert brightness(1000 + DARK_AFTER_S) is (
        Brightness.DARK if resting else Brightness.DIM
    )
    dimming.wake(9999.0)
    assert brightness(9999.0) is Brightness.BRIGHT


def test_the_picture_moves_a_pixel_or_two_and_only_at_rest() -> None:
    dimming = Dimming()
    dimming.wake(0.0)
    moves = [dimming.shift_px(DIM_AFTER_S + k * STEP_S) for k in range(8)]
    assert moves == [0, 1, 2, 1, 0, -1, -2, -1]
    assert {dimming.shift_px(s) for s in range(int(DIM_AFTER_S))} == {0}


def seen(display: DummyDisplay) -> Image.Image:
    assert display.image is not None
    return Image.frombytes("1", SIZE, display.image)


def run(
    managed: ManagedDisplay, start_s: float, end_s: float, *, resting: bool = False
) -> None:
    now_s = start_s
    while now_s < end_s:
        managed.tick(A, now_s, resting=resting)
        now_s = max(managed.due_s, now_s + 0.1)


def test_a_match_of_an_hour_without_a_move_stays_readable() -> None:
    display = DummyDisplay()
    managed = ManagedDisplay(Place("stand-1"), display)
    run(managed, 0.0, 3600.0)
    changes = [act for act in display.acts if act.startswith("contrast")]
    assert set(changes) == {f"contrast {int(Brightness.DIM)}"}
    assert seen(display).getbbox()
    managed.wake(3601.0)
    managed.tick(A, 3601.0)
    assert display.acts[-1] == f"contrast {int(Brightness.BRIGHT)}"
    assert display.shows(A)


def test_between_matches_it_goes_dark_and_a_touch_brings_it_back() -> None:
    display = DummyDisplay()
    managed = ManagedDisplay(Place("stand-1"), display)
    run(managed, 0.0, DARK_AFTER_S + 70, resting=True)
    assert display.shows(BlankFace())
    managed.wake(DARK_AFTER_S + 71)
    managed.tick(A, DARK_AFTER_S + 71, resting=True)
    assert display.shows(A)


@pytest.mark.parametrize("sign", [REFUSED, ACCEPTED])
def test_an_answer_is_a_sign_for_a_moment(sign: Sign) -> None:
    display = DummyDisplay()
    managed = ManagedDisplay(Place("stand-1"), display)
    managed.tick(A, 0.0)
    managed.sign(sign, 1.0)
    managed.tick(A, 1.0)
    assert seen(display).tobytes() == sign.over(draw(A, SIZE)).tobytes()
    assert managed.due_s <= 1.0 + sign.duration_s
    managed.tick(A, 1.0 + sign.duration_s)
    assert display.shows(A)


def test_the_sign_is_the_same_whatever_lies_there() -> None:
    box = (40, 8, 88, 56)
    signs = {refused(draw(CardFace(c), SIZE)).crop(box).tobytes() for c in "AMW"}
    assert len(signs) == 1
