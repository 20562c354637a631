"""``companion doctor``: one line a check, the next step on failure."""

import argparse
import json
import platform
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion import __version__
from companion.cli.arguments import (
    CONFIG,
    OPEN_PORT_HELP,
    SERVICE_FOLDER,
    installed,
    open_port,
    port,
    table_rig,
)
from companion.cli.setup_pi import boot_file, taken
from companion.config.file_change import read
from companion.config.made_stands import MadeStands
from companion.config.paths import data_folder
from companion.errors import ConfigError, DataError, plain
from companion.links import VIRTUAL
from companion.network import ways_in
from companion.pi import checks as running
from companion.pi.hotspot import call
from companion.pi.screens import checks, screens
from companion.ports import RigConfig
from companion.process.terminal import mark, print_code
from hardware.pins.drivers import Drivers
from hardware.workshop.doctor import Check, examine, exit_code, power, room


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``doctor``."""
    parser.epilog = "Exit code: 0 all is well, 1 something may be wrong, 2 something is."
    parser.add_argument(
        "--config", type=Path, help=f"TOML file of the table; default: /{CONFIG}, if there"
    )
    parser.add_argument("--data", help="folder of the matches, not those of the service")
    parser.add_argument("--port", type=port, help=OPEN_PORT_HELP)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run, drivers=Drivers(), root=Path("/"), ask=_ask)


def run(args: argparse.Namespace) -> int:
    """Print every check as it is made; return how bad it is."""
    if args.data and not Path(args.data).is_dir():
        raise ConfigError(
            f"The folder {args.data} for the matches is not there: look at its name, "
            "or choose another one with --data."
        )
    checks = []
    for check in _checks(args):
        checks.append(check)
        if not args.json:
            _tell(check)
    if args.json:
        print(json.dumps([asdict(check) for check in checks], indent=2))
    elif links := ways_in(open_port(args.port, args)):
        print(f"\nThe table is open: {links[0]}")
        print_code(links[0])
        for other in links[1:]:
            print(f"Also, in another network: {other}")
    return exit_code(checks)


def _checks(args: argparse.Namespace) -> Iterator[Check]:
    """Look at what is installed, unless another place is named."""
    service = installed(args)
    state = args.root / SERVICE_FOLDER
    folder = state if service and _is_there(state) else data_folder(args.data)
    config = args.config or (args.root / CONFIG if service else None)
    port = open_port(args.port, args)
    found = f"version {__version__}, Python {platform.python_version()}"
    yield Check("program", "ok", found)
    yield running.service(args.ask)
    said = running.report(port)
    yield running.page(said, port, wanted=service)
    if said is None and not service:
        yield _port(port)
    yield room(folder)
    yield running.disk(folder)
    yield running.log(folder)
    if service:
        yield running.journal(args.root)
    yield power()
    yield from running.phones(args.ask)
    if config and (fault := MadeStands(folder, read(config)).fault()):
        yield Check("boards", "failed", *fault)
    rig = table_rig(config, folder)
    if (boot := boot_file(args.root)) is not None:
        for finding, remedy in taken(rig, read(boot)):
            yield Check(boot.name, "failed", finding, remedy)
    yield from _stands(rig, said, args.drivers)
    yield from _screens(said, folder)


def _is_there(folder: Path) -> bool:
    """Tell whether it is, or is for root's eyes only: what needs it says so."""
    try:
        return folder.is_dir()
    except PermissionError:
        return True


def _stands(
    rig: RigConfig, said: Mapping[str, Any] | None, drivers: Drivers
) -> Iterator[Check]:
    """Ask the open table how its stands are, else each by its wire."""
    if said is None:
        yield from examine(rig, drivers)
    else:
        real = {each.place for each in rig.stands if each.link != VIRTUAL}
        yield from running.stands(said, real)


def _screens(said: Mapping[str, Any] | None, folder: Path) -> Iterator[Check]:
    try:
        yield from checks(screens(said, folder))
    except DataError as error:
        finding, _, step = str(error).partition(": ")
        yield Check("screens", "failed", finding, step)


def _ask(command: Sequence[str]) -> str | None:
    done = call(command)
    return None if done.returncode else done.stdout


def _port(port: int) -> Check:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            step = "is the table open already? then all is well; else choose --port"
            return Check(
                "port", "warning", f"{port} cannot be used: {error.strerror}", step
            )
    return Check("port", "ok", f"{port} is free")


def _tell(check: Check) -> None:
    print(f"{mark(check.verdict)}  {check.name}: {plain(check.finding)}", flush=True)
    if check.next_step:
        print(f"         → {plain(check.next_step)}", flush=True)
