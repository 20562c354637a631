"""What is wrong with the table's hardware, one check a line, each with the next step."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, assert_never

from companion.errors import CompanionError, HardwareError, remedy
from companion.links import (
    I2cLink,
    MuxLink,
    SpiLink,
    UsbLink,
    VirtualLink,
)
from companion.ports import LEAST_FREE_MB, MuxConfig, RigConfig, StandConfig
from hardware.boards.air_bridge import Bridge
from hardware.boards.board_finder import BoardFinder
from hardware.boards.serial_link import SerialLink
from hardware.boards.serial_protocol import VERSION
from hardware.panels.registers import REGISTERS, USUAL, doubt, identified
from hardware.pins.all_pins import Use, uses
from hardware.pins.buttons import GpioPin
from hardware.pins.drivers import Drivers, bus_remedy, mux_channel
from hardware.pins.outputs import Outputs

if TYPE_CHECKING:
    from hardware.panels.i2c import KernelBus

READS = 100
ADDRESSES = (0x3C, 0x3D)
_PLUG_S = 1.0


@dataclass(frozen=True, slots=True)
class Check:
    """One finding; *next_step* says what to do where it is not good."""

    name: str
    verdict: Literal["ok", "warning", "failed"]
    finding: str
    next_step: str = ""


def examine(config: RigConfig, drivers: Drivers) -> Iterator[Check]:
    """Yield a check of each part that *config* names; nothing is changed on any display."""
    bridge = None
    if config.bridge:
        bridge = Bridge(config.bridge, drivers.ports, drivers.open_port, config.boards)
        bridge.start()
        yield _checked("bridge", partial(_bridge, bridge))
        drivers = replace(drivers, ports=bridge.ports, open_port=bridge.open)
    finder = BoardFinder(drivers.ports, drivers.open_port, config.boards)
    try:
        yield from _parts(config, drivers, finder)
    finally:
        if bridge:
            bridge.stop()


def _parts(config: RigConfig, drivers: Drivers, finder: BoardFinder) -> Iterator[Check]:
    missing = set[str]()
    for mux in config.muxes:
        check = _checked(f"multiplexer {mux.name}", partial(_mux, mux, drivers))
        if check.verdict == "failed":
            missing.add(mux.name)
            check = replace(check, finding=f"{check.finding}{_behind(config, mux)}")
        yield check
    for stand in config.stands:
        name = f"{stand.place} display"
        match stand.link:
            case MuxLink(mux=unseen) if unseen in missing:
                pass  # the one line of its multiplexer says it
            case VirtualLink():
                yield Check(name, "ok", "virtual: drawn in the browser")
            case MuxLink() | I2cLink():
                yield _checked(name, partial(_panel, config, stand, drivers))
            case UsbLink() as link:
                yield _checked(name, partial(_board, link, drivers, finder))
            case SpiLink() as link:
                yield _checked(name, partial(_spi, link, drivers))
            case _:
                assert_never(stand.link)
    yield from _pins(config, drivers)


def exit_code(checks: Iterable[Check]) -> int:
    """Return 0 where all is well, 1 where something only may be wrong, 2 where it is."""
    worst = {"ok": 0, "warning": 1, "failed": 2}
    return max((worst[check.verdict] for check in checks), default=0)


def _checked(name: str, check: Callable[[], Check | str]) -> Check:
    """Return what *check* finds; its error is the finding and, after it, the next step."""
    try:
        found = check()
    except CompanionError as error:
        finding, _, step = str(error).partition(": ")
        return Check(name, "failed", finding, step or "look at `companion wiring`")
    return found if isinstance(found, Check) else Check(name, "ok", found)


# -- I2C --


def _mux(mux: MuxConfig, drivers: Drivers) -> str:
    first = mux_channel(mux, 0, drivers.sysfs)
    return f"at {mux.address:#x} on bus {mux.bus}; channel 0 is i2c-{first}"


def _behind(config: RigConfig, mux: MuxConfig) -> str:
    """Return whom nobody can ask without *mux*."""
    places = [
        each.place
        for each in config.stands
        if isinstance(each.link, MuxLink) and each.link.mux == mux.name
    ]
    return f" (so these cannot either: {', '.join(places)})" if places else ""


def _numbers(config: RigConfig, stand: StandConfig, drivers: Drivers) -> tuple[int, int]:
    """Return the number of a display's bus, and of the one whose wires that are."""
    link = stand.link
    if isinstance(link, I2cLink):
        return link.bus, link.bus
    assert isinstance(link, MuxLink)  # noqa: S101 - whoever calls has looked
    mux = next(each for each in config.muxes if each.name == link.mux)
    return mux_channel(mux, link.channel, drivers.sysfs), mux.bus


def _panel(config: RigConfig, stand: StandConfig, drivers: Drivers) -> Check | str:
    from hardware.panels.i2c import KernelBus, RootBus  # noqa: PLC0415 - PIL comes with it

    name = f"{stand.place} display"
    number, wires = _numbers(config, stand, drivers)
    where = f"i2c-{number}, {stand.address:#x}"
    root = RootBus(f"i2c-{wires}")  # its own: one that hangs may be its channel's alone
    with closing(KernelBus(root, lambda: number, drivers.open_bus)) as bus:
        statuses = _statuses(bus, stand.address)
    errors = sum(status is None for status in statuses)
    answered = next((status for status in statuses if status is not None), None)
    if answered is None:
        return _silent(name, where, stand)
    controller = identified(answered)
    kind = controller.upper() if controller else f"unknown controller ({answered:#04x})"
    if errors:
        return Check(
            name,
            "warning",
            f"{kind} at {where}: {errors} of {len(statuses)} reads went wrong",
            "shorten the cable, put 3.3 kΩ from SD and SC to 3V3 at the multiplexer, or write "
            "dtparam=i2c_arm_baudrate=100000 in config.txt",
        )
    if controller is None:
        names = " or ".join(
            f'panel = "{each}"' for each in REGISTERS if each != stand.panel
        )
        step = f"look at it (`companion stands picture`); if it is not right, write {names}"
        taken = USUAL if stand.panel == "auto" else stand.panel
        return Check(name, "warning", f"{kind} at {where}, taken for {taken.upper()}", step)
    if why := doubt(stand.panel, answered):
        finding, _, step = why.partition(": ")
        return Check(name, "warning", f"{kind} at {where}; {finding}", step)
    return f"{kind} at {where}; {READS} of {READS} reads"


def _silent(name: str, where: str, stand: StandConfig) -> Check:
    other = ADDRESSES[stand.address == ADDRESSES[0]]
    return Check(
        name,
        "failed",
        f"nothing answers at {where}",
        f"check VCC, GND, SDA and SCL; some modules have address {other:#x}",
    )


def _statuses(bus: "KernelBus", address: int) -> list[int | None]:
    """Read often, and no more once it hangs: that takes a second each time."""
    found: list[int | None] = []
    for _ in range(READS):
        try:
            found.append(bus.read_byte(address))
        except HardwareError:
            if found.count(None) == len(found):
                raise  # of the bus, with the remedy
            break
        except OSError:
            found.append(None)
    return found


# -- SPI --


def _spi(link: SpiLink, drivers: Drivers) -> str:
    where = f"/dev/spidev{link.bus}.{link.chip}"
    try:
        drivers.open_spi(link.bus, link.chip).close()
    except OSError as error:
        raise HardwareError(
            f"{where} cannot be opened ({error.strerror}): {bus_remedy(error, 'spi')}"
        ) from error
    return f"{where}; it cannot be asked, so look at it: `companion stands picture`"


# -- boards --


def _bridge(bridge: Bridge) -> str:
    """Return which boards the bridge hears, after a moment in which each says something."""
    time.sleep(2 * _PLUG_S)
    if bridge.why:
        raise HardwareError(bridge.why)
    boards = [f"{number} {said}" for number, said in sorted(bridge.heard().items())]
    return f"hears {'; '.join(boards) or 'no board yet'}"


def _board(link: UsbLink, drivers: Drivers, finder: BoardFinder) -> str:
    find = partial(finder.find, link.serial_number)
    find()  # raises at once where it is not there
    board = SerialLink(link.serial_number, find, drivers.open_port, lambda *_: None)
    board.start()
    try:
        board.opened.wait(_PLUG_S)
        hello = board.hello()
    finally:
        board.stop()
    if hello.version != VERSION:
        raise HardwareError(
            f"it speaks protocol {hello.version}, this program {VERSION}: "
            "flash hardware/firmware/stand.py anew"
        )
    return f"board {hello.board}, firmware {hello.firmware}, {hello.buttons} button(s)"


# -- pins --


def _pins(config: RigConfig, drivers: Drivers) -> Iterator[Check]:
    found = {(use.kind, use.pin): use for use in uses(config)}  # a line may be shared
    if not found:
        return
    try:
        factory = drivers.pins()
    except CompanionError as error:
        finding, _, step = str(error).partition(": ")
        yield Check("pins", "failed", finding, step)
        return
    yield Check("pins", "ok", f"driven by {type(factory).__module__.rpartition('.')[2]}")
    for use in found.values():
        look = _button if use.kind == "button" else _output
        yield _checked(f"{use.place} {use}", partial(look, use, factory))
    factory.close()


def _button(use: Use, factory: Any) -> Check | str:  # noqa: ANN401 - gpiozero has no types
    with closing(GpioPin((use.place, use.name), use.pin, factory)) as button:
        down = button.is_down()
    if down:
        return Check(
            f"{use.place} {use}",
            "warning",
            f"GPIO{use.pin} reads as pressed",
            "let go of it; if nobody touches it, its wire touches ground",
        )
    return f"GPIO{use.pin}, not pressed"


def _output(use: Use, factory: Any) -> str:  # noqa: ANN401 - gpiozero has no types
    outputs = Outputs(factory, (), (use.pin,))  # as a reset: high, which changes nothing
    outputs.close()
    for error in outputs.dead.values():
        raise error
    return f"GPIO{use.pin}, free"


# -- the machine --


def power() -> Check:
    """Return whether the Pi says that its supply is too weak; other machines do not say."""
    try:
        with open("/sys/devices/platform/soc/soc:firmware/get_throttled") as file:  # noqa: PTH123 - sysfs
            bits = int(file.read(), 16)
    except (OSError, ValueError):
        return Check("power", "ok", "this machine does not tell")
    if bits & 0x50005:
        return Check(
            "power", "warning", f"the supply is too weak ({bits:#x})", "take 5 V, 3 A"
        )
    return Check("power", "ok", "enough")


def room(folder: Path) -> Check:
    """Return whether there is room for matches."""
    try:
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        finding = f"{folder} cannot be looked at: {error.strerror}"
        return Check("room", "failed", finding, remedy(error))
    if free_mb < LEAST_FREE_MB:
        return Check("room", "failed", f"{free_mb} MB free in {folder}", "make room there")
    return Check("room", "ok", f"{free_mb} MB free in {folder}")
