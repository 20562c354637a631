from functools import partial

import pytest
from PIL import Image, ImageChops

from companion.ports import BlankFace, CardFace, LinesFace, Place
from hardware.displays.bus_worker import ManagedDisplay
from hardware.drawing.faces import draw, rested
from hardware.drawing.signs import ACCEPTED, REFUSED, Sign, refused
from hardware.panels.dimming import DARK_AFTER_S, DIM_AFTER_S, STEP_S, Brightness, Dimming
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


def test_minutes_of_rest_are_counted_from_when_it_is_dim() -> None:
    dimming = Dimming()
    dimming.wake(0.0)
    assert {dimming.rest_step(s) for s in range(int(DIM_AFTER_S))} == {0}
    assert [dimming.rest_step(DIM_AFTER_S + k * STEP_S) for k in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("letter", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
@pytest.mark.parametrize("chips", [(), (1, 4)])
def test_at_rest_no_stem_of_a_letter_burns_in_and_nothing_is_lost(
    letter: str, chips: tuple[int, ...]
) -> None:
    """Few pixels are lit all of the time; every pixel of the picture is there each minute.

    A letter beside tall chips changes sides with bright tiles: there more of them stay lit.
    """
    for face in (CardFace(letter, chips, (2, 5)), CardFace(letter)):
        image = draw(face, SIZE)
        pictures = [rested(image, face, step) for step in range(8)]
        assert len({sum(each.tobytes().count(n) * n.bit_count() for n in range(256))
                    for each in pictures}) == 1  # fmt: skip
        always = pictures[0]
        for each in pictures:
            always = ImageChops.logical_and(always, each)
        worn = sum(byte.bit_count() for byte in always.tobytes())
        share = 0.46 if face.chips else 0.25
        assert worn <= share * sum(byte.bit_count() for byte in image.tobytes())


def test_what_fills_the_glass_moves_by_two_pixels() -> None:
    face = LinesFace(("W" * 40, "x" * 60))
    image = draw(face, SIZE)
    assert rested(image, face, 8).tobytes() == image.tobytes()
    moved = rested(image, face, 2)
    assert moved.crop((2, 0, 128, 64)).tobytes() == image.crop((0, 0, 126, 64)).tobytes()


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
