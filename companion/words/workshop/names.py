"""Which words read as names: nobody says them for a clue, though spelling lists have them.

Manhattan is a drink too, and Ungarn the dative of Ungar: a spelling list rightly has both.
"""

from dataclasses import dataclass
from pathlib import Path

from companion.languages import Language, fold
from companion.words.workshop import sources
from companion.words.workshop.apply_strikes import DATA
from companion.words.workshop.candidates import NAMES, NOT_BASE
from companion.words.workshop.sources import fold_all

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
    first = fold_all(sources.people(node_modules, "de", ("firstnames",)), "de")
    first |= fold_all((lemma for lemma, kinds in rows if "Vorname" in kinds), "de")
    # Of homographs the dictionary has what one thinks of first.
    leading = dict(reversed(rows))
    places = fold_all((lemma for lemma, kinds in leading.items() if kinds & NAMES), "de")
    others = fold_all((lemma for lemma, kinds in rows if kinds & NAMES), "de")
    others |= fold_all(sources.people(node_modules, "de"), "de")
    plain = fold_all(
        (
            lemma
            for lemma, kinds in rows
            if "Substantiv" in kinds and not kinds & (NAMES | NOT_BASE)
        ),
        "de",
    )
    lower = fold_all((word for word in sources.german_words() if word[0].islower()), "de")
    found = first | places - lower | others - plain - lower
    return frozenset(found | {f"{key}S" for key in found} - plain - lower)


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
