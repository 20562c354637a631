import errno
import logging
import math
import os
import pty
import re
import termios
import threading
import time
import tty
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from companion.errors import HardwareError
from companion.links import MuxLink, UsbLink
from companion.ports import (
    STAND_PLACES,
    ButtonEdge,
    CardFace,
    MuxConfig,
    RigConfig,
    StandConfig,
)
from hardware.boards import serial_link
from hardware.boards import serial_protocol as protocol
from hardware.boards.board_finder import BoardFinder
from hardware.boards.press_gate import MOST, OLD_MS, PER_S, PressGate
from hardware.boards.serial_link import AT_ONCE, SerialLink
from hardware.boards.serial_protocol import frame
from hardware.boards.serial_stand import BoardFingers, SerialDisplay
from hardware.drawing.faces import draw
from hardware.pins.drivers import open_port
from hardware.rig.open_rig import open_rig
from hardware.rig.wired import WiredRig
from tests.hardware.board import FIRMWARE, INTERPRETERS, OFF, UNPLUGGED, Board
from tests.hardware.kernel import Kernel
from tests.waiting import LIMIT_S, wait_for

STAND, OTHER = STAND_PLACES[:2]
A, B = CardFace("A", position=(1, 5)), CardFace("B", (1,), (1, 5))
IMAGE = draw(A, (128, 64))
pytestmark = pytest.mark.usefixtures("eager")
RELEASED = sorted((Path(__file__).parents[1] / "golden").glob("*/firmware.txt"))


# -- the real firmware on a pseudo-terminal --


@pytest.fixture
def firmware() -> Path:
    """What the board runs; a test may put an older one in its place."""
    return FIRMWARE


@pytest.fixture(params=INTERPRETERS)
def board(
    request: pytest.FixtureRequest, tmp_path: Path, firmware: Path
) -> Iterator[Board]:
    board = Board(tmp_path / "board", request.param, firmware=firmware)
    yield board
    board.unplug()


@pytest.fixture
def edges() -> list[ButtonEdge]:
    return []


@pytest.fixture
def rig(board: Board, edges: list[ButtonEdge], tmp_path: Path) -> Iterator[WiredRig]:
    """A board on USB and a display behind a multiplexer, in one rig."""
    kernel = Kernel(tmp_path / "sysfs")
    kernel.add_mux(11)
    drivers = kernel.drivers()
    config = RigConfig(
        (
            StandConfig(STAND, UsbLink(board.serial_number)),
            StandConfig(OTHER, MuxLink("m", 0), buttons={"main": 6}),
        ),
        (MuxConfig("m"),),
    )
    rig = open_rig(
        config,
        type(drivers)(
            open_bus=drivers.open_bus,
            message=drivers.message,
            pins=drivers.pins,
            sysfs=drivers.sysfs,
            ports=lambda: [board] if board.device else [],
            open_port=open_port,
        ),
    )
    assert isinstance(rig, WiredRig)
    rig.kernel = kernel  # type: ignore[attr-defined]  # kept for the test that mixes
    rig.start(edges.append)
    yield rig
    rig.stop()


def test_a_board_and_a_wired_display_play_together(
    board: Board, rig: WiredRig, edges: list[ButtonEdge]
) -> None:
    kernel: Kernel = rig.kernel  # type: ignore[attr-defined]  # as above
    rig.show({STAND: A, OTHER: A})
    wait_for(lambda: board.shows(A) and kernel.shows(11, A))
    rig.show({STAND: B, OTHER: B})
    wait_for(lambda: board.shows(B) and kernel.shows(11, B))
    wait_for(lambda: board.lit)  # chips lie there
    assert rig.health()[STAND].up
    kernel.factory.pin(6).drive_low()
    board.press(down=True)
    wait_for(lambda: {edge.place for edge in edges} == {STAND, OTHER})


@pytest.mark.parametrize("firmware", RELEASED, ids=lambda path: path.parent.name)
def test_boards_of_every_released_version_are_served(
    board: Board, rig: WiredRig, edges: list[ButtonEdge]
) -> None:
    rig.show({STAND: A})
    wait_for(lambda: board.shows(A))
    rig.show({STAND: B})
    wait_for(lambda: board.shows(B) and board.lit)
    assert rig.health()[STAND].up
    board.press(down=True)
    wait_for(lambda: edges)
    board.unplug()
    wait_for(lambda: not rig.health()[STAND].up)
    board.plug_in()
    wait_for(lambda: board.shows(B))


def test_presses_of_a_board_come_once_with_the_time_of_their_edge(
    board: Board, rig: WiredRig, edges: list[ButtonEdge]
) -> None:
    rig.show({STAND: A})
    wait_for(lambda: board.shows(A))
    for down in (True, False, True, False):
        edges.clear()
        board.press(down=down)
        wait_for(lambda: edges)
        assert [(edge.place, edge.button, edge.down) for edge in edges] == [
            (STAND, "main", down)
        ]


def test_a_board_unplugged_and_back_at_another_port(board: Board, rig: WiredRig) -> None:
    rig.show({STAND: A})
    wait_for(lambda: board.shows(A))
    before = board.device
    held = os.open(before, os.O_RDWR | os.O_NOCTTY)  # so that nobody gets its number anew
    board.unplug()
    wait_for(lambda: not rig.health()[STAND].up)
    rig.show({STAND: B})
    board.plug_in()
    assert board.device != before
    wait_for(lambda: board.shows(B))
    os.close(held)
    wait_for(lambda: rig.health()[STAND].up)


def test_a_board_unplugged_with_its_button_down_takes_the_finger_along(
    board: Board, rig: WiredRig, edges: list[ButtonEdge]
) -> None:
    rig.show({STAND: A})
    wait_for(lambda: board.shows(A))
    board.touch()
    board.press(down=True)
    wait_for(lambda: len(edges) == 3)
    board.unplug()
    wait_for(lambda: len(edges) == 4, "the word that it is gone")
    said = [(edge.place, edge.button, edge.down, edge.lost) for edge in edges]
    assert said[2:] == [(STAND, "main", True, False), (STAND, "main", False, True)]
    board.plug_in()
    wait_for(lambda: board.shows(A))
    board.touch()
    wait_for(lambda: len(edges) == 6)
    assert not any(edge.lost for edge in edges[4:])


def attached(board: Board, rig: WiredRig) -> None:
    """Show A, and wait until the board's own first word, too, can start nothing anew."""
    rig.show({STAND: A})
    wait_for(lambda: board.has_asked)
    wait_for(lambda: board.shows(A) and rig.health()[STAND].up)


def test_a_display_that_alone_lost_power_is_right_before_the_next_refresh(
    board: Board, rig: WiredRig
) -> None:
    attached(board, rig)
    rig._workers[-1]._displays[STAND]._refresh_s = math.inf  # it would mend it anyway
    board.cut_display()
    wait_for(lambda: board.shows(A))


def test_every_register_of_a_boards_display_is_healed_by_a_refresh(
    board: Board, rig: WiredRig
) -> None:
    attached(board, rig)
    board.glass.write(b"\x00\xa7\xa5\x48\xa0\xc0\x2f\xa8\x1f\x20\x02")
    assert not board.shows(A)
    written = board.written
    rig._workers[-1]._displays[STAND]._refresh_s = float("-inf")  # a minute is over
    rig.wake()
    wait_for(lambda: board.shows(A))
    assert board.seen(written) == {draw(A, (128, 64)).tobytes()}  # without a flicker


def test_a_display_unplugged_alone_is_told_until_it_is_back(
    board: Board, rig: WiredRig
) -> None:
    attached(board, rig)
    board.cut_display(UNPLUGGED)
    wait_for(lambda: not rig.health()[STAND].up)
    assert "check its display" in rig.health()[STAND].why
    board.cut_display(OFF)
    wait_for(lambda: board.shows(A) and rig.health()[STAND].up)


def test_a_board_shows_dots_until_it_hears_of_the_host(board: Board) -> None:
    def middle() -> tuple[int, int, int, int] | None:
        return Image.frombytes("1", (128, 64), board.picture()).getbbox()

    wait_for(lambda: middle() == (44, 33, 84, 39))


def at_pins(tmp_path: Path, interpreter: str, pins: str) -> Board:
    """Return a board whose maker has changed the line of its pins."""
    firmware = tmp_path / "main.py"
    firmware.write_text(FIRMWARE.read_text().replace('"RP2": (4, 5, 15, 25)', pins))
    return Board(tmp_path / "other", interpreter, firmware=firmware)


@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_other_pins_just_work(tmp_path: Path, interpreter: str) -> None:
    board = at_pins(tmp_path, interpreter, '"RP2": (6, 7, 15, 25)')
    wait_for(lambda: board.picture().strip(b"\0"))
    board.unplug()


@pytest.mark.parametrize(
    "chip", ["ESP32C3 module with ESP32C3", "XIAO with ESP32S3", "Pico 2 with RP2350"]
)
def test_every_chip_has_pins_of_its_own(tmp_path: Path, chip: str) -> None:
    board = Board(tmp_path / "other", chip=chip)
    wait_for(lambda: board.picture().strip(b"\0"))
    wait_for((board.folder / "fed").exists, "the watchdog's food")
    board.unplug()


@pytest.mark.parametrize("interpreter", INTERPRETERS)
@pytest.mark.parametrize(
    ("pins", "why"),
    [
        (
            '"RP2": (5, 7, 15, 25)',
            "cannot do as told (ValueError-bad-SDA-pin): check its pins",
        ),
        ('"RP2": (4, 5, 99, 25)', "cannot start (ValueError-invalid-pin): check its pins"),
    ],
)
def test_pins_that_cannot_be_are_told_by_wire_and_light(
    tmp_path: Path, interpreter: str, pins: str, why: str
) -> None:
    board = at_pins(tmp_path, interpreter, pins)
    link = SerialLink(board.serial_number, lambda: board.device, open_port, lambda *_: None)
    link.start()
    wait_for(link.opened.is_set)

    def told() -> bool:
        with pytest.raises(HardwareError) as error:
            SerialDisplay(link).attach(IMAGE)
        return why in str(error.value)

    wait_for(told)
    for level in (True, False, True):
        wait_for(lambda level=level: board.lit is level, "the light")  # type: ignore[misc]  # bound now
    link.stop()
    board.unplug()


def test_lines_that_a_board_does_not_know_are_answered_and_no_restart(
    board: Board,
) -> None:
    wait_for(lambda: board.has_asked)  # its own first word was before that
    port, lines = open_port(board.device), protocol.LineSplitter()
    said: list[str] = []

    def answer(body: str) -> str:
        port.write(frame(body))
        while True:
            said.extend(lines.feed(port.read(1) + port.read(port.in_waiting)))
            for each in said:
                if not each.startswith("BEAT"):
                    said.remove(each)
                    return each

    port.reset_input_buffer()
    assert answer("HI").startswith("HELLO")
    for body in ("FOO", "ACK", "ACK x", "WIN", "WIN x", "LED"):
        assert answer(body).startswith(("ERR ValueError", "ERR IndexError"))
    assert answer("FOO 3 x").startswith("ERR 3 NotImplementedError")
    assert answer("WIN 4 00") == answer("WIN 4 00")
    assert answer("LED 5 1") == "ACK 5"
    for noise in (b"$WIN 6 00", b"AT\r", b"x" * 1000 + b"\n"):  # a line that broke off
        port.write(noise)
        wait_for(lambda: answer("HI").startswith("HELLO"))
    port.close()


def test_the_firmware_has_one_number() -> None:
    number = re.search(r'^FIRMWARE = "(.*?)"', FIRMWARE.read_text(), re.MULTILINE)
    assert number
    protocols = (FIRMWARE.parent / "PROTOCOL.md").read_text()
    assert f"firmware {number[1]}." in protocols
    assert set(re.findall(r"fw=([\d.]+)", protocols)) == {number[1]}
    assert number[1].startswith(f"{protocol.VERSION}.")


def test_a_button_held_at_the_start_gives_the_prompt(board: Board) -> None:
    board.unplug()
    board.plug_in(held=True)
    assert board.ends(LIMIT_S)


def test_it_is_left_dark(board: Board, rig: WiredRig) -> None:
    rig.show({STAND: A})
    wait_for(lambda: board.shows(A))
    rig.stop()
    assert not board.picture().strip(b"\0")


# -- a scripted board --


class Script:
    """A port whose board answers as *answer* says; what it was sent stands in *got*."""

    def __init__(self, answer: Callable[[str], list[str]]) -> None:
        self.got: list[str] = []
        self._answer = answer
        self._lines = protocol.LineSplitter()
        self._news = threading.Condition()
        self._out = bytearray()
        self.closed_by: str | None = None
        self.broken = self.idle = False
        """*idle*: whoever reads has done with all that was put, and waits for more."""

    @property
    def in_waiting(self) -> int:
        return len(self._out)

    def say(self, *bodies: str) -> None:
        self.put(b"".join(map(frame, bodies)))

    def put(self, data: bytes) -> None:
        with self._news:
            self._out += data
            self.idle = False
            self._news.notify_all()

    def read(self, size: int) -> bytes:
        with self._news:
            if size:
                self.idle = not self._out
                self._news.wait_for(lambda: self._out or self.broken, 0.02)
            if self.broken:
                raise OSError("gone")
            data = bytes(self._out[:size])
            del self._out[:size]
            return data

    def write(self, data: bytes) -> None:
        if self.broken:
            raise OSError("gone")
        for body in self._lines.feed(data):
            self.got.append(body)
            self.say(*self._answer(body))

    def close(self) -> None:
        self.closed_by = threading.current_thread().name


HELLO = "HELLO 1 abc 128x64 btn=1 fw=1.0"


def obedient(body: str) -> list[str]:
    words = body.split(" ")
    match words[0]:
        case "HI":
            return [HELLO]
        case "ACK":
            return []
        case _:
            return [f"ACK {words[1]}"]


Linked = Callable[[Callable[[str], list[str]]], tuple[SerialLink, Script]]


@pytest.fixture
def pressed() -> list[tuple[int, bool]]:
    return []


@pytest.fixture
def linked(
    pressed: list[tuple[int, bool]], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Linked]:
    links: list[SerialLink] = []

    def linked(answer: Callable[[str], list[str]]) -> tuple[SerialLink, Script]:
        def in_time(body: str) -> list[str]:
            """Answer; whoever gets none need not wait, and whoever gets one is patient."""
            said = answer(body)
            if not body.startswith("ACK"):
                monkeypatch.setattr(serial_link, "ANSWER_S", LIMIT_S if said else 0.01)
            return said

        port = Script(in_time)
        link = SerialLink(
            "abc",
            lambda: "/dev/x",
            lambda _path: port,
            lambda press, _at_ns: pressed.append((press.sequence, press.down)),
            clock_ns=lambda: 0,
        )
        links.append(link)
        link.start()
        wait_for(lambda: link.starts)
        return link, port

    yield linked
    for link in links:
        link.stop()


def test_the_first_picture_lies_over_what_an_earlier_run_left(linked: Linked) -> None:
    link, port = linked(obedient)
    display = SerialDisplay(link)
    assert not display.is_dark()
    display.attach(IMAGE)
    assert [body.split(" ")[0] for body in port.got] == ["HI", "DIM", *["WIN"] * 8]


def test_each_later_start_is_a_reset_and_the_whole_picture(linked: Linked) -> None:
    link, port = linked(obedient)
    display = SerialDisplay(link)
    display.attach(IMAGE)
    port.got.clear()
    display.attach(IMAGE)
    assert [body.split(" ")[0] for body in port.got] == ["HI", "RESET", "DIM", *["WIN"] * 8]
    assert not display.show(IMAGE)
    display.check()
    assert len(port.got) == 11
    display.set_contrast(16)
    port.got.clear()
    display.refresh(IMAGE)
    assert [body.split(" ")[0] for body in port.got] == ["DIM", *["WIN"] * 8]
    assert port.got[0].endswith(" 16")
    assert display.show(draw(B, (128, 64)))
    port.say(HELLO)
    wait_for(lambda: link.starts == 2)
    with pytest.raises(HardwareError, match="has started anew"):
        display.show(IMAGE)


def test_what_gets_lost_is_sent_again_with_the_same_number(linked: Linked) -> None:
    lost = iter([True, True, False])

    def forgetful(body: str) -> list[str]:
        return [] if body.startswith("LED") and next(lost) else obedient(body)

    link, port = linked(forgetful)
    SerialDisplay(link).set_light(on=True)
    assert port.got == ["LED 1 1"] * 3


def test_a_nak_is_answered_at_once(linked: Linked) -> None:
    answers = iter([["NAK"], ["NAK"], ["ACK 1"]])
    link, port = linked(lambda _body: next(answers))
    SerialDisplay(link).set_contrast(16)
    assert port.got == ["DIM 1 16"] * 3


def test_in_the_air_four_lines_are_under_way_and_each_answer_lets_one_more_go(
    linked: Linked,
) -> None:
    under_way: list[str] = []

    def late(body: str) -> list[str]:
        under_way.append(body.split(" ")[1])
        if len(port.got) == 8:
            return [f"ACK {each}" for each in under_way]
        return [f"ACK {under_way.pop(0)}"] if len(under_way) == AT_ONCE else ["BEAT 5"]

    link, port = linked(late)
    link.in_air = True
    link.command(*[lambda n: f"LED {n} 1"] * 8)
    assert port.got == [f"LED {n + 1} 1" for n in range(8)]


def test_in_the_air_a_line_is_said_five_times(linked: Linked) -> None:
    link, port = linked(lambda _body: [])
    link.in_air = True
    with pytest.raises(HardwareError, match="does not answer"):
        link.command(*[lambda n: f"LED {n} 1"] * 5)
    assert Counter(port.got) == {f"LED {n + 1} 1": 5 for n in range(AT_ONCE)}


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda _body: [], "does not answer: is its firmware flashed"),
        (lambda _body: ["HELLO 2 a b"], "speaks protocol 2, this program 1; flash"),
        (lambda _body: ["HELLO 1 abc 64x32 btn=1 fw=1"], "64 x 32 pixels"),
        (
            lambda body: [HELLO] if body == "HI" else [f"ERR {body.split(' ')[1]} OSError"],
            r"cannot do as told \(OSError\): check its display",
        ),
        (
            lambda _body: ["ERR ValueError-bad-pin"],
            r"start \(ValueError-bad-pin\): .* pins",
        ),
    ],
)
def test_a_board_that_is_not_as_it_should_be(
    linked: Linked, answer: Callable[[str], list[str]], sentence: str
) -> None:
    link, _ = linked(answer)
    with pytest.raises(HardwareError, match=sentence):
        SerialDisplay(link).attach(IMAGE)


def test_a_board_that_falls_silent_is_noticed() -> None:
    now = SimpleNamespace(ns=0)
    port = Script(obedient)
    link = SerialLink(
        "abc", lambda: "x", lambda _: port, lambda *_: None, clock_ns=lambda: now.ns
    )
    link.start()
    wait_for(lambda: link.starts)
    now.ns = 3_000_000_000
    link.check()
    now.ns += 1_000_000
    with pytest.raises(HardwareError, match="is silent: unplug it"):
        link.check()
    port.say("BEAT 5")
    wait_for(lambda: link._heard_ns == now.ns)
    link.check()
    link.stop()


def test_a_press_repeated_counts_once_and_each_is_acknowledged(
    linked: Linked, pressed: list[tuple[int, bool]]
) -> None:
    _, port = linked(obedient)
    port.say("BTN 1 0 1 0", "BTN 1 0 1 10", "BTN 1 0 1 400", "BTN 2 0 0 0")
    wait_for(lambda: port.got.count("ACK 2"))
    assert port.got == ["ACK 1", "ACK 1", "ACK 1", "ACK 2"]
    assert pressed == [(1, True), (2, False)]


def test_fingers_go_with_the_board_and_not_with_a_display_that_began_anew(
    linked: Linked,
) -> None:
    link, port = linked(obedient)
    lost: list[int] = []
    link.on_lost = lambda _before_ns: lost.append(link.starts)
    link.hello()
    port.say(HELLO)
    wait_for(lambda: link.starts == 2)
    assert lost == []
    port.broken = True
    wait_for(lambda: lost == [2])


@pytest.mark.parametrize("words", ["", " 80 -58", " - -"])
def test_fingers_go_with_a_board_that_began_anew_while_its_port_stayed(words: str) -> None:
    """Behind a UART bridge, or in the air; how long it is up tells it from its display."""
    hands, port, edges = Hands(), Script(obedient), list[ButtonEdge]()
    hands.now_ns = 60_000_000_000
    fingers = BoardFingers(STAND, ("main", "other"), edges.append)
    link = SerialLink("abc", lambda: "x", lambda _: port, fingers.press, clock_ns=hands)
    link.on_lost = fingers.lose
    link.start()
    try:
        port.say("BTN 1 0 1 5", HELLO, f"BEAT 50000{words}")
        wait_for(lambda: link.starts == 2 and port.idle, "all that came to be heard")
        assert [(edge.down, edge.lost) for edge in edges] == [(True, False)]
        hands.now_ns += 2_000_000_000
        port.say(HELLO, "BTN 1 1 1 100", f"BEAT 1000{words}")
        wait_for(lambda: len(edges) == 3)
        said = [(edge.button, edge.down, edge.lost) for edge in edges[1:]]
        assert said == [("other", True, False), ("main", False, True)]
    finally:
        link.stop()
    assert [edge.button for edge in edges[3:]] == ["other"]


@pytest.mark.parametrize("age", [OLD_MS + 101, 300_000, 72_010_000, -469_000_000])
def test_a_press_of_long_ago_is_acknowledged_and_means_nothing(
    linked: Linked, pressed: list[tuple[int, bool]], age: int
) -> None:
    """Its board was out of reach, or on while the table was not; the next one counts."""
    _, port = linked(obedient)
    port.say(f"BTN 1 0 1 {age}", f"BTN 2 0 1 {OLD_MS}")
    wait_for(lambda: port.got.count("ACK 2"))
    assert port.got == ["ACK 1", "ACK 2"]
    assert pressed == [(2, True)]


@pytest.mark.parametrize("age", [OLD_MS + 101, -469_000_000])
def test_a_finger_that_left_long_ago_is_gone_and_says_no_more(age: int) -> None:
    """The answer to its coming was lost for as long, and what is older is told first."""
    hands, port, edges = Hands(), Script(obedient), list[ButtonEdge]()
    hands.now_ns = 60_000_000_000
    fingers = BoardFingers(STAND, ("main", "other"), edges.append)
    link = SerialLink("abc", lambda: "x", lambda _: port, fingers.press, clock_ns=hands)
    link.start()
    try:
        port.say("BTN 1 1 1 30", "BTN 2 0 1 30", f"BTN 3 0 0 {OLD_MS}")
        wait_for(lambda: len(edges) == 3)
        hands.now_ns += 7_000_000_000
        port.say(f"BTN 4 0 1 {age}", f"BTN 5 1 0 {age}")
        wait_for(lambda: port.got.count("ACK 5"))
        said = [(each.button, each.down, each.lost) for each in edges[2:]]
        assert said == [("main", False, False), ("other", False, True)]
    finally:
        link.stop()


def test_a_press_whose_acknowledgement_cannot_be_written_is_told_and_once(
    linked: Linked, pressed: list[tuple[int, bool]]
) -> None:
    lost = ["ACK 1"]

    def loses_one(body: str) -> list[str]:
        if body in lost:
            lost.remove(body)
            raise OSError("gone")
        return obedient(body)

    link, port = linked(loses_one)
    port.say("BTN 1 0 1 0")
    wait_for(lambda: link.starts == 2, "the port to be open again")
    port.say("BTN 1 0 1 200")
    wait_for(lambda: port.got.count("ACK 1") == 2)
    assert pressed == [(1, True)]


class Full(Script):
    """A line that takes no more: whoever writes waits, until *goes_on* at the latest."""

    def __init__(self, answer: Callable[[str], list[str]]) -> None:
        super().__init__(answer)
        self.writes, self.goes_on = threading.Event(), threading.Event()
        self.ends: list[bool] = []
        """Of each write whether its port was closed under it."""

    def write(self, data: bytes) -> None:
        self.writes.set()
        self.goes_on.wait(LIMIT_S)
        self.ends.append(self.closed_by is not None)
        super().write(data)


def test_no_port_is_closed_while_somebody_writes() -> None:
    port, lost = Full(obedient), list[str]()
    link = SerialLink("abc", lambda: "x", lambda _: port, lambda *_: None)

    def writes() -> None:
        try:
            link.hello()
        except HardwareError as error:
            lost.append(str(error))

    writer = threading.Thread(target=writes)
    link.start()
    try:
        wait_for(lambda: link.starts)
        writer.start()
        wait_for(port.writes.is_set)
        port.broken = True
        wait_for(lambda: link._port is None, "the loss to be noticed")
    finally:
        port.goes_on.set()
        writer.join(LIMIT_S)
        link.stop()
    assert port.ends == [False]
    assert "cannot be written to" in lost[0]
    assert port.closed_by == "serial abc"


def test_a_lost_port_is_closed_by_its_own_thread_and_opened_again(linked: Linked) -> None:
    link, port = linked(obedient)
    port.broken = True
    wait_for(lambda: port.closed_by)
    assert port.closed_by == "serial abc"
    with pytest.raises(HardwareError, match="was lost"):
        link.hello()
    port.broken = False
    wait_for(lambda: link.starts == 2)
    link.hello()


def test_noise_and_nonsense_do_not_end_the_reader(
    linked: Linked, caplog: pytest.LogCaptureFixture
) -> None:
    link, port = linked(obedient)
    with caplog.at_level(logging.WARNING):
        port.put(b"\xff\x00$$$***\r\n>>> MicroPython\n" + frame("ACK many") + b"x" * 5000)
        port.put(b"\n" + frame("HELLO 1 ? ?x? b f") + frame("FUTURE 1"))
        link.hello()
    assert "HELLO" not in port.got


def test_nothing_plugged_in_is_said() -> None:
    for others, said in (([], "nor is any other"), (["x", "y"], "there are x, y")):
        ports = [SimpleNamespace(device="/dev/x", serial_number=each) for each in others]
        finder = BoardFinder(partial(list, ports), open_port)
        link = SerialLink("abc", partial(finder.find, "abc"), open_port, lambda *_: None)
        link.start()
        wait_for(lambda link=link: "plugged" in link._why)  # type: ignore[misc]  # bound now
        with pytest.raises(HardwareError, match=f"abc is not plugged in, {said}: check"):
            link.hello()
        link.stop()


@pytest.mark.parametrize("step", ["tcsetattr", "tcflush"])
def test_a_port_that_goes_while_it_is_opened_is_a_fault_of_the_system(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside, inside = pty.openpty()
    path = os.ttyname(inside)
    real = getattr(termios, step)

    def gone(*args: object) -> None:
        os.close(outside)
        real(*args)

    monkeypatch.setattr(termios, step, gone)
    with pytest.raises(OSError, match="Input/output") as fault:
        open_port(path)
    assert fault.value.errno == errno.EIO
    os.close(inside)


# -- more presses than fingers make --


class Hands:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


def test_the_fastest_fingers_are_all_heard() -> None:
    """Fourteen taps a second, for a minute; and a centre's three buttons for a second."""
    hands = Hands()
    gate = PressGate("abc", hands)
    for _ in range(60 * 28):
        hands.now_ns += 1_000_000_000 // 28
        assert gate.passes()
    hands.now_ns += 60_000_000_000
    for _ in range(3 * 26):
        assert gate.passes()
    assert gate.floods == ""


def flood(numbers: Iterable[int]) -> bytes:
    """Return lines of a main button that goes down and up, each with its number."""
    return b"".join(frame(f"BTN {n % 256} 0 {n % 2} 0") for n in numbers)


def test_a_board_that_floods_is_heard_as_fast_as_fingers_are(
    linked: Linked, pressed: list[tuple[int, bool]], caplog: pytest.LogCaptureFixture
) -> None:
    link, port = linked(obedient)
    for start in range(0, 20_001, 4000):
        port.put(flood(range(start, start + 4000)))
    wait_for(lambda: port.idle, "all that came to be heard")
    assert len(pressed) == MOST
    assert "more presses than fingers make" in link.gate.floods
    assert sum("fingers" in each for each in caplog.messages) == 1
    assert sum(each.startswith("ACK ") for each in port.got) == MOST


def test_the_newest_press_of_a_flood_is_told_once_there_is_time(
    pressed: list[tuple[int, bool]],
) -> None:
    hands, port = Hands(), Script(obedient)
    link = SerialLink(
        "abc",
        lambda: "/dev/x",
        lambda _path: port,
        lambda press, _at_ns: pressed.append((press.sequence, press.down)),
        clock_ns=hands,
    )
    link.start()
    try:
        port.put(flood(range(100)))
        wait_for(lambda: len(pressed) == MOST and port.idle, "the whole flood to be heard")
        hands.now_ns += 1_000_000_000
        wait_for(lambda: pressed[-1] == (99, True))
        assert len(pressed) == MOST + 1
    finally:
        link.stop()


def test_a_press_that_is_said_again_and_again_is_answered_as_fast_as_fingers_are(
    linked: Linked, pressed: list[tuple[int, bool]]
) -> None:
    _, port = linked(obedient)
    port.put(flood([1] * 5000))
    wait_for(lambda: port.idle, "all that came to be heard")
    assert pressed == [(1, True)]
    assert sum(each.startswith("ACK ") for each in port.got) <= MOST


class Liar:
    """A board on a pseudo-terminal that tells of presses as fast as the line takes them."""

    def __init__(self, number: str) -> None:
        self.serial_number = number
        self._outside, inside = pty.openpty()
        tty.setraw(inside)
        self.device = os.ttyname(inside)
        self._inside, self.said = inside, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        lines = flood(range(256))
        os.set_blocking(self._outside, False)
        while not self._ended.is_set():
            try:
                self.said += os.write(self._outside, lines)
            except BlockingIOError:
                self._ended.wait(0.001)
            with suppress(BlockingIOError):
                if b"HI" in os.read(self._outside, 65536):
                    hello = f"HELLO 1 {self.serial_number} 128x64 btn=1 fw=1.0"
                    with suppress(BlockingIOError):
                        os.write(self._outside, b"\n" + frame(hello))

    def unplug(self) -> None:
        self._ended.set()
        self._thread.join(LIMIT_S)
        os.close(self._outside)
        os.close(self._inside)


@pytest.mark.fault("a USB board that reports presses as fast as it can")
def test_beside_a_board_that_floods_every_press_of_an_honest_one_is_heard(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    honest, liar = Board(tmp_path / "board"), Liar("e66164084367892b")
    edges: list[ButtonEdge] = []
    config = RigConfig(
        (
            StandConfig(STAND, UsbLink(honest.serial_number)),
            StandConfig(OTHER, UsbLink(liar.serial_number)),
        )
    )
    drivers = Kernel(tmp_path / "sysfs").drivers()
    rig = open_rig(
        config, replace(drivers, ports=lambda: [honest, liar], open_port=open_port)
    )
    rig.start(edges.append)
    try:
        rig.show({STAND: A})
        wait_for(lambda: honest.shows(A))
        begun_s = time.monotonic()
        wait_for(lambda: sum(edge.place == OTHER for edge in edges) >= MOST)
        for _ in range(20):
            honest.touch()
        wait_for(lambda: sum(edge.place == STAND for edge in edges) == 40)
        took_s = time.monotonic() - begun_s
        heard = sum(edge.place == OTHER for edge in edges)
        assert heard <= MOST + (took_s + 2) * PER_S
        assert [edge.down for edge in edges if edge.place == STAND] == [True, False] * 20
        figure(f"{liar.said // 21} edges sent, {heard} heard, 40 of 40 honest ones")
    finally:
        rig.stop()
        honest.unplug()
        liar.unplug()
