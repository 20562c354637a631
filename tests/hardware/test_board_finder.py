"""Boards without a number, and several with one: found by what they say themselves."""

import errno
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import HardwareError
from companion.links import UsbLink
from companion.ports import STAND_PLACES, CardFace, RigConfig, StandConfig
from hardware.boards import board_finder
from hardware.boards.board_finder import BoardFinder, own_number
from hardware.pins.drivers import open_port
from hardware.rig.wired import WiredRig
from tests.hardware.board import Board
from tests.hardware.kernel import Kernel
from tests.hardware.test_serial_stand import Script
from tests.waiting import wait_for

CH340, CP2102, PICO = 0x1A86, 0x10C4, 0x2E8A
A, B = CardFace("A"), CardFace("B")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_finder, "ASK_S", 0.2)


def port(
    device: str, serial: str | None = None, vid: int | None = CH340, location: str = ""
) -> SimpleNamespace:
    return SimpleNamespace(
        device=device, serial_number=serial, vid=vid, location=location or device
    )


class Usb:
    """What is plugged in, and what says what: *boards* has each path's id, "" for a printer."""

    def __init__(self, *ports: SimpleNamespace, boards: dict[str, str]) -> None:
        self.ports, self.boards = list(ports), boards
        self.asked: list[str] = []

    def list(self) -> list[Any]:
        return list(self.ports)

    def open(self, path: str) -> Script:
        self.asked.append(path)
        if path not in self.boards:
            raise OSError(errno.EBUSY, "busy")
        said = self.boards[path]
        hello = [f"HELLO 1 {said} 128x64 btn=1 fw=1.2"] if said else []
        return Script(lambda body: hello if body == "HI" else [])

    def finder(self, *named: str) -> BoardFinder:
        return BoardFinder(self.list, self.open, lambda: named)


def test_a_board_without_a_number_is_known_by_its_word() -> None:
    usb = Usb(port("/a"), port("/b"), boards={"/a": "a1b2", "/b": "c3d4"})
    finder = usb.finder("a1b2", "c3d4")
    assert finder.find("C3:D4") == "/b"
    assert finder.find("a1b2") == "/a"
    assert usb.asked == ["/a", "/b"], "each is asked once"
    usb.ports = [port("/b"), port("/c")]  # both replugged, and the sockets changed places
    usb.boards = {"/b": "a1b2", "/c": "c3d4"}
    assert finder.find("c3d4") == "/c", "its own port is asked anew"
    assert finder.find("a1b2") == "/b"


def test_boards_that_all_say_one_number_are_known_by_their_word() -> None:
    usb = Usb(
        port("/a", "0001", CP2102),
        port("/b", "0001", CP2102),
        boards={"/a": "a1", "/b": "b2"},
    )
    finder = usb.finder("a1", "b2")
    assert [finder.find("b2"), finder.find("a1")] == ["/b", "/a"]
    with pytest.raises(HardwareError) as told:
        usb.finder("0001").find("0001")
    for words in ("2 ports have the number 0001", "usb:a1 at /a", "usb:b2 at /b"):
        assert words in str(told.value)
    usb.ports.pop()
    assert usb.finder("0001").find("0001") == "/a", "one alone is served as ever"


def test_twins_that_nothing_tells_apart_are_told() -> None:
    usb = Usb(
        port("/a", "0123", PICO),
        port("/b", "0123", PICO),
        boards={"/a": "0123", "/b": "0123"},
    )
    with pytest.raises(HardwareError, match=r"2 boards say that they are 0123 \(/a, /b\)"):
        usb.finder("0123").find("0123")


def test_one_board_with_two_ports_is_at_the_one_that_answers() -> None:
    usb = Usb(
        port("/a", "E6", PICO, "1-1:1.0"),
        port("/b", "E6", PICO, "1-1:1.2"),
        boards={"/a": "", "/b": "other"},
    )
    assert usb.finder("E6").find("E6") == "/b"


def test_capitals_of_a_number_mean_nothing() -> None:
    usb = Usb(port("/a", "E66AB", PICO), boards={})
    assert usb.finder("e66ab").find("e66ab") == "/a"
    assert usb.asked == []


def test_what_is_nobodys_board_is_not_asked_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board_finder, "AGAIN_S", (0.0, 0.0))
    usb = Usb(
        port("/printer"),
        port("/ttyS0", vid=None),
        port("/mine", "B2", PICO),
        boards={"/printer": ""},
    )
    finder = usb.finder("a1", "b2")
    for _ in range(5):
        with pytest.raises(
            HardwareError, match="a1 is not plugged in, there are B2: check"
        ):
            finder.find("a1")
    assert usb.asked == ["/printer"] * 2
    usb.ports[0] = port("/again")
    usb.boards = {"/again": "a1"}
    assert finder.find("a1") == "/again"


def test_a_port_that_is_in_use_is_left_and_asked_later() -> None:
    usb = Usb(port("/a"), boards={})
    finder = usb.finder("a1")
    with pytest.raises(HardwareError, match="nor is any other"):
        finder.find("a1")
    usb.boards = {"/a": "a1"}
    assert finder.find("a1") == "/a"


def test_only_a_number_of_the_boards_own_is_one() -> None:
    ports = [
        port("/a", "E6", PICO),
        port("/b", "0001", CP2102),
        port("/c"),
        port("/d", "X", PICO),
        port("/e", "x", PICO),
    ]
    assert [own_number(each, ports) for each in ports] == ["E6", "", "", "", ""]


def test_threads_share_what_was_heard() -> None:
    usb = Usb(
        *(port(f"/{n}") for n in range(6)), boards={f"/{n}": f"id{n}" for n in range(6)}
    )
    finder = usb.finder(*usb.boards.values())
    found: dict[str, str] = {}
    threads = [
        threading.Thread(target=lambda n=n: found.update({f"id{n}": finder.find(f"id{n}")}))
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {f"id{n}": f"/{n}" for n in range(6)}
    assert sorted(usb.asked) == sorted(usb.boards)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Board]]:
    boards = [Board(tmp_path / name, board=name) for name in ("aa01", "bb02")]
    yield boards
    for board in boards:
        board.unplug()


@pytest.mark.parametrize(("serial", "vid"), [(None, CH340), ("0001", CP2102)])
def test_real_firmware_behind_bridges_is_served_swapped_and_replugged(
    two: list[Board],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    serial: str | None,
    vid: int,
) -> None:
    monkeypatch.setattr(board_finder, "ASK_S", 2.0)
    first, second = two
    plugged: Callable[[], list[Any]] = lambda: [  # noqa: E731 - read anew at each look
        port(each.device, serial, vid) for each in two if each.device
    ]
    drivers = replace(
        Kernel(tmp_path / "sysfs").drivers(), ports=plugged, open_port=open_port
    )
    config = RigConfig(
        (
            StandConfig(STAND_PLACES[0], UsbLink("AA01")),
            StandConfig(STAND_PLACES[1], UsbLink("bb02")),
        )
    )
    rig = WiredRig(config, drivers)
    rig.start(lambda _edge: None)
    try:
        rig.show({STAND_PLACES[0]: A, STAND_PLACES[1]: B})
        wait_for(lambda: first.shows(A) and second.shows(B), "both letters")
        for board in two:
            board.unplug()
        second.plug_in()  # the system may give it the other one's port
        first.plug_in()
        wait_for(lambda: first.shows(A) and second.shows(B), "both letters again")
    finally:
        rig.stop()
