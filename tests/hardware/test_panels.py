import errno
import random
from collections.abc import Callable
from functools import partial
from itertools import permutations
from statistics import median
from typing import Literal

import pytest
import smbus2
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from companion.errors import HardwareError
from companion.ports import CardFace, Controller
from hardware.drawing.faces import draw
from hardware.emulator.bus import BusFault, FakeBus
from hardware.emulator.controllers import EMULATED, Sh1106, Ssd1306
from hardware.panels.dimming import Brightness
from tests.hardware.conftest import ADDRESS, LETTERS, LumaLink, Wired, scribble, wire

LUMAS = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}
BLACK = Image.new("1", (128, 64))
CAPITALS = {letter: image for letter, image in LETTERS.items() if letter != "?"}


@pytest.mark.parametrize("rotate", [0, 2])
def test_the_glass_shows_every_letter(
    controller: Controller, rotate: Literal[0, 2]
) -> None:
    stand = wire(controller, rotate=rotate)
    stand.panel.attach(BLACK)
    for image in LETTERS.values():
        stand.panel.show(image)
        assert stand.shows(image.rotate(180) if rotate else image)


def test_smbus2s_own_messages_do_as_well(controller: Controller) -> None:
    stand = wire(controller)
    stand.panel._message = smbus2.i2c_msg.write
    stand.panel.attach(LETTERS["K"])
    assert stand.shows(LETTERS["K"])


def lumas_bits(controller: Controller) -> int:
    """What luma itself sends for one picture, in pieces as large as ours."""
    glass = EMULATED[controller]()
    bus = FakeBus({ADDRESS: glass})
    device = LUMAS[controller](LumaLink(bus))
    device.persist = True  # luma blanks at exit
    before = bus.traffic
    device.display(LETTERS["A"])
    return (bus.traffic - before).bits


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # luma's display() uses it
def test_a_change_of_letter_takes_a_third_of_what_luma_sends(
    controller: Controller, rotate: Literal[0, 2]
) -> None:
    stand = wire(controller, rotate=rotate)
    stand.panel.attach(BLACK)
    spent = []
    for one, other in permutations(CAPITALS.values(), 2):
        stand.panel.show(one)
        spent.append(stand.bits(partial(stand.panel.show, other)))
        assert stand.shows(other.rotate(180) if rotate else other)
    assert len(spent) == 650
    assert median(spent) <= lumas_bits(controller) / 3


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # as above
def test_one_more_chip_takes_little_of_what_luma_sends(
    controller: Controller, rotate: Literal[0, 2]
) -> None:
    stand = wire(controller, rotate=rotate)
    # Two tall ones, the third makes all smaller, then each of the small ones.
    shares = {2: 0.15, 3: 0.25, **dict.fromkeys(range(4, 9), 0.046)}
    for letter in CAPITALS:
        for count, share in shares.items():
            limit = share * lumas_bits(controller)
            cards = [
                draw(CardFace(letter, tuple(range(1, n + 1)), (2, 5)), (128, 64))
                for n in (count - 1, count)
            ]
            stand.panel.attach(cards[0])
            assert 0 < stand.bits(partial(stand.panel.show, cards[1])) <= limit


@pytest.mark.parametrize("controller", LUMAS)
@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # luma's display() uses it
def test_the_start_is_lumas_byte_for_byte(controller: Controller) -> None:
    """But for NOPs and the end of scrolling before it, its first word and its brightness."""
    stand = wire(controller)
    sent: list[bytes] = []
    write = stand.glass.write

    def watch(payload: bytes) -> None:
        sent.append(payload)
        write(payload)

    stand.glass.write = watch  # type: ignore[method-assign]  # a look over its shoulder
    stand.panel.attach(BLACK)
    link = LumaLink(FakeBus({ADDRESS: Ssd1306()}))
    LUMAS[controller](link).persist = True  # luma blanks at exit
    nops, registers, contrast, *sent = sent
    first, (*_, lumas_contrast), *lumas = link.sent
    still = b"" if controller == "sh1106" else b"\x2e"
    assert nops == b"\x00" + b"\xe3" * 8
    assert first[:2] == b"\x00\xae"
    assert registers == b"\x00" + still + first[2:]
    assert contrast == b"\x00\x81\xcf"
    assert lumas_contrast in (0xCF, 0x7F)
    assert sent == lumas


def test_nothing_changed_is_nothing_sent(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])
    assert wired.bits(lambda: wired.panel.show(LETTERS["A"].copy())) == 0


def test_show_tells_whether_it_sent(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])
    assert wired.panel.show(LETTERS["B"])
    assert not wired.panel.show(LETTERS["B"])


def test_a_new_panel_is_lit_only_with_its_first_picture(wired: Wired) -> None:
    lit = []
    write = wired.glass.write

    def watch(payload: bytes) -> None:
        write(payload)
        if wired.glass.on:
            lit.append(wired.glass.picture().tobytes())

    wired.glass.write = watch  # type: ignore[method-assign]  # a look over its shoulder
    wired.panel.attach(LETTERS["A"])
    assert set(lit) == {LETTERS["A"].tobytes()}


def test_a_panel_that_is_lit_shows_something_all_the_time(wired: Wired) -> None:
    """As after a restart of the program: the glass is lit, the driver is new."""
    wired.panel.attach(LETTERS["A"])
    new = wire(wired.panel._controller)  # type: ignore[arg-type]  # never "auto" here
    new.bus.panels[ADDRESS] = new.glass = wired.glass
    assert not new.panel.is_dark()
    seen = set()
    write = new.glass.write

    def watch(payload: bytes) -> None:
        write(payload)
        seen.add(new.glass.picture().tobytes())

    new.glass.write = watch  # type: ignore[method-assign]  # a look over its shoulder
    new.panel.attach(LETTERS["A"])
    assert seen == {LETTERS["A"].tobytes()}
    new.glass.power_cycle()
    assert new.panel.is_dark()


def faulty(chance: random.Random, share: float) -> Callable[[int, bytes], BusFault | None]:
    errnos = (errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT, errno.EIO, errno.EAGAIN)

    def fault(_address: int, payload: bytes) -> BusFault | None:
        if chance.random() >= share:
            return None
        return BusFault(chance.choice(errnos), chance.randrange(len(payload) + 1))

    return fault


@pytest.mark.parametrize("pictures", [1000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_pictures_get_through_a_bus_with_faults(wired: Wired, pictures: int) -> None:
    chance = random.Random(3)
    wired.bus.fault = faulty(chance, 0.05)
    up = False
    needed_more = 0
    for _ in range(pictures):
        image = scribble(chance)
        for _attempt in range(40):
            try:
                (wired.panel.show if up else wired.panel.attach)(image)
            except HardwareError:
                up = False
                needed_more += 1
            else:
                up = True
                break
        assert wired.shows(image)
    assert needed_more > 50  # the faults were there


def test_silent_power_loss_is_noticed_and_healed(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])
    wired.panel.check()
    wired.glass.power_cycle()
    with pytest.raises(HardwareError, match="lost power"):
        wired.panel.check()
    wired.panel.attach(LETTERS["A"])
    assert wired.shows(LETTERS["A"])


@pytest.mark.parametrize("half", [b"\x21", b"\x26\x00", b"\xa3", b"\xd3", b"\x81"])
def test_a_command_that_broke_off_does_not_spoil_the_next_start(half: bytes) -> None:
    stand = wire("ssd1306")
    stand.glass.write(b"\x00" + half)
    stand.panel.attach(LETTERS["A"])
    assert stand.shows(LETTERS["A"])
    assert stand.glass.unknown == []  # else it took arguments of the init for commands


def test_what_the_glass_shows_is_unknown_until_a_write_succeeded(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])

    def fault(_address: int, payload: bytes) -> BusFault | None:
        return BusFault(errno.EIO, len(payload) // 2) if payload[0] == 0x40 else None

    wired.bus.fault, working = fault, wired.bus.fault
    with pytest.raises(HardwareError):
        wired.panel.show(LETTERS["B"])
    wired.bus.fault = working
    assert wired.panel.show(LETTERS["B"])
    assert wired.shows(LETTERS["B"])


def test_flipped_bits_are_healed_by_a_refresh(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])
    wired.glass.ram[200] ^= 0xFF
    wired.panel.show(LETTERS["A"])
    assert not wired.shows(LETTERS["A"])
    wired.panel.refresh(LETTERS["A"])
    assert wired.shows(LETTERS["A"])


TURNED = {
    "inverse": b"\xa7",
    "all on": b"\xa5",
    "a start line": b"\x48",
    "columns from the right": b"\xa0",
    "lines from below": b"\xc0",
    "scrolling": b"\x2f",
    "half the lines": b"\xa8\x1f",
    "an offset": b"\xd3\x10",
    "pages": b"\x20\x02",
    "contrast": b"\x81\x00",
    "off": b"\xae",
}


@pytest.mark.parametrize("turned", TURNED)
def test_every_register_that_was_turned_is_healed_by_a_refresh(
    wired: Wired, turned: str
) -> None:
    wired.panel.attach(LETTERS["A"])
    wired.panel.set_contrast(16)
    wired.glass.write(b"\x00" + TURNED[turned])
    wired.panel.refresh(LETTERS["A"])
    assert wired.shows(LETTERS["A"])
    assert wired.glass.contrast == 16
    assert wired.panel.show(LETTERS["B"])
    assert wired.shows(LETTERS["B"])


def test_a_refresh_does_not_flicker(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])
    seen = set()
    write = wired.glass.write

    def watch(payload: bytes) -> None:
        for length in range(1, len(payload)):  # as the glass gets it, byte by byte
            write(payload[:1] + payload[length : length + 1])
            seen.add(wired.glass.picture().tobytes())

    wired.glass.write = watch  # type: ignore[method-assign]  # a look over its shoulder
    wired.panel.refresh(LETTERS["A"])
    assert seen == {LETTERS["A"].tobytes()}


def test_every_panel_has_one_brightness(wired: Wired) -> None:
    wired.panel.attach(LETTERS["A"])
    assert wired.glass.contrast == Brightness.BRIGHT
    wired.panel.set_contrast(Brightness.DIM)
    wired.panel.attach(LETTERS["A"])
    assert wired.glass.contrast == Brightness.BRIGHT


def test_a_clone_that_refuses_reads_is_started_anew_at_each_refresh(
    controller: Controller,
) -> None:
    stand = wire(controller)
    stand.bus.unreadable.add(ADDRESS)
    stand.panel.attach(LETTERS["A"])
    stand.panel.check()
    stand.glass.power_cycle()
    stand.panel.refresh(LETTERS["A"])
    assert stand.shows(LETTERS["A"])
    stand.bus.deaf[ADDRESS] = errno.ENXIO
    with pytest.raises(HardwareError, match="check its cable"):
        stand.panel.check()


def test_a_clone_whose_status_is_all_ones_is_not_taken_for_switched_off() -> None:
    stand = wire("ssd1306", controller="auto")
    stand.bus.floating.add(ADDRESS)
    stand.panel.attach(LETTERS["A"])
    stand.panel.check()
    stand.glass.power_cycle()
    stand.panel.refresh(LETTERS["A"])
    assert stand.shows(LETTERS["A"])


def test_auto_finds_out_which_controller_is_there(controller: Controller) -> None:
    stand = wire(controller, controller="auto")
    stand.panel.attach(LETTERS["A"])
    assert stand.shows(LETTERS["A"])
    other = Ssd1306() if controller == "sh1106" else Sh1106()
    stand.bus.panels[ADDRESS] = other
    stand.panel.attach(LETTERS["B"])
    assert other.picture().tobytes() == LETTERS["B"].tobytes()


def test_auto_says_what_to_do_about_a_panel_without_status() -> None:
    stand = wire("ssd1306", controller="auto")
    stand.bus.unreadable.add(ADDRESS)
    with pytest.raises(HardwareError, match="name its panel if"):
        stand.panel.attach(BLACK)


def test_auto_passes_on_what_is_wrong_with_the_way_to_the_panel() -> None:
    stand = wire("ssd1306", controller="auto")

    def unknown(address: int) -> int:
        raise HardwareError(f"multiplexer m is unknown for {address}: run setup-pi")

    stand.bus.read_byte = unknown  # type: ignore[method-assign]  # as a channel does
    with pytest.raises(HardwareError, match=r"^multiplexer m is unknown .* run setup-pi$"):
        stand.panel.attach(BLACK)


@pytest.mark.parametrize("act", ["attach", "show", "refresh", "check"])
@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT])
def test_every_fault_of_the_bus_becomes_one_kind_of_error(
    wired: Wired, act: str, number: int
) -> None:
    wired.panel.attach(BLACK)
    wired.bus.deaf[ADDRESS] = number
    arguments = () if act == "check" else (LETTERS["A"],)
    with pytest.raises(HardwareError, match="0x3c"):
        getattr(wired.panel, act)(*arguments)


def test_close_leaves_it_dark(wired: Wired) -> None:
    wired.panel.close()
    wired.panel.attach(LETTERS["A"])
    wired.panel.close()
    assert not wired.glass.on
    wired.glass.on = True
    assert wired.shows(BLACK)


def test_a_panel_that_never_was_attached_says_so(wired: Wired) -> None:
    with pytest.raises(HardwareError, match="never attached"):
        wired.panel.show(BLACK)


@pytest.mark.parametrize("kind", ["sh1106", "ch1116"])
@pytest.mark.parametrize("column", range(5))
def test_a_glass_that_begins_at_another_column_is_right_with_its_offset(
    kind: Controller, column: int
) -> None:
    wired = wire(kind, offset=column)
    wired.glass.first_column = column
    wired.panel.attach(LETTERS["A"])
    assert wired.shows(LETTERS["A"])
    wired.panel.show(LETTERS["W"])
    assert wired.shows(LETTERS["W"])
    other = wire(kind)
    other.glass.first_column = column
    other.panel.attach(LETTERS["A"])
    assert other.shows(LETTERS["A"]) is (column == 2)


@pytest.mark.parametrize("kind", ["ssd1315", "ch1116"])
def test_successors_are_driven_by_their_names(kind: Controller) -> None:
    wired = wire(kind)
    wired.panel.attach(LETTERS["?"])
    for image in LETTERS.values():
        wired.panel.show(image)
        assert wired.shows(image)
