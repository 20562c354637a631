"""``companion doctor``: one line a check, the next step on failure."""

import argparse
import json
import platform
import socket
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from companion import __version__
from companion.cli.arguments import port
from companion.cli.setup_pi import boot_file, taken
from companion.cli.terminal import mark
from companion.codes import code
from companion.config.made_stands import MadeStands
from companion.config.paths import data_folder
from companion.config.rig_file import read_rig
from companion.errors import plain
from companion.network import HTTP_PORT, ways_in
from companion.pi import checks as running
from companion.pi.file_change import read
from companion.pi.hotspot import call
from hardware.pins.drivers import Drivers
from hardware.rig.open_rig import virtual_config
from hardware.workshop.doctor import Check, examine, exit_code, power, room

STATE = Path("var/lib/private/companion")
CONFIG = Path("etc/companion/companion.toml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``doctor``."""
    parser.epilog = "Exit code: 0 all is well, 1 something may be wrong, 2 something is."
    parser.add_argument(
        "--config", type=Path, help=f"TOML file of the table; default: /{CONFIG}, if there"
    )
    parser.add_argument("--data", help="folder of the matches, not those of the service")
    parser.add_argument("--port", type=port, help="default: 80 as a service, else 8000")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run, drivers=Drivers(), root=Path("/"), ask=_ask)


def run(args: argparse.Namespace) -> int:
    """Print every check as it is made; return how bad it is."""
    checks = []
    for check in _checks(args):
        checks.append(check)
        if not args.json:
            _tell(check)
    if args.json:
        print(json.dumps([asdict(check) for check in checks], indent=2))
    elif links := ways_in(_port_of(args)):
        print(f"\nThe table is open: {links[0]}")
        code(links[0], "l").terminal(compact=True)
        for other in links[1:]:
            print(f"Also, in another network: {other}")
    return exit_code(checks)


def _checks(args: argparse.Namespace) -> Iterator[Check]:
    """Look at what is installed, unless another place is named."""
    installed = _installed(args)
    state = args.root / STATE
    folder = state if installed and _there(state) else data_folder(args.data)
    config = args.config or (args.root / CONFIG if installed else None)
    port = _port_of(args)
    found = f"version {__version__}, Python {platform.python_version()}"
    yield Check("program", "ok", found)
    yield running.service(args.ask)
    said = running.report(port)
    yield running.page(said, port, wanted=installed)
    if said is None and not installed:
        yield _port(port)
    yield room(str(folder))
    yield running.disk(folder)
    yield running.log(folder)
    if installed:
        yield running.journal(args.root)
    yield power()
    yield from running.phones(args.ask)
    rig = virtual_config()
    if config:
        rig = MadeStands(folder, read(config)).joined(read_rig(config))
    if (boot := boot_file(args.root)) is not None:
        for finding, remedy in taken(rig, read(boot)):
            yield Check(boot.name, "failed", finding, remedy)
    yield from examine(rig, args.drivers) if said is None else running.stands(said)


def _installed(args: argparse.Namespace) -> bool:
    return (args.root / CONFIG).exists() and not args.data


def _port_of(args: argparse.Namespace) -> int:
    if args.port is not None:
        return int(args.port)
    return HTTP_PORT if _installed(args) else 8000


def _there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except PermissionError:
        return True


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
