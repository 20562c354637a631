import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.rig_file import RigReader, read_rig
from companion.config.toml_lines import key_lines
from companion.errors import ConfigError
from companion.links import MuxLink, UsbLink
from companion.ports import CENTRE, STAND_PLACES, MuxConfig, RigConfig, StandConfig

EXAMPLE = Path(__file__).parents[2] / "systemd" / "companion.example.toml"
MUX = "[mux.m]\n"
SPI = 'link = "spi:0.0/{}"\npanel = "sh1106"\n'


def read(text: str) -> RigConfig:
    return RigReader("table.toml", text, tomllib.loads(text)).rig()


def test_the_example_is_a_whole_table() -> None:
    rig = read_rig(EXAMPLE)
    assert [stand.place for stand in rig.stands] == [*STAND_PLACES, CENTRE]
    assert rig.muxes == (MuxConfig("m", 1, 0x70, 4),)
    assert rig.stands[0] == StandConfig(
        STAND_PLACES[0], MuxLink("m", 0), buttons={"main": 5}, light=17
    )
    assert rig.stands[5].link == UsbLink("E6614C311B6A7B2C")
    assert dict(rig.stands[6].buttons) == {"wildcard": 16, "undo": 20, "next": 12}


def test_what_is_left_out_is_virtual_and_ordinary() -> None:
    rig = RigReader("t", "", tomllib.loads("[stand.3]")).rig()
    assert rig.stands == (StandConfig(STAND_PLACES[2]),)


REFUSED = {
    "an unknown table": ("[stand.1]\n[lamp]", 2, "'lamp' is unknown; use mux, stand, centre"),
    "an unknown stand": ("[stand.1]\n[stand.7]", 2, "'7' is unknown; use 1, 2, 3, 4, 5, 6"),
    "an unknown key": ('[stand.1]\nlink="i2c:1"\nadress=60', 3, "'adress' is unknown"),
    "a key with a slip": (
        '[stand.1]\npannel="auto"', 2, "'pannel' is unknown (did you mean panel?); use link",
    ),
    "a table with a slip": ("[stand.1]\n[center]", 2, "'center' is unknown (did you mean centre?)"),
    "a panel in capitals": (
        '[stand.1]\npanel="SSD1306"', 2, "cannot be (did you mean ssd1306?); write auto,",
    ),
    "an address with eight bits": (
        "[stand.1]\naddress = 0x78", 2, "modules have printed on them, with a bit more; write 0x3c",
    ),
    "an unknown button": ("[stand.1]\nbuttons={ next = 5 }", 2, "'next' is unknown; use main"),
    "an unknown key of a mux": ("[stand.1]\n[mux.m]\nrest=4", 3, "'rest' is unknown"),
    "no stand": ("# nothing\n", 1, "there is no stand in it; begin with"),
    "a link without sense": ('[stand.1]\n\nlink = "mux:m"', 3, "'mux:m' means nothing; write"),
    "a link in numbers": ("[stand.1]\nlink = 1", 2, "link = 1 cannot be; write text in quotes"),
    "no such mux": ('[stand.1]\nlink = "mux:m/0"', 2, "no multiplexer 'm'; add [mux.m]"),
    "a panel that faces do not fit": (
        '[stand.1]\npanel="sh1107"', 2, "128 x 128 or 64 x 128 pixels, and faces are drawn",
    ),
    "an offset of a glass that has none": (
        '[stand.1]\npanel="ssd1306"\noffset=0', 3, "only the glass of an SH1106 or a CH1116",
    ),
    "an offset beyond the memory": ("[stand.1]\noffset=5", 2, "choose 0x0 to 0x4"),
    "a panel nobody makes": ('[stand.1]\npanel="e-ink"', 2, "cannot be; write auto, ssd1306"),
    "SPI that is not asked": (
        '[stand.1]\nlink = "spi:0.0/24"', 2, "cannot be asked what it is; add panel =",
    ),
    "SPI without a line": ('[stand.1]\nlink = "spi:0.0"', 2, "means nothing; write"),
    "a chip that no bus has": ('[stand.1]\nlink = "spi:0.2/24"', 2, "means nothing; write"),
    "a serial line": (
        '[stand.1]\nlink = "tty:/dev/ttyAMA0@115200"', 2,
        'means nothing; join it by USB, and write "usb:SERIAL-NUMBER" as `companion stands',
    ),
    "a line that is no pin": (
        '[stand.1]\nlink = "spi:0.0/99"\npanel="sh1106"', 2, "there is no pin 99; choose",
    ),
    "two of one chip": (
        f"[stand.1]\n{SPI.format(24)}[stand.2]\n{SPI.format(25)}", 5, "spi:0.0 is taken by",
    ),
    "a button at a chip": (
        '[stand.1]\nlink = "spi:0.0/24"\npanel="sh1106"\nbuttons.main = 8', 4,
        "pin 8 is taken by spi.0",
    ),
    "a light at a chip that nobody uses": (
        '[stand.1]\nlink = "spi:1.2/24"\npanel="sh1106"\nlight = 17', 4,
        "pin 17 is taken by spi.1",
    ),
    "a button on another bus": (
        '[stand.1]\nlink = "i2c:3"\nbuttons.main = 4', 3, "pin 4 is taken by i2c.3",
    ),
    "a button on a bus of a mux": (
        "[mux.m]\nbus=5\n[stand.1]\nbuttons.main = 13", 4, "pin 13 is taken by i2c.5",
    ),
    "a bus that no Pi has": (
        '[stand.1]\nlink = "i2c:99"', 2, "there is no I2C bus 99 for a table; take 1, or 3",
    ),
    "a mux on a bus that no Pi has": (
        "[mux.m]\nbus = 2\n[stand.1]", 2, "there is no I2C bus 2 for a table; take 1, or 3",
    ),
    "a light at a line": (
        '[stand.1]\nlink = "spi:0.0/24/25"\npanel="sh1106"\nlight = 25', 4,
        "pin 25 is taken by spi.reset 25",
    ),
    "a long Wi-Fi": (f'[stand.1]\n[wifi]\nname="{"W" * 33}"', 3, "write 1 to 32 bytes"),
    "a short password": (
        '[stand.1]\n[wifi]\nname="a"\npassword="short"', 4, "write 8 to 63 plain letters"
    ),
    "nobody's password": ('[stand.1]\n[wifi]\npassword="letters42"', 3, "write name ="),
    "a Wi-Fi's key": ('[stand.1]\n[wifi]\nkey="secret"', 3, "'key' is unknown; use name"),
    "half turned": ("[stand.1]\nrotate = 90", 2, "rotate = 90 cannot be; write 0, 180"),
    "an address too high": ("[stand.1]\naddress = 0x90", 2, "address = 0x90 cannot be; choose"),
    "an address that is no whole number": (
        "[stand.1]\naddress = 120.0", 2, "address = 120.0 cannot be; write a whole number",
    ),
    "a pin that is none": ("[stand.1]\nbuttons.main = 40", 2, "there is no pin 40; choose BCM"),
    "yes is no pin": ("[stand.1]\nlight = true", 2, "light = True cannot be; write a whole"),
    "two buttons at a pin": (
        "[stand.1]\nbuttons = { main = 5 }\n[stand.2]\nbuttons = { main = 5 }",
        4,
        "pin 5 is taken by stand.1.buttons.main; give each its own BCM pin",
    ),
    "a light at a button": (
        "[stand.1]\nbuttons = { main = 5 }\nlight = 5", 3, "pin 5 is taken by stand.1.buttons",
    ),
    "a button on the bus": (
        '[stand.1]\nlink = "i2c:1"\nbuttons = { main = 3 }', 3, "pin 3 is taken by i2c.1",
    ),
    "two of one address": (
        '[stand.1]\nlink = "i2c:1"\n[stand.2]\nlink = "i2c:1"',
        4,
        "i2c:1 at 0x3c is taken by stand.1; give it an address or a link of its own",
    ),
    "two of one channel": (
        MUX + '[stand.1]\nlink = "mux:m/0"\n[stand.2]\nlink = "mux:m/0"', 5, "taken by stand.1",
    ),
    "one multiplexer under two names, or two of one address": (
        '[mux.a]\n[mux.b]\n[stand.1]\nlink = "mux:a/0"\n[stand.2]\nlink = "mux:b/1"', 2,
        "taken by mux.a; write mux:a at its stands, or give a second one another address",
    ),
    "a display at a multiplexer's address": (
        '[mux.m]\n[stand.1]\nlink = "i2c:1"\naddress = 0x70', 3,
        "i2c:1 at 0x70 is taken by mux.m; give it an address or a link of its own",
    ),
    "two of one board": (
        '[stand.1]\nlink = "usb:A"\n[stand.2]\nlink = "usb:A"\naddress = 61',
        4,
        "usb:A is taken by stand.1",
    ),
    "one hides the other": (
        MUX + '[stand.1]\nlink = "i2c:1"\n[stand.2]\nlink = "mux:m/0"', 5, "i2c:1 itself has",
    ),
    "a mux that is no table": ("mux = 5\n[stand.1]", 1, "mux is not a table"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_with_line_and_remedy(case: str) -> None:
    text, line, sentence = REFUSED[case]
    with pytest.raises(ConfigError) as refusal:
        read(text)
    assert str(refusal.value).startswith(f"table.toml, line {line}: ")
    assert sentence in str(refusal.value)
    assert "; " in str(refusal.value)


def test_the_code_of_the_wifi() -> None:
    known = read('[stand.1]\n[wifi]\nname = "Our table"\npassword = "letters42"')
    assert known.wifi_code == "WIFI:T:WPA;S:Our table;P:letters42;;"
    assert read('[stand.1]\n[wifi]\nname = "Our table"').wifi_code == ""


def test_the_name_of_the_wifi() -> None:
    assert read('[stand.1]\n[wifi]\nname = "Our table"').wifi == "Our table"
    assert read("[stand.1]").wifi == ""


def test_two_multiplexers_share_a_bus_at_two_addresses_and_a_number_on_two() -> None:
    for line in ("address = 0x71", "bus = 3"):
        rig = read(f"[mux.a]\n[mux.b]\n{line}\n[stand.1]\n")
        assert len(rig.muxes) == 2


def test_two_displays_share_a_bus_at_two_addresses() -> None:
    read('[stand.1]\nlink="i2c:1"\n[stand.2]\nlink="i2c:1"\naddress=0x3D')


def test_two_displays_share_the_lines_of_spi() -> None:
    each = 'link = "spi:0.{}/24/25"\npanel = "ssd1309"\n'
    read("[stand.1]\n" + each.format(0) + "[stand.2]\n" + each.format(1))


def test_many_stands_may_be_virtual() -> None:
    read("[stand.1]\n[stand.2]\n[stand.3]")


def test_a_file_that_is_no_toml_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        read_rig(path)
    path.write_text("[stand.1\n")
    with pytest.raises(ConfigError, match=r"is not TOML: .* line 1"):
        read_rig(path)
    path.write_text("[stand.1]", "utf-8-sig")  # as some editors begin it
    assert read_rig(path).stands
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_rig(path)


LINES = (
    st.sampled_from(["[stand.1]", '[mux."a"]', "link = 'i2c:1'", "# none", ""]) | st.text()
)


@given(st.lists(LINES).map("\n".join))
def test_whatever_the_text_each_key_stands_in_the_line_that_is_found(text: str) -> None:
    lines = dict(enumerate(text.splitlines(), 1))
    for path, number in key_lines(text).items():
        assert path[-1] in lines[number]
