"""``python -m tests.benchmarks.understood``: what help does not know, when it is surely wrong.

Of the 12,000 commonest forms of up to 15 letters, each letter in turn is hidden from its
owner, who reads the clue. The forms come from the package wordfreq where it is installed (as
for the building of the lists), else from the shipped list, which then knows them all.
"""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from companion.errors import DataError
from companion.languages import LANGUAGES, Language, fold
from companion.words.clue_index import ClueIndex, clue_index
from companion.words.deck import DECKS
from companion.words.likely import after_clues, from_cards
from companion.words.vocabulary import load_vocabulary

MOST = 12_000
MOST_LETTERS = 15
SURE, RULED_OUT = 0.8, 0.005


@dataclass(frozen=True, slots=True)
class Readings:
    """What came of *forms*, each read once for every letter of it that is a card."""

    forms: int
    unknown: tuple[str, ...]
    readings: int
    silent: int
    """Readings that no known word fits: only the cards tell anything."""
    above_half: int
    """Readings that show a wrong letter above one half."""
    surely_wrong: int
    """Readings that show a wrong letter above 80 % and the true one under half a per cent."""
    loss: float
    """The mean of -ln P(true letter)."""

    def __str__(self) -> str:
        def share(count: int) -> str:
            return f"{count} ({count / self.readings:.2%})"

        named = f": {' '.join(self.unknown[:20])}" if self.unknown else ""
        return (
            f"{self.forms} forms, {len(self.unknown)} unknown{named}\n"
            f"  {self.readings} readings: silent {share(self.silent)}, a wrong letter above "
            f"half {share(self.above_half)}, surely wrong {share(self.surely_wrong)}, "
            f"log loss {self.loss:.3f}"
        )


def commonest(language: Language, most: int = MOST) -> list[str]:
    """Return the commonest forms, folded, the commonest first."""
    found = dict.fromkeys(key for key in _folded(language) if 2 <= len(key) <= MOST_LETTERS)
    return list(found)[:most]


def _folded(language: Language) -> Iterator[str]:
    if find_spec("wordfreq") is None:
        weights = load_vocabulary(language).weights
        yield from sorted(weights, key=lambda word: (-weights[word], word))
        return
    for form in import_module("wordfreq").top_n_list(language, 2 * MOST, wordlist="large"):
        try:
            yield fold(form, language)
        except DataError:
            continue


def read(language: Language, forms: Sequence[str]) -> Readings:
    """Read every one of *forms* with each letter of it hidden in turn."""
    index, deck = clue_index(language, "quick"), DECKS[language].counts
    readings = silent = above_half = surely_wrong = 0
    loss = 0.0
    for word in forms:
        for letter in deck.keys() & set(word):
            belief, known = _belief(index, deck, word.replace(letter, "?"))
            likeliest = max(belief, key=lambda each: belief[each])
            wrong = likeliest != letter
            readings += 1
            silent += not known
            above_half += wrong and belief[likeliest] > 0.5
            surely_wrong += (
                wrong and belief[likeliest] > SURE and belief[letter] < RULED_OUT
            )
            loss -= math.log(belief[letter])
    unknown = tuple(word for word in forms if not index.weight(word))
    return Readings(
        *(len(forms), unknown, readings, silent, above_half, surely_wrong),
        loss=loss / readings,
    )


def _belief(
    index: ClueIndex, deck: Mapping[str, int], pattern: str
) -> tuple[Mapping[str, float], bool]:
    known = any(index.weights(pattern, tuple(deck)))
    return after_clues(from_cards(deck, {}), [pattern], index), known


def main() -> int:
    """Print the figures of each language; return 1 if one of them misses its aim."""
    missed = False
    where = "wordfreq" if find_spec("wordfreq") else "the shipped list: wordfreq is missing"
    print(f"The {MOST} commonest forms, from {where}")
    for language in LANGUAGES:
        found = read(language, commonest(language))
        print(f"{language}: {found}", flush=True)
        missed |= len(found.unknown) >= 20 or found.surely_wrong * 10_000 > found.readings
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
