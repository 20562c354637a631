"""``companion stands``: which stand is which, test pictures, a test of every button, boards."""

import argparse
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.cli.arguments import (
    DATA_HELP,
    OPEN_PORT_HELP,
    open_port,
    port,
    seconds,
    service_folder,
    table_rig,
)
from companion.cli.stands_flash import add_flash_arguments, flash, forget
from companion.cli.stands_report import passed, report, screens_told, write
from companion.errors import ConfigError, DataError
from companion.links import VIRTUAL, VirtualLink
from companion.pi import checks as running
from companion.pi.screens import KnownScreen, screens
from companion.ports import (
    ButtonEdge,
    CardFace,
    Face,
    Health,
    LinesFace,
    Place,
    Rig,
    RigConfig,
    WordFace,
)
from companion.process.terminal import coloured
from hardware.boards.board_finder import BoardFinder, on_usb, own_number
from hardware.pins.drivers import Drivers
from hardware.rig.open_rig import open_rig
from hardware.rig.virtual import button_names
from hardware.workshop.doctor import examine
from hardware.workshop.wiring import name_of

HELP = {
    "list": "what is plugged in, and how each stand is",
    "identify": "write its name on every display",
    "picture": "show a test picture: the largest letters, every edge",
    "press": "press every button once; each press is told",
    "flash": "make stands of bare boards, and write their numbers into the table's file",
    "forget": "forget the bridge and its key: boards in the air are flashed anew",
    "test": "display, light and buttons of each stand: pass or fail, and a file to send",
}
LOOK_S = 3.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stands``."""
    parser.add_argument(
        "what",
        choices=HELP,
        help="; ".join(f"{name}: {meaning}" for name, meaning in HELP.items()),
    )
    parser.add_argument(
        "--config", type=Path, help="TOML file of the table; none: virtual stands"
    )
    parser.add_argument(
        "--seconds", type=seconds, help="how long; else until Ctrl+C (list: 3 s)"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("stands-test.json"),
        help="test: the file with what was found; nothing in it is private",
    )
    parser.add_argument("--data", help=DATA_HELP)
    parser.add_argument("--table-port", type=port, metavar="PORT", help=OPEN_PORT_HELP)
    add_flash_arguments(parser)
    parser.set_defaults(run=run, drivers=Drivers(), root=Path("/"))


def run(args: argparse.Namespace) -> int:
    """Start the rig, do what was asked for, stop it; 2 if a stand is down or unpressed."""
    if args.what == "flash":
        return flash(args)
    if args.what == "forget":
        return forget(args)
    folder = service_folder(args)
    config = table_rig(args.config, folder)
    glass = _screens(open_port(args.table_port, args), folder)
    pressing = args.what in ("press", "test")
    if pressing and all(isinstance(each.link, VirtualLink) for each in config.stands):
        raise ConfigError(
            "No stand of this table has a button to press: all are drawn in the browser. "
            "Name the file of a table with real ones: --config FILE."
        )
    checks = list(examine(config, args.drivers)) if args.what == "test" else []
    rig = open_rig(config, args.drivers)
    presses = PressLog()
    if args.what == "test":
        print(
            "Press each button whose display shows W, 1 and 8 whole, and whose light is on."
        )
    if args.what == "list":
        _list_boards(args.drivers)
    rig.start(presses.take)
    try:
        rig.show(_faces(config, args.what))
        presses.wait(_wanted(config) if pressing else None, _seconds(args))
        health = _settled(rig)
    except KeyboardInterrupt:
        health = rig.health()
    finally:
        rig.stop()
    code = _report(_without(config, glass), health, presses, pressing=pressing)
    _tell_screens(glass, args.what)
    if args.what == "test":
        found = report(config, health, presses.first_ms, checks)
        write(args.output, {**found, "screens": screens_told(glass)})
        _tell_test(_without(config, glass), health, presses, args.output)
    return code


def _screens(port: int, folder: Path) -> tuple[KnownScreen, ...]:
    """Return the devices that are stands; where nobody can tell, wires are looked at anyway."""
    try:
        return screens(running.report(port), folder)
    except DataError as error:
        print(f"screens: not known, for {error}")
        return ()


def _without(config: RigConfig, glass: Sequence[KnownScreen]) -> RigConfig:
    """Return *config* without the virtual stands that are on the *glass* of a screen."""
    places = {place for each in glass for place in each.places}
    kept = (s for s in config.stands if s.link != VIRTUAL or s.place not in places)
    return replace(config, stands=tuple(kept))


def _tell_screens(glass: Sequence[KnownScreen], what: str) -> None:
    """Tell each device that is a stand; none of them is this program's to light or to test."""
    for each in glass:
        names = ", ".join(map(name_of, each.places)) or "no free stand"
        how = {None: "no table is open", True: "awake", False: "asleep"}[each.up]
        print(f"{names}: {how}  screen since {each.since}")
    if glass and what == "identify":
        print("A screen says on its own glass which stand it is, while the table is open.")


class PressLog:
    """Tells every press as it comes, and how late it was told the first time."""

    def __init__(self) -> None:
        self.first_ms: dict[tuple[Place, str], float] = {}
        self._news = threading.Condition()

    def take(self, edge: ButtonEdge) -> None:
        """Take an edge, on a thread of the rig."""
        if edge.down:
            print(f"{name_of(edge.place)}: {edge.button} pressed", flush=True)
            with self._news:
                late_ms = (time.monotonic_ns() - edge.at_ns) / 1e6
                self.first_ms.setdefault((edge.place, edge.button), late_ms)
                self._news.notify()

    def wait(self, wanted: set[tuple[Place, str]] | None, limit_s: float | None) -> None:
        """Wait until all *wanted* buttons were pressed (None: just wait) or time is up."""
        with self._news:
            self._news.wait_for(
                lambda: wanted is not None and wanted <= set(self.first_ms), limit_s
            )


def _settled(rig: Rig) -> Mapping[Place, Health]:
    """Return the stands' health once all are up, or after a moment for those that come up."""
    end_s = time.monotonic() + LOOK_S
    while True:
        health = rig.health()
        if all(each.up for each in health.values()) or time.monotonic() > end_s:
            return health
        time.sleep(0.05)


def _seconds(args: argparse.Namespace) -> float | None:
    if args.seconds is None and args.what == "list":
        return LOOK_S
    seconds: float | None = args.seconds
    return seconds


def _list_boards(drivers: Drivers) -> None:
    ports = list(drivers.ports())
    finder = BoardFinder(drivers.ports, drivers.open_port)
    for board in ports:
        number = own_number(board, ports)
        if not number and on_usb(board):
            number = finder.id_at(str(board.device))  # as it says itself
        if number:
            print(f'plugged in: link = "usb:{number}"   ({board.device})')
        elif on_usb(board):
            print(f"plugged in: a board without a firmware of ours?   ({board.device})")


def _faces(config: RigConfig, what: str) -> Mapping[Place, Face]:
    faces: dict[Place, Face] = {}
    for stand in config.stands:
        name = name_of(stand.place)
        if what == "picture":
            faces[stand.place] = WordFace("WM8", name, "right")
        elif what == "test":  # chips lie there: the light is on
            faces[stand.place] = CardFace("W", (1, 8), (1, 6))
        else:
            lines = (name.upper(), str(stand.link), time.strftime("%H:%M:%S"))
            faces[stand.place] = LinesFace(lines)
    return faces


def _wanted(config: RigConfig) -> set[tuple[Place, str]]:
    """Return every button that the file names, and those on each board."""
    return {(stand.place, each) for stand in config.stands for each in button_names(stand)}


def _tell_test(
    config: RigConfig,
    health: Mapping[Place, Health],
    presses: PressLog,
    path: Path,
) -> None:
    """Say pass or fail of each stand, and where the file is."""
    for stand in config.stands:
        well = passed(stand, health[stand.place], presses.first_ms)
        said = coloured("pass", "ok") if well else coloured("FAIL", "failed")
        print(f"{name_of(stand.place)}: {said}")
    print(f"What was found is in {path}: hardware/README.md says where to send it.")


def _report(
    config: RigConfig,
    health: Mapping[Place, Health],
    presses: PressLog,
    *,
    pressing: bool,
) -> int:
    down: dict[str, list[str]] = {}
    for stand in config.stands:
        found = health[stand.place]
        name = name_of(stand.place)
        if found.up:
            how = f"  {found.air}" if found.air else ""
            link = "drawn in the browser" if stand.link == VIRTUAL else stand.link
            print(f"{name}: up  {link}{how}  {found.why}".rstrip())
        else:
            down.setdefault(found.why, []).append(f"{name} at {stand.link}")
    for why, names in down.items():  # what they share, a multiplexer say, is told once
        print(f"DOWN: {', '.join(names)}: {why}")
    missing = sorted(_wanted(config) - set(presses.first_ms)) if pressing else []
    if missing:
        buttons = ", ".join(f"{name_of(place)} {button}" for place, button in missing)
        print(f"never pressed: {buttons}; look at `companion wiring`")
    return 2 if down or missing else 0
