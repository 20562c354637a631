"""Which words read as names: nobody says them for a clue, though spelling lists have them.

Manhattan is a drink too, and Ungarn the dative of Ungar: a spelling list rightly has both.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words.workshop import sources
from companion.words.workshop.apply_strikes import DATA
from companion.words.workshop.candidates import NAMES, NOT_BASE

_KNOWN, _RARE = 40, 70
"""SCOWL's levels from which on a name with a capital comes first, and from which on anybody's."""
_SCOWL = ("english", "american", "british")
_CAPITALS = ("upper", "proper-names", "abbreviations")


def names(language: Language, node_modules: Path) -> frozenset[str]:
    """Return the folded spellings that people read as a name or an abbreviation first."""
    return _english(node_modules) if language == "en" else _german(node_modules)


def _english(node_modules: Path) -> frozenset[str]:
    words = {key.upper(): level for key, level in sources.scowl(_SCOWL, "words").items()}
    capitals = {word.upper() for kind in _CAPITALS for word in sources.scowl(_SCOWL, kind)}
    people = sources.people(node_modules, "en")
    return frozenset(
        key
        for key, level in words.items()
        if (level >= _KNOWN and key in capitals) or (level >= _RARE and key in people)
    )


def _german(node_modules: Path) -> frozenset[str]:
    """Return first names, places, and other names that are at most an inflected form besides."""
    rows = sources.german_noun_rows()
    first = _fold_all(sources.people(node_modules, "de", ("firstnames",)))
    first |= _fold_all(lemma for lemma, kinds in rows if "Vorname" in kinds)
    # Of homographs the dictionary has what one thinks of first.
    leading = dict(reversed(rows))
    places = _fold_all(lemma for lemma, kinds in leading.items() if kinds & NAMES)
    others = _fold_all(lemma for lemma, kinds in rows if kinds & NAMES)
    others |= _fold_all(sources.people(node_modules, "de"))
    plain = _fold_all(
        lemma
        for lemma, kinds in rows
        if "Substantiv" in kinds and not kinds & (NAMES | NOT_BASE)
    )
    lower = _fold_all(word for word in sources.german_words() if word[0].islower())
    found = first | places - lower | others - plain - lower
    return found | {f"{key}S" for key in found} - plain - lower


def _fold_all(words: Iterable[str]) -> frozenset[str]:
    found = set()
    for word in words:
        with suppress(DataError):  # two words, or one with an apostrophe or a hyphen
            found.add(fold(word, "de"))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class SaidByHand:
    """What `said_<language>.txt` decides by hand, in folded capitals."""

    two_letters: frozenset[str]
    """Of two letters these alone are said: the rest are abbreviations mostly."""
    said: frozenset[str]
    unsaid: frozenset[str]


def read_said(text: str, language: Language) -> SaidByHand:
    """Return what stands below ``[two letters]``, ``[said]`` and ``[unsaid]``; ``#`` comments.

    Raises DataError for what is no word, KeyError for another heading.
    """
    found: dict[str, set[str]] = {
        "[two letters]": set(),
        "[said]": set(),
        "[unsaid]": set(),
    }
    part = set[str]()
    for line in (each.partition("#")[0].strip() for each in text.splitlines()):
        if line.startswith("["):
            part = found[line]
        else:
            part.update(fold(word, language) for word in line.split())
    return SaidByHand(*map(frozenset, found.values()))


def load_said(language: Language) -> SaidByHand:
    """Return what the repository says of words that bots say."""
    path = DATA / f"said_{language}.txt"
    return read_said(path.read_text(encoding="utf-8"), language)
