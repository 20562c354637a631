"""The word lists: fields of words that belong together, handed in to the rules."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from companion.languages import Language
from companion.words.fields import Word, parse_fields

Words = Callable[[Language], Sequence[Word]]
"""Where the rules get their words from."""


@cache
def shipped(language: Language) -> tuple[Word, ...]:
    """Return the words that come with the game, none twice."""
    found = files(__package__).joinpath(f"words_{language}.txt").read_text("utf-8")
    return parse_fields(found)
