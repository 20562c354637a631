"""``companion run``: open the table."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.cli.arguments import (
    OPEN_PORT,
    PORT_HELP,
    command_line,
    dictionary,
    legible,
    port,
    seconds,
    table_rig,
)
from companion.config.file_change import read
from companion.config.paths import chosen_folder, data_folder
from companion.engine.game import Dictionaries
from companion.errors import ConfigError, plain
from companion.languages import Language
from companion.limits import BOT_PAUSE_S
from companion.network import NOWHERE
from companion.process.serve import serve
from companion.process.settings import Settings
from companion.process.systemd import Systemd


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``run``."""
    parser.add_argument(
        "--host",
        type=legible,
        default="0.0.0.0",  # noqa: S104 - phones have to reach it
        help="address to listen on; default: every one this machine has",
    )
    parser.add_argument("--port", type=port, default=OPEN_PORT, help=PORT_HELP)
    parser.add_argument("--data", help="folder of the matches; default: your own")
    parser.add_argument(
        "--switch-off",
        type=command_line,
        default=(),
        metavar="COMMAND",
        help="puts a button on the host's page that runs it, say 'systemctl poweroff'",
    )
    parser.add_argument(
        "--config",
        type=Path,
        help="TOML file of the table's hardware; none: virtual stands",
    )
    parser.add_argument(
        "--dictionary",
        type=dictionary,
        action="append",
        default=[],
        metavar="LANGUAGE=FILE",
        help="your own list of what counts as a word, one a line, in place of the shipped one",
    )
    parser.add_argument(
        "--bot-pause",
        type=seconds,
        default=BOT_PAUSE_S,
        metavar="SECONDS",
        help="between two moves of bots; default: %(default)s",
    )
    parser.add_argument(
        "--dev",
        action="store_true",
        help="for whoever writes a game, on this machine alone: every seat on one page, random "
        "moves, faults told whole, and a new start, match kept, whenever a file changes",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve a table until it is stopped; EX_CONFIG where a person has to act first."""
    if args.dev:
        from companion.process.anew import CHILD, run_anew  # noqa: PLC0415 - for authors alone

        args.host, args.data = NOWHERE, args.data or _own_folder()
        if CHILD not in os.environ:
            return run_anew(sys.argv[1:], args.host, args.port)
    try:
        folder = data_folder(args.data)
        text = read(args.config) if args.config else ""
        return serve(
            Settings(
                host=args.host,
                port=args.port,
                data=folder,
                rig=table_rig(args.config, folder),
                table_file=text,
                bot_pause_s=args.bot_pause,
                switch_off=args.switch_off,
                dictionaries=_dictionaries(args.dictionary),
                dev=args.dev,
            )
        )
    except ConfigError as error:
        # A person has to act: systemd must not try again, and shows this sentence.
        Systemd.of(os.environ).tell(STATUS=str(error))
        print(f"companion: {plain(str(error))}", file=sys.stderr)
        return os.EX_CONFIG


def _own_folder() -> str:
    """Return a folder beside that of the evenings: what is tried out is none of them."""
    folder = chosen_folder(None)
    return str(folder.with_name(f"{folder.name}-dev"))


def _dictionaries(given: Sequence[tuple[Language, Path]]) -> Dictionaries:
    if not given:
        return {}
    from companion.words.dictionary import read_dictionary  # noqa: PLC0415 - hardly ever

    return {language: read_dictionary(path, language) for language, path in given}
