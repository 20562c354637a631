"""``companion export``: a stored match as a file for ``replay``."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.cli.arguments import DATA_HELP, service_folder
from companion.cli.script import export_lines
from companion.errors import CompanionError, DataError, plain, remedy
from companion.table.storage.event_log import LOG_FILE, EventLog
from companion.table.values.entries import MatchInfo


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``export``."""
    parser.add_argument(
        "match", nargs="?", help="its id; without one, the matches are listed"
    )
    parser.add_argument("--data", help=DATA_HELP)
    parser.add_argument(
        "--output", "-o", help="file to write; standard output unless given"
    )
    parser.set_defaults(run=run, root=Path("/"))


def run(args: argparse.Namespace) -> int:
    """Write one match, or list them all."""
    path = service_folder(args) / LOG_FILE
    if not path.exists():
        raise DataError(f"There are no matches in {path.parent}; play one, or give --data.")
    with closing(EventLog(path, copied=True)) as log:
        matches = list(log.matches())
        if args.match is None:
            print("\n".join(map(plain, _listed(matches))))
            return 0
        info = next((each for each in matches if each.id == args.match), None)
        if info is None:
            raise DataError(
                f"There is no match {args.match!r}; `companion export` lists them."
            )
        lines = map(plain, export_lines(info, log.read(info.id)))
        text = "\n".join(lines) + "\n"
    _write(args.output, text)
    return 0


def _listed(matches: list[MatchInfo]) -> Iterator[str]:
    for info in matches:
        running = "" if info.put_away else "  running"
        yield f"{info.id}  {info.started}  {info.game}{running}"


def _write(output: str | None, text: str) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    try:
        Path(output).write_text(text, "utf-8")
    except OSError as error:
        why = f"{error.strerror}; {remedy(error)}, or name a file somewhere else"
        raise CompanionError(f"The file {output} cannot be written: {why}.") from error
