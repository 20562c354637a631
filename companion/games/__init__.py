"""The games of the table: folders with a ``game.py``, none imported before it is asked for."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from companion.engine.game import AnyGame, Dictionaries


def _make(name: str) -> AnyGame:
    game: AnyGame = import_module(f"{__name__}.{name}.game").shipped()
    return game


FIRST: Final = ("letter_jam", "haiclue", "djam", "buchstabenbluff")
"""In this order they are offered; every other folder follows by its name."""
FOUND: Final = {each.parent.name for each in Path(__file__).parent.glob("*/game.py")}
NAMES: Final = (*FIRST, *sorted(FOUND - {*FIRST}))
DEFAULT: Final = NAMES[0]
"""The game of whoever names none."""
GAMES: Final[Mapping[str, Callable[[], AnyGame]]] = {
    name: partial(_make, name) for name in NAMES
}
"""What makes each game, with the words that ship."""


def pages_of(name: str) -> str:
    """Return the package of a game's pages, without the game."""
    return f"{__name__}.{name}.pages"


class Games(Mapping[str, AnyGame]):
    """All games, each made when it is first asked for and then kept."""

    def __init__(self, dictionaries: Dictionaries | None = None) -> None:
        """*dictionaries*: lists that somebody named, for games that look words up."""
        self._dictionaries = dictionaries
        self._made: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._made:
            game = GAMES[name]()
            if self._dictionaries and game.house.with_dictionaries is not None:
                game = game.house.with_dictionaries(self._dictionaries)
            self._made[name] = game
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)
