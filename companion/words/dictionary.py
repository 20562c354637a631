"""What counts as a word of a language where names and abbreviations do not: a list of words.

`Lexicon.is_word` says what can be spelled; this says what a dictionary would have.
"""

import lzma
import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from companion.errors import ConfigError, DataError
from companion.languages import Language, fold
from companion.words import DATA
from companion.words.entries import is_checkers, list_text, numbered_entries
from companion.words.lexicon import load_lexicon
from companion.words.packing import SHORT, SpellingList, pack

_END_OF_WORD = re.compile(r"[\s/]")
"""What follows a word where blanks make a table, or where another form stands beside it."""
WHOLE_FORMS: Final = {
    "de": "/usr/share/dict/ngerman (sudo apt install wngerman)",
    "en": "/usr/share/dict/british-english (sudo apt install wbritish)",
}
"""Lists that work."""


@dataclass(frozen=True, slots=True)
class ShippedDictionary:
    """The spelling list of *language* without pure names and abbreviations; ask with ``in``."""

    language: Language

    def __contains__(self, word: object) -> bool:
        return (
            isinstance(word, str)
            and f"\n{word}\t".encode() not in _not_words(self.language)
            and load_lexicon(self.language).is_word(word)
        )

    def easy(self, length: int) -> tuple[str, ...]:
        """Return words of *length* letters that everybody knows, to propose or to deal."""
        return load_lexicon(self.language).secret_words("easy", length)

    def written(self, word: str) -> str:
        """Return how people write one of the words to deal, in capitals: BÖSE, not BOESE."""
        return _written(self.language).get(word, word)


@cache
def _not_words(language: Language) -> bytes:
    """Return the lines of names and abbreviations; searched as they are, which takes 100 kB."""
    path = DATA / f"not_words_{language}.txt"
    return path.read_bytes() if path.exists() else b""


@cache
def _written(language: Language) -> Mapping[str, str]:
    """Return by its letters each word to deal that is written with others."""
    path = DATA / f"written_{language}.txt"
    words = path.read_text("utf-8").split() if path.exists() else ()
    return {fold(word, language): word for word in words}


def read_dictionary(path: Path, language: Language) -> SpellingList:
    """Return the words of somebody's own file, folded: a list as people have them.

    Raises ConfigError for a file that cannot be read, holds no word, or only stems of words.
    """
    try:
        text = list_text(path.read_bytes())
    except OSError as error:
        raise ConfigError(
            f"Dictionary {path}: it cannot be read ({error.strerror}); name another file."
        ) from error
    except DataError as error:
        raise ConfigError(f"Dictionary {path}: {error}.") from error
    if is_checkers(text):
        raise ConfigError(
            f"Dictionary {path}: it is a spelling checker's file of stems (word/FLAGS), so most "
            "forms of a word are missing and right players would be called liars; take a list "
            f"of whole forms, say {WHOLE_FORMS.get(language, 'one that has a form a line')}."
        )
    short_words, long_words = array("Q"), []
    for _, entry in numbered_entries(text, strict=True):
        try:
            word = fold(_END_OF_WORD.split(entry, maxsplit=1)[0], language)
        except DataError:
            continue
        if len(word) <= SHORT:
            short_words.append(pack(word))
        else:
            long_words.append(word)
    if not short_words and not long_words:
        raise ConfigError(
            f"Dictionary {path}: no line begins with a word; write one a line."
        )
    packed = lzma.compress("\n".join(["", *long_words, ""]).encode(), preset=0)
    return SpellingList(array("Q", sorted(short_words)), packed)
