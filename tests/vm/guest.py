"""The hardware package on a real kernel's GPIO, I2C and USB serial; run inside the machine."""

import os
import select
import subprocess
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.links import I2cLink, UsbLink
from companion.ports import STAND_PLACES, ButtonEdge, CardFace, RigConfig, StandConfig
from hardware.drawing.faces import draw
from hardware.emulator.controllers import Ssd1306
from hardware.pins.buttons import Buttons, gpio_pins
from hardware.pins.drivers import Drivers, lgpio_pins, list_ports
from hardware.rig.wired import WiredRig
from hardware.workshop.doctor import examine, exit_code
from tests.hardware.board import FIRMWARE, INTERPRETERS, PROGRAMS
from tests.waiting import wait_for

pytestmark = pytest.mark.vm

CONFIGFS = Path("/sys/kernel/config")
FIRST_BUS, PANEL = 11, 0x3C
STAND, OTHER, THIRD = STAND_PLACES[:3]
A, B = CardFace("A", position=(1, 5)), CardFace("B", (1,), (1, 5))
SERIAL_NUMBER = "e6614c311b6a7b2c"


class Pins:
    """The other end of gpio-sim's lines."""

    def __init__(self) -> None:
        chip = CONFIGFS / "gpio-sim" / "pi"
        (chip / "bank").mkdir(parents=True)
        (chip / "bank" / "num_lines").write_text("28")
        (chip / "live").write_text("1")
        device = (chip / "dev_name").read_text().strip()
        name = (chip / "bank" / "chip_name").read_text().strip()
        assert name == "gpiochip0"
        self._folder = Path(f"/sys/devices/platform/{device}/{name}")
        self._files: dict[int, int] = {}

    def set(self, pin: int, *, down: bool) -> None:
        if pin not in self._files:
            path = self._folder / f"sim_gpio{pin}" / "pull"
            self._files[pin] = os.open(path, os.O_WRONLY)
        os.pwrite(self._files[pin], b"pull-down" if down else b"pull-up", 0)

    def value(self, pin: int) -> str:
        return (self._folder / f"sim_gpio{pin}" / "value").read_text().strip()


@pytest.fixture(scope="session")
def pins() -> Pins:
    return Pins()


class Wire:
    """What the kernel's I2C adapter carried, put together to pictures."""

    def __init__(self) -> None:
        self.glasses = {number: Ssd1306() for number in range(FIRST_BUS, FIRST_BUS + 3)}
        self._file = os.open("/dev/i2c-vbus", os.O_RDONLY | os.O_NONBLOCK)
        self._rest = b""

    def shows(self, number: int, face: CardFace) -> bool:
        while select.select([self._file], [], [], 0)[0]:
            self._rest += os.read(self._file, 65536)
        while len(self._rest) >= 4:
            bus, address, low, high = self._rest[:4]
            end = 4 + low + 256 * high
            if len(self._rest) < end:
                break
            if address == PANEL:
                self.glasses[bus].write(self._rest[4:end])
            self._rest = self._rest[end:]
        picture = self.glasses[number].picture().tobytes()
        return picture == draw(face, (128, 64)).tobytes()


def present(bus: int, *, there: bool) -> None:
    path = Path("/sys/module/i2c_vbus/parameters/present")
    masks = path.read_text().strip().split(",")
    masks[bus - FIRST_BUS] = "1" if there else "0"
    path.write_text(",".join(masks))


# -- buttons on lgpio --


@pytest.fixture
def edges() -> list[ButtonEdge]:
    return []


@pytest.fixture
def buttons(edges: list[ButtonEdge], pins: Pins) -> Iterator[Buttons]:
    for pin in (5, 6):
        pins.set(pin, down=False)
    factory = lgpio_pins()

    def listener(edge: ButtonEdge) -> None:
        edges.append(edge)
        raise RuntimeError("a bug in a listener")

    keys = {(STAND, "main"): 5, (OTHER, "main"): 6}
    found, _ = gpio_pins(keys, factory)
    buttons = Buttons(found, listener)
    buttons.start()
    yield buttons
    buttons.stop()
    factory.close()


@pytest.mark.usefixtures("buttons")
def test_presses_carry_the_kernels_stamps(edges: list[ButtonEdge], pins: Pins) -> None:
    for down in (True, False):
        before_ns = time.monotonic_ns()
        pins.set(5, down=down)
        after_ns = time.monotonic_ns()
        wait_for(lambda: edges)
        edge = edges.pop()
        assert (edge.place, edge.down) == (STAND, down)
        assert before_ns - 1_000_000 <= edge.at_ns <= after_ns + 5_000_000


@pytest.mark.usefixtures("buttons")
def test_an_exception_in_a_listener_does_not_silence_the_buttons(
    edges: list[ButtonEdge], pins: Pins
) -> None:
    for count in range(1, 11):
        pins.set(5 + count % 2, down=True)
        wait_for(lambda count=count: len(edges) >= 2 * count - 1)  # type: ignore[misc]  # bound now
        pins.set(5 + count % 2, down=False)
        wait_for(lambda count=count: len(edges) == 2 * count)  # type: ignore[misc]  # bound now


def test_a_storm_of_a_thousand_edges_a_second_is_one_press(
    edges: list[ButtonEdge], pins: Pins
) -> None:
    pins.set(5, down=False)
    factory = lgpio_pins()
    # With a quiet time that no pause of an emulated machine reaches.
    keys = {(STAND, "main"): 5, (OTHER, "main"): 6}
    found, _ = gpio_pins(keys, factory)
    buttons = Buttons(found, edges.append, quiet_ns=1_500_000_000)
    buttons.start()
    try:
        start_s = time.monotonic()
        for k in range(1001):
            pins.set(5, down=k % 2 == 0)
            if k == 9:
                begun_ns = time.monotonic_ns()
            while time.monotonic() < start_s + k / 1000:
                pass
        wait_for(lambda: edges)
        assert [edge.down for edge in edges] == [True]
        assert edges[0].at_ns < begun_ns  # of the first edges, not of the last
        pins.set(6, down=True)
        wait_for(lambda: len(edges) == 2)
    finally:
        buttons.stop()
        factory.close()


# -- displays on the kernel's I2C --


def test_displays_on_real_buses_unplugged_and_back(
    edges: list[ButtonEdge], pins: Pins
) -> None:
    wire = Wire()
    pins.set(5, down=False)
    places = (STAND, OTHER, THIRD)
    stands = [StandConfig(place, I2cLink(FIRST_BUS + k)) for k, place in enumerate(places)]
    stands[0] = StandConfig(STAND, I2cLink(FIRST_BUS), buttons={"main": 5}, light=17)
    rig = WiredRig(RigConfig(tuple(stands)), Drivers())
    present(FIRST_BUS + 2, there=False)
    rig.start(edges.append)
    try:
        rig.show(dict.fromkeys(places, A))
        wait_for(lambda: wire.shows(FIRST_BUS, A) and wire.shows(FIRST_BUS + 1, A))
        assert "does not answer" in rig.health()[THIRD].why
        present(FIRST_BUS, there=False)
        wait_for(lambda: not rig.health()[STAND].up)
        rig.show(dict.fromkeys(places, B))
        wait_for(lambda: wire.shows(FIRST_BUS + 1, B))
        wire.glasses[FIRST_BUS].power_cycle()
        present(FIRST_BUS, there=True)
        present(FIRST_BUS + 2, there=True)
        wait_for(lambda: wire.shows(FIRST_BUS, B) and wire.shows(FIRST_BUS + 2, B))
        wait_for(lambda: pins.value(17) == "1")  # its light: chips lie there
        pins.set(5, down=True)
        wait_for(lambda: edges)
    finally:
        rig.stop()
        pins.set(5, down=False)


# -- a board on USB --


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Path]:
    """A USB gadget with a serial number, and the firmware behind it."""
    gadget = CONFIGFS / "usb_gadget" / "stand"
    for folder in ("strings/0x409", "configs/c.1", "functions/acm.0"):
        (gadget / folder).mkdir(parents=True)
    (gadget / "idVendor").write_text("0x2e8a")
    (gadget / "idProduct").write_text("0x0005")
    (gadget / "strings/0x409/serialnumber").write_text(SERIAL_NUMBER)
    (gadget / "configs/c.1/acm.0").symlink_to(gadget / "functions/acm.0")
    (gadget / "UDC").write_text("dummy_udc.0")
    wait_for(lambda: any(p.serial_number == SERIAL_NUMBER for p in list_ports()))
    wait_for(lambda: Path("/dev/ttyGS0").exists())
    (tmp_path / "i2c").write_text("")
    (tmp_path / "status").write_text("03")  # its display is there, and lit
    environment = {
        "STAND_FOLDER": str(tmp_path),
        "STAND_ID": SERIAL_NUMBER,
        "MICROPYPATH": PROGRAMS,
    }
    with Path("/dev/ttyGS0").open("r+b", buffering=0) as line:
        tty.setraw(line.fileno())
        process = subprocess.Popen(
            [*INTERPRETERS["cpython"], str(FIRMWARE)],
            stdin=line,
            stdout=line,
            env={**os.environ, **environment},
            cwd=tmp_path,
        )
        yield tmp_path
        process.kill()
        process.wait()


def test_a_board_is_found_by_its_serial_number(
    board: Path, edges: list[ButtonEdge]
) -> None:
    config = RigConfig((StandConfig(STAND, UsbLink(SERIAL_NUMBER)),))
    rig = WiredRig(config, Drivers())
    rig.start(edges.append)
    try:
        rig.show({STAND: A})
        glass = Ssd1306()
        read = 0

        def shows() -> bool:
            nonlocal read
            whole, _, _ = (board / "i2c").read_text().rpartition("\n")
            lines = whole.splitlines()
            for line in lines[read:]:
                glass.write(bytes.fromhex(line.split()[1]))
            read = len(lines)
            return glass.picture().tobytes() == draw(A, (128, 64)).tobytes()

        wait_for(shows)  # emulated, a Python takes its time to start
        (board / "new").write_text("0")
        (board / "new").rename(board / "pin15")
        wait_for(lambda: edges)
        assert edges[0].down
        wait_for(lambda: rig.health()[STAND].up)
    finally:
        rig.stop()
    # Asked three times within half a second; emulated, its Python may be slower than that.
    wait_for(lambda: exit_code(list(examine(config, Drivers()))) == 0)
    assert threading.active_count() < 20
