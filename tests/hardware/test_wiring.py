import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.rig_file import read_rig
from companion.links import I2cLink, MuxLink, SpiLink, UsbLink
from companion.ports import CENTRE, STAND_PLACES, MuxConfig, RigConfig, StandConfig
from hardware.workshop.cables import (
    ADDED_OHM,
    CABLE_PF_A_METRE,
    DISPLAY_PF,
    GATE_V,
    HIGH_NS,
    HIGH_V,
    PI_PULL_UP_OHM,
    PI_SIDE_PF,
    SUPPLY_V,
    budget,
    cables,
    header_rows,
    lengths,
    longest_behind_mux_m,
    longest_m,
)
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
    assert [len(each.strands) for each in six if "stand" in each.name] == [7] * 6
    for (
        each
    ) in six:  # data and clock have a ground each, and their resistors are in the picture
        notes = {wire.end[1]: wire.note for strand in each.strands for wire in strand}
        if "stand" in each.name:
            assert "3.3 kΩ" in notes["SDA"]
            assert "3.3 kΩ" in notes["SCL"]
            assert "1 kΩ" in notes["contact 1"]
            assert "100 nF" in notes["contact 2"]


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


def rise_ns(metres: float, module_ohm: float, gate_v: float) -> float:
    """Return how long a line behind the multiplexer takes to what a display calls high.

    Step by step: an NMOS of 14 ohm when low, that lets through less and less as both sides near
    its gate; 1.8 kΩ on the Pi's side, the module's own resistor on the other.
    """
    pi_f, cable_f = PI_SIDE_PF * 1e-12, (DISPLAY_PF + CABLE_PF_A_METRE * metres) * 1e-12
    over = gate_v + 0.15
    slope = 1 / (14 * (over - 0.3))
    pi = cable = 0.2
    time, step = 0.0, 0.2e-9
    while cable < HIGH_V:
        assert time < 9e-6
        drive, drop = over - min(pi, cable), abs(pi - cable)
        amps = slope * (
            0
            if drive <= 0
            else drive * drop - drop**2 / 2
            if drop < drive
            else drive**2 / 2
        )
        amps = min(amps, drop * 0.07) * (1 if pi > cable else -1)
        pi += step * ((SUPPLY_V - pi) / PI_PULL_UP_OHM - amps) / pi_f
        cable += step * ((SUPPLY_V - cable) / module_ohm + amps) / cable_f
        time += step
    return time * 1e9


@pytest.mark.parametrize("clock_hz", sorted(HIGH_NS))
@pytest.mark.parametrize("module_ohm", [(4700,), (10_000,), (ADDED_OHM, 10_000)])
def test_a_promised_cable_is_in_time_behind_the_gates(
    module_ohm: tuple[int, ...], clock_hz: int
) -> None:
    ohm = 1 / sum(1 / each for each in module_ohm)
    promised = longest_behind_mux_m(module_ohm, clock_hz, PI_PULL_UP_OHM)
    limit_ns = HIGH_NS[clock_hz]
    assert rise_ns(promised, ohm, GATE_V) == pytest.approx(limit_ns, rel=0.06)
    assert rise_ns(promised, ohm, 1.9) < limit_ns, "gates as they are usually"
    assert rise_ns(promised * 2 + 0.5, ohm, 1.9) > limit_ns


def test_how_long_a_cable_may_be_follows_from_its_rise_time() -> None:
    # 300 ns / 0.8473 / (1.8 kΩ ∥ 4.7 kΩ = 1.30 kΩ) = 272 pF, 70 of them at the ends.
    assert longest_m((1800, 4700), 400_000) == pytest.approx(2.0, abs=0.03)
    assert longest_m((1800, 4700), 100_000) == pytest.approx(3.3)  # no bus bears 400 pF
    assert longest_m((100_000,), 400_000) == 0
    rig = read_rig(ROOT / "systemd" / "builds" / "six-displays.toml")
    first, without, _ = lengths(rig)
    assert "each cable from the multiplexer may be 1.7 m at 400 kHz, 2.8 m at 100" in first
    assert "0.8 m at 400 kHz, 1.5 m at 100 kHz, if the modules have 4.7 kΩ" in without
    assert "0.2 m at 400 kHz, 0.6 m at 100 kHz, if the modules have 10 kΩ" in without
    (alone,) = lengths(RigConfig((StandConfig(STAND_PLACES[0], I2cLink(3)),)))
    assert "all cables together may be 0.0 m at 400 kHz" in alone
    assert "0.4 m at 100 kHz, if their module has 10 kΩ" in alone


def test_the_budget_counts_what_is_there() -> None:
    displays, _, limit, supply = budget(
        read_rig(ROOT / "systemd" / "builds" / "six-displays.toml")
    )
    assert "6 displays of 25 mA are 150 mA." in displays
    assert "lights" not in displays
    assert "give 500 mA together" in limit
    assert "1.7 A at 5 V" in supply or "1.6 A at 5 V" in supply
    boards, large, usb_supply = budget(
        read_rig(ROOT / "systemd" / "builds" / "six-boards.toml")
    )
    assert "6 boards with a display of 60 mA are 360 mA" in boards
    assert "A 2.42 inch display is reckoned with 200 mA" in large
    assert "1.9 A at 5 V" in usb_supply
    lit = StandConfig(STAND_PLACES[0], I2cLink(1), light=17)
    assert "1 display of 25 mA and 1 light of 4 mA are 29 mA" in next(
        budget(RigConfig((lit,)))
    )
    (nothing,) = budget(RigConfig(()))
    assert nothing.startswith("With 1500 mA for the Pi that is 1.5 A")


def test_large_panels_are_too_much_for_the_pi_s_own_rail() -> None:
    def told(number: int) -> str:
        stands = (
            StandConfig(place, MuxLink("m", k), panel="ssd1309")
            for k, place in enumerate(STAND_PLACES[:number])
        )
        return " ".join(budget(RigConfig(tuple(stands), (MuxConfig("m"),))))

    assert "2 large displays of 200 mA are 400 mA" in told(2)
    assert "regulator" not in told(2)
    assert "6 large displays of 200 mA are 1200 mA" in told(6)
    assert "more than the 500 mA" in told(6)
    assert "3.3 V regulator" in told(6)
    assert "2.7 A at 5 V" in told(6)
    assert "it wants 3 A or more" in told(6)


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
    assert main(["wiring", "-o", str(tmp_path / "x.png")]) == 2
    assert "x.png: the picture is an SVG; name it FILE.svg" in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()
    assert main(["wiring", "-o", str(tmp_path / "no" / "x.svg")]) == 2
    assert "x.svg cannot be used: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("build", BUILDS, ids=lambda path: path.stem)
def test_no_word_of_a_picture_runs_out_of_its_cable(build: Path) -> None:
    drawn = svg(wiring(read_rig(build)))
    words = re.findall(r'<text x="(?:756|1356|256|856)" y="\d+">([^<]*)</text>', drawn)
    assert words
    # 344 pixels are left beside a strand, and a letter of this size has six at most.
    assert max(map(len, words)) <= 57
    assert "rail" not in drawn  # one word for one thing: strip
