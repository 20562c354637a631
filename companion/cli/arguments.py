"""What several commands take as an argument, refused where it cannot be."""

import argparse
import os
import shlex
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Final

from companion.config.file_change import read
from companion.config.made_stands import MadeStands
from companion.config.paths import chosen_folder
from companion.config.rig_file import read_rig
from companion.errors import ConfigError
from companion.languages import LANGUAGES, Language
from companion.network import HTTP_PORT
from companion.ports import RigConfig
from hardware.rig.open_rig import virtual_config

OPEN_PORT: Final = 8000
PORT_HELP: Final = "default: %(default)s; 0: any that is free"
OPEN_PORT_HELP: Final = (
    f"of the open table; default: {HTTP_PORT} as a service, else {OPEN_PORT}"
)
DATA_HELP: Final = (
    "folder of the matches; default: the service's, where it is installed, else your own, "
    "which `run` names"
)
SERVICE_FOLDER: Final = Path("var/lib/private/companion")
LONGEST_S: Final = 86_400
CONFIG: Final = Path("etc/companion/companion.toml")


def service_folder(args: argparse.Namespace) -> Path:
    """Return the folder of the matches: the one that is named, the service's, the user's own."""
    return args.root / SERVICE_FOLDER if installed(args) else chosen_folder(args.data)


def installed(args: argparse.Namespace) -> bool:
    """Tell whether what is meant is the service's table: it is there, and no other is named."""
    named = args.data or os.environ.get("COMPANION_DATA")
    return not named and (args.root / CONFIG).exists()


def open_port(given: int | None, args: argparse.Namespace) -> int:
    """Return where the open table that is meant answers."""
    if given is not None:
        return given
    return HTTP_PORT if installed(args) else OPEN_PORT


def table_rig(config: Path | None, folder: Path) -> RigConfig:
    """Return what the table of the file *config* is made of; none: virtual stands.

    The boards that were made its stands on the host's page are in *folder*.
    """
    if config is None:
        return virtual_config()
    return MadeStands(folder, read(config)).joined(read_rig(config))


def table_text(config: Path) -> str:
    """Return the text of a table's file; ConfigError where no table can be made of it."""
    read_rig(config)
    return read(config)


def port(text: str) -> int:
    """Return a port to listen on; 0 is any that is free."""
    if not text.isdecimal() or int(text) > 65535:  # noqa: PLR2004 - a port has 16 bits
        raise ArgumentTypeError(f"{text}: a port is a number from 0 to 65535")
    return int(text)


def seconds(text: str) -> float:
    """Return a time of 0 s to a day; no wait takes an endless one."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= LONGEST_S:
        raise ArgumentTypeError(f"{text}: write a number of seconds, 0 to {LONGEST_S}")
    return found


def count(text: str) -> int:
    """Return a whole number of 1 or more."""
    if not text.isdecimal() or not (found := int(text)):
        raise ArgumentTypeError(f"{text}: write a whole number, 1 or more")
    return found


def legible(text: str) -> str:
    """Return *text*; refused where the terminal sent bytes that are no letters."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ArgumentTypeError(f"{text}: it is not UTF-8 text; type it anew") from error
    return text


def dictionary(text: str) -> tuple[Language, Path]:
    """Return a language and the file of its words, out of ``de=FILE``."""
    language, _, name = text.partition("=")
    if language not in LANGUAGES or not name:
        raise ArgumentTypeError(f"{text}: write {' or '.join(LANGUAGES)}, = and a file")
    return language, Path(name)


def add_password(parser: argparse.ArgumentParser, whose: str) -> None:
    """Add the two ways to say a password; one of them is on no list of processes."""
    parser.add_argument("--password", help=whose)
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        help="its first line is the password, which then stands on no command line; - reads "
        "standard input",
    )


def password(args: argparse.Namespace) -> str | None:
    """Return the password that was given, either way; raises ConfigError."""
    given: str | None = args.password
    if args.password_file is None:
        return given
    if given is not None:
        raise ConfigError("--password and --password-file: take one of them.")
    name = str(args.password_file)
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ConfigError(f"--password-file {name}: it cannot be read ({why}).") from error
    return text.splitlines()[0] if text else ""


def command_line(text: str) -> tuple[str, ...]:
    """Return the words of a command, split as a shell does."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise ArgumentTypeError(f"{text}: a quotation mark is not closed") from error
