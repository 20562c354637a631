"""Our own dice and theme cards, a file for each language."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from companion.games.djam.state import Themes
from companion.languages import Language

CARDS = ("1", "2", "3", "4")
"""The names of our four theme cards."""


def dice(language: Language) -> tuple[str, ...]:
    """Return the six faces of each of the five letter dice."""
    return tuple(_read(language)["dice"])


def themes(language: Language, card: str) -> Themes:
    """Return the six themes of a theme card."""
    return tuple(_read(language)["themes"][CARDS.index(card)])


class Names(NamedTuple):
    """Which themes ask for names, those that several *people* may bear, or of *things*."""

    people: Themes
    things: Themes


def names(language: Language) -> Names:
    """Return the themes of our cards whose words are names."""
    found = _read(language)["names"]
    return Names(tuple(found["people"]), tuple(found["things"]))


def hard_starts(language: Language) -> tuple[str, ...]:
    """Return the starts that hardly a word of a theme has, as ``ban`` writes them."""
    found = _read(language)["hard_starts"]
    return tuple(
        ban(theme, letter) for theme, letters in found.items() for letter in letters
    )


def ban(theme: str, letter: str) -> str:
    """Return how the roll guard remembers that nobody finds a word."""
    return f"{letter} {theme}"


@cache
def _read(language: Language) -> dict[str, Any]:
    folder = files("companion.games.djam")
    text = folder.joinpath(f"dice_and_themes_{language}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
