"""``python -m tests.benchmarks.dictionary_rates``: what the dictionary lets pass and refuses.

Needs what the building of the lists needs: german-nouns, wordfreq, and the Debian packages
scowl and wngerman, installed or unpacked where ``DEBIAN_ROOT`` says.
"""

import csv
import importlib.resources
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from companion.errors import DataError
from companion.games.buchstabenbluff.spelling import SpellingLists
from companion.languages import LANGUAGES, Language, fold

LETTERS = range(2, 16)
COMMONEST = 10_000
VOWELS = set("AEIOUY")
MOST_NAMES, MOST_WORDS = 0.01, 0.002
"""Of names and abbreviations fewer than so many may pass, of words fewer may fail."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of *asked* got the wrong answer."""

    what: str
    asked: int
    wrong: tuple[str, ...]
    most: float

    @property
    def met(self) -> bool:
        return len(self.wrong) < self.most * self.asked

    def __str__(self) -> str:
        share = len(self.wrong) / self.asked
        mark = "ok" if self.met else "MISSED"
        named = " ".join(self.wrong[:30])
        return f"{self.what:48} {len(self.wrong):5} of {self.asked:6} {share:8.3%} {mark} {named}"


def folded(words: Iterable[str], language: Language) -> Iterator[str]:
    """Yield what of *words* can lie on cards, folded."""
    for word in words:
        try:
            key = fold(word, language)
        except DataError:
            continue
        if len(key) in LETTERS:
            yield key


Material = tuple[Collection[str], Collection[str], Collection[str], list[str]]
"""Pure names, pure abbreviations, abbreviations that a list has as forms, lower-case forms."""


def german() -> Material:
    """Return what german-nouns calls names and abbreviations, and the forms of wngerman."""
    from companion.words.workshop import candidates, sources  # noqa: PLC0415 - big packages

    names, short, plain = set[str](), set[str](), set[str]()
    table = importlib.resources.files("german_nouns") / "nouns.csv"
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kinds = set(row["pos"].split(","))
            if "Abkürzung" in kinds:
                short.add(row["lemma"])
            elif kinds & candidates.NAMES:
                names.add(row["lemma"])
            else:
                plain.update((row["lemma"], *sources._forms(row)))
    lower = [word for word in sources.german_words() if word.islower()]
    words = {*folded(plain, "de"), *folded(lower, "de")}
    shortened = {*folded(short, "de")}
    return {*folded(names, "de")} - words, shortened - words, shortened, lower


def english() -> Material:
    """Return the names, the abbreviations and the lower-case words of SCOWL."""
    from companion.words.workshop import sources  # noqa: PLC0415 - big packages

    lists = ("english", "american", "british", "canadian", "variant_1")
    lower = list(sources.scowl(lists, "words"))
    words = {*folded(lower, "en")}
    names = (*sources.scowl(lists, "upper"), *sources.scowl(lists, "proper-names"))
    short = sources.scowl(lists, "abbreviations")
    common = list(sources.scowl(("english", "american", "british"), "words"))
    return {*folded(names, "en")} - words, {*folded(short, "en")} - words, (), common


def rates(language: Language) -> Iterator[Rate]:
    """Yield how often the dictionary of *language* errs, either way."""
    from wordfreq import zipf_frequency  # noqa: PLC0415 - a big package

    names, short, forms, lower = german() if language == "de" else english()
    listed = SpellingLists().listed
    for what, wrongs in (("names", names), ("abbreviations", short)):
        passed = tuple(sorted(word for word in wrongs if listed(language, word)))
        yield Rate(f"{language}: {what} that pass", len(wrongs), passed, MOST_NAMES)
    lower.sort(key=lambda word: (-zipf_frequency(word, language), word))
    # What has no vowel, or is an abbreviation too, is no word that could fail.
    spelled = dict.fromkeys(key for key in folded(lower, language) if VOWELS & set(key))
    common = [key for key in spelled if key not in forms][:COMMONEST]
    failed = tuple(word for word in common if not listed(language, word))
    yield Rate(
        f"{language}: commonest lower-case forms that fail", len(common), failed, MOST_WORDS
    )


def main() -> int:
    """Print the rates; return 1 if one of them misses its aim, 2 without the packages."""
    if find_spec("wordfreq") is None or find_spec("german_nouns") is None:
        print("wordfreq and german-nouns are missing: see companion/words/data/README.md.")
        return 2
    missed = False
    for language in LANGUAGES:
        for rate in rates(language):
            print(rate, flush=True)
            missed |= not rate.met
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
