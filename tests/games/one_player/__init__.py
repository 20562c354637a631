"""A game that one person plays alone; no product needs it, so it lies here."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

import companion.games
from companion.engine.game import AnyGame
from companion.games import GAMES

NAME = "wortluke"


@contextmanager
def among_the_games() -> Iterator[AnyGame]:
    """Yield the game: as long as this lasts it lies among the others."""
    there = f"companion.games.{NAME}"
    folders = [*companion.games.__path__, str(Path(__file__).parent)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.games, "__path__", folders)
        invalidate_caches()
        patch.setitem(GAMES, NAME, lambda: import_module(f"{there}.game").shipped())
        yield GAMES[NAME]()
