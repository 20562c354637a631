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
from companion.links import I2cLink, MuxLink
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
from hardware.displays.bus_worker import ManagedDisplay
from hardware.displays.lamp import BLINK_S
from hardware.drawing.faces import draw
from hardware.drawing.signs import refused
from hardware.emulator.bus import WriteMessage
from hardware.emulator.controllers import Sh1106
from hardware.panels.i2c import I2cPanel
from hardware.pins.drivers import Drivers
from hardware.pins.outputs import Outputs
from hardware.rig.open_rig import open_rig
from hardware.rig.wired import WiredRig
from tests.hardware.conftest import ADDRESS
from tests.hardware.kernel import Kernel
from tests.waiting import wait_for

FIRST = 11
STAND = STAND_PLACES[0]
PINS = (5, 6, 13, 19, 26, 21)
A, B = CardFace("A", position=(1, 5)), CardFace("B", (1,), (1, 5))
CONFIG = RigConfig(
    tuple(
        StandConfig(place, MuxLink("m", k), buttons={"main": pin}, light=pin + 1)
        for k, (place, pin) in enumerate(zip(STAND_PLACES, (5, 9, 13, 19, 26, 21), strict=True))
    ),
    (MuxConfig("m", reset=4),),
)  # fmt: skip
Started = Callable[..., WiredRig]

pytestmark = pytest.mark.usefixtures("eager")


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
    wait_for(lambda: all(kernel.shows(FIRST + k, CardFace(str(k))) for k in range(6)))
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
        StandConfig(STAND_PLACES[0], I2cLink(3)),
        StandConfig(STAND_PLACES[1], I2cLink(3), address=0x3D, panel="ssd1309"),
        StandConfig(STAND_PLACES[2], I2cLink(4)),
        StandConfig(CENTRE),
    )
    rig = started(RigConfig(stands))
    rig.show({stand.place: A for stand in stands})
    wait_for(lambda: kernel.shows(3, A) and kernel.shows(3, A, 0x3D) and kernel.shows(4, A))
    wait_for(lambda: up(rig))


def test_nothing_is_there_and_the_twins_stand_in(
    tmp_path: Path, started: Started, edges: list[ButtonEdge]
) -> None:
    nothing = Kernel(tmp_path / "empty")
    rig = started(drivers=nothing.drivers())
    before = rig.picture(STAND)
    rig.show({STAND: A})
    wait_for(lambda: rig.picture(STAND) != before)
    wait_for(lambda: "companion setup-pi" in rig.health()[STAND].why)
    rig.set_button(STAND, "main", down=True)
    wait_for(lambda: edges)
    assert edges[0].place == STAND


def test_a_multiplexer_that_comes_later_is_found(kernel: Kernel, started: Started) -> None:
    shutil.rmtree(kernel.sysfs / "1-0070")
    rig = started()
    rig.show(dict.fromkeys(STAND_PLACES, A))
    wait_for(lambda: "unknown to the kernel" in rig.health()[STAND].why)
    kernel.add_mux(FIRST)
    wait_for(lambda: everywhere(kernel, A))


def test_channels_under_new_numbers_are_found(kernel: Kernel, started: Started) -> None:
    rig = started()
    rig.show({STAND: A})
    wait_for(lambda: kernel.shows(FIRST, A))
    kernel.buses.clear()
    kernel.add_mux(FIRST + 20)
    wait_for(lambda: kernel.shows(FIRST + 20, A))


def test_one_panel_unplugged_and_back_while_the_others_go_on(
    kernel: Kernel, started: Started
) -> None:
    rig = started()
    rig.show(dict.fromkeys(STAND_PLACES, A))
    wait_for(lambda: everywhere(kernel, A))
    kernel.buses[FIRST].deaf[ADDRESS] = errno.EREMOTEIO
    wait_for(lambda: not rig.health()[STAND].up)
    rig.show(dict.fromkeys(STAND_PLACES, B))
    wait_for(lambda: all(kernel.shows(FIRST + k, B) for k in range(1, 6)))
    kernel.glass(FIRST).power_cycle()
    del kernel.buses[FIRST].deaf[ADDRESS]
    wait_for(lambda: kernel.shows(FIRST, B))


@pytest.mark.parametrize("panel", ["auto", "ssd1306"])
def test_a_panel_that_refuses_costs_the_others_less_than_fifty_milliseconds(
    kernel: Kernel, started: Started, panel: PanelKind
) -> None:
    first, *rest = CONFIG.stands
    config = replace(CONFIG, stands=(replace(first, panel=panel), *rest))
    bus = kernel.buses[FIRST]
    bus.deaf[ADDRESS] = errno.EREMOTEIO
    rig = started(config)
    rig.show(dict.fromkeys(STAND_PLACES, A))
    wait_for(lambda: all(kernel.shows(FIRST + k, A) for k in range(1, 6)))
    wait_for(lambda: "does not answer" in rig.health()[STAND].why)
    rig.stop()
    before = bus.traffic
    panel_alone = I2cPanel(bus, ADDRESS, message=WriteMessage, controller=panel)
    ManagedDisplay(STAND, panel_alone).tick(A, 0.0)  # one attempt
    assert 0 < (bus.traffic - before).bits / 100_000 < 0.050


def test_a_bus_that_hangs_holds_nothing_else_up_and_heals(
    kernel: Kernel, started: Started
) -> None:
    kernel.add_bus(3, 0x3C)
    stands = (*CONFIG.stands, StandConfig(CENTRE, I2cLink(3)))
    rig = started(replace(CONFIG, stands=stands))
    rig.show(dict.fromkeys((*STAND_PLACES, CENTRE), A))
    wait_for(lambda: everywhere(kernel, A) and kernel.shows(3, A))
    kernel.time_is_up.clear()
    kernel.stuck |= set(range(FIRST, FIRST + 7))
    for face in (B, A, B):  # the other bus hangs all the while
        rig.show(dict.fromkeys((*STAND_PLACES, CENTRE), face))
        wait_for(lambda face=face: kernel.shows(3, face))  # type: ignore[misc]  # bound now
    kernel.time_is_up.set()
    wait_for(lambda: not any(rig.health()[place].up for place in STAND_PLACES))
    assert any("hangs" in health.why for health in rig.health().values())
    kernel.stuck.clear()
    wait_for(lambda: everywhere(kernel, B))


def test_the_multiplexer_is_reset_when_its_bus_hangs(
    kernel: Kernel, started: Started
) -> None:
    rig = started()
    rig.show({STAND: A})
    wait_for(lambda: kernel.shows(FIRST, A))
    line = kernel.factory.pin(4)
    assert isinstance(line, MockPin)
    line.clear_states()
    kernel.stuck |= set(range(FIRST, FIRST + 7))
    wait_for(lambda: [state.state for state in line.states][:3] == [True, False, True])


def test_presses_come_from_the_pins_of_the_chosen_factory(
    kernel: Kernel, started: Started, edges: list[ButtonEdge]
) -> None:
    started()
    kernel.factory.pin(5).drive_low()
    wait_for(lambda: edges)
    assert (edges[0].place, edges[0].down) == (STAND, True)


def test_the_light_is_on_while_chips_lie_there(kernel: Kernel, started: Started) -> None:
    rig = started()
    light = kernel.factory.pin(6)
    rig.show({STAND: B})
    wait_for(lambda: light.state)
    rig.show({STAND: A})
    wait_for(lambda: not light.state)


@pytest.mark.parametrize(("face", "steady"), [(B, True), (A, False)])
def test_the_light_blinks_and_is_then_as_it_was(
    kernel: Kernel, started: Started, *, face: CardFace, steady: bool
) -> None:
    rig = started()
    light = kernel.factory.pin(6)
    rig.show({STAND: face})
    wait_for(lambda: kernel.shows(FIRST, face) and light.state == steady)
    light.clear_states()
    rig.blink(STAND)
    over_s = time.monotonic() + BLINK_S
    wait_for(lambda: len(light.states) > 2)
    wait_for(lambda: time.monotonic() > over_s and light.state == steady)


def test_dead_pins_are_told_loudly_and_stop_nothing(
    kernel: Kernel, started: Started, caplog: pytest.LogCaptureFixture
) -> None:
    def pins() -> None:
        raise HardwareError("the pins cannot be used: sudo apt install python3-lgpio")

    with caplog.at_level(logging.ERROR):
        rig = started(drivers=replace(kernel.drivers(), pins=pins))
    assert "Buttons, lights and resets are dead" in caplog.text
    rig.show({STAND: A})
    wait_for(lambda: kernel.shows(FIRST, A))
    wait_for(lambda: rig.health()[STAND].up)
    assert "its pins are dead: the pins" in rig.health()[STAND].why


class Taken(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that an overlay has: lgpio's own error, which is none of gpiozero's."""

    def __init__(self, factory: object, info: object) -> None:
        super().__init__(factory, info)
        raise RuntimeError("'GPIO busy'")


@pytest.mark.parametrize(
    ("taken", "part"), [(5, "button main"), (6, "light"), (4, "reset")]
)
def test_a_pin_that_is_taken_is_dead_alone(
    kernel: Kernel,
    started: Started,
    edges: list[ButtonEdge],
    caplog: pytest.LogCaptureFixture,
    taken: int,
    part: str,
) -> None:
    pin = kernel.factory.pin

    def refusing(name: int) -> MockPin:
        return pin(name, pin_class=Taken) if name == taken else pin(name)

    kernel.factory.pin = refusing
    with caplog.at_level(logging.ERROR):
        rig = started()
    rig.show(dict.fromkeys(STAND_PLACES, B))
    wait_for(lambda: everywhere(kernel, B) and up(rig))
    assert f"stand-1: its {part} is dead: GPIO{taken} cannot be used" in caplog.text
    assert f"its {part} is dead: GPIO{taken} cannot" in rig.health()[STAND].why
    assert ("dead" in rig.health()[STAND_PLACES[1]].why) is (part == "reset")  # theirs, too
    pin(9).drive_low()  # the button of the second stand
    wait_for(lambda: edges)
    assert edges[0].place == STAND_PLACES[1]
    wait_for(lambda: pin(10).state)  # its light


def test_a_refusal_is_shown_on_the_glass_and_goes_away(
    kernel: Kernel, started: Started
) -> None:
    rig = started()
    rig.show({STAND: A})
    wait_for(lambda: kernel.shows(FIRST, A))
    seen = kernel.pictures(FIRST)
    rig.refuse(STAND)
    wait_for(lambda: refused(draw(A, (128, 64))).tobytes() in seen, "the sign")
    wait_for(lambda: kernel.shows(FIRST, A))


def test_a_stand_in_the_browser_may_have_its_button_on_the_table(
    kernel: Kernel, started: Started, edges: list[ButtonEdge]
) -> None:
    stands = (
        StandConfig(STAND_PLACES[0], MuxLink("m", 0)),
        StandConfig(STAND_PLACES[1], buttons={"main": 6}),
    )
    started(RigConfig(stands, (MuxConfig("m"),)))
    kernel.factory.pin(6).drive_low()
    wait_for(lambda: bool(edges), "the press")
    assert (edges[0].place, edges[0].button, edges[0].down) == (
        STAND_PLACES[1],
        "main",
        True,
    )


def test_a_reset_is_as_long_as_the_slowest_controller_wants(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An SSD1306 wants 3 us, an SH1106 10."""
    slept = list[tuple[float, int]]()
    pin, outputs = kernel.factory.pin(4), Outputs(kernel.factory, (), (4,))
    monkeypatch.setattr(time, "sleep", lambda for_s: slept.append((for_s, pin.state)))
    outputs.pulse((4,))
    monkeypatch.undo()
    ((for_s, level),) = slept
    assert for_s >= 10e-6
    assert (level, pin.state) == (0, 1)
    outputs.close()


def test_a_board_that_was_made_the_same_stand_twice_leaves_none_behind() -> None:
    """A nameless one that was erased, say, and made anew; then it is taken back."""
    rig = WiredRig(RigConfig((StandConfig(STAND),)), Drivers(ports=list))
    rig.start(lambda _edge: None)
    try:
        rig.show({STAND: A})
        before = rig._workers
        for _ in range(2):
            rig.take_board(STAND, "X")
            assert len(rig._workers) == len(before) + 1
        wait_for(lambda: not rig.health()[STAND].up, "that it is missed")
        rig.drop_board(STAND)
        assert rig._workers == before
        assert rig.health()[STAND].up
    finally:
        rig.stop()
