"""``companion setup-pi``: I2C, its speed, the multiplexer and a hotspot; shown, then done."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from companion.cli.arguments import CONFIG, add_password, password
from companion.config.file_change import FileChange, read
from companion.config.rig_checks import pins
from companion.config.rig_file import read_rig
from companion.errors import ConfigError
from companion.pi import hotspot
from companion.pi.hotspot import TRIAL_S, Trial
from companion.pi.pi_setup import (
    MOBILE_DATA,
    MODULES,
    STAY,
    Hotspot,
    taken_pins,
    with_block,
    without_block,
)
from companion.ports import RigConfig
from hardware.workshop.wiring import wiring

BOOT_FILES = ("boot/firmware/config.txt", "boot/config.txt")
MODULES_FILE = "etc/modules-load.d/companion.conf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``setup-pi``."""
    parser.add_argument(
        "--config", type=Path, help=f"TOML file of the table (default: /{CONFIG})"
    )
    parser.add_argument("--hotspot", metavar="NAME", help="make a Wi-Fi of this name")
    add_password(parser, "of the hotspot; left out: a new one")
    parser.add_argument(
        "--phones",
        choices=(STAY, MOBILE_DATA),
        default=STAY,
        help=f"{STAY}: phones hear that all is well, so they stay (default); {MOBILE_DATA}: "
        "they hear that there is no way out, so their mobile data goes on",
    )
    parser.add_argument("--yes", action="store_true", help="do it without asking")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--undo", action="store_true", help="take everything back")
    what.add_argument("--confirm", action="store_true", help="keep the hotspot for good")
    what.add_argument(
        "--end-hotspot", action="store_true", help="end the hotspot, and nothing else"
    )
    what.add_argument("--back", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--was", default="", help=argparse.SUPPRESS)
    parser.add_argument(
        "--root", type=Path, default=Path("/"), help="work below this folder, for a look"
    )
    parser.set_defaults(run=run, call=None, answer=input, pause_s=2.0)


def run(args: argparse.Namespace) -> int:
    """Carry out one of the five ways to use it."""
    real = hotspot.call if args.root == Path("/") else hotspot.pretend
    trial = Trial(args.root, args.call or real, args.pause_s)
    if args.back:
        trial.back(args.was)
        return 0
    if args.confirm:
        trial.confirm()
        print("The hotspot stays, and comes up with the Pi. To end it: --end-hotspot")
        return 0
    return _undo(args, trial) if args.undo or args.end_hotspot else _do(args, trial)


def _do(args: argparse.Namespace, trial: Trial) -> int:
    changes, wifi = list(_doing(args)), _wifi(args)
    told = [change.told() for change in changes]
    if wifi is not None:
        told.append(hotspot.warning(wifi))
    if not _agreed(args, told):
        return int(bool(told))
    for change in changes:
        change.make()
    if changes:
        print("Done. It takes effect with the next start: sudo reboot")
    if wifi is not None:
        trial.begin(wifi)
        minutes = TRIAL_S // 60
        print(f"On for {minutes} minutes. To keep it: sudo companion setup-pi --confirm")
    return 0


def _undo(args: argparse.Namespace, trial: Trial) -> int:
    changes = list(_undoing(args)) if args.undo else []
    told = [change.told() for change in changes]
    if trial.is_there:
        told.append(f"  end the hotspot, and take away {trial.keyfile}")
    if not _agreed(args, told):
        return int(bool(told))
    for change in changes:
        change.make()
    trial.undo()
    if args.undo:
        print("Done. The Pi is as before from the next start on: sudo reboot")
    return 0


def _agreed(args: argparse.Namespace, told: list[str]) -> bool:
    if not told:
        print("Nothing to do: everything is set up so already.")
        return False
    print("This will be done:", *told, sep="\n")
    try:
        agreed = args.yes or args.answer("Do it? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        raise ConfigError(
            "There is no keyboard to answer on; --yes does it without asking."
        ) from None
    if not agreed:
        print("Nothing was changed.")
    return bool(agreed)


def _wifi(args: argparse.Namespace) -> Hotspot | None:
    if not args.hotspot:
        return None
    if args.root == Path("/"):
        hotspot.check_tools()
    return Hotspot.checked(args.hotspot, password(args), args.phones)


def _doing(args: argparse.Namespace) -> Iterator[FileChange]:
    boot = boot_file(args.root)
    if boot is None:
        if args.hotspot:
            return
        raise ConfigError(
            f"{args.root / BOOT_FILES[0]} is not there, so this is not a Raspberry Pi: only a "
            "hotspot can be set up here (--hotspot NAME)."
        )
    rig, old = read_rig(args.config or args.root / CONFIG), read(boot)
    for finding, remedy in taken(rig, old):
        raise ConfigError(f"{boot}: {finding}; {remedy}.")
    lines = wiring(rig).config_lines
    new = with_block(old, lines)
    if new != old:
        yield FileChange(boot, new, shown=_difference(old, new))
    modules = args.root / MODULES_FILE
    if lines and (not modules.exists() or read(modules) != MODULES):
        yield FileChange(modules, MODULES, shown=_difference("", MODULES))


def taken(rig: RigConfig, text: str) -> Iterator[tuple[str, str]]:
    """Yield each pin of *rig* that config.txt, whose *text* this is, gives to another."""
    others = taken_pins(text)
    for pin, path in pins(rig):
        if pin in others:
            yield (
                f"{others[pin]} takes GPIO{pin}, which the table has for {'.'.join(path)}",
                "take that line out, or give the table another pin",
            )


def _undoing(args: argparse.Namespace) -> Iterator[FileChange]:
    boot, modules = boot_file(args.root), args.root / MODULES_FILE
    if boot is not None and (new := without_block(old := read(boot))) != old:
        yield FileChange(boot, new, shown=_difference(old, new))
    if modules.exists():
        yield FileChange(modules, None)


def boot_file(root: Path) -> Path | None:
    """Return the config.txt of this Pi; None: it is no Pi."""
    return next((root / each for each in BOOT_FILES if (root / each).is_file()), None)


def _difference(old: str, new: str) -> tuple[str, ...]:
    before, after = old.splitlines(), new.splitlines()
    gone = (f"- {line}" for line in before if line not in after)
    come = (f"+ {line}" for line in after if line not in before)
    return (*gone, *come)
