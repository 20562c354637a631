import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.rig_file import read_rig
from companion.links import I2cLink, SpiLink, UsbLink
from companion.ports import CENTRE, STAND_PLACES, MuxConfig, RigConfig, StandConfig
from hardware.workshop.cables import budget, cables, header_rows, lengths, longest_m
from hardware.workshop.wiring import HEADER, PI, wiring
from hardware.workshop.wiring_text import svg, text

ROOT = Path(__file__).parents[2]
BUILDS = sorted((ROOT / "systemd" / "builds").glob("*.toml"))
PICTURES = ROOT / "hardware" / "pictures"


def test_the_header_is_that_of_every_pi_with_forty_pins() -> None:
    assert sorted(HEADER) == list(range(2, 28))
    assert len(set(HEADER.values())) == 26
    power = {1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39} - {27}
    assert not power & set(HEADER.values())
    assert (HEADER[2], HEADER[3], HEADER[17], HEADER[21]) == (3, 5, 11, 40)


@pytest.mark.parametrize("build", BUILDS, ids=lambda path: path.stem)
def test_the_pictures_of_the_builds_are_new(build: Path) -> None:
    rig = read_rig(build)
    drawn = svg(wiring(rig), (*lengths(rig), *budget(rig)))
    picture = PICTURES / f"{build.stem}.svg"
    if os.environ.get("RENEW_GOLDENS"):
        picture.write_text(drawn)
    assert picture.read_text() == drawn
    assert picture.name in (ROOT / "hardware" / "README.md").read_text()


def test_every_pin_of_the_file_is_in_the_table() -> None:
    rig = read_rig(ROOT / "systemd" / "companion.example.toml")
    plan = wiring(rig)
    told = text(plan)
    for stand in rig.stands:
        for pin in (*stand.buttons.values(), *([stand.light] if stand.light else [])):
            assert f"Pi {HEADER[pin]} (GPIO{pin})" in told
    for line in (
        "RST",
        "SD6",
        "330 Ω",
        "number E6614C311B6A7B2C",
        "button centre undo",
    ):
        assert line in told
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle" in told


def test_no_pin_of_the_pi_is_used_twice() -> None:
    for path in (*BUILDS, ROOT / "systemd" / "companion.example.toml"):
        wires = wiring(read_rig(path)).wires
        pins = [wire.start[1] for wire in wires if wire.start[0] == PI]
        pins = [pin for pin in pins if pin != "USB"]
        assert len(pins) == len(set(pins))


def test_six_pins_of_a_display_on_spi() -> None:
    rig = RigConfig(
        (
            StandConfig(STAND_PLACES[0], SpiLink(0, 0, 24, 25), panel="ssd1309"),
            StandConfig(STAND_PLACES[1], SpiLink(1, 2, 24), panel="sh1106"),
        )
    )
    plan = wiring(rig)
    assert plan.config_lines == ("dtparam=spi=on", "dtoverlay=spi1-3cs")
    ends = {wire.end: wire.start[1] for wire in plan.wires}
    first, second = "display stand 1", "display stand 2"
    assert ends[first, "D0"] == "23 (GPIO11)"
    assert ends[first, "D1"] == "19 (GPIO10)"
    assert ends[first, "CS"] == "24 (GPIO8)"
    assert ends[first, "RES"] == "22 (GPIO25)"
    assert ends[second, "CS"] == "36 (GPIO16)"
    assert ends[first, "DC"] == ends[second, "DC"] == "18 (GPIO24)"
    assert ends[second, "RES"] == "3V3"
    assert "Keep SPI cables under 20 cm" in text(plan)
    ET.fromstring(svg(plan))  # noqa: S314 - our own


def test_every_wire_ends_at_a_part_of_the_picture() -> None:
    config = RigConfig(
        (
            StandConfig(STAND_PLACES[0], I2cLink(1), address=0x3D, light=17),
            StandConfig(STAND_PLACES[1], I2cLink(3)),
            StandConfig(STAND_PLACES[2], UsbLink("abc")),
            StandConfig(CENTRE),
        ),
        (MuxConfig("far", bus=3, address=0x75),),
    )
    plan = wiring(config)
    root = ET.fromstring(svg(plan))  # noqa: S314 - our own picture
    said = " ".join(root.itertext())
    for wire in plan.wires:
        assert " ".join(wire.start) in said
        assert " ".join(wire.end) in said
    assert root.tag.endswith("svg")
    assert any(line.startswith("dtoverlay=i2c3") for line in plan.config_lines)
    assert any("addr=0x75" in line and "i2c3" in line for line in plan.config_lines)


def test_every_wire_is_in_one_cable_and_a_stand_has_one() -> None:
    for path in (*BUILDS, ROOT / "systemd" / "companion.example.toml"):
        rig = read_rig(path)
        plan = wiring(rig)
        found = cables(plan)
        wires = [wire for each in found for strand in each.strands for wire in strand]
        assert sorted(map(str, wires)) == sorted(map(str, plan.wires))
        for each in found:  # one black strand takes back what display, button, light get
            starts = [strand[0].start for strand in each.strands]
            assert len(starts) == len(set(starts))
            ends = {wire.end[0] for strand in each.strands for wire in strand}
            assert len({end.partition(" ")[2] for end in ends if "centre" not in end}) <= 1
    six = cables(wiring(read_rig(ROOT / "systemd" / "builds" / "six-displays.toml")))
    assert [len(each.strands) for each in six if "stand" in each.name] == [5] * 6


def test_the_header_shows_each_pin_once_in_its_place() -> None:
    plan = wiring(read_rig(ROOT / "systemd" / "builds" / "six-displays.toml"))
    rows = list(header_rows(plan))
    assert [number for row in rows for number, _ in row] == list(range(1, 41))
    said = {number: words for row in rows for number, words in row}
    assert said[1] == "strip 3V3"
    assert said[6] == "strip GND"
    assert said[3] == "TCA9548A m SDA"
    assert said[2] == "(5V)"
    assert set(said) - set(HEADER.values()) == {
        1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39,
    }  # fmt: skip


def test_how_long_a_cable_may_be_follows_from_its_rise_time() -> None:
    # 300 ns / 0.8473 / (1.8 kΩ ∥ 4.7 kΩ = 1.30 kΩ) = 272 pF, 60 of them at the ends.
    assert longest_m((1800, 4700), 400_000) == pytest.approx(2.1, abs=0.03)
    assert longest_m((1800, 4700), 100_000) == pytest.approx(3.4)  # no bus bears 400 pF
    assert longest_m((4700,), 400_000) == pytest.approx(0.15, abs=0.01)
    assert longest_m((100_000,), 400_000) == 0
    rig = read_rig(ROOT / "systemd" / "builds" / "six-displays.toml")
    (line,) = lengths(rig)
    assert line.startswith("I2C bus 1: each cable from the multiplexer may be 2.1 m at 400")
    (alone,) = lengths(RigConfig((StandConfig(STAND_PLACES[0], I2cLink(3)),)))
    assert "all cables together may be 0.2 m" in alone


def test_the_budget_counts_what_is_there() -> None:
    displays, *_, supply = budget(
        read_rig(ROOT / "systemd" / "builds" / "six-displays.toml")
    )
    assert "6 displays of 25 mA are 150 mA." in displays
    assert "lights" not in displays
    assert "1.7 A at 5 V" in supply or "1.6 A at 5 V" in supply
    boards, usb_supply = budget(read_rig(ROOT / "systemd" / "builds" / "six-boards.toml"))
    assert "6 boards with a display of 60 mA are 360 mA" in boards
    assert "2.42 inch draw a multiple" in boards, "a board's display is a display"
    assert "1.9 A at 5 V" in usb_supply
    lit = StandConfig(STAND_PLACES[0], I2cLink(1), light=17)
    assert "1 display of 25 mA and 1 light of 4 mA are 29 mA" in next(
        budget(RigConfig((lit,)))
    )
    (nothing,) = budget(RigConfig(()))
    assert nothing.startswith("With 1500 mA for the Pi that is 1.5 A")


def test_a_table_of_boards_prints_no_empty_header(
    capsys: pytest.CaptureFixture[str],
) -> None:
    boards = ROOT / "systemd" / "builds" / "six-boards.toml"
    assert main(["wiring", "--config", str(boards)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Nothing is joined to the Pi's pins: all comes by USB.")
    assert "( 1)" not in said
    assert main(["wiring"]) == 0
    assert "( 1) ( 2)" in capsys.readouterr().out


def test_the_command_prints_and_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.svg"
    assert main(["wiring", "-o", str(picture)]) == 0
    assert "TCA9548A m" in capsys.readouterr().out
    assert picture.read_text() == (PICTURES / "six-displays.svg").read_text()
    assert main(["wiring", "--config-txt"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "dtparam=i2c_arm=on"
    assert main(["wiring", "-o", str(tmp_path / "no" / "x.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("build", BUILDS, ids=lambda path: path.stem)
def test_no_word_of_a_picture_runs_out_of_its_cable(build: Path) -> None:
    drawn = svg(wiring(read_rig(build)))
    words = re.findall(r'<text x="(?:756|1356|256|856)" y="\d+">([^<]*)</text>', drawn)
    assert words
    # 344 pixels are left beside a strand, and a letter of this size has six at most.
    assert max(map(len, words)) <= 57
    assert "rail" not in drawn  # one word for one thing: strip
