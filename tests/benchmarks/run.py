"""One command, one table: ``python -m tests.benchmarks.run``.

Each figure is the median of several runs, each ratio is to a named baseline in the same
run, so that it holds on another machine. Memory is what the process grew by.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from companion.words.chance import Chance
from companion.words.clue_index import ClueIndex, WordIndex
from companion.words.clue_ranking import Card, rank
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from companion.words.likely import after_clues, from_cards
from companion.words.packing import unpack
from companion.words.secret_words import draw_words, pool
from companion.words.vocabulary import load_vocabulary
from tests.benchmarks import baselines

LENGTHS = (7,) * 6
DECK = DECKS["en"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table."""

    what: str
    ours_ms: float
    baseline: str
    baseline_ms: float
    target: float
    limit_ms: float = 0.0
    """The most milliseconds it may take here; 0: only the ratio counts."""

    @property
    def met(self) -> bool:
        quick_enough = not self.limit_ms or self.ours_ms <= self.limit_ms
        return quick_enough and self.ratio >= self.target

    @property
    def ratio(self) -> float:
        return self.baseline_ms / self.ours_ms

    def __str__(self) -> str:
        wanted = self.target or self.limit_ms
        mark = "MISSED" if not self.met else "ok" if wanted else ""
        times = f"{self.ours_ms:10.3f} {self.baseline_ms:10.2f} {self.ratio:9.0f}"
        target = self.target or (f"{self.limit_ms:g} ms" if self.limit_ms else "")
        return f"{self.what:38} {times} {target:>7} {mark:7} {self.baseline}"


def milliseconds(work: Callable[[], object], runs: int) -> float:
    """Return the median time of *work*."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1e3)
    return median(times)


def dealing() -> Iterator[Figure]:
    lexicon, random = load_lexicon("en"), Random(1)
    lists = {7: lexicon.secret_words("normal", 7)}
    pools = [pool(7, lists[7], DECK)] * 6
    cards = dict(DECK.counts)
    chance = Chance.seeded(1)
    # The mean, not the median: how often a draw has to be repeated is part of the work.
    ours = milliseconds(lambda: [draw_words(pools, DECK, chance) for _ in range(300)], 5)
    for name, dealer, target in (
        ("Counter filter", baselines.counter_filter_dealer, 60),
        ("one word after the other", baselines.sequential_dealer, 0),
    ):
        work = partial(dealer, dict(lists), cards, LENGTHS, random)
        theirs = sum(milliseconds(work, 1) for _ in range(40)) / 40
        yield Figure("words of a 6×7 deal", ours / 300, name, theirs, target)


def _all_legal(index: ClueIndex, hands: Sequence[str]) -> None:
    for hand in hands:
        index.legal(hand)


def _all_ranked(index: ClueIndex, tables: Sequence[Sequence[Card]]) -> None:
    for cards in tables:
        rank(index, cards)


def legal_clues(words: dict[str, float], name: str) -> Iterator[Figure]:
    random, listed = Random(2), list(words)
    hands = ["".join(random.sample(DECK.cards(), 5)) for _ in range(60)]
    naive = milliseconds(lambda: baselines.list_filter(listed, hands[0]), 5)
    scan = milliseconds(lambda: baselines.letter_scan(listed, hands[0]), 5)
    ours = milliseconds(partial(_all_legal, WordIndex(words), hands), 15)
    what, wanted = f"legal clues, {name} words", 80 if name == "100k" else 0
    yield Figure(what, ours / len(hands), "list filter", naive, wanted)
    yield Figure(what, ours / len(hands), "letter scan with wildcard", scan, 0)


def ranking(words: dict[str, float]) -> Iterator[Figure]:
    belief = from_cards(DECK.counts, {})
    random = Random(3)
    hands = ["".join(random.sample(DECK.cards(), 5)) for _ in range(8)]
    tables = [
        [Card(str(n), c, belief if n < 3 else None) for n, c in enumerate(hand)]
        for hand in hands
    ]
    scan = milliseconds(lambda: baselines.ranking_by_scan(words, hands[0], 3), 1)
    index = WordIndex(words)
    ours = milliseconds(partial(_all_ranked, index, tables), 5)
    what = f"ranking, {len(words) // 1000}k words"
    yield Figure(what, ours / len(tables), "candidates counted by scan", scan, 0, 40)
    patterns = ["S?UNK", "?*IN"]
    ours = milliseconds(
        lambda: after_clues(from_cards(DECK.counts, {}), patterns, index), 200
    )
    listed = list(words)
    theirs = milliseconds(lambda: [baselines.candidates(listed, p) for p in patterns], 5)
    yield Figure("likely letters, two clues", ours, "list scan", theirs, 0, 0.2)


def large(count: int, language: str) -> dict[str, float]:
    """Return so many spellings, evenly taken from the list of *language*, all of one weight."""
    numbers = load_lexicon("de" if language == "de" else "en").spelling.short_words
    step = max(1, len(numbers) // count)
    return dict.fromkeys((unpack(number) for number in numbers[::step][:count]), 1.0)


MEMORY = """
import json, time
def grown():
    with open("/proc/self/status") as file:
        return next(int(l.split()[1]) for l in file if l.startswith("VmRSS")) / 1024
import companion.words.clue_index as c
import companion.words.lexicon
before, start = grown(), time.perf_counter()
c.clue_index({language!r})
print(json.dumps([(time.perf_counter() - start) * 1e3, grown() - before]))
"""


def memory() -> Iterator[str]:
    for language in ("en", "de"):
        script = MEMORY.format(language=language)
        said = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        load_ms, grown_mb = json.loads(said.stdout)
        yield f"{language} loads in {load_ms:5.0f} ms, {grown_mb:+6.1f} MB"


def figures() -> Iterator[Figure]:
    yield from dealing()
    words = dict(list(load_vocabulary("en").weights.items())[::5])
    yield from legal_clues({**words, **large(15_000, "en")}, "20k")
    yield from legal_clues(large(100_000, "en"), "100k")
    yield from legal_clues(large(295_000, "de"), "295k")
    common = Counter(dict(load_vocabulary("en").weights)).most_common(20_000)
    yield from ranking(dict(common))


def main(argv: Sequence[str]) -> int:
    """Print the table; return 1 if a target was missed."""
    print(f"{'what':38} {'ours ms':>10} {'theirs ms':>10} {'ratio':>9} {'target':>7}")
    found = []
    for figure in figures():
        print(figure, flush=True)
        found.append(figure)
    for line in memory():
        print(line)
    missed = [figure for figure in found if not figure.met]
    return 1 if missed and "--strict" in argv else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
