"""Writes the transcripts anew from their scripts, which stay as they are.

Run ``python -m tests.playthroughs.make`` after a rule has changed on purpose; the diff
then shows what the change means at the table.
A script that a rule no longer lets through is changed by hand.
"""

import contextlib
import io
from collections.abc import Sequence
from pathlib import Path

from companion.cli.main import main

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
"""A match as everybody saw it, ``name.txt``, or one seat, ``name.anna.txt``."""


def transcript(file: Path) -> str:
    """Return what *file* has to hold."""
    name, *seat = file.stem.split(".")
    arguments = [part for each in seat for part in ("--seat", each.capitalize())]
    return replayed(FOLDER / f"{name}.jsonl", arguments)


def replayed(script: Path, arguments: Sequence[str]) -> str:
    """Return what ``companion replay`` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["replay", str(script), *arguments]) == 0
    return out.getvalue()


if __name__ == "__main__":
    for each in FILES:
        each.write_text(transcript(each), "utf-8")
