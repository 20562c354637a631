"""Writes down how the secret words are written that are folded otherwise: BÖSE, not BOESE.

Run ``python -m companion.words.workshop.written`` after `build_lists`. It wants ``wngerman``.
"""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words import DATA
from companion.words.lexicon import load_lexicon


def written(words: Iterable[str], forms: Iterable[str], language: Language) -> list[str]:
    """Return in capitals how those of the folded *words* are written that differ, sorted by fold.

    A word that is written as it is folded, too, or in more than one way, is left as it is.
    """
    ways: dict[str, set[str]] = defaultdict(set)
    for form in forms:
        with suppress(DataError):
            ways[fold(form, language)].add(form.upper())
    known = sorted(word for word in words if len(ways[word]) == 1)
    return [way for word in known for way in ways[word] if way != word]


if __name__ == "__main__":
    from companion.words.workshop import sources  # its packages are wanted here alone

    lexicon = load_lexicon("de")
    lines = written({*lexicon.secret, *lexicon.children}, sources.german_words(), "de")
    (DATA / "written_de.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
