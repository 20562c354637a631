"""What counts as a word of a language where names and abbreviations do not: a list of words.

`Lexicon.is_word` says what can be spelled; this says what a dictionary would have.
"""

import lzma
import re
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.errors import ConfigError, DataError
from companion.languages import Language, fold
from companion.words import DATA
from companion.words.lexicon import load_lexicon
from companion.words.packing import SHORT, SpellingList, pack

_END_OF_WORD = re.compile(r"[\s,;/]")
"""What follows a word in a table, or in the dictionary of a spelling checker."""


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


@cache
def _not_words(language: Language) -> bytes:
    """Return the lines of names and abbreviations; searched as they are, which takes 100 kB."""
    path = DATA / f"not_words_{language}.txt"
    return path.read_bytes() if path.exists() else b""


def read_dictionary(path: Path, language: Language) -> SpellingList:
    """Return the words of somebody's own file, one a line, folded; ``#`` begins a comment.

    Raises ConfigError for a file that cannot be read or holds no word.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"Dictionary {path}: it cannot be read ({error.strerror}); name another file."
        ) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # as Windows writes it: every byte is a sign
    short_words, long_words = array("Q"), []
    for line in text.splitlines():
        try:
            word = fold(_END_OF_WORD.split(line.partition("#")[0].strip(), 1)[0], language)
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
