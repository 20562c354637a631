"""``python -m tests.benchmarks.referee [MATCHES [MINUTES [GAME…]]]``: how often rules are broken.

Random whole matches of Haiclue, Djam and Buchstabenbluff, with every number of players and
the host's options in turn, clock, fingers, leaving and coming back included. The laws of
``tests/games/*/laws.py`` keep their own books of tiles, cards, stones, turns, doubts and
points. Prints how many matches of each game were held to them, and each violation; stops a
game after so many minutes. Returns 1 if there was a violation.
"""

import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from itertools import count, cycle, islice

import pytest

from tests.games.buchstabenbluff import test_properties as bluff
from tests.games.djam import test_properties as djam
from tests.games.haiclue import test_rules_properties as haiclue
from tests.games.haiclue.table import GAME as HAICLUE
from tests.play import variant_of

MATCHES, MINUTES = 10_000, 20.0
FIRST_SEED = 100_000
"""Far from those of the tests."""
TOLD = 1_000


def _haiclue(players: int, seed: int) -> None:
    haiclue.play(players, seed, **variant_of(HAICLUE, seed))


GAMES: Mapping[str, tuple[Sequence[int], Callable[[int, int], object]]] = {
    "haiclue": (HAICLUE.players, _haiclue),
    "djam": (djam.GAME.players, djam.play),
    "buchstabenbluff": (bluff.PLAYERS, bluff.play),
}


def referee(name: str, matches: int, minutes: float) -> int:
    """Play *matches* of a game, fewer where time is up; return how many broke a rule."""
    numbers, play = GAMES[name]
    began, violations, played = time.monotonic(), 0, 0
    pairs = zip(cycle(numbers), count(FIRST_SEED), strict=False)
    for players, seed in islice(pairs, matches):
        if time.monotonic() - began > 60 * minutes:
            break
        try:
            play(players, seed)
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - who cannot go on, too
            violations += 1
            print(f"{name}, {players} players, seed {seed}:\n{traceback.format_exc()}")
        played += 1
        if played % TOLD == 0:
            print(f"  {name}: {played}, violations {violations}", flush=True)
    print(f"{name:16} {played:6} matches, violations {violations}", flush=True)
    return violations


def main(argv: Sequence[str]) -> int:
    """Print the figures; 1 if a rule was broken."""
    matches = int(argv[0]) if argv else MATCHES
    minutes = float(argv[1]) if argv[1:] else MINUTES
    found = [referee(name, matches, minutes) for name in argv[2:] or GAMES]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
