import errno
import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from gpiozero import OutputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from companion import __version__
from companion.cli import doctor as cli_doctor
from companion.cli import stands as cli_stands
from companion.cli.main import main
from companion.cli.stands_report import report
from companion.config.made_stands import MadeStands
from companion.config.rig_file import read_rig
from companion.errors import ConfigError, HardwareError
from companion.ports import STAND_PLACES, Controller, Health
from hardware.emulator.bus import BusFault
from hardware.panels.registers import REGISTERS
from hardware.pins.drivers import Drivers
from hardware.rig.open_rig import open_rig
from hardware.workshop.doctor import READS, Check, exit_code
from tests.hardware.conftest import ADDRESS
from tests.hardware.kernel import Kernel
from tests.hardware.test_serial_stand import Script, obedient
from tests.waiting import LIMIT_S, wait_for

TABLE = """
[mux.m]
[stand.1]
link = "mux:m/0"
buttons = { main = 5 }
[stand.2]
link = "usb:abc"
[stand.3]
"""

TWO = '[mux.m]\n[stand.1]\nlink = "mux:m/0"\n[stand.2]\nlink = "mux:m/1"\n'


class Grounded(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that touches ground all the time."""

    def _get_state(self) -> bool:
        return False


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a stand come up as late as this machine lets it."""
    monkeypatch.setattr(cli_stands, "LOOK_S", LIMIT_S)


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    kernel = Kernel(tmp_path / "sysfs")
    kernel.add_mux(11)
    return kernel


@pytest.fixture
def drivers(kernel: Kernel) -> Drivers:
    return replace(
        kernel.drivers(),
        ports=lambda: [SimpleNamespace(device="/dev/x", serial_number="abc")],
        open_port=lambda _path: Script(obedient),
    )


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    return path


def doctor(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers
) -> tuple[int, dict[str, dict[str, str]]]:
    args = SimpleNamespace(
        config=config,
        data=str(config.parent),
        port=0,
        json=True,
        drivers=drivers,
        root=config.parent,
        ask=lambda _command: None,
    )
    code = cli_doctor.run(args)  # type: ignore[arg-type]  # as argparse would
    found = json.loads(capsys.readouterr().out)
    return code, {check["name"]: check for check in found}


def test_a_table_that_is_well(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers
) -> None:
    code, checks = doctor(capsys, config, drivers)
    assert {check["verdict"] for check in checks.values()} == {"ok"}
    assert code == 0
    assert (
        checks["stand-1 display"]["finding"]
        == f"SSD1306 at i2c-11, 0x3c; {READS} of {READS} reads"
    )
    assert checks["stand-2 display"]["finding"] == "board abc, firmware 1.0, 1 button(s)"
    assert "virtual" in checks["stand-3 display"]["finding"]
    assert checks["stand-1 button main"]["finding"] == "GPIO5, not pressed"


def test_a_bad_cable_is_a_warning_with_a_figure(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    reads = iter(range(10_000))
    kernel.buses[11].fault = lambda *_: (
        BusFault(errno.EIO) if next(reads) % 10 == 0 else None
    )
    kernel.factory = MockFactory(revision="b03111", pin_class=Grounded)
    code, checks = doctor(capsys, config, drivers)
    assert code == 1
    assert "10 of 100 reads went wrong" in checks["stand-1 display"]["finding"]
    assert "100000" in checks["stand-1 display"]["next_step"]
    assert "reads as pressed" in checks["stand-1 button main"]["finding"]


def test_what_is_missing_fails_with_the_next_step(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    def pins() -> None:
        raise HardwareError("the pins cannot be used: sudo apt install python3-lgpio")

    kernel.buses[11].deaf[ADDRESS] = errno.EREMOTEIO
    broken = replace(drivers, pins=pins, ports=list)
    code, checks = doctor(capsys, config, broken)
    assert code == 2
    for name, step in (
        ("stand-1 display", "check VCC, GND, SDA and SCL; some modules have address 0x3d"),
        ("stand-2 display", "check its cable, and its number in the table's file"),
        ("pins", "sudo apt install python3-lgpio"),
    ):
        assert checks[name]["verdict"] == "failed"
        assert checks[name]["next_step"] == step


def test_a_bus_that_hangs_is_said_and_not_asked_again_and_again(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    """Each transaction takes a second, and all channels of a multiplexer are one bus."""
    config.write_text(
        "[mux.m]\n" + "".join(f'[stand.{n}]\nlink = "mux:m/{n}"\n' for n in range(1, 7))
    )
    kernel.stuck = set(kernel.buses)
    code, checks = doctor(capsys, config, drivers)
    assert code == 2
    for n in range(1, 7):
        assert checks[f"stand-{n} display"]["finding"] == "i2c-1 hangs"
        assert "unplug its displays one by one" in checks[f"stand-{n} display"]["next_step"]
    assert sum(kernel.count.values()) <= 2 * 6


def test_a_channel_that_hangs_alone_blames_no_other_one(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    config.write_text(TWO)
    kernel.stuck = {11}
    _, checks = doctor(capsys, config, drivers)
    assert checks["stand-1 display"]["finding"] == "i2c-1 hangs"
    assert checks["stand-2 display"]["verdict"] == "ok"


@pytest.mark.parametrize("until", [42, 10_000])
def test_a_display_that_answers_and_hangs_is_said_with_its_figure(
    capsys: pytest.CaptureFixture[str],
    config: Path,
    drivers: Drivers,
    kernel: Kernel,
    until: int,
) -> None:
    """Twice in a row, or for good: it alone is, and not for a hundred seconds."""
    config.write_text(TWO)
    reads = iter(range(10_000))
    kernel.buses[11].fault = lambda *_: (
        BusFault(errno.ETIMEDOUT) if next(reads) in range(40, until) else None
    )
    code, checks = doctor(capsys, config, drivers)
    assert code == 1
    assert "2 of 42 reads went wrong" in checks["stand-1 display"]["finding"]
    assert checks["stand-2 display"]["verdict"] == "ok"


def test_every_pin_is_looked_at_alone(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    config.write_text(TABLE.replace("main = 5 }", "main = 5 }\nlight = 17"))
    boot = config.parent / "boot/firmware/config.txt"
    boot.parent.mkdir(parents=True)
    boot.write_text("dtoverlay=w1-gpio,gpiopin=5\n")
    other = OutputDevice(5, pin_factory=kernel.factory)
    code, checks = doctor(capsys, config, drivers)
    other.close()
    assert code == 2
    assert (
        "takes GPIO5, which the table has for stand.1.b" in checks["config.txt"]["finding"]
    )
    assert "GPIO5 cannot be used" in checks["stand-1 button main"]["finding"]
    assert "choose another BCM pin" in checks["stand-1 button main"]["next_step"]
    assert checks["stand-1 light"]["finding"] == "GPIO17, free"


def test_a_damaged_file_of_made_stands_is_told(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers
) -> None:
    path = config.parent / "boards.toml"
    path.write_bytes(b'[stand.3]\nlink = "usb:F00D"\n\xff\n')
    code, checks = doctor(capsys, config, drivers)
    assert code == 2
    assert checks["boards"]["verdict"] == "failed"
    assert checks["boards"]["finding"].startswith(f"{path} is damaged (")
    assert checks["boards"]["next_step"].startswith("correct it, or move it away")
    path.unlink()
    assert "boards" not in doctor(capsys, config, drivers)[1]


def test_a_laptop_without_a_file_is_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["doctor", "--data", str(tmp_path), "--port", "0"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"ok       program: version {__version__}, Python 3.")
    assert "ok       stand-6 display: virtual" in out


def test_the_exit_code_is_the_worst() -> None:
    assert exit_code([]) == 0
    assert exit_code([Check("a", "ok", ""), Check("b", "warning", "")]) == 1
    assert exit_code([Check("a", "failed", ""), Check("b", "warning", "")]) == 2


def stands(what: str, config: Path, drivers: Drivers, seconds: float = LIMIT_S) -> int:
    args = SimpleNamespace(
        what=what,
        config=config,
        drivers=drivers,
        seconds=seconds,
        table_port=0,
        data=str(config.parent / "data"),
        root=Path("/"),
        output=config.parent / "stands-test.json",
    )
    return cli_stands.run(args)  # type: ignore[arg-type]  # as argparse would


def test_every_button_is_pressed_once(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    board = Script(obedient)
    ours = replace(drivers, open_port=lambda _path: board)

    def fingers() -> None:
        wait_for(lambda: "HI" in board.got)
        wait_for(lambda: kernel.glass(11).on)
        board.say("BTN 1 0 1 0")
        kernel.factory.pin(5).drive_low()

    thread = threading.Thread(target=fingers)
    thread.start()
    code = stands("press", config, ours)
    thread.join()
    out = capsys.readouterr().out
    assert "stand 1: main pressed" in out
    assert "stand 2: main pressed" in out
    assert "stand 1: up  mux:m/0" in out
    assert code == 0


def test_a_board_in_the_middle_has_three_buttons(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers
) -> None:
    board = Script(obedient)
    ours = replace(drivers, open_port=lambda _path: board)
    config.write_text('[centre]\nlink = "usb:abc"\n')

    def fingers() -> None:
        # Before its first picture doctor's own look at it would hear them.
        wait_for(lambda: any(each.startswith("WIN ") for each in board.got))
        board.say("BTN 1 0 1 0", "BTN 2 1 1 0", "BTN 3 2 1 0")

    thread = threading.Thread(target=fingers)
    thread.start()
    assert stands("test", config, ours) == 0
    thread.join()
    assert "centre: pass" in capsys.readouterr().out
    found = json.loads((config.parent / "stands-test.json").read_text())
    assert [*found["stands"][0]["press_ms"]] == ["wildcard", "undo", "next"]


def test_a_test_writes_a_file_that_names_nobody(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers, kernel: Kernel
) -> None:
    board = Script(obedient)
    ours = replace(drivers, open_port=lambda _path: board)

    def fingers() -> None:
        wait_for(lambda: "HI" in board.got)
        wait_for(lambda: kernel.glass(11).on)
        kernel.factory.pin(5).drive_low()  # of stand 1; nobody presses stand 2

    thread = threading.Thread(target=fingers)
    thread.start()
    assert stands("test", config, ours, 3.0) == 2
    thread.join()
    out = capsys.readouterr().out
    assert "stand 1: pass" in out
    assert "stand 2: FAIL" in out
    text = (config.parent / "stands-test.json").read_text()
    assert "abc" not in text  # a board's serial number
    found = json.loads(text)
    first, second, *_ = found["stands"]
    assert first["passed"] is True
    assert second["passed"] is False
    assert 0 < first["press_ms"]["main"] < 5000
    assert second["press_ms"]["main"] is None
    assert second["link"] == "usb:…"
    assert first["display"] == "up"
    assert any(verdict == "ok" for verdict, *_ in found["checks"])
    assert found["kernel"]


def test_a_report_names_no_board_of_the_air_and_no_bridge(config: Path) -> None:
    rig = replace(read_rig(config), bridge="7C:DF:A1:00:11:22")
    checks = [
        Check("bridge", "ok", "hears 0000000000a1 in the air; 7cdfa1001133 in the air"),
        Check("bridge", "failed", "board 7cdfa1001122 was lost: check its cable"),
        Check("bridge", "failed", "board 7C:DF:A1:00:11:22 is not plugged in"),
    ]
    up = {each.place: Health(up=True) for each in rig.stands}
    text = json.dumps(report(rig, up, {}, checks), ensure_ascii=False)
    assert not re.search("0{6}a1|7c:?df:?a1", text, re.IGNORECASE)
    assert "hears … in the air; … in the air" in text
    assert text.count("board … ") == 2


def test_a_report_knows_the_board_and_its_clocks(tmp_path: Path, config: Path) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi 4 Model B\0")
    node = tmp_path / "sys/bus/i2c/devices/i2c-1/of_node"
    node.mkdir(parents=True)
    (node / "clock-frequency").write_bytes((400_000).to_bytes(4, "big"))
    rig = read_rig(config)
    down = {each.place: Health(up=False, why="no") for each in rig.stands}
    found = report(rig, down, {}, (), tmp_path)
    assert found["program"] == __version__
    assert found["board"] == "Raspberry Pi 4 Model B"
    assert found["i2c_clocks_hz"] == {"i2c-1": 400_000}
    assert report(rig, down, {}, (), tmp_path / "no")["board"] == "not a Pi"
    assert not any(each["passed"] for each in found["stands"])


def test_a_button_that_never_came_is_named(
    capsys: pytest.CaptureFixture[str], config: Path, drivers: Drivers
) -> None:
    assert stands("press", config, drivers, 0.5) == 2
    assert "never pressed: stand 1 main, stand 2 main; look at" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["identify", "picture", "list"])
def test_what_is_shown_and_listed(
    what: str,
    capsys: pytest.CaptureFixture[str],
    config: Path,
    drivers: Drivers,
    kernel: Kernel,
) -> None:
    lit = []
    write = kernel.glass(11).write

    def watch(payload: bytes) -> None:
        write(payload)
        lit.append(kernel.glass(11).picture().getbbox() is not None)

    kernel.glass(11).write = watch  # type: ignore[method-assign]  # a look over its shoulder
    assert stands(what, config, drivers, 1.0) == 0
    assert any(lit)
    assert ("usb:abc" in capsys.readouterr().out) is True


def test_a_file_that_is_not_there_wants_no_other_rights(
    tmp_path: Path, drivers: Drivers
) -> None:
    with pytest.raises(ConfigError, match=r"table\.toml is not there: look at its name\.$"):
        stands("list", tmp_path / "table.toml", drivers, 0.0)


def test_a_stand_made_on_the_hosts_page_is_listed(
    config: Path,
    drivers: Drivers,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cli_stands, "LOOK_S", 0.0)  # nothing comes up at F00D
    (config.parent / "data").mkdir()
    MadeStands(config.parent / "data", config.read_text()).add("6", "F00D")
    assert stands("list", config, drivers, 0.5) == 2
    assert "DOWN: stand 6 at usb:F00D" in capsys.readouterr().out


def test_the_boards_of_the_example_are_missing_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_stands, "LOOK_S", 0.0)  # nothing here will come up
    example = Path(__file__).parents[2] / "systemd" / "companion.example.toml"
    nothing = replace(Kernel(tmp_path / "sysfs").drivers(), ports=list)
    assert read_rig(example).stands
    assert stands("list", example, nothing, 0.0) == 2


@pytest.mark.parametrize("panel", ["ssd1306", "sh1106", "ssd1309", "ssd1315", "ch1116"])
@pytest.mark.parametrize(("answer", "is_there"), [(3, "ssd1306"), (8, "sh1106")])
def test_what_answers_is_held_against_the_file(
    capsys: pytest.CaptureFixture[str],
    config: Path,
    drivers: Drivers,
    kernel: Kernel,
    panel: Controller,
    answer: int,
    is_there: Controller,
) -> None:
    kernel.glass(11).identity = answer
    config.write_text(TABLE.replace('/0"', f'/0"\npanel = "{panel}"'))
    _, checks = doctor(capsys, config, drivers)
    check = checks["stand-1 display"]
    if REGISTERS[panel].rectangles == REGISTERS[is_there].rectangles:
        assert check["verdict"] == "ok"
        return
    assert check["verdict"] == "warning"
    assert (
        f'answers as {is_there.upper()} does, and the file says panel = "{panel}"'
        in (check["finding"])
    )
    assert f'write panel = "{is_there}"' in check["next_step"]
    rig = open_rig(read_rig(config), drivers)
    rig.start(lambda _edge: None)
    rig.show({})
    wait_for(lambda: rig.health()[STAND_PLACES[0]].up, "the display")
    why = rig.health()[STAND_PLACES[0]].why
    rig.stop()
    assert f'write panel = "{is_there}"' in why


@pytest.mark.parametrize("answer", [0x01, 0x07, 0x0F])
@pytest.mark.parametrize("panel", ["auto", "ssd1306", "ssd1309", "sh1106", "ch1116"])
def test_a_status_that_nobody_knows_is_not_well(
    capsys: pytest.CaptureFixture[str],
    config: Path,
    drivers: Drivers,
    kernel: Kernel,
    panel: str,
    answer: int,
) -> None:
    kernel.glass(11).identity = answer
    config.write_text(TABLE.replace('/0"', f'/0"\npanel = "{panel}"'))
    code, checks = doctor(capsys, config, drivers)
    assert code == 1
    check = checks["stand-1 display"]
    taken = "SSD1306" if panel == "auto" else panel.upper()
    assert check["verdict"] == "warning"
    assert check["finding"].endswith(f"taken for {taken}")
    assert f"unknown controller ({answer | 0x40:#04x}) at" in check["finding"]
    assert "companion stands picture" in check["next_step"]


def test_a_missing_multiplexer_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_stands, "LOOK_S", 0.5)
    config = tmp_path / "table.toml"
    tables = "".join(f'[stand.{n}]\nlink = "mux:m/{n}"\n' for n in range(1, 7))
    config.write_text(f"[mux.m]\n{tables}")
    kernel = Kernel(tmp_path / "sysfs")
    (kernel.sysfs / "1-0070").mkdir(parents=True)  # known, and it does not answer
    code, checks = doctor(capsys, config, kernel.drivers())
    assert code == 2
    failed = [each for each in checks.values() if each["verdict"] == "failed"]
    assert [each["name"] for each in failed] == ["multiplexer m"]
    assert "stand-1, stand-2, stand-3, stand-4, stand-5, stand-6" in failed[0]["finding"]
    assert stands("test", config, kernel.drivers(), 0.5) == 2
    lines = [line for line in capsys.readouterr().out.splitlines() if "DOWN" in line]
    assert len(lines) == 1
    assert "stand 6 at mux:m/6: multiplexer m does not answer" in lines[0]
