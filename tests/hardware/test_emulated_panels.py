import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import smbus2
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageChops

from companion.ports import Controller
from hardware.emulator.bus import BusFault, FakeBus, Traffic
from hardware.emulator.controllers import EMULATED, Sh1106, Ssd1306
from hardware.panels.panel import pack
from hardware.panels.registers import REGISTERS
from tests.hardware.conftest import ADDRESS, LETTERS

EXAMPLE = Path(__file__).parents[2] / "systemd" / "companion.example.toml"
PAIRS = [(ssd1306, Ssd1306), (sh1106, Sh1106)]


def slow_picture(glass: Ssd1306) -> bytes:
    """Say in 8192 plain steps what a panel in luma's state shows."""
    image = Image.new("1", (128, 64))
    for y in range(64):
        for x in range(128):
            byte = glass.ram[(y >> 3) * glass.ram_columns + x + glass.first_column]
            image.putpixel((x, y), byte >> (y & 7) & 1)
    return image.tobytes()


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # luma's display() uses it
@pytest.mark.parametrize(("driver", "controller"), PAIRS)
def test_lumas_own_driver_is_understood(
    driver: Callable[..., Any], controller: type[Ssd1306]
) -> None:
    glass = controller()
    device = driver(i2c(bus=FakeBus({ADDRESS: glass}), address=ADDRESS))
    device.persist = True  # luma blanks at exit, when the bus may be gone
    for image in LETTERS.values():
        device.display(image)
        assert glass.picture().tobytes() == image.tobytes() == slow_picture(glass)
    assert glass.unknown == []


def inverted(image: Image.Image) -> Image.Image:
    return Image.frombytes("1", image.size, bytes(byte ^ 0xFF for byte in image.tobytes()))


def roll(image: Image.Image, lines: int) -> Image.Image:
    rolled = Image.new("1", image.size)
    rolled.paste(image.crop((0, lines, 128, 64)), (0, 0))
    rolled.paste(image.crop((0, 0, 128, lines)), (0, 64 - lines))
    return rolled


def upper_half(image: Image.Image) -> Image.Image:
    half = Image.new("1", image.size)
    half.paste(image.crop((0, 0, 128, 32)), (0, 0))
    return half


@pytest.mark.parametrize("controller", [Ssd1306, Sh1106])
def test_a_panel_wakes_dark_and_full_of_noise(controller: type[Ssd1306]) -> None:
    glass = controller()
    assert glass.status() & 0x40
    assert not glass.picture().getbbox()
    glass.write(b"\x00\xaf\x8d\x14")
    assert glass.picture().getbbox()
    assert glass.ram.count(0) < len(glass.ram) / 2


def test_arguments_may_come_in_a_later_transaction() -> None:
    glass = Ssd1306()
    for payload in (
        b"\x00\x20",
        b"\x00\x00\x21",
        b"\x80\x05",
        b"\x00\x09\x22\x02",
        b"\x00\x03",
    ):
        glass.write(payload)
    glass.write(b"\x40" + bytes(range(1, 11)))
    assert glass.ram[2 * 128 + 5 : 2 * 128 + 10] == bytes((1, 2, 3, 4, 5))
    assert glass.ram[3 * 128 + 5 : 3 * 128 + 10] == bytes((6, 7, 8, 9, 10))
    assert (glass.column, glass.page) == (5, 2)


def test_page_mode_stays_in_its_page() -> None:
    glass = Ssd1306()
    glass.write(b"\x00\xb3\x0e\x17")
    glass.write(b"\x40\x01\x02\x03")
    assert (glass.ram[3 * 128 + 126], glass.ram[3 * 128 + 127], glass.ram[3 * 128]) == (
        1,
        2,
        3,
    )


def test_vertical_mode_goes_down_first() -> None:
    glass = Ssd1306()
    glass.write(b"\x00\x20\x01\x21\x04\x05\x22\x01\x02")
    glass.write(b"\x40\x01\x02\x03\x04\x05")
    assert [glass.ram[p * 128 + c] for c, p in ((4, 1), (4, 2), (5, 1), (5, 2))] == [
        5,
        2,
        3,
        4,
    ]


def test_an_sh1106_neither_wraps_nor_knows_windows() -> None:
    glass = Sh1106()
    before = bytes(glass.ram)
    glass.write(b"\x00\xb0\x02\x18")
    glass.write(b"\x40\x01\x02\x03\x04")
    assert glass.ram[130:132] == b"\x01\x02"
    assert glass.ram[132:] == before[132:]
    glass.write(b"\x00\x22\xb5")
    assert glass.page == 5


@pytest.mark.parametrize(
    ("commands", "change"),
    [
        (b"\xa5", lambda _: Image.new("1", (128, 64), 1)),
        (b"\xa7", inverted),
        (b"\xa0\xc0", lambda image: image.transpose(Image.Transpose.ROTATE_180)),
        (b"\x48", lambda image: roll(image, 8)),
        (b"\xd3\x10", lambda image: roll(image, 16)),
        (b"\xa8\x1f", upper_half),
        (b"\x2f", lambda image: ImageChops.offset(image, 8, 0)),
        (b"\x2f\x2e", lambda image: image),
        (b"\xae", lambda _: Image.new("1", (128, 64))),
        (b"\x8d\x10", lambda _: Image.new("1", (128, 64))),
    ],
)
def test_what_a_setting_does_to_the_picture(
    commands: bytes, change: Callable[[Image.Image], Image.Image]
) -> None:
    glass = Ssd1306()
    glass.write(b"\x00\x20\x00\x8d\x14\xa1\xc8\xaf")
    glass.write(b"\x40" + pack(LETTERS["R"]))
    assert glass.picture().tobytes() == LETTERS["R"].tobytes()
    glass.write(b"\x00" + commands)
    assert glass.picture().tobytes() == change(LETTERS["R"]).tobytes()


def test_the_bus_counts_and_fails_like_a_real_one() -> None:
    bus = FakeBus({ADDRESS: Ssd1306()})
    bus.i2c_rdwr(smbus2.i2c_msg.write(ADDRESS, [0x40, 1, 2]))
    bus.write_i2c_block_data(ADDRESS, 0, [0xE3])
    assert bus.traffic == Traffic(transactions=2, byte_count=4 + 3)
    assert bus.traffic.bits == 9 * 7 + 4
    with pytest.raises(ValueError, match="32 bytes"):
        bus.write_i2c_block_data(ADDRESS, 0x40, [0] * 33)
    with pytest.raises(OSError, match="Remote I/O"):
        bus.read_byte(0x3D)
    bus.deaf[ADDRESS] = errno.ETIMEDOUT
    with pytest.raises(TimeoutError):
        bus.read_byte(ADDRESS)


def test_a_fault_may_come_in_the_middle_of_a_frame() -> None:
    glass = Ssd1306()
    bus = FakeBus({ADDRESS: glass})
    bus.fault = lambda _address, _payload: BusFault(errno.EIO, after_bytes=3)
    with pytest.raises(OSError, match="Input/output"):
        bus.write_i2c_block_data(ADDRESS, 0x40, [1, 2, 3, 4])
    assert glass.ram[:2] == b"\x01\x02"
    assert glass.ram[2] != 3


def test_every_controller_has_its_registers_its_emulator_and_a_word_in_the_example() -> (
    None
):
    known = set(get_args(Controller))
    assert set(REGISTERS) == set(EMULATED) == known
    answers = [each for registers in REGISTERS.values() for each in registers.identities]
    assert len(answers) == len(set(answers)), "two answer alike"
    example = EXAMPLE.read_text("utf-8")
    assert {each for each in known if f'"{each}"' not in example} == set()
