import errno
import logging
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockPin

from companion.errors import HardwareError
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    Bench,
    ButtonEdge,
    CardFace,
    MuxConfig,
    PanelKind,
    Rig,
    RigConfig,
    StandConfig,
)
from hardware.drivers import Drivers
from hardware.emulator.controllers import Sh1106
from hardware.rig import open_rig
from hardware.wired import WiredRig
from tests.hardware.conftest import ADDRESS, until
from tests.hardware.kernel import Kernel

FIRST = 11
STAND = STAND_PLACES[0]
PINS = (5, 6, 13, 19, 26, 21)
A, B = CardFace("A", position=(1, 5)), CardFace("B", (1,), (1, 5))
CONFIG = RigConfig(
    tuple(
        StandConfig(place, f"mux:m/{k}", buttons={"main": pin}, light=pin + 1)
        for k, (place, pin) in enumerate(zip(STAND_PLACES, (5, 9, 13, 19, 26, 21), strict=True))
    ),
    (MuxConfig("m", reset=4),),
)  # fmt: skip
Started = Callable[..., WiredRig]


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    kernel = Kernel(tmp_path)
    kernel.add_mux(FIRST)
    return kernel


@pytest.fixture
def edges() -> list[ButtonEdge]:
    return []


@pytest.fixture
def started(kernel: Kernel, edges: list[ButtonEdge]) -> Iterator[Started]:
    rigs: list[WiredRig] = []

    def started(config: RigConfig = CONFIG, drivers: Drivers | None = None) -> WiredRig:
        rig = open_rig(config, drivers or kernel.drivers())
        assert isinstance(rig, WiredRig)
        rigs.append(rig)
        rig.start(edges.append)
        return rig

    yield started
    for rig in rigs:
        rig.stop()


def everywhere(kernel: Kernel, face: CardFace) -> bool:
    return all(kernel.shows(FIRST + k, face) for k in range(6))


def up(rig: WiredRig) -> bool:
    return all(health.up for health in rig.health().values())


def test_it_is_a_rig_and_a_bench(started: Started) -> None:
    rig: Rig = started()
    assert isinstance(rig, Bench)
    assert rig.wait(-1, 0) >= 0
    assert rig.picture(STAND).startswith(b"\x89PNG")


def test_six_equal_panels_behind_a_multiplexer(kernel: Kernel, started: Started) -> None:
    rig = started()
    faces = {place: CardFace(str(k)) for k, place in enumerate(STAND_PLACES)}
    rig.show(faces)
    until(lambda: all(kernel.shows(FIRST + k, CardFace(str(k))) for k in range(6)))
    assert up(rig)
    rig.stop()
    assert not any(kernel.glass(FIRST + k).on for k in range(6))


def test_two_addresses_on_two_buses_and_a_virtual_stand(
    kernel: Kernel, started: Started
) -> None:
    kernel.add_bus(3, 0x3C, 0x3D)
    kernel.add_bus(4, 0x3C)
    kernel.buses[4].panels[0x3C] = Sh1106()
    stands = (
        StandConfig(STAND_PLACES[0], "i2c:3"),
        StandConfig(STAND_PLACES[1], "i2c:3", address=0x3D, panel="ssd1309"),
        StandConfig(STAND_PLACES[2], "i2c:4"),
        StandConfig(CENTRE),
    )
    rig = started(RigConfig(stands))
    rig.show({stand.place: A for stand in stands})
    until(lambda: kernel.shows(3, A) and kernel.shows(3, A, 0x3D) and kernel.shows(4, A))
    until(lambda: up(rig))


def test_nothing_is_there_and_the_twins_stand_in(
    tmp_path: Path, started: Started, edges: list[ButtonEdge]
) -> None:
    nothing = Kernel(tmp_path / "empty")
    rig = started(drivers=nothing.drivers())
    before = rig.picture(STAND)
    rig.show({STAND: A})
    until(lambda: rig.picture(STAND) != before)
    until(lambda: "dtoverlay" in rig.health()[STAND].why)
    rig.set_button(STAND, "main", down=True)
    until(lambda: edges)
    assert edges[0].place == STAND


def test_a_multiplexer_that_comes_later_is_right_within_two_seconds(
    kernel: Kernel, started: Started
) -> None:
    shutil.rmtree(kernel.sysfs / "1-0070")
    rig = started()
    rig.show(dict.fromkeys(STAND_PLACES, A))
    until(lambda: "unknown to the kernel" in rig.health()[STAND].why)
    kernel.add_mux(FIRST)
    until(lambda: everywhere(kernel, A), limit_s=2.0)


def test_channels_under_new_numbers_are_found(kernel: Kernel, started: Started) -> None:
    rig = started()
    rig.show({STAND: A})
    until(lambda: kernel.shows(FIRST, A))
    kernel.buses.clear()
    kernel.add_mux(FIRST + 20)
    until(lambda: kernel.shows(FIRST + 20, A), limit_s=2.0)


def test_one_panel_unplugged_and_back_while_the_others_go_on(
    kernel: Kernel, started: Started
) -> None:
    rig = started()
    rig.show(dict.fromkeys(STAND_PLACES, A))
    until(lambda: everywhere(kernel, A))
    kernel.buses[FIRST].deaf[ADDRESS] = errno.EREMOTEIO
    until(lambda: not rig.health()[STAND].up)
    rig.show(dict.fromkeys(STAND_PLACES, B))
    until(lambda: all(kernel.shows(FIRST + k, B) for k in range(1, 6)))
    kernel.glass(FIRST).power_cycle()
    del kernel.buses[FIRST].deaf[ADDRESS]
    until(lambda: kernel.shows(FIRST, B), limit_s=2.0)


@pytest.mark.parametrize("panel", ["auto", "ssd1306"])
def test_a_panel_that_refuses_costs_the_others_less_than_fifty_milliseconds(
    kernel: Kernel, started: Started, panel: PanelKind
) -> None:
    first, *rest = CONFIG.stands
    config = replace(CONFIG, stands=(replace(first, panel=panel), *rest))
    kernel.buses[FIRST].deaf[ADDRESS] = errno.EREMOTEIO
    rig = started(config)
    rig.show(dict.fromkeys(STAND_PLACES, A))
    until(lambda: all(kernel.shows(FIRST + k, A) for k in range(1, 6)))
    bus = kernel.buses[FIRST]
    before, attempts = bus.traffic, kernel.count[FIRST]
    until(lambda: kernel.count[FIRST] > attempts)
    time.sleep(0.1)  # whatever belongs to that attempt
    spent = bus.traffic - before
    assert spent.bits / 400_000 < 0.050
    assert spent.bits / 100_000 < 0.050
    assert rig.health()[STAND].why


def test_a_bus_that_hangs_holds_nothing_else_up_and_heals(
    kernel: Kernel, started: Started
) -> None:
    kernel.add_bus(3, 0x3C)
    kernel.timeout_s = 0.6
    stands = (*CONFIG.stands, StandConfig(CENTRE, "i2c:3"))
    rig = started(replace(CONFIG, stands=stands))
    rig.show(dict.fromkeys((*STAND_PLACES, CENTRE), A))
    until(lambda: everywhere(kernel, A) and kernel.shows(3, A))
    kernel.stuck |= set(range(FIRST, FIRST + 7))
    until(lambda: not any(rig.health()[place].up for place in STAND_PLACES))
    assert any("hangs" in health.why for health in rig.health().values())
    for face in (B, A, B):
        start_s = time.monotonic()
        rig.show(dict.fromkeys((*STAND_PLACES, CENTRE), face))
        until(lambda face=face: kernel.shows(3, face))  # type: ignore[misc]  # bound now
        assert time.monotonic() - start_s < 0.5  # a timeout of the other bus takes longer
    before = sum(kernel.count[FIRST + k] for k in range(6))
    time.sleep(1.2)
    assert sum(kernel.count[FIRST + k] for k in range(6)) - before <= 3
    kernel.stuck.clear()
    until(lambda: everywhere(kernel, B), limit_s=2.0)


def test_the_multiplexer_is_reset_when_its_bus_hangs(
    kernel: Kernel, started: Started
) -> None:
    rig = started()
    rig.show({STAND: A})
    until(lambda: kernel.shows(FIRST, A))
    line = kernel.factory.pin(4)
    assert isinstance(line, MockPin)
    line.clear_states()
    kernel.stuck |= set(range(FIRST, FIRST + 7))
    until(lambda: [state.state for state in line.states][:3] == [True, False, True])


def test_presses_come_from_the_pins_of_the_chosen_factory(
    kernel: Kernel, started: Started, edges: list[ButtonEdge]
) -> None:
    started()
    kernel.factory.pin(5).drive_low()
    until(lambda: edges)
    assert (edges[0].place, edges[0].down) == (STAND, True)


def test_the_light_is_on_while_chips_lie_there(kernel: Kernel, started: Started) -> None:
    rig = started()
    light = kernel.factory.pin(6)
    rig.show({STAND: B})
    until(lambda: light.state)
    rig.show({STAND: A})
    until(lambda: not light.state)


def test_dead_pins_are_told_loudly_and_stop_nothing(
    kernel: Kernel, started: Started, caplog: pytest.LogCaptureFixture
) -> None:
    def pins() -> None:
        raise HardwareError("the pins cannot be used: sudo apt install python3-lgpio")

    with caplog.at_level(logging.ERROR):
        rig = started(drivers=replace(kernel.drivers(), pins=pins))
    assert "Buttons, lights and resets are dead" in caplog.text
    rig.show({STAND: A})
    until(lambda: kernel.shows(FIRST, A))
    until(lambda: rig.health()[STAND].up)
    assert "its buttons are dead: the pins" in rig.health()[STAND].why


def test_a_refusal_is_shown_on_the_glass_and_goes_away(
    kernel: Kernel, started: Started
) -> None:
    rig = started()
    rig.show({STAND: A})
    until(lambda: kernel.shows(FIRST, A))
    rig.refuse(STAND)
    until(lambda: not kernel.shows(FIRST, A))
    until(lambda: kernel.shows(FIRST, A))
