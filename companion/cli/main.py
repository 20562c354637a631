"""The command line: which commands there are; each is imported only where it is used."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

USAGE_ERROR: Final = 2
COMMANDS: Final = {
    "run": "open the table: stands, phones, host page",
    "demo": "bots play a match to watch on the stands",
    "deal": "draw secret words",
    "replay": "play an exported match or a script of commands, step by step",
    "export": "write a stored match as a file for replay",
    "backup": "write one file to take along: evenings, own lists, a running match",
    "restore": "put back what such a file holds, here or on another machine",
    "simulate": "let bots play many matches: balance figures",
    "wiring": "draw the wiring of the table's file: pins, colours, config.txt",
    "doctor": "look at everything the table needs",
    "stands": "try the stands, one by one",
    "card": "make a new card of Raspberry Pi OS into one of a table",
    "setup-pi": "prepare a Raspberry Pi: I2C, multiplexer, hotspot (with sudo)",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that *argv* names; return the exit code."""
    given = sys.argv[1:] if argv is None else argv
    args = parser(given[0] if given else "").parse_args(given)
    from companion.errors import CompanionError  # noqa: PLC0415 - not needed for --help

    try:
        return int(args.run(args))
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        return 0  # whoever read our output has seen enough


def parser(command: str) -> argparse.ArgumentParser:
    """Return what reads the command line; only *command* knows its arguments."""
    parser = argparse.ArgumentParser(
        prog="companion", description="The table companion for word games."
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        each = subparsers.add_parser(name, help=about)
        if name == command:
            module = import_module(f"companion.cli.{name.replace('-', '_')}")
            module.add_arguments(each)
    return parser
