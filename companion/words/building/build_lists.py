"""Builds every word list from the packages, the same bytes each time.

Needs the Debian packages scowl, hunspell-en-us and wngerman, the Python packages wordfreq,
german-nouns and simplemma, and the npm packages naughty-words and cuss; their versions
stand in ``data/README.md``.
Run ``python -m companion.words.building.build_lists NODE_MODULES``.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

from companion.languages import Language
from companion.words import packing
from companion.words.building import candidates, spellings
from companion.words.building.apply_strikes import DATA, load_strikes
from companion.words.building.candidates import Candidate


def build(language: Language, node_modules: Path) -> list[Candidate]:
    """Write the lists of *language* and return its secret words."""
    words = spellings.english() if language == "en" else spellings.german()
    rules = candidates.english if language == "en" else candidates.german
    strikes = load_strikes(language)
    secret = [
        found
        for found in rules(node_modules)
        if found.key in words
        and not strikes.strike(found.key)
        and _can_scramble(found, words)
    ]
    _write(language, secret, words)
    return secret


def _can_scramble(found: Candidate, words: set[str]) -> bool:
    return any("".join(order) not in words for order in permutations(found.key))


def _write(language: Language, secret: Iterable[Candidate], words: set[str]) -> None:
    lines = (f"{found.key}\t{found.level}\t{found.zipf:.2f}\n" for found in secret)
    (DATA / f"secret_{language}.tsv").write_text("".join(lines), encoding="utf-8")
    short_words, long_words = packing.compress(words)
    (DATA / f"spelling_{language}.xz").write_bytes(short_words)
    (DATA / f"spelling_{language}_long.xz").write_bytes(long_words)


def _summary(language: Language, secret: list[Candidate]) -> str:
    rows = [f"{language}: {len(secret)} secret words, 3 to 7 letters"]
    for level, name in ((1, "easy"), (2, "normal"), (3, "hard")):
        counts = Counter(len(found.key) for found in secret if found.level <= level)
        rows.append(f"  {name:7}" + "".join(f"{counts[n]:6}" for n in candidates.LENGTHS))
    return "\n".join(rows)


def main() -> None:
    """Build both languages from the node_modules folder named on the command line."""
    languages: tuple[Language, ...] = ("en", "de")
    for language in languages:
        print(_summary(language, build(language, Path(sys.argv[1]))))  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
