"""A bad contact on a real pin factory, through the rig's own debouncer of 25 ms."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockPin

from companion.ports import STAND_PLACES, ButtonEdge, MuxConfig, RigConfig, StandConfig
from hardware.buttons import QUIET_NS
from hardware.wired import WiredRig
from tests.hardware.conftest import until
from tests.hardware.kernel import Kernel

STAND, PIN = STAND_PLACES[0], 5
ATTEMPTS = 20


@pytest.fixture
def edges() -> list[ButtonEdge]:
    return []


@pytest.fixture
def pin(tmp_path: Path, edges: list[ButtonEdge]) -> Iterator[MockPin]:
    kernel = Kernel(tmp_path)
    kernel.add_mux(11)
    config = RigConfig(
        (StandConfig(STAND, "mux:m/0", buttons={"main": PIN}),), (MuxConfig("m"),)
    )
    rig = WiredRig(config, kernel.drivers())
    rig.start(edges.append)
    yield kernel.factory.pin(PIN)
    rig.stop()


def storm(pin: MockPin, edges: int, *, ends_down: bool) -> bool:
    """Bounce a thousand times a second; return whether this machine kept the pace."""
    start_ns = last_ns = time.monotonic_ns()
    longest_ns = 0
    for k in range(edges):
        down = ((edges - 1 - k) % 2 == 0) == ends_down
        (pin.drive_low if down else pin.drive_high)()
        while time.monotonic_ns() < start_ns + (k + 1) * 1_000_000:
            pass
        longest_ns, last_ns = (
            max(longest_ns, time.monotonic_ns() - last_ns),
            time.monotonic_ns(),
        )
    return longest_ns < QUIET_NS // 2


@pytest.mark.parametrize("bounces", [25, 301])
def test_a_thousand_edges_a_second_are_one_press(
    pin: MockPin, edges: list[ButtonEdge], bounces: int
) -> None:
    for _ in range(ATTEMPTS):
        edges.clear()
        start_ns = time.monotonic_ns()
        in_pace = storm(pin, bounces, ends_down=True)
        until(lambda: edges and edges[-1].down)
        in_pace &= storm(pin, bounces, ends_down=False)
        until(lambda: not edges[-1].down)
        if in_pace:  # else a pause of the machine was one of the contact, and counted
            break
    else:
        pytest.skip("this machine is too busy to bounce a thousand times a second")
    assert [edge.down for edge in edges] == [True, False]
    # Stamped with the first edge of the storm, not with its end.
    assert edges[0].at_ns - start_ns < 10_000_000
