"""The lists of words behind the port of the rules."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from companion.engine.game import WordList
from companion.languages import Language
from companion.words.dictionary import ShippedDictionary


@cache
def two_letters(language: Language) -> frozenset[str]:
    """Return the words of two letters: the lists hold abbreviations beside them, by the dozen."""
    folder = files("companion.games.buchstabenbluff")
    text = folder.joinpath(f"two_letters_{language}.txt").read_text("utf-8")
    lines = (line.partition("#")[0] for line in text.splitlines())
    return frozenset(word for line in lines for word in line.split())


class SpellingLists:
    """All languages, each loaded when it is first asked for.

    *own*: by language, the list that somebody named in place of the one that ships.
    """

    def __init__(self, own: Mapping[Language, WordList] = MappingProxyType({})) -> None:
        self._own = own

    def listed(self, language: Language, word: str) -> bool:
        """Return whether *word*, in capitals, is a word: no name and no abbreviation."""
        if language in self._own:
            return word in self._own[language]
        if len(word) <= 2:  # noqa: PLR2004 - two letters
            return word in two_letters(language)
        return word in ShippedDictionary(language)
