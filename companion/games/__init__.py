"""The games of the table, a line each."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.game import Game
from companion.games.buchstabenbluff import buchstabenbluff
from companion.games.buchstabenbluff.lexicons import Lexicons as BluffLexicons
from companion.games.djam import djam
from companion.games.haiclue import haiclue
from companion.games.haiclue.words import shipped
from companion.games.letter_jam import letter_jam
from companion.games.letter_jam.lexicons import Lexicons

GAMES: Mapping[str, Callable[[], Game[Any, Any, Any, Any]]] = {
    "letter_jam": lambda: letter_jam(Lexicons()),
    "haiclue": lambda: haiclue(shipped),
    "djam": djam,
    "buchstabenbluff": lambda: buchstabenbluff(BluffLexicons()),
}
