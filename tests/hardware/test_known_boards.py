"""Boards from a shop: the real firmware, each told what it is, on models of their displays."""

import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.errors import ConfigError, HardwareError
from companion.links import UsbLink
from companion.ports import (
    STAND_PLACES,
    ButtonEdge,
    CardFace,
    Face,
    LinesFace,
    RigConfig,
    StandConfig,
    WordFace,
)
from hardware.boards import serial_protocol as protocol
from hardware.boards.serial_link import SerialLink
from hardware.emulator.controllers import Sh1106, Ssd1306
from hardware.panels import registers
from hardware.pins.drivers import Drivers, open_port
from hardware.rig.open_rig import open_rig
from hardware.workshop.known_boards import BOARDS, TOLD_FILE, told
from tests.hardware.board import FIRMWARE, INTERPRETERS, Board
from tests.hardware.tft import MODULES, Tft, enlarged
from tests.waiting import wait_for

STAND = STAND_PLACES[0]
GLASSES = {
    "t-display": "1.14",
    "stick-plus2": "1.14",
    "atom-s3": "0.85-gc9107",
    "yellow": "2.8-ili9341",
    "yellow-2": "2.8-st7789",
}
CHIPS = {
    "pico": "Pico 2 with RP2350",
    "heltec-v3": "with ESP32S3",
    "atom-s3": "with ESP32S3",
}
FACES, MANY = 12, 2000


class Shop:
    """One board of the table, on a model of what is soldered to it."""

    def __init__(
        self,
        name: str,
        folder: Path,
        interpreter: str,
        *,
        oled: type[Ssd1306] = Ssd1306,
        changes: tuple[str, ...] = (),
    ) -> None:
        self.name, self.what = name, dict(BOARDS[name].told or {})
        file = told(name, changes)
        button = self.what.get("buttons", [15])[0]
        pins = {
            f"STAND_{key.upper()}": str(self.what[key])
            for key in ("dc", "cs", "reset")
            if key in self.what
        }
        self.board = Board(
            folder,
            interpreter,
            chip=CHIPS.get(name, "with ESP32"),
            button=button,
            glass=oled,
            data={TOLD_FILE: file} if file else None,
            environment={"STAND_IDENTITY": str(oled.identity), **pins},
        )
        self._start()

    def _start(self) -> None:
        self._at = 0
        self.tft = Tft(MODULES[GLASSES[self.name]]) if self.name in GLASSES else None

    def replug(self) -> None:
        self.board.unplug()
        (self.board.folder / "spi").unlink(missing_ok=True)
        self._start()
        self.board.plug_in()

    def level(self, pin: int) -> int:
        path = self.board.folder / f"pin{pin}"
        return int(path.read_text() or "0") if path.exists() else -1

    @property
    def has_supply(self) -> bool:
        return all(self.level(pin) == level for pin, level in self.what.get("supply", ()))

    def shows(self, face: Face) -> bool:
        if not self.has_supply:
            return False
        if self.tft is None:
            return self.board.shows(face)
        self.feed()
        page = self.what["page"]
        wanted = enlarged(face, page, self.tft.module.size)
        return self.bright > 0 and self.tft.picture().tobytes() == wanted.tobytes()

    @property
    def bright(self) -> int:
        return self.level(self.what["behind"])

    def feed(self) -> None:
        assert self.tft
        path = self.board.folder / "spi"
        if not path.exists():
            return
        with path.open() as file:
            file.seek(self._at)
            for line in file:
                if not line.endswith("\n"):
                    break
                self._at += len(line)
                self.tft.take(line.strip())


@dataclass
class Table:
    shop: Shop
    rig: Any
    edges: list[ButtonEdge]


def table(shop: Shop) -> Table:
    board, edges = shop.board, list[ButtonEdge]()
    config = RigConfig((StandConfig(STAND, UsbLink(board.serial_number)),))
    there = Drivers(ports=lambda: [board] if board.device else [])
    rig = open_rig(config, there)
    rig.start(edges.append)
    return Table(shop, rig, edges)


@pytest.fixture(params=[each for each in BOARDS if each != "pico"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def laid(name: str, tmp_path: Path) -> Iterator[Table]:
    found = table(Shop(name, tmp_path / "board", next(reversed(INTERPRETERS))))
    yield found
    found.rig.stop()
    found.shop.board.unplug()


def faces(seed: int, count: int) -> Iterator[Face]:
    """Yield faces of every kind, one after the other at random."""
    chance = random.Random(seed)
    makes: tuple[Callable[[], Face], ...] = (
        lambda: CardFace(
            chance.choice(string.ascii_uppercase),
            tuple(sorted(chance.sample(range(1, 12), chance.randrange(4)))),
            (chance.randrange(1, 6), 5),
        ),
        lambda: WordFace("".join(chance.choices(string.ascii_uppercase, k=6))),
        lambda: LinesFace(
            tuple(
                "".join(chance.choices(string.ascii_letters, k=9))
                for _ in range(chance.randrange(1, 4))
            )
        ),
    )
    for _ in range(count):
        yield chance.choice(makes)()


def play(laid: Table, seed: int, count: int) -> None:
    for face in faces(seed, count):
        laid.rig.show({STAND: face})
        wait_for(lambda face=face: laid.shop.shows(face), repr(face))  # type: ignore[misc]  # bound now


def test_every_picture_is_right_and_a_press_is_told(laid: Table) -> None:
    play(laid, 1, FACES)
    laid.shop.board.press(down=True)
    wait_for(lambda: [edge.down for edge in laid.edges] == [True])
    laid.shop.board.press(down=False)
    wait_for(lambda: [edge.down for edge in laid.edges] == [True, False])


def test_it_is_right_after_a_replug_and_dimmed_as_told(laid: Table) -> None:
    play(laid, 2, 1)
    laid.shop.replug()
    play(laid, 3, 1)
    if laid.shop.tft:
        bright = laid.shop.bright
        worker = laid.rig._workers[-1]
        display = worker._displays[STAND]._display
        worker.stop(dark=False)
        display.set_contrast(16)
        assert 0 < laid.shop.bright < bright // 8
        assert laid.shop.tft.unknown == []


@pytest.mark.parametrize(
    "name", [each for each in BOARDS if "light" in (BOARDS[each].told or {})]
)
@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_a_light_is_off_until_it_is_told(
    tmp_path: Path, name: str, interpreter: str
) -> None:
    """A pin is low from the moment that it is an output, and some lights are on then."""
    shop = Shop(name, tmp_path / "board", interpreter)
    wait_for((shop.board.folder / "fed").exists, "the watchdog's food")
    shop.board.unplug()
    pin, on = shop.what["light"]
    assert shop.level(pin) == 1 - on


@pytest.mark.parametrize("name", GLASSES)
def test_a_colour_display_that_alone_lost_power_is_right_after_the_next_refresh(
    laid: Table,
) -> None:
    assert laid.shop.tft
    play(laid, 4, 1)
    (face,) = faces(4, 1)
    laid.shop.feed()
    laid.shop.tft.reset()
    laid.shop.tft.memory[:] = bytes(len(laid.shop.tft.memory))
    assert not laid.shop.shows(face)
    display = laid.rig._workers[-1]._displays[STAND]

    def shows_after_a_minute() -> bool:
        # Again and again: a worker that has just shown it puts the minute after that.
        display._refresh_s = float("-inf")
        laid.rig.wake()
        return laid.shop.shows(face)

    wait_for(shows_after_a_minute)


@pytest.mark.long
def test_two_thousand_pictures_of_each_board_are_right(laid: Table) -> None:
    for seed in range(100, 110):
        play(laid, seed, MANY // 10)
        laid.shop.replug()  # its log is emptied, which would be a hundred megabytes


@pytest.mark.parametrize("interpreter", INTERPRETERS)
@pytest.mark.parametrize("oled", [Ssd1306, Sh1106])
def test_a_pico_knows_its_display_by_what_it_answers(
    tmp_path: Path, interpreter: str, oled: type[Ssd1306]
) -> None:
    laid = table(Shop("pico", tmp_path / "board", interpreter, oled=oled))
    play(laid, 5, FACES)
    laid.rig.stop()
    laid.shop.board.unplug()


@pytest.mark.long
@pytest.mark.parametrize("oled", [Ssd1306, Sh1106])
def test_two_thousand_pictures_of_a_pico_are_right(
    tmp_path: Path, oled: type[Ssd1306]
) -> None:
    interpreter = next(reversed(INTERPRETERS))
    laid = table(Shop("pico", tmp_path / "board", interpreter, oled=oled))
    play(laid, 6, MANY)
    laid.rig.stop()
    laid.shop.board.unplug()


def test_the_firmwares_registers_are_those_of_the_panels_on_the_pi() -> None:
    source = FIRMWARE.with_name("stand_glass.py").read_text()
    for kind in ("ssd1306", "sh1106"):
        _, _, rest = source.partition(f'"{kind}": bytes((')
        codes = bytes(
            int(each, 16) for each in rest.partition("))")[0].replace(",", " ").split()
        )
        assert codes == registers.setup(kind) + bytes((registers.CONTRAST,))


def test_every_board_has_its_line_in_the_documents() -> None:
    text = (FIRMWARE.parent / "README.md").read_text("utf-8")
    for name, board in BOARDS.items():
        assert (
            f"| `{name}` | {board.title} | {board.glass} | {board.certain} | {board.unseen} |"
            in text
        )


def test_a_glass_has_room_for_its_picture() -> None:
    for board in BOARDS.values():
        if board.told and "glass" in board.told:
            _, _, width, height = board.told["glass"]
            assert 16 * board.told["page"] <= width
            assert 8 * board.told["page"] <= height


@pytest.mark.parametrize("name", [each for each in BOARDS if BOARDS[each].told])
def test_what_is_written_by_hand_stands_in_the_file(name: str) -> None:
    file = told(name, ["button=1", "behind=27"])
    assert file
    said = json.loads(file)
    assert (said["buttons"], said["behind"]) == ([1], 27)
    assert {**(BOARDS[name].told or {}), **said} == said  # all that it had


def test_a_makers_set_up_that_is_written_by_hand_is_sent(tmp_path: Path) -> None:
    changes = ("init=177,5", "init=178")
    shop = Shop(
        "atom-s3", tmp_path / "board", next(reversed(INTERPRETERS)), changes=changes
    )
    laid = table(shop)
    play(laid, 7, 1)
    laid.rig.stop()
    shop.board.unplug()
    assert shop.tft
    assert shop.tft.unknown[:2] == [177, 178]


@pytest.mark.parametrize("pin", ["behind", "dc"])
def test_a_pin_that_cannot_be_is_told_each_time_that_the_glass_is_started(
    tmp_path: Path, pin: str
) -> None:
    changes = (f"{pin}=49",)  # no ESP32 has it
    shop = Shop(
        "t-display", tmp_path / "board", next(reversed(INTERPRETERS)), changes=changes
    )
    link = SerialLink("abc", lambda: shop.board.device, open_port, lambda *_: None)
    link.start()
    wait_for(link.opened.is_set)
    wait_for((shop.board.folder / "fed").exists, "the board to listen")
    try:
        for _ in range(2):
            with pytest.raises(HardwareError, match=r"\(ValueError-invalid-pin\)"):
                link.command(protocol.reset)
    finally:
        link.stop()
        shop.board.unplug()


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("supply=4,1", {"supply": [[4, 1]]}),
        ("supply=36,0,4,1", {"supply": [[36, 0], [4, 1]]}),
        ("battery=38,2", {"battery": [38, 2]}),
        ("battery=1,4.9,37,0", {"battery": [1, 4.9, [37, 0]]}),
        ("light=4,0", {"light": [4, 0]}),
        ("button=15,14,13", {"buttons": [15, 14, 13]}),
        ("buttons=9", {"buttons": [9]}),
        ("glass=40,53,240,135", {"glass": [40, 53, 240, 135]}),
        ("turn=192", {"turn": 192}),
        ("init=177,5", {"init": [[177, 5]]}),
    ],
)
def test_what_is_written_by_hand_is_kept_as_the_firmware_reads_it(
    change: str, kept: dict[str, object]
) -> None:
    said = json.loads(told("t-display", [change]) or b"")
    assert {**said, **kept} == said


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["buton=4"], r"'buton=4': it knows battery, baud, behind, buttons, .* turn\.$"),
        (["sda"], "'sda' cannot be: write it as in sda=5"),
        (["sda=x"], "'sda=x' cannot be: write it as in sda=5"),
        (["sda=4,6"], "'sda=4,6' cannot be: write it as in sda=5"),
        (["sda=99"], "'sda=99' cannot be"),
        (["light=4"], r"'light=4' cannot be: write it as in light=4,1 "),
        (["supply=4"], "'supply=4' cannot be: write it as in supply=4,1"),
        (["glass=40,53"], "'glass=40,53' cannot be: write it as in glass=0,32,128,128"),
        (["turn=300"], "'turn=300' cannot be: write it as in turn=192"),
        (["invert=2"], "'invert=2' cannot be"),
        (["page=0"], "'page=0' cannot be"),
        (["battery=34"], "'battery=34' cannot be: write it as in battery=34,2,14,1"),
        (["init="], "'init=' cannot be: write it as in init=177,5"),
        (["cs=5", "dc=4", "cs=6"], "'cs=6' comes after another cs: leave one of them out"),
        (["button=5", "buttons=6"], "comes after another"),
        (["display=sh1107"], "no program for a display 'sh1107'"),
        (["x" * 99], "'x{40}'"),
    ],
)
def test_what_is_written_by_hand_and_means_nothing_is_refused(
    changes: list[str], sentence: str
) -> None:
    with pytest.raises(ConfigError, match=sentence):
        told("t-display", changes)
