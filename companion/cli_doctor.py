"""``companion doctor``: one line a check, the next step on failure."""

import argparse
import json
import socket
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from companion.config import data_folder, read_rig
from hardware.doctor import Check, examine, exit_code, power, room
from hardware.drivers import Drivers
from hardware.virtual import virtual_config

SIGNS = {"ok": "ok     ", "warning": "WARNING", "failed": "FAILED "}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "doctor",
        help="look at everything the table needs",
        epilog="Exit code: 0 all is well, 1 something may be wrong, 2 something is.",
    )
    parser.add_argument("--config", type=Path, help="TOML file of the table")
    parser.add_argument("--data", help="folder of the matches")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run, drivers=Drivers())


def run(args: argparse.Namespace) -> int:
    """Print every check as it is made; return how bad it is."""
    checks = []
    for check in _checks(args):
        checks.append(check)
        if not args.json:
            _tell(check)
    if args.json:
        print(json.dumps([asdict(check) for check in checks], indent=2, ensure_ascii=False))
    return exit_code(checks)


def _checks(args: argparse.Namespace) -> Iterator[Check]:
    yield room(str(data_folder(args.data)))
    yield power()
    yield _port(args.port)
    rig = read_rig(args.config) if args.config else virtual_config()
    yield from examine(rig, args.drivers)


def _port(port: int) -> Check:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            step = "is the table open already? then all is well; else choose --port"
            return Check("port", "warning", f"{port} cannot be had: {error.strerror}", step)
    return Check("port", "ok", f"{port} is free")


def _tell(check: Check) -> None:
    print(f"{SIGNS[check.verdict]}  {check.name}: {check.finding}", flush=True)
    if check.next_step:
        print(f"         → {check.next_step}", flush=True)
