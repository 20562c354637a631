"""``companion restore``: puts back what ``companion backup`` wrote."""

import argparse
from pathlib import Path

from companion.cli.arguments import DATA_HELP, service_folder
from companion.config.file_change import FileChange
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
    if args.only_table_file:
        return _table_file(args)
    folder = service_folder(args.data, args.root)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with claimed(folder):
        backup = restore(folder, args.file)
    print("\n".join(map(plain, told(backup))))
    if args.table_file and backup.table_file:
        FileChange(args.table_file, backup.table_file).make()
        print(f"The table's file is in {args.table_file}.")
    if backup.match is not None:
        print("Start the table and sit down under your names: the host goes on with it.")
    return 0


def _table_file(args: argparse.Namespace) -> int:
    """Write the table's file that came along, if this program can use it."""
    backup, target = read_backup(args.file), args.table_file
    text = backup.table_file
    if target is None:
        raise ConfigError("Say where the table's file shall go: --table-file FILE.")
    if not text:
        raise ConfigError(f"No table's file was taken along in {args.file}.")
    rig_of(f"the table's file in {args.file}", text)
    FileChange.keeping(target, text).make()
    print(f"The table's file is in {target}.")
    return 0
