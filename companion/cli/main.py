"""The command line: which commands there are; each is imported only where it is used."""

import argparse
import codecs
import errno
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from companion import __version__
from companion.errors import CompanionError, plain, remedy, unencodable

USAGE_ERROR: Final = 2
INTERRUPTED: Final = 130
NAMELESS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.ENOENT)
"""What is refused without a name: what a full disk has no room for, a temporary folder."""
OURS: Final = Path(__file__).parents[1]
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

EXAMPLES: Final = {
    "run": ("run --port 9000", "run --config table.toml --data ~/table", "run --dev"),
    "demo": ("demo", "demo --players 2 --strength strong --pause 1"),
    "deal": ("deal --players 4", "deal --names Anna,Ben --length 4,5 --language de"),
    "replay": ("replay match.jsonl", "replay match.jsonl --seat Ben"),
    "export": ("export", "export MATCH -o match.jsonl"),
    "backup": ("backup /media/stick",),
    "restore": ("restore /media/stick/evening.companion",),
    "simulate": ("simulate --games 60", "simulate --players 2 --language de --level hard"),
    "wiring": ("wiring", "wiring --config table.toml -o wiring.svg"),
    "doctor": ("doctor", "doctor --config table.toml"),
    "stands": ("stands list", "stands flash --config table.toml"),
    "card": (
        "card /media/bootfs --wifi Home --password 'the Wi-Fi password' --country DE",
    ),
    "setup-pi": ("setup-pi --config table.toml", "setup-pi --undo"),
}
"""What can be written after ``companion``; a test reads each of them."""
FIRST: Final = ("run", "demo", "deal --players 4", "COMMAND --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that *argv* names; return the exit code."""
    given = sys.argv[1:] if argv is None else argv
    _speak_any_locale()
    try:
        args = parser(given[0] if given else "").parse_args(given)
        code = int(args.run(args))
        sys.stdout.flush()  # while its refusal can still be told
    except KeyboardInterrupt:
        return _interrupted()
    except CompanionError as error:
        return _failed(str(error))
    except RecursionError:
        return _failed("A file that was named is nested far too deeply: take another one.")
    except BrokenPipeError:
        return 0  # whoever read our output has seen enough
    except OSError as error:
        return _failed(_refused(error))
    return code


def _interrupted() -> int:
    """End of the signal itself: a shell's loop ends too, and systemd has stopped us well."""
    with suppress(OSError):
        sys.stdout.flush()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.raise_signal(signal.SIGINT)
    return INTERRUPTED


def _refused(error: OSError) -> str:
    """Say what the system refuses where no command has better words; else raise *error*."""
    if error.filename is None and error.errno not in NAMELESS:
        raise error  # no file of anybody's: its lines say more
    if error.filename is None:
        return f"The system refuses: {error.strerror}; make room there."
    if Path(os.fsdecode(error.filename)).is_relative_to(OURS):
        raise error  # what the program itself lacks: its lines say where
    return f"{error.filename} cannot be used: {error.strerror}; {remedy(error)}."


def _failed(sentence: str) -> int:
    from companion.process.terminal import coloured  # noqa: PLC0415 - not needed for --help

    said = coloured("companion:", "failed", sys.stderr)
    print(f"{said} {plain(sentence)}", file=sys.stderr)
    return USAGE_ERROR


def _speak_any_locale() -> None:
    """Let a sign that the locale lacks be written as its number, not end the command."""
    codecs.register_error("companion", unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="companion")


def parser(command: str) -> argparse.ArgumentParser:
    """Return what reads the command line; only *command* knows its arguments."""
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The table companion for word games.",
        epilog=_examples(FIRST),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"%(prog)s {__version__}"
    parser.add_argument("--version", action="version", version=version)
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        each = subparsers.add_parser(name, help=about)
        if name == command:
            module = import_module(f"companion.cli.{name.replace('-', '_')}")
            module.add_arguments(each)
            each.formatter_class = argparse.RawDescriptionHelpFormatter
            each.epilog = f"{_examples(EXAMPLES[name])}\n\n{each.epilog or ''}".rstrip()
    return parser


def _examples(lines: Sequence[str]) -> str:
    return "\n".join(("for example:", *(f"  companion {each}" for each in lines)))
