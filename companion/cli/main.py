"""The command line."""

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.cli import deal as cli_deal
from companion.cli import doctor as cli_doctor
from companion.cli import replay as cli_replay
from companion.cli import setup_pi as cli_setup
from companion.cli import simulate as cli_simulate
from companion.cli import stands as cli_stands
from companion.cli import wiring as cli_wiring
from companion.config.paths import data_folder
from companion.config.rig_file import read_rig
from companion.errors import CompanionError, ConfigError
from companion.games import GAMES
from companion.service.run import Demo, Settings, run
from companion.service.systemd import Manager
from companion.table.table import BOT_PAUSE_S
from hardware.rig import virtual_config

USAGE_ERROR = 2


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(
        prog="companion", description="The table companion for word games."
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(subparsers)
    _add_demo(subparsers)
    cli_deal.add_parser(subparsers)
    cli_replay.add_parsers(subparsers)
    for each in (cli_simulate, cli_wiring, cli_doctor, cli_stands, cli_setup):
        each.add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that *argv* names; return the exit code."""
    args = parser().parse_args(argv)
    try:
        return int(args.run(args))
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        return 0  # whoever read our output has seen enough


def _add_run(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("run", help="open the table: stands, phones, host page")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104 - phones have to reach it
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", help="folder of the matches")
    parser.add_argument(
        "--switch-off",
        default="",
        metavar="COMMAND",
        help="puts a button on the host's page that runs it, say 'systemctl poweroff'",
    )
    parser.add_argument(
        "--config",
        type=Path,
        help="TOML file of the table's hardware; none: virtual stands",
    )
    parser.add_argument(
        "--bot-pause", type=float, default=BOT_PAUSE_S, help="seconds between bots' moves"
    )
    parser.set_defaults(run=_run)


def _add_demo(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("demo", help="bots play a match to watch on the stands")
    parser.add_argument("--game", choices=GAMES, default=next(iter(GAMES)))
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--strength", default="medium", help="weak, medium or strong")
    parser.add_argument("--language", default="en", choices=("en", "de"))
    parser.add_argument(
        "--pause", type=float, default=2.0, help="seconds between two moves"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.set_defaults(run=_demo)


def _demo(args: argparse.Namespace) -> int:
    demo = Demo(args.game, args.players, args.strength, args.language)
    rig = virtual_config()
    return run(Settings(args.host, args.port, Path(), rig, args.pause, demo=demo))


def _run(args: argparse.Namespace) -> int:
    try:
        rig = read_rig(args.config) if args.config else virtual_config()
        folder = data_folder(args.data)
        off = tuple(shlex.split(args.switch_off))
        settings = Settings(args.host, args.port, folder, rig, args.bot_pause, off)
        return run(settings)
    except ConfigError as error:
        # A person has to act: systemd must not try again, and shows this sentence.
        Manager.of(os.environ).tell(STATUS=str(error))
        print(f"companion: {error}", file=sys.stderr)
        return os.EX_CONFIG
