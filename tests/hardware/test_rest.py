from functools import partial

import pytest
from PIL import Image

from companion.ports import BlankFace, CardFace, Place
from hardware.faces import draw, refused
from hardware.keeper import SIGN_S, Keeper
from hardware.rest import DARK_AFTER_S, DIM_AFTER_S, STEP_S, Glow, Rest
from tests.hardware.test_displays import DummyDisplay

A = CardFace("A", position=(1, 5))
SIZE = (128, 64)


@pytest.mark.parametrize("resting", [False, True])
def test_dark_only_between_matches(*, resting: bool) -> None:
    rest = Rest()
    rest.wake(1000.0)
    glow = partial(rest.glow, resting=resting)
    assert glow(1000 + DIM_AFTER_S - 1) is Glow.BRIGHT
    assert glow(1000 + DIM_AFTER_S) is Glow.DIM
    assert glow(1000 + DARK_AFTER_S) is (Glow.DARK if resting else Glow.DIM)
    rest.wake(9999.0)
    assert glow(9999.0) is Glow.BRIGHT


def test_the_picture_moves_a_pixel_or_two_and_only_at_rest() -> None:
    rest = Rest()
    rest.wake(0.0)
    moves = [rest.shift_px(DIM_AFTER_S + k * STEP_S) for k in range(8)]
    assert moves == [0, 1, 2, 1, 0, -1, -2, -1]
    assert {rest.shift_px(s) for s in range(int(DIM_AFTER_S))} == {0}


def seen(display: DummyDisplay) -> Image.Image:
    assert display.image is not None
    return Image.frombytes("1", SIZE, display.image)


def run(keeper: Keeper, start_s: float, end_s: float, *, resting: bool = False) -> None:
    now_s = start_s
    while now_s < end_s:
        keeper.tick(A, now_s, resting=resting)
        now_s = max(keeper.due_s, now_s + 0.1)


def test_a_match_of_an_hour_without_a_move_stays_readable() -> None:
    display = DummyDisplay()
    keeper = Keeper(Place("stand-1"), display)
    run(keeper, 0.0, 3600.0)
    glows = [act for act in display.acts if act.startswith("glow")]
    assert set(glows) == {f"glow {int(Glow.DIM)}"}
    assert seen(display).getbbox()
    keeper.wake(3601.0)
    keeper.tick(A, 3601.0)
    assert display.acts[-1] == f"glow {int(Glow.BRIGHT)}"
    assert display.shows(A)


def test_between_matches_it_goes_dark_and_a_touch_brings_it_back() -> None:
    display = DummyDisplay()
    keeper = Keeper(Place("stand-1"), display)
    run(keeper, 0.0, DARK_AFTER_S + 70, resting=True)
    assert display.shows(BlankFace())
    keeper.wake(DARK_AFTER_S + 71)
    keeper.tick(A, DARK_AFTER_S + 71, resting=True)
    assert display.shows(A)


def test_a_refusal_is_a_sign_for_a_moment() -> None:
    display = DummyDisplay()
    keeper = Keeper(Place("stand-1"), display)
    keeper.tick(A, 0.0)
    keeper.refuse(1.0)
    keeper.tick(A, 1.0)
    assert seen(display).tobytes() == refused(draw(A, SIZE)).tobytes()
    assert keeper.due_s <= 1.0 + SIGN_S
    keeper.tick(A, 1.0 + SIGN_S)
    assert display.shows(A)


def test_the_sign_is_the_same_whatever_lies_there() -> None:
    box = (40, 8, 88, 56)
    signs = {refused(draw(CardFace(c), SIZE)).crop(box).tobytes() for c in "AMW"}
    assert len(signs) == 1
