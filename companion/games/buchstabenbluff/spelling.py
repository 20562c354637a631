"""The shipped spelling lists behind the port of the rules."""

from collections.abc import Mapping
from typing import Final

from companion.games.buchstabenbluff.state import Language
from companion.words.lexicon import load_lexicon

GERMAN: Final = "AB AM AN DA DU EI ER ES IM IN JA JE OB OH SO UM WO ZU AU EH"
ENGLISH: Final = (
    "AD AH AM AN AS AT AX BE BY DO EH EX GO HA HE HI HO ID IF IN IS IT MA ME MY NO OF OH "
    "ON OR OW OX PA PI SO TO UH UM UP US WE YE YO"
)
TWO_LETTERS: Final[Mapping[Language, frozenset[str]]] = {
    "de": frozenset(GERMAN.split()),
    "en": frozenset(ENGLISH.split()),
}
"""The lists hold abbreviations of two letters by the dozen; these are the words among them."""


class SpellingLists:
    """Both languages, each loaded when it is first asked for."""

    def listed(self, language: Language, word: str) -> bool:
        """Return whether *word*, in capitals, is in the spelling list."""
        if len(word) <= 2:  # noqa: PLR2004 - two letters
            return word in TWO_LETTERS[language]
        return load_lexicon(language).is_word(word)
