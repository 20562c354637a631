"""Takes the struck words out of the committed secret words; needs no other package.

Run ``python -m companion.words.workshop.apply_strikes`` after adding to a strike file.
"""

from dataclasses import dataclass
from pathlib import Path

from companion.languages import LANGUAGES, Language, fold

DATA = Path(__file__).parent.parent / "data"


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


def load_plain(language: Language) -> Strikes:
    """Return the strikes that any reader agrees with: not those marked as mild."""
    return read_strikes(plain(_text(language)), language)


def plain(text: str) -> str:
    """Return a strike file without the words that are marked with ``# mild``."""
    return "\n".join(line for line in text.splitlines() if not line.endswith("# mild"))


def _text(language: Language) -> str:
    return (DATA / f"strike_{language}.txt").read_text(encoding="utf-8")


def apply_strikes(language: Language) -> list[str]:
    """Rewrite the secret words of *language* without the struck ones; return those."""
    strikes = load_strikes(language)
    path = DATA / f"secret_{language}.tsv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    struck = [line for line in lines if strikes.strike(line.partition("\t")[0])]
    path.write_text("".join(line for line in lines if line not in struck), encoding="utf-8")
    return [line.partition("\t")[0] for line in struck]


def main() -> None:
    """Apply both strike files and say what went."""
    for language in LANGUAGES:
        struck = apply_strikes(language)
        print(f"{language}: {len(struck)} struck", *struck)  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
