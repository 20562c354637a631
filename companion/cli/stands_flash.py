"""``companion stands flash``: bare boards become stands, one after the other."""

import argparse
import time
from collections.abc import Mapping
from pathlib import Path

from companion.cli.arguments import service_folder, table_text
from companion.config.air_file import forget_air, known_air, made_air
from companion.config.file_change import FileChange
from companion.config.made_stands import MadeStands
from companion.config.rig_edit import NUMBERS, bridge_of, stand_of, with_board, with_bridge
from companion.errors import ConfigError, HardwareError
from companion.links import BRIDGE, same_board
from hardware.pins.drivers import Drivers
from hardware.workshop.flashing import FIRMWARE, Flasher
from hardware.workshop.known_boards import AIR_FILE, BOARDS, TOLD_FILE, told
from hardware.workshop.raw_prompt import shown
from hardware.workshop.table_boards import (
    NOBODY,
    boards,
    bridge_flasher,
    make_stand,
    without_program,
)

LOOK_S = 0.5
"""How often it is looked for what is plugged in."""
NONE_THERE = (
    "No board is plugged in. Plug one in with a data cable (not one for charging only)."
)
BOOTSEL = (
    "A board shows its drive and runs nothing: copy MicroPython's .uf2 for it onto that drive "
    "(micropython.org has it); then it comes back by itself."
)
NO_STAND_FREE = "Every stand has its board. To give one another, name it: --stand 3, say."
NEXT = "Plug in the next one; Ctrl+C ends."
NO_BRIDGE = (
    "This table has no bridge yet: plug an ESP32 in and run companion stands flash --bridge "
    "first."
)


def add_flash_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is for *flash* alone."""
    parser.add_argument(
        "--stand", choices=NUMBERS, help="flash: make one board this stand, and end"
    )
    parser.add_argument(
        "--replace",
        metavar="NUMBER",
        action="append",
        default=[],
        help="flash: this board too, which has a program of its own; that is copied first",
    )
    parser.add_argument(
        "--port",
        metavar="PATH",
        help="flash: the board at this port only, /dev/ttyUSB0 say",
    )
    parser.add_argument(
        "--board",
        choices=BOARDS,
        help="flash: what the boards are: "
        + "; ".join(f"{name}: {each.title}" for name, each in BOARDS.items()),
    )
    parser.add_argument(
        "--pins",
        metavar="NAME=PIN",
        nargs="+",
        action="extend",
        default=[],
        help="flash: what is otherwise on them, sda=5 scl=4 button=0 say",
    )
    parser.add_argument(
        "--bridge",
        action="store_true",
        help="flash: make one ESP32 the bridge, which carries stands without a cable",
    )
    parser.add_argument(
        "--air",
        action="store_true",
        help="flash: the boards shall be stands without a cable, too",
    )


def flash(args: argparse.Namespace) -> int:
    """Flash each board that comes until no stand is free, or time is up; 2 if one failed."""
    if args.config is None:
        raise ConfigError(
            "Which table do the boards belong to? Name its file, which gets their numbers: "
            "--config FILE."
        )
    pins = told(args.board, args.pins)
    data = {TOLD_FILE: pins} if args.board or args.pins else {}
    work = (_Bridging if args.bridge else _Flashing)(args, data)
    try:
        work.until(args.seconds)
    except KeyboardInterrupt:
        print("Stopped. A board that was begun can be flashed again.")
    return work.code()


class _TheBridgeError(Exception):
    """A board is the bridge: it is left alone."""


class _Flashing:
    """What is done and what was told already, over several looks."""

    def __init__(self, args: argparse.Namespace, data: Mapping[str, bytes | None]) -> None:
        path: Path = args.config
        drivers: Drivers = args.drivers
        self._path, self._drivers = path, drivers
        self._folder = service_folder(args)
        self._stand: str | None = args.stand
        self._port: str | None = args.port
        """The only one that is looked at, whatever is there."""
        self._replaced = frozenset(each.casefold() for each in args.replace)
        """The boards whose own programs may go, once they are copied beside the file."""
        kept = path.absolute().parent / "boards"
        self._data, self._kept = data, kept
        wants_air = args.air and not args.bridge
        self._air = known_air(self._folder) if wants_air else None
        if wants_air and self._air is None:
            raise ConfigError(NO_BRIDGE)
        self._tried: dict[str, bool] = {}
        """Of each board that is plugged in, whether it went well."""
        self._well = 0
        self._told = ""
        self._made().check()  # refuses what cannot be, before any board is touched

    def until(self, limit_s: float | None) -> None:
        """Look until no stand is free, or *limit_s* are over; at least once."""
        end_s = None if limit_s is None else time.monotonic() + limit_s
        self._look()
        while self._wanted() and (end_s is None or time.monotonic() < end_s):
            time.sleep(LOOK_S)
            self._look()
        if not (self._wanted() or self._tried):
            self._tell(NO_STAND_FREE)

    def code(self) -> int:
        """Return 0 if boards were there and each went well at last."""
        return 0 if self._well and all(self._tried.values()) else 2

    def _text(self) -> str:
        return table_text(self._path) if self._path.exists() else ""

    def _wanted(self) -> bool:
        return not self._well if self._stand else bool(self._made().free())

    def _made(self) -> MadeStands:
        return MadeStands(self._folder, self._text())

    def _look(self) -> None:
        there = self._there()
        # One that was unplugged is tried anew when it comes back.
        self._tried = {each: well for each, well in self._tried.items() if each in there}
        made = self._made()
        for number in sorted(
            there - set(self._tried), key=lambda each: made.of(each) or ""
        ):
            if self._takes(number):
                self._tried[number] = self._one(number)
                self._told = ""
        if without_program(self._drivers.usb):
            self._tell(BOOTSEL)
        elif not there and self._wanted():
            self._tell(NONE_THERE)
        elif self._wanted():
            self._tell(NEXT)

    def _takes(self, number: str) -> bool:
        """Tell whether this board is flashed: one that is a stand already gets today's.

        One without a number says only when it is asked which stand it is.
        """
        known = number.startswith("/") or self._made().of(number) is not None
        return known or self._wanted()

    def _there(self) -> set[str]:
        if self._port is None:
            found = set(boards(self._drivers.ports()))
            return {each for each in found if not self._is_bridge(each)}
        return {self._port} if Path(self._port).exists() else set()

    def _is_bridge(self, number: str) -> bool:
        return same_board(self._made().bridge(), number)

    def _one(self, number: str) -> bool:
        name = shown(number, 40)
        print(f"board {name}: looking at it, do not unplug it …", flush=True)
        try:
            replace = number.casefold() in self._replaced
            stand, new, said = make_stand(
                number, self._placed, self._flasher, replace=replace
            )
            if new is not None:
                FileChange.keeping(self._path, new).make()
        except _TheBridgeError:
            return True
        except (ConfigError, HardwareError) as error:
            print(f"{str(error).removesuffix('.')}.", flush=True)
            return False
        self._well += 1
        print(self._done(stand, f"board {name} {said}"), flush=True)
        return True

    def _flasher(self, stand: str) -> Flasher:
        """Return what makes a board this stand; in the air it has an address of its own."""
        data = dict(self._data)
        if self._air:
            data[AIR_FILE] = self._air.for_stand(stand)
        return Flasher(self._drivers, FIRMWARE.read_bytes(), self._kept, told=data)

    def _done(self, stand: str, said: str) -> str:
        also = "; it may go to the air" if self._air else ""
        return f"stand {stand}: {said}; write {stand} on it{also}"

    def _placed(self, number: str) -> tuple[str, str | None]:
        """Return which stand the board is, and the table's file with it where that is new."""
        text, made = self._text(), self._made()
        if self._is_bridge(number):  # which says it only when it is asked
            raise _TheBridgeError
        stand = stand_of(text, number)
        if stand is not None and self._stand in (None, stand):
            return stand, None
        stand = self._stand or made.of(number) or next(iter(made.free()), None)
        if stand is None:
            raise ConfigError(NO_STAND_FREE)
        return stand, with_board(str(self._path), text, stand, number)

    def _tell(self, sentence: str) -> None:
        if sentence != self._told:
            print(sentence, flush=True)
        self._told = sentence


class _Bridging(_Flashing):
    """One board becomes the bridge."""

    def __init__(self, args: argparse.Namespace, data: Mapping[str, bytes | None]) -> None:
        super().__init__(args, data)
        self._stand = self._stand or BRIDGE  # one board, and no more

    def _takes(self, _number: str) -> bool:
        """Tell whether there is no bridge yet: one is enough."""
        return self._wanted()

    def _is_bridge(self, _number: str) -> bool:
        """Tell of no board that it is left alone: the bridge may be flashed anew."""
        return False

    def _flasher(self, _stand: str) -> Flasher:
        air = made_air(self._folder).for_bridge()
        return bridge_flasher(self._drivers, self._kept, air)

    def _placed(self, number: str) -> tuple[str, str | None]:
        text = self._text()
        if stand := self._made().of(number):
            raise ConfigError(
                f"This board is stand {stand}: take another one for the bridge."
            )
        return BRIDGE, None if number == NOBODY else with_bridge(
            str(self._path), text, number
        )

    def _done(self, _stand: str, said: str) -> str:
        return f"the bridge: {said}; now the stands: companion stands flash --air"


def forget(args: argparse.Namespace) -> int:
    """Forget bridge and key: no board that was told of them is heard any more."""
    if args.config is None:
        raise ConfigError("Which table's bridge? Name its file: --config FILE.")
    folder = service_folder(args)
    text = table_text(args.config) if args.config.exists() else ""
    made = MadeStands(folder, text)
    made.check()  # before the own file is changed
    was = bool(made.bridge())
    if bridge_of(text):
        text = with_bridge(str(args.config), text, None)
        FileChange.keeping(args.config, text).make()
    MadeStands(folder, text).make_bridge(None)
    was |= forget_air(folder)
    print(
        "Forgotten. Bridge and stands in the air are flashed anew before they play again."
        if was
        else "This table had no bridge."
    )
    return 0
