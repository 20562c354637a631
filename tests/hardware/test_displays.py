import logging
import threading
from collections.abc import Callable

import pytest
from PIL import Image

from companion.errors import HardwareError
from companion.ports import BlankFace, CardFace, Face, Health, LinesFace, Place, WordFace
from hardware.displays import bus_worker as drawing
from hardware.displays.bus_worker import (
    CHECK_S,
    REFRESH_S,
    RETRY_S,
    BusWorker,
    ManagedDisplay,
)
from hardware.drawing.faces import draw
from tests.waiting import LIMIT_S, wait_for

STAND, OTHER = Place("stand-1"), Place("stand-2")
SIZE = (128, 64)
A, B = CardFace("A"), CardFace("B")
NOW = (5.0).conjugate
"""A clock that stands still: nothing is checked or tried again by itself."""


class DummyDisplay:
    """A display that notes what it was told, and fails when *broken*."""

    size = SIZE
    doubt = ""

    def __init__(self) -> None:
        self.broken = False
        self.on = False
        self.acts: list[str] = []
        self.image: bytes | None = None
        self.threads: set[str] = set()
        self.during: Callable[[], object] = lambda: None

    def is_dark(self) -> bool:
        if self.broken:
            raise HardwareError("does not answer")
        return not self.on

    def attach(self, image: Image.Image) -> None:
        self._act("attach")
        self.on, self.image = True, image.tobytes()

    def show(self, image: Image.Image) -> bool:
        changed = image.tobytes() != self.image
        if changed:
            self._act("show")
            self.image = image.tobytes()
        return changed

    def refresh(self, image: Image.Image) -> None:
        self._act("refresh")
        self.image = image.tobytes()

    def check(self) -> None:
        self._act("check")
        if not self.on:
            raise HardwareError("display is off")

    def set_contrast(self, contrast: int) -> None:
        self._act(f"contrast {contrast}")

    def set_light(self, *, on: bool) -> None:
        self._act(f"light {on}")

    def close(self) -> None:
        self._act("close")
        self.on = False

    def shows(self, face: object) -> bool:
        return self.image == draw(face, SIZE).tobytes()  # type: ignore[arg-type]  # any face

    def _act(self, act: str) -> None:
        self.threads.add(threading.current_thread().name)
        self.during()
        self.acts.append(act)
        if self.broken:
            raise HardwareError("does not answer")


@pytest.fixture
def display() -> DummyDisplay:
    return DummyDisplay()


@pytest.fixture
def managed(display: DummyDisplay) -> ManagedDisplay:
    return ManagedDisplay(STAND, display)


def test_a_display_is_attached_and_draws_what_changed_and_nothing_else(
    display: DummyDisplay, managed: ManagedDisplay
) -> None:
    assert managed.tick(A, 0.0)
    assert not managed.tick(A, 0.1)
    assert managed.tick(B, 0.2)
    assert display.acts == ["attach", "light False", "show"]
    assert display.shows(B)
    assert managed.health == Health(up=True)


def test_a_face_is_drawn_once(
    managed: ManagedDisplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Face] = []

    def counting(face: Face, size: tuple[int, int]) -> Image.Image:
        drawn.append(face)
        return draw(face, size)

    monkeypatch.setattr(drawing, "draw", counting)
    for k in range(200):
        managed.tick(CardFace("A") if k < 150 else CardFace("B"), float(k))
    assert drawn == [A, B]


def test_it_is_checked_each_second_and_refreshed_each_minute(
    display: DummyDisplay, managed: ManagedDisplay
) -> None:
    now_s = 0.0
    while now_s < REFRESH_S + 0.5:
        managed.tick(A, now_s)
        now_s = managed.due_s
    assert display.acts.count("check") == REFRESH_S / CHECK_S
    assert display.acts.count("refresh") == 1


def test_a_display_that_lost_power_is_back_within_one_tick(
    display: DummyDisplay, managed: ManagedDisplay
) -> None:
    managed.tick(A, 0.0)
    display.on, display.image = False, None
    assert managed.tick(A, CHECK_S)
    assert display.shows(A)
    assert managed.health.up


def test_a_light_goes_out_though_the_face_without_chips_met_a_fault(
    display: DummyDisplay, managed: ManagedDisplay
) -> None:
    managed.tick(CardFace("A", chips=(1,)), 0.0)
    managed.tick(CardFace("A", chips=(1,)), managed.due_s)
    assert [each for each in display.acts if "light" in each][-1] == "light True"

    def fail_once() -> None:
        display.during = lambda: None
        raise HardwareError("does not answer")

    display.during = fail_once
    managed.tick(A, 0.1)
    managed.tick(A, 0.1 + RETRY_S)
    managed.tick(A, managed.due_s)
    assert display.shows(A)
    assert [each for each in display.acts if "light" in each][-1] == "light False"


def test_a_dead_display_is_down_and_tried_again(
    display: DummyDisplay, managed: ManagedDisplay, caplog: pytest.LogCaptureFixture
) -> None:
    display.broken = True
    with caplog.at_level(logging.WARNING):
        for k in range(10):
            assert not managed.tick(A, k * RETRY_S / 2)
    assert display.acts == ["attach"] * 5
    assert managed.health == Health(up=False, why="does not answer")
    assert len(caplog.records) == 1  # said once
    display.broken = False
    assert managed.tick(B, 10.0)
    assert display.shows(B)
    assert managed.health == Health(up=True)


def test_a_face_that_cannot_be_drawn_is_a_fault_not_an_end(
    display: DummyDisplay,
    managed: ManagedDisplay,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(drawing, "draw", lambda _face, _size: {"": 0}["letter Q"])
        assert not managed.tick(A, 0.0)
    assert "fault in the program" in managed.health.why
    assert "letter Q" not in managed.health.why + "".join(caplog.messages), "all read it"
    assert "KeyError" in caplog.text
    assert managed.tick(A, RETRY_S)
    assert display.shows(A)


def test_closing_a_dead_display_is_calm(
    display: DummyDisplay, managed: ManagedDisplay
) -> None:
    managed.tick(A, 0.0)
    display.broken = True
    managed.close()
    assert managed.health == Health(up=False, why="stopped")


def test_one_thread_opens_draws_and_closes(display: DummyDisplay) -> None:
    other = DummyDisplay()
    worker = BusWorker("test", {STAND: display, OTHER: other})
    worker.start()
    worker.show({STAND: A, Place("elsewhere"): A})
    wait_for(lambda: display.shows(A) and other.shows(BlankFace()))
    worker.show({OTHER: B})
    wait_for(lambda: display.shows(BlankFace()) and other.shows(B))
    assert worker.health() == {STAND: Health(up=True), OTHER: Health(up=True)}
    worker.stop()
    assert (display.on, other.on) == (False, False)
    assert display.threads == other.threads == {"displays test"}


def test_what_was_missed_is_skipped(display: DummyDisplay) -> None:
    busy, go_on = threading.Event(), threading.Event()

    def hold_up() -> None:
        busy.set()
        go_on.wait(LIMIT_S)

    display.during = hold_up
    worker = BusWorker("test", {STAND: display}, clock=NOW)
    worker.start()
    worker.show({STAND: A})
    assert busy.wait(LIMIT_S)
    for n in range(500):
        worker.show({STAND: LinesFace((str(n),))})
    worker.show({STAND: B})
    go_on.set()
    wait_for(lambda: display.shows(B))
    worker.stop()
    assert display.acts == ["attach", "light False", "show", "close"]


def test_a_dead_display_does_not_hold_up_the_others(display: DummyDisplay) -> None:
    dead = DummyDisplay()
    dead.broken = True
    drawn = threading.Event()
    worker = BusWorker("test", {OTHER: dead, STAND: display}, on_drawn=drawn.set)
    worker.start()
    worker.show({OTHER: A, STAND: WordFace("CAT")})
    wait_for(lambda: display.shows(WordFace("CAT")))
    assert drawn.wait(LIMIT_S)
    assert not worker.health()[OTHER].up
    worker.stop()


def test_until_there_are_faces_only_dark_displays_are_greeted(
    display: DummyDisplay,
) -> None:
    lit, dead = DummyDisplay(), DummyDisplay()
    lit.on, dead.broken = True, True
    displays = {STAND: display, OTHER: lit, Place("stand-3"): dead}
    worker = BusWorker("test", displays, clock=NOW)
    worker.start()
    worker.greet(LinesFace(("Starting",)))
    wait_for(lambda: display.shows(LinesFace(("Starting",))))
    wait_for(lambda: worker.health()[Place("stand-3")].why == "does not answer")
    assert lit.acts == []
    worker.show({STAND: A, OTHER: B})
    wait_for(lambda: display.shows(A) and lit.shows(B))
    worker.stop()
    assert display.acts == ["attach", "light False", "show", "close"]


def test_one_that_is_down_is_tried_at_once_when_told_so(display: DummyDisplay) -> None:
    display.broken = True
    tries: list[float] = []
    display.during = lambda: tries.append(0.0)
    worker = BusWorker("test", {STAND: display}, clock=NOW)
    worker.start()
    worker.show({STAND: A})
    wait_for(lambda: len(tries) == 1)
    display.broken = False
    worker.retry()
    wait_for(lambda: display.shows(A))
    worker.stop()


def test_it_can_leave_the_pictures_for_the_next_start(display: DummyDisplay) -> None:
    worker = BusWorker("test", {STAND: display}, clock=NOW)
    worker.start()
    worker.show({STAND: A})
    wait_for(lambda: display.shows(A))
    worker.stop(dark=False)
    assert display.acts == ["attach"]
    assert not worker.health()[STAND].up


@pytest.mark.parametrize(("faults", "stays_up"), [(1, True), (2, True), (3, False)])
def test_two_faults_in_a_row_mark_no_display_down(
    display: DummyDisplay, faults: int, *, stays_up: bool
) -> None:
    held = ManagedDisplay(STAND, display)
    held.tick(A, 0.0)
    left = faults

    def fail() -> None:
        nonlocal left
        if left:
            left -= 1
            raise HardwareError("does not answer")

    display.during = fail
    held.tick(B, 2.0)
    assert left == 0
    assert held.health.up is stays_up
    if stays_up:
        assert display.shows(B)


def test_one_that_comes_back_lets_its_neighbours_be_sent_whole_at_once(
    display: DummyDisplay,
) -> None:
    """A multiplexer that stuck wrote their pictures elsewhere, and nobody could see that."""
    now_s = [0.0]
    neighbour = DummyDisplay()
    worker = BusWorker("bus", {STAND: display, OTHER: neighbour}, clock=lambda: now_s[0])
    worker.start()
    worker.show({STAND: A, OTHER: B})
    wait_for(lambda: neighbour.shows(B), "the pictures")
    now_s[0] = 10.0
    neighbour.image = draw(A, SIZE).tobytes()  # what the stuck channel let through
    display.on = False
    worker.retry()
    wait_for(lambda: neighbour.shows(B), "the neighbour's own picture")
    assert neighbour.acts.count("refresh") == 1
    assert neighbour.acts.count("attach") == 1
    worker.stop()


def test_a_display_that_comes_and_goes_lets_its_neighbours_be_sent_now_and_then() -> None:
    neighbour = DummyDisplay()
    managed = ManagedDisplay(OTHER, neighbour)
    managed.tick(A, 0.0)
    for tenth in range(100):
        managed.refresh_soon(tenth / 10)
        managed.tick(A, tenth / 10)
    assert neighbour.acts.count("refresh") == 1
