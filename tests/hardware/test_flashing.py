"""Bare boards become stands: the real interpreter behind a prompt, on a pseudo-terminal."""

import base64
import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.config.rig_edit import with_board
from companion.errors import ConfigError, HardwareError
from hardware.boards.serial_link import Port
from hardware.pins.drivers import Drivers, open_port
from hardware.workshop import flashing, hearing, raw_prompt
from hardware.workshop.flashing import FIRMWARE, Flasher
from hardware.workshop.known_boards import TOLD_FILE, told
from hardware.workshop.raw_prompt import BoardError
from hardware.workshop.table_boards import boards, without_program
from tests.hardware.board import INTERPRETERS, Board
from tests.small_disk import small_disk
from tests.waiting import wait_for

NUMBER = "e6614c311b6a7b2c"
SOURCE = FIRMWARE.read_bytes()
LATER = SOURCE.replace(b'FIRMWARE = "1.3"', b'FIRMWARE = "1.99"')
KEPT = Path("/nowhere")
OLD = Path(__file__).parents[1] / "golden" / "0.2" / "firmware.txt"


@pytest.fixture(params=INTERPRETERS)
def interpreter(request: pytest.FixtureRequest) -> str:
    return str(request.param)


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
    # A line of the machine's own is left alone; behind a bridge a board has no number.
    assert list(boards(there.ports())) == [NUMBER, "/dev/ttyUSB0"]
    flasher = Flasher(there, SOURCE, KEPT)
    assert flasher.flash(NUMBER) == f"has firmware {flasher.version} now"
    assert kept(bare).read_bytes() == SOURCE
    assert not kept(bare).with_name("main.py.new").exists()
    assert flasher.flash(NUMBER) == f"runs firmware {flasher.version} already"


def test_behind_a_bridge_nothing_is_written_in_large_pieces(bare: Board) -> None:
    longest = 0

    def opened(path: str) -> Port:
        real = open_port(path)
        write = real.write

        def measured(data: bytes) -> object:
            nonlocal longest
            longest = max(longest, len(data))
            return write(data)

        real.write = measured
        return real  # type: ignore[no-any-return]  # pyserial's has no type

    there = drivers(bare, opened)
    nameless = SimpleNamespace(device=bare.device, serial_number=None, vid=0x1A86)
    bridged = replace(there, ports=lambda: [nameless])
    assert list(boards(bridged.ports())) == [bare.device]
    flasher = Flasher(bridged, SOURCE, KEPT)
    assert flasher.said_id(bare.device) == ""
    flasher.flash(bare.device)
    assert flasher.said_id(bare.device) == bare.serial_number
    assert kept(bare).read_bytes() == SOURCE
    assert longest <= 64


class Cut:
    """A port whose cable goes after so many writes; *half*: in the midst of the last."""

    def __init__(self, port: Port, writes: int) -> None:
        self._port, self.left = port, writes
        self.read, self.close = port.read, port.close

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    def write(self, data: bytes) -> object:
        self.left -= 1
        if self.left < 0:
            self._port.write(data[: len(data) // 2])
            raise OSError(errno.EIO, "gone")
        return self._port.write(data)


def test_cut_off_anywhere_it_is_done_again(
    bare: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "LISTEN_S", 0.15)
    last = 5 * (len(SOURCE) // flashing._PIECE)
    old = b"pass\n"
    kept(bare).write_bytes(old)
    for writes in (1, 2, last // 2, last):
        broken = drivers(bare, lambda path, n=writes: Cut(open_port(path), n))  # type: ignore[misc]  # bound now
        with pytest.raises(HardwareError, match=r"was lost on the way .*plug it in again"):
            Flasher(broken, SOURCE, KEPT).flash(NUMBER)
        assert kept(bare).read_bytes() == old
    Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    assert kept(bare).read_bytes() == SOURCE


def test_a_firmware_that_gives_no_prompt_is_flashed_with_its_button_held(
    bare: Board,
) -> None:
    Flasher(drivers(bare), OLD.read_bytes(), KEPT, modules=()).flash(NUMBER)
    newer = Flasher(drivers(bare), SOURCE, KEPT)
    with pytest.raises(HardwareError, match=r"runs firmware 1\.2, .* hold its button"):
        newer.flash(NUMBER)
    bare.unplug()
    bare.plug_in(held=True)
    prompt = open_port(bare.device)
    wait_for(lambda: b">>>" in prompt.read(4), "the prompt")  # the finger may go
    prompt.close()
    bare.press(down=False)
    assert newer.flash(NUMBER) == f"has firmware {newer.version} now"


def test_a_firmware_of_today_gives_its_prompt_when_it_is_asked(bare: Board) -> None:
    Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    newer = Flasher(drivers(bare), LATER, KEPT)
    assert newer.flash(NUMBER) == "has firmware 1.99 now"
    assert kept(bare).read_bytes() == LATER


class Native:
    """A board with USB of its own: asked for its prompt it leaves the bus, and comes back.

    It leaves at that look for it after the question, or, *late*, once it was opened again;
    it is back *away* looks later.
    """

    def __init__(self, board: Board, leaves: int, away: int, *, late: bool) -> None:
        self._board, self._leaves, self._away, self._late = board, leaves, away, late
        self._looks: int | None = None
        """Since it was asked; None: it was not."""
        self.opened: list[int] = []
        self.open: set[int] = set()

    def drivers(self) -> Drivers:
        return replace(Drivers(), ports=self.ports, open_port=self.opener)

    def ports(self) -> list[Any]:
        if self._looks is not None:
            self._looks += 1
            if self._looks == self._leaves:
                self._leave()
            elif self._looks == self._leaves + self._away:
                self._board.plug_in()
        device = self._board.device
        return [SimpleNamespace(device=device, serial_number=NUMBER, vid=0x2E8A)][
            : bool(device)
        ]

    def _leave(self) -> None:
        self._board.unplug()
        (self._board.folder / "flash" / "prompt").touch()

    def opener(self, path: str) -> Port:
        real, number = open_port(path), len(self.opened)
        write, close = real.write, real.close
        assert not (self._looks and self._looks < self._leaves and not self._late)
        self.opened.append(number)
        self.open.add(number)

        def written(data: bytes) -> object:
            if b"$FREE" in data:
                self._looks = 0
                return len(data)
            if self._late and self._looks is not None and self._board.device == path:
                self._leaves, self._looks, self._late = 0, 0, False
                self._leave()
            return write(data)

        def closed() -> None:
            self.open.discard(number)
            close()

        real.write, real.close = written, closed
        return real  # type: ignore[no-any-return]  # pyserial's has no type


@pytest.mark.parametrize("late", [False, True])
def test_a_board_that_leaves_the_bus_for_its_prompt_is_waited_for(
    bare: Board, monkeypatch: pytest.MonkeyPatch, *, late: bool
) -> None:
    Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    if late:
        monkeypatch.setattr(flashing, "LEAVES_S", 0.0)
    native = Native(bare, 10**9 if late else 3, 3, late=late)
    newer = Flasher(native.drivers(), LATER, KEPT)
    assert newer.flash(NUMBER) == "has firmware 1.99 now"
    assert kept(bare).read_bytes() == LATER
    assert native.open == set()


@pytest.mark.parametrize("late", [False, True])
def test_one_that_does_not_come_back_is_named(
    bare: Board, monkeypatch: pytest.MonkeyPatch, *, late: bool
) -> None:
    Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    monkeypatch.setattr(flashing, "LEAVES_S", 0.0)
    monkeypatch.setattr(flashing, "START_S", 0.5)
    native = Native(bare, 10**9 if late else 2, 10**9, late=late)
    with pytest.raises(BoardError, match=f"board {NUMBER} .*plug it in again") as refusal:
        Flasher(native.drivers(), LATER, KEPT).flash(NUMBER)
    assert refusal.value.kind == "lost"
    assert native.open == set()


def test_a_board_is_told_what_it_is_and_stays_it(bare: Board) -> None:
    pins = told("oled-esp32", ["sda=6", "scl=7", "button=15"])
    assert pins is not None
    named = Flasher(drivers(bare), SOURCE, KEPT, told={TOLD_FILE: pins})
    assert named.flash(NUMBER) == f"has firmware {named.version} now"
    assert kept(bare).with_name(TOLD_FILE).read_bytes() == pins
    wait_for(lambda: bare.picture().strip(b"\0"), "the dots")
    newer = Flasher(drivers(bare), LATER, KEPT)
    assert newer.flash(NUMBER) == "has firmware 1.99 now"
    assert kept(bare).with_name(TOLD_FILE).read_bytes() == pins


def test_an_esp32_that_nobody_named_is_asked_for(
    bare: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip = "Generic ESP32 module with ESP32"
    monkeypatch.setattr(flashing, "_CHIP", f"print({chip!r})")
    with pytest.raises(HardwareError, match=rf"it is {chip}, .* --board"):
        Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    assert not kept(bare).exists()
    monkeypatch.setattr(flashing, "_CHIP", f"print({chip + 'C3'!r})")
    Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)


def test_what_is_written_is_read_back(bare: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "_CHECK", flashing._CHECK.replace("c=0", "c=1"))
    with pytest.raises(HardwareError, match="reads back something else"):
        Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    assert not kept(bare).exists()


def test_a_board_that_refuses_says_why(
    bare: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "_SWAP", "raise OSError(28)")
    with pytest.raises(HardwareError, match=r"refuses its firmware \(OSError: .*28"):
        Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)


def test_a_board_without_micropython_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "LISTEN_S", 0.1)
    monkeypatch.setattr(hearing, "WAKES_S", 0.1)
    outside, inside = os.openpty()
    silent = SimpleNamespace(device=os.ttyname(inside))
    with pytest.raises(HardwareError, match="does not answer as MicroPython"):
        Flasher(drivers(silent), SOURCE, KEPT).flash(NUMBER)  # type: ignore[arg-type]  # a port and no more
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
    flasher = Flasher(there, SOURCE, KEPT)
    for act in (flasher.flash, flasher.said_id):
        with pytest.raises(BoardError, match=sentence) as refusal:
            act(NUMBER)
        assert refusal.value.kind == "port"


def test_a_port_that_is_taken_for_real(bare: Board) -> None:
    taken = open_port(bare.device)
    with pytest.raises(HardwareError, match="another program has it"):
        Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
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


# -- somebody else's board --

WEATHER = b"import dht\nprint('18 degrees')\n"


def others(bare: Board) -> Path:
    """Lay a weather station's files onto the board; return its folder."""
    folder = kept(bare).parent
    kept(bare).write_bytes(WEATHER)
    (folder / "boot.py").write_bytes(b"# our network\nimport wifi\n")
    (folder / "lib").mkdir()
    (folder / "lib" / "dht.py").write_bytes(bytes(range(256)) * 12)
    return folder


def test_a_program_of_somebodys_stays_until_the_board_is_named(
    bare: Board, tmp_path: Path
) -> None:
    """Its program has ended, so the prompt is free; nothing on it changes."""
    folder = others(bare)
    before = {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    flasher = Flasher(drivers(bare), SOURCE, tmp_path / "kept")
    for _ in range(2):
        with pytest.raises(HardwareError) as refusal:
            flasher.flash(NUMBER)
        for word in (NUMBER, "main.py", "boot.py", "lib/dht.py", f"--replace {NUMBER}"):
            assert word in str(refusal.value)
        assert "lost on the way" not in str(refusal.value)
    now = {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    assert now == before
    assert not (tmp_path / "kept").exists()


def test_named_it_becomes_a_stand_and_its_files_are_copied_first(
    bare: Board, tmp_path: Path
) -> None:
    others(bare)
    flasher = Flasher(drivers(bare), SOURCE, tmp_path / "kept")
    (tmp_path / "kept" / NUMBER).mkdir(parents=True)  # of another evening
    said = flasher.flash(NUMBER, replace=True)
    copy = tmp_path / "kept" / f"{NUMBER}-2"
    assert said.endswith(f"what it had is in {copy}")
    assert (copy / "main.py").read_bytes() == WEATHER
    assert (copy / "lib" / "dht.py").read_bytes() == bytes(range(256)) * 12
    assert kept(bare).read_bytes() == SOURCE


def test_where_the_copy_cannot_be_kept_nothing_is_replaced(
    bare: Board, tmp_path: Path
) -> None:
    others(bare)
    (tmp_path / "kept").write_text("a file, where the folder should be")
    flasher = Flasher(drivers(bare), SOURCE, tmp_path / "kept")
    with pytest.raises(HardwareError, match=r"cannot be kept .*nothing on it was changed"):
        flasher.flash(NUMBER, replace=True)
    assert kept(bare).read_bytes() == WEATHER


def test_a_copy_that_does_not_fit_leaves_no_half_of_it(bare: Board, tmp_path: Path) -> None:
    others(bare)
    with small_disk(tmp_path / "disk", "8k") as disk:
        flasher = Flasher(drivers(bare), SOURCE, disk / "kept")
        with pytest.raises(HardwareError, match=r"cannot be kept .*No space"):
            flasher.flash(NUMBER, replace=True)
        assert not [each for each in disk.rglob("*") if each.is_file()]
    assert kept(bare).read_bytes() == WEATHER


def test_a_cable_that_goes_in_the_copy_is_no_full_disk(bare: Board, tmp_path: Path) -> None:
    others(bare)
    ports: list[Cut] = []

    def opened(path: str) -> Port:
        ports.append(Cut(open_port(path), 1_000_000))
        return ports[-1]

    def on_step(step: str, _done: int, _of: int) -> None:
        if step == "copies":
            ports[-1].left = 5

    flasher = Flasher(drivers(bare, opened), SOURCE, tmp_path / "kept")
    flasher.on_step = on_step
    with pytest.raises(BoardError, match="was lost on the way"):
        flasher.flash(NUMBER, replace=True)
    assert kept(bare).read_bytes() == WEATHER
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    "known", [b"", b"pass\n", b"# boot\n#import esp\n\n", SOURCE.replace(b"1.2", b"1.1")]
)
def test_what_is_nobodys_or_ours_is_replaced_unasked(bare: Board, known: bytes) -> None:
    kept(bare).with_name("boot.py").write_bytes(b"# This file is executed on every boot\n")
    if not known.startswith(b"# A stand"):  # which would run, and let nobody in
        kept(bare).write_bytes(known)
    Flasher(drivers(bare), SOURCE, KEPT).flash(NUMBER)
    assert kept(bare).read_bytes() == SOURCE


class Wire:
    """A board that says whatever *said* makes of what it was sent."""

    def __init__(self, said: Callable[[bytes], bytes]) -> None:
        self.got = b""
        self._said, self._out = said, bytearray()

    @property
    def in_waiting(self) -> int:
        return len(self._out)

    def read(self, size: int) -> bytes:
        data = bytes(self._out[:size])
        del self._out[:size]
        return data

    def write(self, data: bytes) -> None:
        self.got += data
        self._out += self._said(data)

    def close(self) -> None:
        pass


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wire takes whatever is written, however fast."""
    monkeypatch.setattr(raw_prompt, "_PIECE_S", 0.0)


def lying(*answers: bytes, trouble: bytes = b"") -> Callable[[bytes], bytes]:
    """Answer each command with the next of *answers*, the last again and again."""
    left = list(answers)

    def said(data: bytes) -> bytes:
        if data.endswith(b"\x01"):
            left[:] = answers
            return b"raw REPL; CTRL-B to exit\r\n>"
        if not data.endswith(b"\x04"):
            return b"\r\n>>> "
        answer = left.pop(0) if len(left) > 1 else left[0]
        return b"OK" + answer + b"\x04" + trouble + b"\x04>"

    return said


def wired(wire: Wire, number: str = NUMBER) -> Drivers:
    port = SimpleNamespace(device="/dev/ttyACM0", serial_number=number, vid=0x2E8A)
    return replace(Drivers(), ports=lambda: [port], open_port=lambda _path: wire)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (lying(b"hello"), "answers nonsense .hello."),
        (lying(b""), "answers nonsense .nothing."),
        (lying(b"9" * 6000), "answers nonsense .9999"),
        (lying(b"-1"), "answers nonsense"),
        (lying("٣".encode()), "answers nonsense"),
        (lying(b"\x1b[2J\x1b]0;got you\x07"), r"answers nonsense .\?\[2J"),
        (lying(b"1" * 10), "more than 400 files"),
        (lying(b"1", b"not base 64!"), "answers nonsense"),
        (lying(b"1", b"bWFpbi5weQ==", b"99999999"), "16 MB of files"),
        (lying(b"1", b"bWFpbi5weQ==", b"9", b"YWI=", b""), "give its file main.py"),
        (lying(b"", trouble=b" \r\n"), "it does not say why"),
        (lying(b"", trouble=b"x" * 50_000), "refuses its firmware .x{120}…"),
        (lying(b"", trouble=b"a\x1b[31mred"), r"refuses its firmware .a\?\[31mred"),
        (lying(b"a" * 200_000), "does not answer as MicroPython"),
        (lambda _: b">>> " + b"noise " * 20_000, "does not answer as MicroPython"),
    ],
)
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.usefixtures("at_once")
def test_a_board_that_lies_gets_a_sentence(
    said: Callable[[bytes], bytes],
    sentence: str,
    tmp_path: Path,
    *,
    named: bool,
) -> None:
    wire = Wire(said)
    with pytest.raises(HardwareError, match=sentence) as refusal:
        Flasher(wired(wire), SOURCE, tmp_path).flash(NUMBER, replace=named)
    assert len(str(refusal.value)) < 500
    assert str(refusal.value).isprintable()
    assert b"os.remove" not in wire.got


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "/etc/passwd", "a\x00b", "..", "x" * 300, "\x1b[2J", "C:\\x"],
)
@pytest.mark.usefixtures("at_once")
def test_no_name_of_a_boards_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    encoded = base64.b64encode(name.encode())
    wire = Wire(lying(b"1", encoded, b"2", b"RP2040", b"aGk=", b"hello"))
    with pytest.raises(HardwareError):  # its copy is written by then, and no more
        Flasher(wired(wire), SOURCE, tmp_path / "kept").flash(NUMBER, replace=True)
    files = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert files in (
        [tmp_path / "kept" / NUMBER / "file-1"],
        [tmp_path / "kept" / NUMBER / "etc" / "passwd"],
    )
    assert files[0].read_bytes() == b"hi"


def test_a_board_that_runs_something_is_not_even_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "LISTEN_S", 0.1)
    monkeypatch.setattr(hearing, "WAKES_S", 0.1)
    wire = Wire(lambda _: b"18 degrees\r\n")
    with pytest.raises(HardwareError, match=f"not ours, .*--replace {NUMBER}"):
        Flasher(wired(wire), SOURCE, tmp_path).flash(NUMBER)
    assert b"\x03" not in wire.got


@pytest.mark.parametrize("number", ["AB\\q", 'A"B', "\x1b[2J", "A" * 200, "Ä1", "A B"])
def test_a_serial_number_that_cannot_be_written_is_told_as_it_is(number: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        with_board("table.toml", "[stand.1]\nlink = 'virtual:'\n", "1", number)
    assert "take another board" in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 400
