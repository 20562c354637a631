"""The shipped spelling lists behind the port of the rules."""

from functools import cache
from importlib.resources import files

from companion.languages import Language
from companion.words.lexicon import load_lexicon


@cache
def two_letters(language: Language) -> frozenset[str]:
    """Return the words of two letters: the lists hold abbreviations beside them, by the dozen."""
    folder = files("companion.games.buchstabenbluff")
    return frozenset(
        folder.joinpath(f"two_letters_{language}.txt").read_text("utf-8").split()
    )


class SpellingLists:
    """All languages, each loaded when it is first asked for."""

    def listed(self, language: Language, word: str) -> bool:
        """Return whether *word*, in capitals, is in the spelling list."""
        if len(word) <= 2:  # noqa: PLR2004 - two letters
            return word in two_letters(language)
        return load_lexicon(language).is_word(word)
