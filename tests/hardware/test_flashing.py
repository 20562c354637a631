"""Bare boards become stands: the real interpreter behind a prompt, on a pseudo-terminal."""

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import HardwareError
from hardware.boards.serial_link import Port
from hardware.pins.drivers import Drivers, open_port
from hardware.workshop import flashing
from hardware.workshop.flashing import FIRMWARE, Flasher, boards, without_program
from tests.hardware.board import HERE, INTERPRETERS, Board
from tests.waiting import wait_for

NUMBER = "e6614c311b6a7b2c"
SOURCE = FIRMWARE.read_bytes()


@pytest.fixture(params=INTERPRETERS)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Board]:
    (tmp_path / "board" / "flash").mkdir(parents=True)
    board = Board(tmp_path / "board", request.param, firmware=HERE / "prompt.py")
    yield board
    board.unplug()


def drivers(board: Board, opener: Callable[[str], Port] = open_port) -> Drivers:
    def ports() -> list[Any]:
        return [
            SimpleNamespace(device=board.device, serial_number=NUMBER, vid=0x2E8A),
            SimpleNamespace(device="/dev/ttyS0", serial_number=None, vid=None),
            SimpleNamespace(device="/dev/ttyUSB0", serial_number="A1", vid=0x0403),
        ]

    return replace(Drivers(), ports=ports, open_port=opener)


def kept(board: Board) -> Path:
    return board.folder / "flash" / "main.py"


def test_a_bare_board_becomes_a_stand_and_is_known_as_one(bare: Board) -> None:
    there = drivers(bare)
    assert list(boards(there.ports())) == [NUMBER]  # a printer's port is left alone
    flasher = Flasher(there, SOURCE)
    assert flasher.flash(NUMBER) == f"has firmware {flasher.version} now"
    assert kept(bare).read_bytes() == SOURCE
    assert not kept(bare).with_name("main.py.new").exists()
    assert flasher.flash(NUMBER) == f"runs firmware {flasher.version} already"


class Cut:
    """A port whose cable goes after so many writes; *half*: in the midst of the last."""

    def __init__(self, port: Port, writes: int) -> None:
        self._port, self._left = port, writes
        self.read, self.close = port.read, port.close

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    def write(self, data: bytes) -> object:
        self._left -= 1
        if self._left < 0:
            self._port.write(data[: len(data) // 2])
            raise OSError(errno.EIO, "gone")
        return self._port.write(data)


def test_cut_off_anywhere_it_is_done_again(
    bare: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "LISTEN_S", 0.15)
    last = 5 + -(-len(SOURCE) // flashing._PIECE)
    old = b"pass\n"
    kept(bare).write_bytes(old)
    for writes in (1, 2, last // 2, last - 2):
        broken = drivers(bare, lambda path, n=writes: Cut(open_port(path), n))  # type: ignore[misc]  # bound now
        with pytest.raises(HardwareError, match=r"was lost on the way .*plug it in again"):
            Flasher(broken, SOURCE).flash(NUMBER)
        assert kept(bare).read_bytes() == old
    Flasher(drivers(bare), SOURCE).flash(NUMBER)
    assert kept(bare).read_bytes() == SOURCE


def test_another_firmware_is_flashed_with_its_button_held(bare: Board) -> None:
    Flasher(drivers(bare), SOURCE).flash(NUMBER)
    newer = Flasher(
        drivers(bare), SOURCE.replace(b'FIRMWARE = "1.2"', b'FIRMWARE = "1.99"')
    )
    with pytest.raises(HardwareError, match=r"runs firmware 1\.2, .* hold its button"):
        newer.flash(NUMBER)
    bare.unplug()
    bare.plug_in(held=True)
    prompt = open_port(bare.device)
    wait_for(lambda: b">>>" in prompt.read(4), "the prompt")  # the finger may go
    prompt.close()
    bare.press(down=False)
    assert newer.flash(NUMBER) == "has firmware 1.99 now"


def test_what_is_written_is_read_back(bare: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "_CHECK", flashing._CHECK.replace("c=0", "c=1"))
    with pytest.raises(HardwareError, match="reads back something else"):
        Flasher(drivers(bare), SOURCE).flash(NUMBER)
    assert not kept(bare).exists()


def test_a_board_that_refuses_says_why(
    bare: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "_SWAP", "raise OSError(28)")
    with pytest.raises(HardwareError, match=r"refuses its firmware \(OSError: .*28"):
        Flasher(drivers(bare), SOURCE).flash(NUMBER)


def test_a_board_without_micropython_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "LISTEN_S", 0.1)
    monkeypatch.setattr(flashing, "PROMPT_S", 0.1)
    outside, inside = os.openpty()
    silent = SimpleNamespace(device=os.ttyname(inside))
    with pytest.raises(HardwareError, match="does not answer as MicroPython"):
        Flasher(drivers(silent), SOURCE).flash(NUMBER)  # type: ignore[arg-type]  # a port and no more
    os.close(outside)
    os.close(inside)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "group dialout"),
        (errno.EBUSY, "another program has it; stop the table first"),
        (errno.EIO, "cannot be opened"),
    ],
)
def test_a_port_that_cannot_be_opened(number: int, sentence: str) -> None:
    def refuse(_path: str) -> Port:
        raise OSError(number, "no")

    there = drivers(SimpleNamespace(device="/dev/ttyACM0"), refuse)  # type: ignore[arg-type]  # as above
    with pytest.raises(HardwareError, match=sentence):
        Flasher(there, SOURCE).flash(NUMBER)


def test_a_port_that_is_taken_for_real(bare: Board) -> None:
    taken = open_port(bare.device)
    with pytest.raises(HardwareError, match="another program has it"):
        Flasher(drivers(bare), SOURCE).flash(NUMBER)
    taken.close()


def test_a_board_that_shows_its_drive_runs_nothing(tmp_path: Path) -> None:
    for name, vendor, product in (
        ("1-1", "2e8a", "0003"),
        ("1-2", "2e8a", "000f"),
        ("1-3", "2e8a", "0005"),
        ("usb1", "1d6b", "0003"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(f"{vendor}\n")
        (tmp_path / name / "idProduct").write_text(f"{product}\n")
    (tmp_path / "1-0:1.0").mkdir()
    assert without_program(tmp_path) == 2
    assert without_program(tmp_path / "none") == 0
