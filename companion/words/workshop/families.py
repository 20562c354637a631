"""Which words bots and examples never say: coarse ones with their whole families."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from simplemma import Lemmatizer

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words.workshop import sources
from companion.words.workshop.apply_strikes import DATA, plain_lines

_LEMMATIZER = Lemmatizer()


@dataclass(frozen=True, slots=True)
class Coarse:
    """What `coarse_<language>.txt` strikes; all in folded capitals.

    *words* go with every form of theirs, the rest are patterns; *kept* are exceptions.
    """

    words: frozenset[str]
    patterns: frozenset[str]
    kept: frozenset[str]

    def strike(self, key: str, lemmas: Collection[str]) -> bool:
        """Tell whether *key*, whose base forms are *lemmas*, is struck."""
        if any(_fits(key, pattern) for pattern in self.kept):
            return False
        return not self.words.isdisjoint((key, *lemmas)) or any(
            _fits(key, pattern) for pattern in self.patterns
        )


def read_coarse(lines: Collection[str], language: Language) -> Coarse:
    """Return what *lines* say, each kind, strength and patterns by tabs.

    A pattern is a word, ``abc*``, ``*abc`` or ``*abc*``; ``!`` keeps what fits it.
    """
    found = [each for line in lines for each in line.split("\t")[2].split()]
    struck = {_folded(each, language) for each in found if each[0] != "!"}
    kept = {_folded(each[1:], language) for each in found if each[0] == "!"}
    starred = frozenset(each for each in struck if "*" in each)
    return Coarse(frozenset(struck) - starred, starred, frozenset(kept))


def load_coarse(language: Language) -> Coarse:
    """Return the families kept in the repository."""
    return read_coarse(plain_lines(DATA / f"coarse_{language}.txt"), language)


def lemmas(form: str, language: Language) -> frozenset[str]:
    """Return the folded base forms of *form*, as a word of any kind and case."""
    cases = (form.lower(), form.capitalize())
    found = {_LEMMATIZER.lemmatize(each, lang=language) for each in cases}
    if language == "de":
        found.update(_nouns_by_form().get(form.lower(), ()))
    return frozenset(_folded(each, language) for each in found if each.isalpha())


@cache
def _nouns_by_form() -> Mapping[str, Collection[str]]:
    found: dict[str, set[str]] = {}
    for lemma, noun in sources.german_nouns().items():
        for form in noun.forms:
            found.setdefault(form.lower(), set()).add(lemma)
    return found


def _folded(pattern: str, language: Language) -> str:
    try:
        key = fold(pattern.strip("*"), language)
    except DataError:  # a base form with a sign that no card has
        return pattern.upper()
    return "*" * pattern.startswith("*") + key + "*" * pattern.endswith("*")


def _fits(key: str, pattern: str) -> bool:
    core = pattern.strip("*")
    if pattern.startswith("*"):
        return core in key if pattern.endswith("*") else key.endswith(core)
    return key.startswith(core) if pattern.endswith("*") else key == core
