"""Builds the vocabulary of clues from the packages, the same bytes each time.

Needs what ``build_lists`` needs, but not simplemma or hunspell-en-us.
Run ``python -m companion.words.building.clue_words NODE_MODULES``.
"""

import lzma
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.errors import DataError
from companion.languages import LANGUAGES, Language, fold
from companion.words.building import sources
from companion.words.building.apply_strikes import DATA, load_no_clues

MOST = 25_000
"""More words cost memory and time, and players hardly know them."""

LENGTHS = range(2, 11)

# The small dictionary is what a reader has to allocate; the default one is 64 MB.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME,
             "dict_size": 1 << 20}]  # fmt: skip


def build(language: Language, node_modules: Path) -> int:
    """Write the clue words of *language*; return how many there are."""
    strikes = load_no_clues(language)
    blocked = {word.upper() for word in sources.offensive(node_modules, language)}
    known = {
        word: zipf
        for word, zipf in _known(language).items()
        if word not in blocked and not strikes.strike(word)
    }
    common = sorted(known, key=lambda word: (-known[word], word))[:MOST]
    lines = "".join(f"{word}\t{known[word]:.2f}\n" for word in sorted(common))
    packed = lzma.compress(lines.encode(), filters=_FILTERS)
    (DATA / f"clues_{language}.xz").write_bytes(packed)
    return len(common)


def _known(language: Language) -> dict[str, float]:
    """Return every spelling on cards with the frequency of its commonest reading."""
    known: dict[str, float] = {}
    for word in _spellings(language):
        try:
            key = fold(word, language)
        except DataError:  # an entry of two words, or one with an apostrophe or a hyphen
            continue
        if len(key) in LENGTHS:
            known[key] = max(known.get(key, 0.0), sources.zipf(word, language))
    return known


def _spellings(language: Language) -> Iterable[str]:
    if language == "en":
        return sources.scowl(("english", "american", "british"), "words")
    return sources.german_words()


def main() -> None:
    """Build both languages with the node_modules folder named on the command line."""
    for language in LANGUAGES:
        print(language, build(language, Path(sys.argv[1])), "clue words")  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
