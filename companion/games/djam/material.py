"""Our own dice and theme cards, read from the file beside this one."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from companion.games.djam.state import Language, Themes

CARDS = ("1", "2", "3", "4")
"""The names of our four theme cards."""


def dice(language: Language) -> tuple[str, ...]:
    """Return the six faces of each of the five letter dice."""
    return tuple(_read()["dice"][language])


def themes(language: Language, card: str) -> Themes:
    """Return the six themes of a theme card."""
    return tuple(_read()["themes"][language][CARDS.index(card)])


def hard_starts(language: Language) -> tuple[str, ...]:
    """Return the starts that hardly a word of a theme has, as ``ban`` writes them."""
    found = _read()["hard_starts"][language]
    return tuple(
        ban(theme, letter) for theme, letters in found.items() for letter in letters
    )


def ban(theme: str, letter: str) -> str:
    """Return how the roll guard remembers that nobody finds a word."""
    return f"{letter} {theme}"


@cache
def _read() -> dict[str, Any]:
    text = files("companion.games.djam").joinpath("dice_and_themes.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
