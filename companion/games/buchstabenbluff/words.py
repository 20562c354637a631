"""What the rules need to know about words; handed in, never imported by them."""

from typing import Protocol

from companion.games.buchstabenbluff.state import Options
from companion.languages import Language
from companion.words.rulings import ruling


class Words(Protocol):
    """The spelling lists of both languages."""

    def listed(self, language: Language, word: str) -> bool:
        """Return whether the spelling list has *word*. No rule asks before the resolving."""


def listed(words: Words, options: Options, word: str) -> bool:
    """Return what counts before anybody objects: as the house has ruled, else by the lists."""
    ruled = ruling(options.counting, options.never, word)
    if ruled is not None:
        return ruled
    return word in options.own_words or words.listed(options.language, word)
