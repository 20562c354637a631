import logging
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.ports import ButtonEdge, Place
from hardware.pins.buttons import QUIET_NS, Buttons, GpioPin, gpio_pins
from tests.waiting import wait_for

STAND = Place("stand-1")
OTHER = Place("stand-2")
Opened = Callable[..., Buttons]


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    with MockFactory(revision="b03111", pin_class=MockPin) as factory:
        yield factory


@pytest.fixture
def edges() -> list[ButtonEdge]:
    return []


@pytest.fixture
def opened(factory: MockFactory, edges: list[ButtonEdge]) -> Iterator[Opened]:
    made = []

    def opened(on_edge: Callable[[ButtonEdge], object] = edges.append) -> Buttons:
        pins, _ = gpio_pins({(STAND, "main"): 5, (OTHER, "main"): 6}, factory)
        buttons = Buttons(pins, on_edge)
        made.append(buttons)
        buttons.start()
        return buttons

    yield opened
    for buttons in made:
        buttons.stop()


def test_press_and_release_carry_the_stamps_of_the_pin(
    factory: MockFactory, edges: list[ButtonEdge], opened: Opened
) -> None:
    opened()
    for down in (True, False):
        before_ns = time.monotonic_ns()
        (factory.pin(5).drive_low if down else factory.pin(5).drive_high)()
        after_ns = time.monotonic_ns()
        wait_for(edges.__len__)
        edge = edges.pop()
        assert (edge.place, edge.button, edge.down) == (STAND, "main", down)
        # The stamp is the pin's, of the edge itself, not of when it was told 25 ms later.
        assert before_ns - 1000 <= edge.at_ns <= after_ns + 1000
        assert time.monotonic_ns() - edge.at_ns >= QUIET_NS


@pytest.mark.parametrize("bounces", [25, 1001])
def test_a_thousand_edges_a_second_by_the_pins_own_clock_are_one_press(
    edges: list[ButtonEdge], bounces: int
) -> None:
    now = SimpleNamespace(ns=7_000_000_000)

    class Timed(MockPin):  # type: ignore[misc]  # gpiozero has no types
        def _call_when_changed(self) -> None:
            super(MockPin, self)._call_when_changed(Odd.ticks(), self._state)

    # Ticks as a factory may have them: of any unit, counted from anywhere.
    class Odd(MockFactory):  # type: ignore[misc]  # as above
        ticks = staticmethod(lambda: now.ns // 1000 + 123_456)
        ticks_diff = staticmethod(lambda later, earlier: (later - earlier) / 1e6)

    with Odd(revision="b03111", pin_class=Timed) as factory:
        pin = GpioPin((STAND, "main"), 5, factory, lambda: now.ns)
        buttons = Buttons({(STAND, "main"): pin}, edges.append, clock_ns=lambda: now.ns)
        buttons.start()
        contact = factory.pin(5)
        for down in (True, False):
            first_ns = now.ns + 1_000_000
            for k in range(bounces):
                now.ns += 1_000_000
                (contact.drive_low if (k % 2 == 0) == down else contact.drive_high)()
            assert edges == []
            now.ns += QUIET_NS
            wait_for(lambda: edges)
            assert [(edge.down, edge.at_ns) for edge in edges] == [(down, first_ns)]
            edges.clear()
        buttons.stop()


def test_a_storm_on_one_button_leaves_the_others_alone(
    factory: MockFactory, edges: list[ButtonEdge], opened: Opened
) -> None:
    opened()
    noisy, calm = factory.pin(5), factory.pin(6)
    calm.drive_low()

    def storm() -> bool:
        noisy.drive_low()
        noisy.drive_high()
        return any(edge.place == OTHER for edge in edges)

    wait_for(storm)


def test_a_listener_that_fails_does_not_silence_the_buttons(
    factory: MockFactory, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[ButtonEdge] = []

    def listener(edge: ButtonEdge) -> None:
        told.append(edge)
        if len(told) == 1:
            raise RuntimeError("a bug")

    with caplog.at_level(logging.ERROR):
        opened(listener)
        factory.pin(5).drive_low()
        wait_for(lambda: len(told) == 1)
        factory.pin(5).drive_high()
        factory.pin(6).drive_low()
        wait_for(lambda: len(told) == 3)
    assert "its listener failed" in caplog.text


def test_a_pin_that_cannot_be_read_is_taken_at_its_last_word(
    factory: MockFactory,
    edges: list[ButtonEdge],
    opened: Opened,
    caplog: pytest.LogCaptureFixture,
) -> None:
    buttons = opened()
    _, broken = buttons._buttons[0]

    def is_down() -> bool:
        raise OSError("gone")

    broken.is_down = is_down  # type: ignore[method-assign]  # a pin that broke in use
    factory.pin(5).drive_low()
    wait_for(lambda: edges)
    assert edges[0].down
    assert "cannot be read" in caplog.text


@pytest.mark.parametrize("refusals", [3, 1000])
def test_a_pin_that_is_busy_while_it_is_closed_stops_nobody(
    factory: MockFactory, opened: Opened, caplog: pytest.LogCaptureFixture, refusals: int
) -> None:
    left = [refusals]

    class Busy(MockPin):  # type: ignore[misc]  # gpiozero has no types
        def _disable_event_detect(self) -> None:
            left[0] -= 1
            if left[0] >= 0:
                raise OSError("GPIO busy")

    factory.pin(5, pin_class=Busy)
    buttons = opened()
    buttons.stop()
    assert ("cannot be closed" in caplog.text) is (refusals > 20)
    assert factory.pin(6).when_changed is None
    left[0] = 0
    factory.pin(5).when_changed = None


@pytest.mark.parametrize("pin", [99, 5])
def test_a_pin_that_cannot_be_used_is_named_and_alone(
    factory: MockFactory, pin: int
) -> None:
    pins, dead = gpio_pins({(STAND, "main"): 5, (OTHER, "main"): pin}, factory)
    assert list(pins) == [(STAND, "main")]
    assert list(dead) == [(OTHER, "main")]
    assert f"GPIO{pin} cannot be used" in str(dead[OTHER, "main"])
    assert "choose another BCM pin" in str(dead[OTHER, "main"])
    pins[STAND, "main"].close()
