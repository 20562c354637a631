"""``python -m tests.benchmarks.duels [MATCHES [JOBS]]``: do stronger bots of Bluff win?

Each strength plays the next weaker one in matches of two, who begins changing by turns. Of
how many it wins, a tie being half; how often it bluffs and doubts. Returns 1 if fewer than
60 of 100 are won.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from multiprocessing import get_context
from os import cpu_count
from random import Random

from companion.cli.bot_matches import Series, play
from companion.games.buchstabenbluff.bots.strengths import STRENGTHS
from companion.games.buchstabenbluff.game import outcome, shipped
from companion.games.buchstabenbluff.scoring import score
from companion.languages import LANGUAGES, Language

MATCHES = 1_000
AIM = 0.6
NAMES = ("Ann", "Bob")
Pair = tuple[Language, str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """What came of the matches of a pair, the weaker one first: shares, points a match."""

    language: Language
    weaker: str
    stronger: str
    won: float
    points: float
    lost: float
    bluffs: float
    doubted: float

    def __str__(self) -> str:
        return (
            f"{self.language} {self.stronger:6} beats {self.weaker:6} {self.won:6.1%}"
            f" {self.points:6.1f} : {self.lost:5.1f}"
            f"   bluffs {self.bluffs:4.0%}, doubted {self.doubted:4.0%}"
        )


def duels(pair: Pair, matches: int) -> Row:
    """Return what came of *matches* between two strengths."""
    language, weaker, stronger = pair
    game, won, points, lost, bluffs, doubted = shipped(), 0.0, 0, 0, 0.0, 0.0
    for number in range(matches):
        seat = number % 2
        strengths = (stronger, weaker) if seat == 0 else (weaker, stronger)
        series = Series(game.name, NAMES, {"language": language}, strengths, 0)
        end = play(game, series, Random(f"duel {number}"))
        totals = [score(end, each).total for each in end.seats]
        own, other = totals[seat], totals[1 - seat]
        won += (own > other) + (own == other) / 2
        points, lost, found = points + own, lost + other, outcome(end)
        bluffs, doubted = bluffs + found.bluffs, doubted + found.doubted
    means = (each / matches for each in (won, points, lost, bluffs, doubted))
    return Row(language, weaker, stronger, *means)


def rows(matches: int, jobs: int) -> Iterator[Row]:
    """Yield a row for each language and pair."""
    pairs = [
        (language, *pair) for language, pair in product(LANGUAGES, pairwise(STRENGTHS))
    ]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(partial(duels, matches=matches), pairs)


def main(argv: Sequence[str]) -> int:
    """Print the table; return 1 if an aim is missed."""
    matches = int(argv[0]) if argv else MATCHES
    jobs = int(argv[1]) if argv[1:] else cpu_count() or 1
    print(f"{matches} matches of two a row: won, points a match of both")
    found = []
    for row in rows(matches, jobs):
        print(row, "ok" if row.won >= AIM else "MISSED", flush=True)
        found.append(row)
    return int(any(row.won < AIM for row in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
