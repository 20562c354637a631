"""``companion restore``: puts back what ``companion backup`` wrote."""

import argparse
from pathlib import Path

from companion.cli.arguments import DATA_HELP, service_folder
from companion.config.file_change import FileChange
from companion.config.paths import made
from companion.config.rig_file import rig_of
from companion.errors import ConfigError, plain
from companion.process.folder_lock import claimed
from companion.process.restore import restore, told
from companion.table.storage.backup import read_backup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``restore``."""
    parser.add_argument("file", type=Path, help="what `companion backup` wrote")
    parser.add_argument("--data", help=DATA_HELP)
    parser.add_argument(
        "--table-file",
        type=Path,
        metavar="FILE",
        help="write the table's file that was taken along here",
    )
    parser.add_argument(
        "--only-table-file",
        action="store_true",
        help="write that file, and put nothing else back",
    )
    parser.set_defaults(run=run, root=Path("/"))


def run(args: argparse.Namespace) -> int:
    """Put it back; a running table has to be stopped first, and a sentence says so."""
    text = _table_file(args)  # which is refused before anything is put back
    if not args.only_table_file:
        _put_back(args)
    if text:
        FileChange.keeping(args.table_file, text).make()
        print(f"The table's file is in {args.table_file}.")
    return 0


def _put_back(args: argparse.Namespace) -> None:
    folder = made(service_folder(args))
    with claimed(folder):
        backup = restore(folder, args.file)
    print("\n".join(map(plain, told(backup))))
    if backup.match is not None:
        print("Start the table and sit down under your names: the host goes on with it.")


def _table_file(args: argparse.Namespace) -> str:
    """Return the table's file that came along, "" where none is wanted; raises ConfigError."""
    if args.table_file is None:
        if args.only_table_file:
            raise ConfigError("Say where the table's file shall go: --table-file FILE.")
        return ""
    text = read_backup(args.file).table_file
    if not text:
        raise ConfigError(
            f"No table's file was taken along in {args.file}: leave --table-file out."
        )
    rig_of(f"the table's file in {args.file}", text)
    return text
