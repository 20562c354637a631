"""Writes which fields each event has, and which have a default: ``python -m tests.stored``."""

import json
from pathlib import Path

from companion.games import GAMES
from tests.plain_faults import Stored, schema

FILE = Path(__file__).with_name("events.json")
"""What matches may hold that somebody plays now."""


def known() -> dict[str, Stored]:
    """Return what was written last, by game."""
    stored: dict[str, Stored] = json.loads(FILE.read_text("utf-8"))
    return stored


def written() -> str:
    """Return the file as it ought to be."""
    games = {name: schema(make()) for name, make in GAMES.items()}
    return json.dumps(games, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
