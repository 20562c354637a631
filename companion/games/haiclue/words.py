"""The word lists: fields of words that belong together, handed in to the rules."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.languages import Language

NOUNS = 7
"""So many nouns begin each field; verbs and adjectives follow."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, the field it belongs to, and whether it names a thing."""

    text: str
    field: str
    noun: bool


Words = Callable[[Language], Sequence[Word]]
"""Where the rules get their words from."""


@cache
def shipped(language: Language) -> tuple[Word, ...]:
    """Return the 432 words that come with the game."""
    found = files(__package__).joinpath(f"words_{language}.json").read_text("utf-8")
    fields: dict[str, list[str]] = json.loads(found)
    return tuple(
        Word(text, field, noun=number < NOUNS)
        for field, texts in fields.items()
        for number, text in enumerate(texts)
    )
