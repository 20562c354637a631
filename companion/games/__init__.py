"""The games of the table, a line each."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.game import Game
from companion.games.djam import djam
from companion.games.letter_jam import letter_jam
from companion.games.letter_jam.lexicons import Lexicons

GAMES: Mapping[str, Callable[[], Game[Any, Any, Any, Any]]] = {
    "letter_jam": lambda: letter_jam(Lexicons()),
    "djam": djam,
}
