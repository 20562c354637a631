"""How well a secret word is known: by speech, by children's programs, by the children's lists."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.languages import Language, fold
from companion.words.workshop import apply_strikes, sources
from companion.words.workshop.apply_strikes import DATA, plain_lines

EARLY = Path(__file__).parent
_KNOWN_EARLY = 1.0
"""What a word gains that children's programs have, or a list of what every child can read."""
_STEPS: Mapping[Language, tuple[tuple[int, float], ...]] = {
    "en": ((1, 4.5), (2, 3.6)),
    "de": ((1, 4.2), (2, 3.5)),
}
_HARD = 3


@dataclass(frozen=True, slots=True)
class Familiarity:
    """Tells the level of words of *language*: 1 easy, 2 normal, 3 hard."""

    language: Language
    speech: Mapping[str, float]
    early: tuple[Collection[str], ...]
    children: Collection[str]
    read: Mapping[str, int]
    """Levels that somebody gave."""

    def level(self, key: str) -> int:
        """Return the level of *key*, in folded capitals; children's words are easy."""
        if key in self.children:
            return 1
        if key in self.read:
            return self.read[key]
        steps = _STEPS[self.language]
        return next((n for n, least in steps if self.score(key) >= least), _HARD)

    def score(self, key: str) -> float:
        """Return how well *key* is known: its zipf in subtitles, more if known early."""
        early = sum(_KNOWN_EARLY for words in self.early if key in words)
        return round(self.speech.get(key, 0.0) + early, 2)


def familiarity(language: Language, node_modules: Path) -> Familiarity:
    """Return what the packages and the lists kept by hand know of the words of *language*."""
    early = [read_list(EARLY / f"early_{language}.txt", language)]
    if language == "en":
        early.append(frozenset(map(str.upper, sources.dale_chall(node_modules))))
    children = read_list(DATA / f"children_{language}.txt", language)
    read = apply_strikes.load_levels(language)
    return Familiarity(language, sources.speech(language), tuple(early), children, read)


def read_list(path: Path, language: Language) -> frozenset[str]:
    """Return the words of a file, one a line, folded; ``#`` begins a comment."""
    return frozenset(fold(line, language) for line in plain_lines(path))
