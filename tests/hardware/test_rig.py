import errno
import io
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from typing import Literal

import pytest
from gpiozero import Device
from PIL import Image

from companion.errors import DataError, HardwareError
from companion.links import I2cLink, UsbLink
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    Bench,
    ButtonEdge,
    CardFace,
    Face,
    Place,
    Rig,
    RigConfig,
    StandConfig,
)
from hardware.drawing.faces import draw
from hardware.rig.open_rig import open_rig, virtual_config
from hardware.rig.virtual import VirtualRig, twin_config
from tests.hardware.conftest import ADDRESS
from tests.waiting import LIMIT_S, wait_for

STAND = STAND_PLACES[0]
A, B = CardFace("A", position=(1, 5)), CardFace("B", position=(1, 5))


@pytest.fixture
def edges() -> list[ButtonEdge]:
    return []


@pytest.fixture
def rig(edges: list[ButtonEdge]) -> Iterator[VirtualRig]:
    rig = VirtualRig(virtual_config())
    rig.start(edges.append)
    yield rig
    rig.stop()


def seen(rig: VirtualRig, place: Place) -> bytes:
    image = Image.open(io.BytesIO(rig.picture(place)))
    assert (image.mode, image.size) == ("1", (128, 64))
    return image.tobytes()


def shows(rig: VirtualRig, face: Face, place: Place = STAND) -> bool:
    return seen(rig, place) == draw(face, (128, 64)).tobytes()


def test_it_is_a_rig_and_a_bench() -> None:
    virtual = VirtualRig(virtual_config())
    as_rig: Rig = virtual  # mypy compares the signatures
    as_bench: Bench = virtual
    assert (as_rig, as_bench) == (virtual, virtual)


def test_six_stands_and_the_centre(rig: VirtualRig) -> None:
    faces = {place: CardFace(str(n)) for n, place in enumerate((*STAND_PLACES, CENTRE))}
    rig.show(faces)
    wait_for(lambda: all(shows(rig, face, place) for place, face in faces.items()))
    assert set(rig.health()) == set(faces)
    assert all(health.up for health in rig.health().values())


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize("panel", ["auto", "ssd1306", "sh1106"])
def test_every_panel_shows_the_picture_upright(
    panel: Literal["auto", "ssd1306", "sh1106"], rotate: Literal[0, 2]
) -> None:
    rig = VirtualRig(RigConfig((StandConfig(STAND, panel=panel, rotate=rotate),)))
    rig.start(print)
    try:
        for face in (A, B):
            rig.show({STAND: face})
            wait_for(partial(shows, rig, face))
    finally:
        rig.stop()


def test_a_press_on_the_pin_comes_out_as_an_edge(
    rig: VirtualRig, edges: list[ButtonEdge]
) -> None:
    presses = [(STAND, "main"), (CENTRE, "wildcard"), (CENTRE, "undo"), (CENTRE, "next")]
    for place, button in presses:
        for down in (True, False):
            edges.clear()
            rig.set_button(place, button, down=down)
            wait_for(lambda: edges)
            (edge,) = edges
            assert (edge.place, edge.button, edge.down) == (place, button, down)


def test_a_twin_has_the_buttons_of_the_board_beside_those_at_pins() -> None:
    board = UsbLink("abc")
    pins: tuple[dict[str, int], ...] = (
        {},
        {"next": 2},
        {"wildcard": 2, "undo": 3, "next": 4},
    )
    for buttons in pins:
        config = RigConfig((StandConfig(CENTRE, board, buttons=buttons),))
        (twin,) = twin_config(config).stands
        assert {*twin.buttons} == {"wildcard", "undo", "next"}
        assert twin.buttons.items() >= buttons.items()
        assert len({*twin.buttons.values()}) == 3
    (stand,) = twin_config(RigConfig((StandConfig(STAND, board),))).stands
    assert [*stand.buttons] == ["main"]
    (wired,) = twin_config(RigConfig((StandConfig(CENTRE, I2cLink(1)),))).stands
    assert wired.buttons == {}


def test_wait_blocks_until_there_is_a_newer_picture(rig: VirtualRig) -> None:
    rig.show({})
    # Each display has drawn its first picture; nothing else is due for a minute.
    number = wait_for(lambda: rig.wait(-1, 0) if rig.wait(-1, 0) >= len(rig.stands) else 0)
    waiting = Future[int]()
    thread = threading.Thread(target=lambda: waiting.set_result(rig.wait(number, LIMIT_S)))
    thread.start()
    assert not waiting.done()
    rig.show({STAND: A})
    assert waiting.result(LIMIT_S) > number
    wait_for(lambda: shows(rig, A))
    assert rig.wait(10**9, 10 * LIMIT_S) > number  # of an earlier run: no reason to wait
    thread.join()


def test_a_stand_unplugged_and_back(rig: VirtualRig) -> None:
    rig.show({STAND: A})
    wait_for(lambda: shows(rig, A))
    stand = rig.stands[STAND]
    stand.bus.deaf[ADDRESS] = errno.EREMOTEIO
    wait_for(lambda: not rig.health()[STAND].up)
    assert "does not answer" in rig.health()[STAND].why
    assert rig.health()[CENTRE].up
    stand.controller.power_cycle()
    rig.show({STAND: B})
    del stand.bus.deaf[ADDRESS]
    wait_for(lambda: shows(rig, B))
    assert rig.health()[STAND].up


def test_silent_power_loss_heals_by_itself(rig: VirtualRig) -> None:
    rig.show({STAND: A})
    wait_for(lambda: shows(rig, A))
    rig.stands[STAND].controller.power_cycle()
    assert not shows(rig, A)
    wait_for(lambda: shows(rig, A))


def test_start_and_stop_leave_nothing_behind() -> None:
    before = set(threading.enumerate())
    rig = VirtualRig(virtual_config())
    for _ in range(3):
        edges: list[ButtonEdge] = []
        rig.start(edges.append)
        rig.show({STAND: A})
        wait_for(lambda: shows(rig, A))
        rig.set_button(STAND, "main", down=True)
        wait_for(edges.__len__)
        rig.stop()
        rig.stop()
        assert set(threading.enumerate()) <= before
        assert not any(seen(rig, place).strip(b"\0") for place in rig.stands)
        assert not any(health.up for health in rig.health().values())
    assert Device.pin_factory is None


def test_two_rigs_live_in_one_process(rig: VirtualRig, edges: list[ButtonEdge]) -> None:
    other = VirtualRig(virtual_config())
    other_edges: list[ButtonEdge] = []
    other.start(other_edges.append)
    try:
        other.set_button(STAND, "main", down=True)
        other.show({STAND: B})
        rig.show({STAND: A})
        wait_for(lambda: other_edges and shows(other, B) and shows(rig, A))
        assert edges == []
    finally:
        other.stop()


def test_what_the_bench_does_not_have_is_named(rig: VirtualRig) -> None:
    with pytest.raises(DataError, match="no display at 'stand-9'"):
        rig.picture(Place("stand-9"))
    with pytest.raises(DataError, match="no button 'self-destruct'"):
        rig.set_button(STAND, "self-destruct", down=True)
    with pytest.raises(HardwareError, match="already started"):
        rig.start(print)
    rig.stop()
    with pytest.raises(HardwareError, match="start it first"):
        rig.set_button(STAND, "main", down=True)


def test_open_rig_opens_the_virtual_one() -> None:
    assert isinstance(open_rig(virtual_config()), VirtualRig)


def test_a_rig_without_centre_and_buttons() -> None:
    rig = VirtualRig(RigConfig((StandConfig(STAND),)))
    rig.start(print)
    rig.show({STAND: A, CENTRE: B})
    wait_for(lambda: shows(rig, A))
    rig.stop()
