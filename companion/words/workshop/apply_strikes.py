"""Takes the struck words out of the committed secret words, and gives the read ones their level.

Needs no other package. Run ``python -m companion.words.workshop.apply_strikes`` after adding to a
strike file, or to ``levels_<language>.txt``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.languages import LANGUAGES, Language, fold

DATA = Path(__file__).parent.parent / "data"
_LEVELS: Mapping[str, int] = {"[easy]": 1, "[normal]": 2, "[hard]": 3}


def plain_lines(path: Path) -> list[str]:
    """Return what the lines of *path* say beside comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if (word := line.partition("#")[0].strip())]


@dataclass(frozen=True, slots=True)
class Strikes:
    """Words a family would reject; *prefixes* strike every word that begins so."""

    words: frozenset[str]
    prefixes: tuple[str, ...]

    def strike(self, word: str) -> bool:
        """Tell whether *word*, in folded capitals, is struck."""
        return word in self.words or word.startswith(self.prefixes)


def read_strikes(text: str, language: Language) -> Strikes:
    """Return what a strike file says: a word a line, ``#`` comments, ``abc*`` for a prefix.

    Raises DataError for a line that is no word.
    """
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    words = frozenset(fold(line, language) for line in lines if line and line[-1] != "*")
    prefixes = tuple(fold(line[:-1], language) for line in lines if line.endswith("*"))
    return Strikes(words, prefixes)


def load_strikes(language: Language) -> Strikes:
    """Return the strikes kept in the repository."""
    return read_strikes(_text(language), language)


def load_no_clues(language: Language) -> Strikes:
    """Return the strikes that are no clue words either: not those under ``#+``."""
    return read_strikes(no_clues(_text(language)), language)


def no_clues(text: str) -> str:
    """Return a strike file without what stands under headings with ``#+``."""
    kept, clues = [], False
    for line in text.splitlines():
        if line.startswith("#"):
            clues = line.startswith("#+")
        elif not clues:
            kept.append(line)
    return "\n".join(kept)


def _text(language: Language) -> str:
    return (DATA / f"strike_{language}.txt").read_text(encoding="utf-8")


def read_levels(text: str, language: Language) -> Mapping[str, int]:
    """Return the levels, 1 to 3, of the words below ``[easy]``, ``[normal]`` and ``[hard]``.

    Raises DataError for what is no word, KeyError for another heading.
    """
    found, level = {}, 0
    for line in (each.partition("#")[0] for each in text.splitlines()):
        for word in line.split():
            if word[0] == "[":
                level = _LEVELS[word]
            else:
                found[fold(word, language)] = level
    return found


def load_levels(language: Language) -> Mapping[str, int]:
    """Return the levels kept in the repository; a language may have none."""
    path = Path(__file__).parent / f"levels_{language}.txt"
    return read_levels(path.read_text(encoding="utf-8"), language) if path.exists() else {}


def apply_strikes(language: Language) -> list[str]:
    """Rewrite the secret words of *language*, without the struck ones; return those."""
    strikes, levels = load_strikes(language), load_levels(language)
    path = DATA / f"secret_{language}.tsv"
    kept, struck = [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, level, zipf = line.split("\t")
        if strikes.strike(word):
            struck.append(word)
        else:
            kept.append(f"{word}\t{levels.get(word, level)}\t{zipf}\n")
    path.write_text("".join(kept), encoding="utf-8")
    return struck


def main() -> None:
    """Apply both strike files and say what went."""
    for language in LANGUAGES:
        struck = apply_strikes(language)
        print(f"{language}: {len(struck)} struck", *struck)  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
