"""What the rules need to know about words; handed in, never imported by them."""

from typing import Protocol

from companion.languages import Language


class Words(Protocol):
    """The spelling lists of both languages."""

    def listed(self, language: Language, word: str) -> bool:
        """Return whether the spelling list has *word*. Asked at the resolving, never before."""
