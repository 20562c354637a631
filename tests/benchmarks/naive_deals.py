"""The law of deals once more, as plainly as it can be said, and how far ours is from it.

``python -m tests.benchmarks.naive_deals`` prints a row for every option: chi-square
between 100,000 deals of ours and as many of the naive sampler, and the words of either that
the other one never deals.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from companion.games.letter_jam.dealing import deal
from companion.languages import LANGUAGES, Language
from companion.words.chance import Chance
from companion.words.deck import DECKS
from companion.words.lexicon import LEVELS, Level, load_lexicon

DEALS = 100_000
LEAST_P = 0.001
HARD_OWN, TIMES = 0.7, 10
RARE = 5
"""A cell that is expected less often is put together with the next."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a host can choose of the words."""

    language: Language
    level: Level
    lengths: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.language} {self.level} {','.join(map(str, self.lengths))}"


def options() -> Iterator[Option]:
    """Yield every level with usual, crowded and mixed tables, in each language."""
    for language in LANGUAGES:
        for level in LEVELS:
            for lengths in ((5,) * 4, (5,) * 6, (3, 4, 6, 7)):
                yield Option(language, level, lengths)


class NaiveSampler:
    """Draws a word for each, counts letters on fingers, and begins again if they are short."""

    def __init__(self, option: Option, seed: int) -> None:
        lexicon = load_lexicon(option.language)
        self._random = Random(seed)
        self._deck = Counter(DECKS[option.language].cards())
        self._hard = option.level == "hard"
        self._lengths = option.lengths
        self._all, self._own, self._easier = {}, {}, {}
        for length in set(option.lengths):
            listed = list(lexicon.secret_words(option.level, length))
            easier = list(lexicon.secret_words("normal", length))
            self._all[length] = listed
            self._own[length] = [word for word in listed if word not in easier]
            self._easier[length] = easier

    def _share(self, length: int) -> float:
        own, easier = TIMES * len(self._own[length]), len(self._easier[length])
        return min(HARD_OWN, own / (own + easier))

    def deal(self) -> tuple[str, ...]:
        """Return the words of a deal, by seat."""
        lists = [self._all] * len(self._lengths)
        if self._hard:
            lists = [
                self._own if self._random.random() < self._share(length) else self._easier
                for length in self._lengths
            ]
        while True:
            words = tuple(
                self._random.choice(one[length])
                for one, length in zip(lists, self._lengths, strict=True)
            )
            if len(set(words)) == len(words) and Counter("".join(words)) <= self._deck:
                return words


@dataclass(frozen=True, slots=True)
class Compared:
    """How two samplers differ in the words that they deal."""

    p: float
    missing: tuple[str, ...]
    """Words that the naive one deals and ours never."""


def compare(option: Option, seed: int, deals: int = DEALS) -> Compared:
    """Compare *deals* of ours with as many naive ones: the word of each seat, and vowels of all."""
    lexicon, deck = load_lexicon(option.language), DECKS[option.language]
    chance, naive = Chance.seeded(seed), NaiveSampler(option, seed + 1)
    ours = [Counter[str]() for _ in range(len(option.lengths) + 1)]
    theirs = [Counter[str]() for _ in ours]
    for _ in range(deals):
        _count(ours, deal(lexicon, deck, option.lengths, option.level, chance, ()).words)
        _count(theirs, naive.deal())
    dealt = set().union(*ours[:-1])
    return Compared(
        alike(zip(ours, theirs, strict=True)),
        tuple(sorted(set().union(*theirs[:-1]) - dealt)),
    )


def _count(tables: Sequence[Counter[str]], words: Sequence[str]) -> None:
    for table, word in zip(tables, words, strict=False):
        table[word] += 1
    # Which words lie together: a table of its own, of what all words have between them.
    together = "".join(words)
    tables[-1][str([together.count(letter) for letter in "AER"])] += 1


def alike(tables: Iterable[tuple[Counter[str], Counter[str]]]) -> float:
    """Return p of the hypothesis that in each pair both counts, of one sum, are of one law."""
    total, freedom = 0.0, 0
    for ours, theirs in tables:
        cells = list(_cells(ours, theirs))
        total += sum((a - b) ** 2 / (a + b) for a, b in cells)
        freedom += len(cells) - 1
    # Wilson and Hilferty: the cube root of a chi-square is nearly normal.
    spread = 2 / (9 * freedom)
    deviation = ((total / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def _cells(ours: Counter[str], theirs: Counter[str]) -> Iterator[tuple[int, int]]:
    """Yield both counts of each thing; what is rare is one cell together."""
    rest = (0, 0)
    for key in ours.keys() | theirs.keys():
        pair = ours[key], theirs[key]
        if sum(pair) < 2 * RARE:
            rest = rest[0] + pair[0], rest[1] + pair[1]
        else:
            yield pair
    if sum(rest):
        yield rest


def main(argv: Sequence[str]) -> int:
    """Print a row for every option; return 1 if one of them is dealt by another law."""
    deals, bad = int(argv[0]) if argv else DEALS, 0
    for seed, option in enumerate(options()):
        found = compare(option, seed, deals)
        bad += found.p <= LEAST_P or bool(found.missing)
        print(
            f"{option!s:24} p {found.p:6.3f}  never dealt: {len(found.missing)}", flush=True
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
