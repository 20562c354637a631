"""``companion restore``: puts back what ``companion backup`` wrote."""

import argparse
from pathlib import Path

from companion.cli.arguments import DATA_HELP, service_folder
from companion.service.file_change import FileChange
from companion.service.folder_lock import claimed
from companion.service.restore import restore, told


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
    parser.set_defaults(run=run, root=Path("/"))


def run(args: argparse.Namespace) -> int:
    """Put it back; a running table has to be stopped first, and a sentence says so."""
    folder = service_folder(args.data, args.root)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with claimed(folder):
        backup = restore(folder, args.file)
    print("\n".join(told(backup)))
    if args.table_file and backup.table_file:
        FileChange(args.table_file, backup.table_file).make()
        print(f"The table's file is in {args.table_file}.")
    if backup.match is not None:
        print("Start the table and sit down under your names: the host goes on with it.")
    return 0
