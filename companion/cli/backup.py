"""``companion backup``: one file to take along, while the table plays on."""

import argparse
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.cli.arguments import CONFIG, DATA_HELP, service_folder, table_text
from companion.config.air_file import air_text
from companion.config.made_stands import MadeStands
from companion.errors import ConfigError, DataError, plain
from companion.games import Games
from companion.process.restore import PARTS_IN_WORDS
from companion.table.storage.backup import ENDING, text_of, write_backup
from companion.table.storage.event_log import LOG_FILE, EventLog
from companion.table.storage.load import StateLoader
from companion.table.storage.taken_along import backup_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``backup``."""
    parser.epilog = (
        "Exit code: 0 all is in it, 1 all but what is named, 2 nothing is written."
    )
    parser.add_argument("file", type=Path, help="file to write, or a folder, say a stick")
    parser.add_argument("--data", help=DATA_HELP)
    parser.add_argument(
        "--config", type=Path, help=f"the table's file, taken along; default: /{CONFIG}"
    )
    parser.add_argument(
        "--keys",
        action="store_true",
        help="the PIN and all keys and passwords too: whoever has the file has every page",
    )
    parser.set_defaults(run=run, root=Path("/"))


def run(args: argparse.Namespace) -> int:
    """Write the file."""
    folder = service_folder(args)
    if not (folder / LOG_FILE).exists():
        raise DataError(f"There are no matches in {folder}; play one, or give --data.")
    now = datetime.now(UTC)
    file = args.file
    if file.is_dir():
        file = file / f"table-{now:%Y-%m-%d-%H%M}{ENDING}"
    config = args.config or args.root / CONFIG
    with closing(EventLog(folder / LOG_FILE, copied=True)) as log:
        state = StateLoader(folder / LOG_FILE, Games()).of_log(log)
    lost: list[tuple[str, ConfigError]] = []

    def table_file() -> str:
        if args.config is None and not config.exists():
            return ""
        made = MadeStands(folder, table_text(config))
        if fault := made.fault():
            lost.append(("boards", ConfigError(": ".join(fault))))
        return made.text(lambda error: lost.append(("boards", error)))

    def kept(part: str, text: Callable[[], str]) -> str:
        try:
            return text()
        except ConfigError as error:  # all else goes along
            lost.append((part, error))
            return ""

    backup = backup_of(
        state,
        f"{now:%Y-%m-%d %H:%M}",
        table_file=kept("table-file", table_file),
        air=lambda: kept("air", lambda: air_text(folder)),
        match=True,
        keys=args.keys,
    )
    write_backup(file, text_of(backup))
    print(f"Written: {file}. Keep it to yourselves: letters of a running match are in it.")
    for part, error in lost:
        why = plain(f"NOT SAVED, {PARTS_IN_WORDS[part]}: {error}")
        print(why, file=sys.stderr)
    return int(bool(lost))
