"""``companion stands flash``: bare boards, one after the other, and the table's file."""

import errno
import itertools
import json
import os
import re
import stat
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import stands as cli_stands
from companion.cli import stands_flash
from companion.cli.main import main
from companion.cli.stands_flash import BOOTSEL, NEXT, NO_STAND_FREE, NONE_THERE
from companion.config import air_file
from companion.config.air_file import air_path, forget_air, known_air, made_air
from companion.config.made_stands import MadeStands
from companion.config.rig_edit import (
    bridge_of,
    free_stands,
    stand_of,
    with_board,
    with_bridge,
)
from companion.config.rig_file import read_rig
from companion.errors import ConfigError
from hardware.pins.drivers import Drivers
from tests.hardware.board import Board

BUILDS = Path(__file__).parents[2] / "systemd" / "builds"
OLD = """# Our table: do not lose this line.
[wifi]
name = "Our Wi-Fi"

[stand.1]
link = "i2c:1"   # the first one
[stand.2]
rotate = 180
"""


@pytest.fixture
def drivers(bare: Board, tmp_path: Path) -> Drivers:
    port = SimpleNamespace(device=bare.device, serial_number="E6A1", vid=0x2E8A)
    return replace(Drivers(), ports=lambda: [port], usb=tmp_path / "usb")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(OLD)
    return path


def flash(
    config: Path | None,
    drivers: Drivers,
    *,
    stand: str | None = None,
    seconds: float = 0,
    replace: tuple[str, ...] = (),
    port: str | None = None,
    board: str | None = None,
    pins: tuple[str, ...] = (),
    bridge: bool = False,
    air: bool = False,
) -> int:
    args = SimpleNamespace(
        what="flash",
        config=config,
        data=str(config.parent / "data") if config else None,
        root=Path("/"),
        drivers=drivers,
        stand=stand,
        seconds=seconds,
        replace=replace,
        port=port,
        board=board,
        pins=pins,
        bridge=bridge,
        air=air,
    )
    return cli_stands.run(args)  # type: ignore[arg-type]  # as argparse would


def test_a_bare_board_is_the_first_free_stand(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    config.chmod(0o640)
    assert flash(config, drivers) == 0
    new = config.read_text()
    assert new == OLD.replace("[stand.2]\n", '[stand.2]\nlink = "usb:E6A1"\n')
    assert stat.S_IMODE(config.stat().st_mode) == 0o640
    said = capsys.readouterr().out
    assert "stand 2: board E6A1 has firmware" in said
    assert said.endswith(f"{NEXT}\n")
    # Once more: nothing to do, and nothing changes.
    assert flash(config, drivers) == 0
    assert "stand 2: board E6A1 runs firmware" in capsys.readouterr().out
    assert config.read_text() == new


@pytest.mark.parametrize("made", ["2", "3"])
def test_a_stand_made_on_the_hosts_page_is_no_free_one(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str], made: str
) -> None:
    (config.parent / "data").mkdir()
    stands = MadeStands(config.parent / "data", OLD)
    stands.add("2", "E6A1" if made == "2" else "F00D")
    if made == "3":
        stands.add("3", "E6A1")
    assert flash(config, drivers) == 0
    assert f"stand {made}: board E6A1" in capsys.readouterr().out
    assert stand_of(config.read_text(), "E6A1") == made


def behind_a_bridge(
    bare: Board, drivers: Drivers, *, by_path: bool
) -> tuple[Drivers, str | None]:
    """Return what sees *bare* without a number, and the path that it is named by, if any."""
    nameless = SimpleNamespace(device=bare.device, serial_number=None, vid=0x1A86)
    bridged = replace(drivers, ports=lambda: [] if by_path else [nameless])
    return bridged, bare.device if by_path else None


@pytest.mark.parametrize("by_path", [True, False])
def test_a_board_without_a_number_stands_in_the_file_by_its_own_word(
    config: Path,
    drivers: Drivers,
    bare: Board,
    capsys: pytest.CaptureFixture[str],
    *,
    by_path: bool,
) -> None:
    bridged, path = behind_a_bridge(bare, drivers, by_path=by_path)
    assert flash(config, bridged, port=path) == 0
    number = bare.serial_number
    new = OLD.replace("[stand.2]\n", f'[stand.2]\nlink = "usb:{number}"\n')
    assert config.read_text() == new
    assert f"stand 2: board {bare.device} has firmware" in capsys.readouterr().out
    assert flash(config, bridged, port=path) == 0
    assert config.read_text() == new


def test_another_port_than_the_one_that_is_named_is_left_alone(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    assert flash(config, drivers, port="/dev/no-such-port") == 2
    assert capsys.readouterr().out == f"{NONE_THERE}\n"
    assert config.read_text() == OLD


def test_a_board_takes_another_ones_place(config: Path, drivers: Drivers) -> None:
    assert flash(config, drivers, stand="1", seconds=60) == 0
    assert config.read_text() == OLD.replace("i2c:1", "usb:E6A1")


def test_a_table_without_a_file_gets_one(tmp_path: Path, drivers: Drivers) -> None:
    path = tmp_path / "new.toml"
    assert flash(path, drivers) == 0
    assert path.read_text() == '[stand.1]\nlink = "usb:E6A1"\n'


def test_no_board_and_one_that_runs_nothing(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = replace(drivers, ports=list)
    assert flash(config, nothing) == 2
    assert capsys.readouterr().out == f"{NONE_THERE}\n"
    device = drivers.usb / "1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text("0003\n")
    assert flash(config, nothing) == 2
    assert capsys.readouterr().out == f"{BOOTSEL}\n"
    assert config.read_text() == OLD


def test_a_board_that_fails_is_tried_again_when_it_comes_back(
    config: Path,
    drivers: Drivers,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stands_flash, "LOOK_S", 0.0)
    (port,) = drivers.ports()
    looks = itertools.count()
    gone = SimpleNamespace(**{**vars(port), "device": "/dev/no-such-port"})

    def ports() -> list[SimpleNamespace]:
        look = next(looks)  # 0 and 1: it cannot be opened; 2: unplugged; then well
        return [gone] if look < 2 else [] if look == 2 else [port]

    assert flash(config, replace(drivers, ports=ports), stand="2", seconds=60) == 0
    said = capsys.readouterr().out
    assert "it cannot be opened" in said
    assert "stand 2: board E6A1 has firmware" in said


def test_ctrl_c_ends_in_a_sentence(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> list[object]:
        raise KeyboardInterrupt

    assert flash(config, replace(drivers, ports=interrupt)) == 2
    assert "can be flashed again" in capsys.readouterr().out


def test_where_every_stand_has_its_board_one_that_is_there_gets_new_firmware(
    tmp_path: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text("".join(f'[stand.{n}]\nlink = "usb:E6A{n}"\n' for n in range(1, 7)))
    assert flash(config, drivers) == 0
    assert "stand 1: board E6A1" in capsys.readouterr().out
    assert flash(config, replace(drivers, ports=list)) == 2
    assert NO_STAND_FREE in capsys.readouterr().out


@pytest.mark.parametrize("by_path", [True, False])
def test_where_every_stand_has_its_board_one_without_a_number_is_asked_who_it_is(
    tmp_path: Path,
    drivers: Drivers,
    bare: Board,
    capsys: pytest.CaptureFixture[str],
    *,
    by_path: bool,
) -> None:
    bridged, path = behind_a_bridge(bare, drivers, by_path=by_path)
    config = tmp_path / "table.toml"
    five = [f'[stand.{n}]\nlink = "usb:E6A{n}"\n' for n in range(2, 7)]
    config.write_text("".join(['[stand.1]\nlink = "usb:B1"\n', *five]))
    assert flash(config, bridged, port=path) == 2  # it does not say who it is
    assert NO_STAND_FREE in capsys.readouterr().out
    assert not (bare.folder / "flash" / "main.py").exists()
    text = "".join([f'[stand.1]\nlink = "usb:{bare.serial_number}"\n', *five])
    config.write_text(text)
    assert flash(config, bridged, port=path, stand="1", seconds=60) == 0
    made_air(tmp_path / "data")
    capsys.readouterr()
    assert flash(config, bridged, port=path, air=True) == 0
    assert f"stand 1: board {bare.device} has firmware" in capsys.readouterr().out
    assert (bare.folder / "flash" / "told.json").exists()
    assert config.read_text() == text


def test_what_the_file_does_not_take_is_said_before_the_board_is_touched(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text('[stand.1]\nlink = "usb:E6A1"\n')
    before = sorted(each.name for each in (bare.folder / "flash").iterdir())
    assert flash(config, drivers, stand="2") == 2
    assert "usb:E6A1 is taken by stand.1" in capsys.readouterr().out
    assert sorted(each.name for each in (bare.folder / "flash").iterdir()) == before


@pytest.mark.parametrize("bridge", [False, True])
def test_where_the_made_stands_are_damaged_nothing_is_touched(
    config: Path, drivers: Drivers, bare: Board, *, bridge: bool
) -> None:
    folder = config.parent / "data"
    folder.mkdir()
    own = with_bridge("f", OLD, "B7")
    config.write_text(own)
    (folder / "boards.toml").write_text('[stand.3]\nlink = "usb:F00D"\n[stand.3]\n')
    forget = SimpleNamespace(what="forget", config=config, data=str(folder), root=Path("/"))
    damaged = pytest.raises(ConfigError, match=r"boards\.toml is damaged .*move it away")
    with damaged:
        flash(config, drivers, bridge=bridge)
    with damaged:
        cli_stands.run(forget)  # type: ignore[arg-type]  # as argparse would
    assert not (bare.folder / "flash" / "main.py").exists()
    assert config.read_text() == own
    assert "F00D" in (folder / "boards.toml").read_text()


def test_no_file_is_named(drivers: Drivers) -> None:
    with pytest.raises(ConfigError, match="--config FILE"):
        flash(None, drivers)


def test_the_recommended_build_is_free_for_real_boards() -> None:
    text = (BUILDS / "six-boards.toml").read_text("utf-8")
    for stand in "123456":
        assert free_stands(text)[0] == stand
        text = with_board("six", text, stand, f"B{stand}")
    assert free_stands(text) == ()
    assert stand_of(text, "b3") == "3"
    assert text.startswith("# Recommended build 2")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[stand.1]\r\n", '[stand.1]\r\nlink = "usb:x"\r\n'),
        ("\ufeff[stand.1]", '\ufeff[stand.1]\nlink = "usb:x"\n'),
        ("[stand.3]", '[stand.3]\n\n[stand.1]\nlink = "usb:x"\n'),
        ("stand.1.link = 'i2c:1' # a", 'stand.1.link = "usb:x" # a'),
        ("[stand]\n1.link = 'i2c:1'\n", '[stand]\n1.link = "usb:x"\n'),
    ],
)
def test_the_file_stays_as_it_is_written(old: str, new: str) -> None:
    assert with_board("f", old, "1", "x") == new


@pytest.mark.parametrize(
    "text", ['stand.1 = { link = "i2c:1" }', "[stand]\n1 = {}", "stand = {}"]
)
def test_what_cannot_be_changed_is_left_to_its_owner(text: str) -> None:
    with pytest.raises(ConfigError, match='write link = "usb:x" for stand 1 by hand'):
        with_board("f", text, "1", "x")
    assert tomllib.loads(text)


def test_a_number_that_clashes_is_refused() -> None:
    with pytest.raises(ConfigError):
        with_board("f", '[stand.2]\nlink = "usb:x"\n', "1", "x")


def test_somebodys_own_board_is_asked_for_by_its_number(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    program = bare.folder / "flash" / "main.py"
    program.write_text("print('18 degrees')\n")
    assert flash(config, drivers) == 2
    said = capsys.readouterr().out
    assert "board E6A1 has a program of its own (main.py)" in said
    assert "--replace E6A1" in said
    assert program.read_text() == "print('18 degrees')\n"
    assert config.read_text() == OLD
    assert flash(config, drivers, replace=("E6A1",)) == 0
    copied = config.parent / "boards" / "E6A1"
    assert f"what it had is in {copied}; write 2 on it" in capsys.readouterr().out
    assert (copied / "main.py").read_text() == "print('18 degrees')\n"
    assert "usb:E6A1" in config.read_text()


def test_no_number_of_a_boards_is_printed_as_it_comes(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    (port,) = drivers.ports()
    for number in ("AB\\q", "\x1b[2J\x07", "B" * 9000):
        odd = SimpleNamespace(**{**vars(port), "serial_number": number})
        there = [odd]
        assert flash(config, replace(drivers, ports=there.copy)) == 2
        said = capsys.readouterr().out
        assert "take another board" in said
        assert said.replace("\n", "").isprintable()
        assert len(said) < 900
    assert config.read_text() == OLD


def test_a_board_from_a_shop_is_named(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    assert flash(config, drivers, board="oled-esp32", pins=("button=15",)) == 0
    said = json.loads((bare.folder / "flash" / "stand.json").read_text())
    assert (said["sda"], said["scl"], said["buttons"]) == (21, 22, [15])
    assert "stand 2: board E6A1 has firmware" in capsys.readouterr().out


def test_a_board_that_was_named_wrongly_is_a_pico_again(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    file = bare.folder / "flash" / "stand.json"
    assert flash(config, drivers, board="oled-esp32", pins=("button=15",)) == 0
    assert flash(config, drivers) == 0  # nothing is said of it: it stays what it is
    assert file.exists()
    capsys.readouterr()
    assert flash(config, drivers, board="pico") == 0
    assert "stand 2: board E6A1 has firmware" in capsys.readouterr().out
    assert not file.exists()
    assert (bare.folder / "flash" / "main.py").exists()


@pytest.mark.parametrize("chip", ["Generic ESP32 module with ESP32"])
def test_what_tells_alone_where_a_display_is_is_not_taken_away(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    file = bare.folder / "flash" / "stand.json"
    assert flash(config, drivers, board="oled-esp32") == 0
    told = file.read_text()
    capsys.readouterr()
    assert flash(config, drivers, board="pico") == 2
    assert "nobody can tell from that where its display is" in capsys.readouterr().out
    assert file.read_text() == told
    assert flash(config, drivers) == 0


@pytest.mark.parametrize(
    ("pins", "sentence"),
    [
        (("buton=4",), "'buton=4': it knows battery, baud"),
        (("sda=x",), "write it as in sda=5"),
        (("sda=5", "scl=4"), "lacks buttons"),
        (
            ("display=sh1107", "sda=5", "scl=4", "buttons=9"),
            "no program for a display 'sh1107'",
        ),
        (("display=st7789", "sck=1"), "lacks behind, buttons, cs, dc, glass, mosi"),
    ],
)
def test_pins_that_are_not_enough_are_told_before_any_board(
    config: Path, drivers: Drivers, pins: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(ConfigError, match=sentence):
        flash(config, drivers, pins=pins)


def test_pins_that_are_named_one_by_one_are_all_read(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["stands", "flash", "--config", str(config), "--data", str(config.parent)]
    for pins in (["buton=4", "scl=5"], ["buton=4", "--pins", "scl=5"]):
        assert main([*line, "--seconds", "0", "--pins", *pins]) == 2
        assert "'buton=4'" in capsys.readouterr().err


@pytest.mark.parametrize("chip", ["with ESP32C3"])
def test_a_bridge_then_a_stand_for_the_air_then_forgotten(
    config: Path,
    drivers: Drivers,
    bare: Board,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(air_file, "_BRIDGE", "127.0.0.1")
    folder = config.parent / "data"
    with pytest.raises(ConfigError, match="--bridge first"):
        flash(config, drivers, air=True)
    assert flash(config, drivers, bridge=True) == 0
    assert config.read_text() == OLD + '\n[air]\nbridge = "usb:E6A1"\n'
    assert read_rig(config).bridge == "E6A1"
    key = air_path(folder)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    air = made_air(folder)  # made once
    assert known_air(folder) == air
    assert len(air.key) == 63
    assert json.loads((bare.folder / "flash" / "bridge.json").read_text())["key"] == air.key
    assert "the bridge: board E6A1 has firmware bridge-1.4" in capsys.readouterr().out

    (port,) = drivers.ports()
    other = SimpleNamespace(**{**vars(port), "serial_number": "E6A2"})
    assert flash(config, replace(drivers, ports=lambda: [other]), air=True) == 0
    said = json.loads((bare.folder / "flash" / "told.json").read_text())
    assert said["key"] == air.key
    assert re.fullmatch(r"192\.168\.77\.\d+2", said["own"])
    assert "stand 2: board E6A2 has firmware 1.3 now" in capsys.readouterr().out

    MadeStands(folder, OLD).make_bridge("E6A3")
    args = SimpleNamespace(what="forget", config=config, data=str(folder), root=Path("/"))
    assert cli_stands.run(args) == 0  # type: ignore[arg-type]  # as argparse would
    assert not key.exists()
    text = config.read_text()
    assert MadeStands(folder, text).bridge() == ""
    assert "Forgotten." in capsys.readouterr().out
    assert cli_stands.run(args) == 0  # type: ignore[arg-type]  # as argparse would
    assert "had no bridge" in capsys.readouterr().out
    assert bridge_of(with_bridge("f", text, "B7")) == "B7"  # one is made again


@pytest.mark.parametrize("chip", ["with ESP32C3"])
@pytest.mark.parametrize("own", [True, False])
def test_the_bridge_that_is_plugged_in_is_left_alone(
    config: Path,
    drivers: Drivers,
    bare: Board,
    capsys: pytest.CaptureFixture[str],
    *,
    own: bool,
) -> None:
    if own:
        config.write_text(with_bridge("f", OLD, "e6:a1"))
    else:
        MadeStands(config.parent / "data", OLD).make_bridge("e6a1")
    made_air(config.parent / "data")
    assert flash(config, drivers, air=True) == 2
    assert NONE_THERE in capsys.readouterr().out
    assert not (bare.folder / "flash" / "main.py").exists()


@pytest.mark.parametrize(
    "text", ["[stand.1]\n[air]\n[stand.2]\n", "[air]\n\n[stand.1]\n", "[stand.1]\n[air]"]
)
def test_a_bridge_goes_under_a_header_that_is_there(text: str) -> None:
    new = with_bridge("f", text, "B7")
    assert bridge_of(new) == "B7"
    assert bridge_of(with_bridge("f", with_bridge("f", new, None), "C8")) == "C8"


def test_a_bridge_in_braces_is_not_changed_by_itself() -> None:
    for number in ("C8", None):
        with pytest.raises(ConfigError, match="by hand"):
            with_bridge("f", 'air = { bridge = "usb:B7" }\n[stand.1]\n', number)


def test_what_cannot_be_in_the_air_is_left_as_it_is(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    assert flash(config, drivers, bridge=True) == 2
    assert "a board with RP2040: the bridge is an ESP32" in capsys.readouterr().out
    assert not (bare.folder / "flash" / "main.py").exists()


@pytest.mark.parametrize("chip", ["a board without Wi-Fi"])
def test_a_board_without_wi_fi_is_no_stand_in_the_air(
    config: Path, drivers: Drivers, bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    made_air(config.parent / "data")
    assert flash(config, drivers, air=True) == 2
    assert "which has no Wi-Fi: without --air" in capsys.readouterr().out
    assert not (bare.folder / "flash" / "main.py").exists()
    assert flash(config, drivers) == 0


def test_a_stand_is_no_bridge_and_a_bridge_no_stand(
    config: Path, drivers: Drivers, capsys: pytest.CaptureFixture[str]
) -> None:
    assert flash(config, drivers) == 0
    assert flash(config, drivers, bridge=True) == 2
    assert "This board is stand 2" in capsys.readouterr().out
    with pytest.raises(ConfigError, match=r"E6A1 is the board of stand\.2"):
        with_bridge("f", config.read_text(), "E6A1")


def test_each_stand_has_addresses_of_its_own_and_a_new_board_hardly_that_of_the_old() -> (
    None
):
    air = air_file.Air("n", "k" * 63)
    found = {
        stand: {json.loads(air.for_stand(stand))["own"] for _ in range(200)}
        for stand in "123456"
    }
    numbers = [int(each.rpartition(".")[2]) for stand in found.values() for each in stand]
    assert len(set(numbers)) == len(numbers)
    assert all(len(stand) > 12 for stand in found.values())
    assert all(1 < each < 255 for each in numbers)


@pytest.mark.parametrize("text", ["{", "{}", '{"name": "n", "key": "short", "channel": 1}'])
def test_a_damaged_key_is_told(tmp_path: Path, text: str) -> None:
    air_path(tmp_path).write_text(text)
    with pytest.raises(ConfigError, match="stands forget"):
        known_air(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives a file away")
def test_what_root_writes_first_belongs_to_whoever_has_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 23456)
    made_air(tmp_path)
    found = air_path(tmp_path).stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (
        12345,
        23456,
        0o600,
    )


@pytest.mark.parametrize(
    ("number", "step"),
    [
        (errno.EACCES, "put `sudo` in front"),
        (errno.EPERM, "put `sudo` in front"),
        (
            errno.EROFS,
            "take its lock off; a Pi's own card wants a new one, once the matches are saved",
        ),
        (errno.ENOSPC, "make room there"),
        (errno.EIO, "make room, or take a new card"),
    ],
)
def test_what_cannot_be_kept_is_said_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, step: str
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    path = air_path(tmp_path)
    for function, act in (
        ("replace", lambda: made_air(tmp_path)),
        ("read_text", lambda: known_air(tmp_path)),
        ("unlink", lambda: forget_air(tmp_path)),
    ):
        with monkeypatch.context() as now:
            now.setattr(Path, function, refused)
            with pytest.raises(ConfigError) as caught:
                act()
        assert f"{path} cannot be" in str(caught.value)
        assert str(caught.value).endswith(f": {os.strerror(number)}; {step}.")
