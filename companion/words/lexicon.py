"""What is known about the words of one language."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, get_args

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words import DATA, packing
from companion.words.packing import SpellingList

Level = Literal["easy", "normal", "hard", "children"]
LEVELS: tuple[Level, ...] = get_args(Level)
STEPS: tuple[Level, ...] = ("easy", "normal", "hard")
"""Each holds the one before; the children's words stand beside them."""


@dataclass(frozen=True, slots=True)
class SecretWord:
    """A word that may be dealt: its easiest level and its zipf frequency."""

    level: Level
    zipf: float


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of *language*, all in capitals A to Z; *version* names these very lists."""

    language: Language
    version: str
    secret: Mapping[str, SecretWord] = field(repr=False)
    spelling: SpellingList = field(repr=False)
    children: tuple[str, ...] = field(default=(), repr=False)
    """Short, concrete words that are known at eight years."""

    def secret_words(self, level: Level, length: int) -> tuple[str, ...]:
        """Return the words of *length* letters up to *level*, sorted; easy is in normal."""
        if level == "children":
            return tuple(word for word in self.children if len(word) == length)
        allowed = STEPS[: STEPS.index(level) + 1]
        return tuple(
            word
            for word, facts in sorted(self.secret.items())
            if len(word) == length and facts.level in allowed
        )

    def zipf(self, word: str) -> float:
        """Return how frequent a secret *word* is, 3 rare to 7 in every sentence, else 0."""
        facts = self.secret.get(word)
        return facts.zipf if facts else 0.0

    def is_word(self, text: str) -> bool:
        """Tell whether *text*, in any case and with umlauts, is in the spelling list."""
        try:
            return fold(text, self.language) in self.spelling
        except DataError:
            return False


@cache
def load_lexicon(language: Language) -> Lexicon:
    """Return the lexicon that ships with the program; read once, about 40 ms on a PC."""
    files = [
        DATA.joinpath(name).read_bytes()
        for name in (
            f"secret_{language}.tsv",
            f"spelling_{language}.xz",
            f"spelling_{language}_long.xz",
            f"children_{language}.txt",
        )
    ]
    return Lexicon(
        language,
        hashlib.sha256(b"".join(files)).hexdigest()[:12],
        parse_secret(files[0].decode()),
        packing.decompress(files[1], files[2]),
        parse_children(files[3].decode(), language),
    )


def parse_children(text: str, language: Language) -> tuple[str, ...]:
    """Return the words of a list, one a line, sorted; ``#`` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(sorted({fold(line, language) for line in lines if line}))


def parse_secret(text: str) -> dict[str, SecretWord]:
    """Return the secret words of a list, a line each: word, level 1 to 3, zipf, by tabs.

    Raises DataError for a line that says something else.
    """
    return dict(_parse_line(line) for line in text.splitlines())


def _parse_line(line: str) -> tuple[str, SecretWord]:
    try:
        word, level, zipf = line.split("\t")
        return word, SecretWord(STEPS[("1", "2", "3").index(level)], float(zipf))
    except ValueError:
        raise DataError(
            f"Word list: {line!r} is not word, level, zipf; build it anew."
        ) from None
