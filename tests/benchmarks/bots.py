"""``python -m tests.benchmarks.bots [MATCHES [JOBS [LEVEL…]]]``: how bots fare and clue.

Matches of four bots with words of five letters: in how many every word is accepted; of the
clues, how many are below zipf 3.5, use the wildcard, have two letters, tell nobody anything by
what the giver reckons, and were said before in the match. Shipped words of the normal level,
the children's, and a family's own list. Beside the rate of won matches stands in what bounds
it lies, at 95 of 100. Returns 1 if an aim is missed.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial, reduce
from math import log10, sqrt
from multiprocessing import get_context
from os import cpu_count
from random import Random
from typing import Any

from companion.engine.codec import Codec
from companion.games.letter_jam.bots.act import find_clue, search_clue
from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.commands import LayClue
from companion.games.letter_jam.game import LetterJamGame, shipped
from companion.games.letter_jam.scoring import score_view
from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.view import SeatView
from companion.languages import LANGUAGES, Language
from companion.words.clue_index import WILDCARD, clue_index
from companion.words.clue_ranking import value_of
from companion.words.custom import check_list
from companion.words.deck import DECKS
from companion.words.lexicon import load_lexicon
from tests.benchmarks.own_words import OWN_WORDS

MATCHES = 1_000
LEVELS = ("normal", "children", "own")
NAMES = ("Ann", "Bob", "Cleo", "Dan")
AIMS = {"weak": 0.30, "medium": 0.55, "strong": 0.75, "keen": 0.95}
OFF, WORSE = 0.04, 0.05
"""How far from the aim a rate may be, and how much worse with other words."""
RARE_ZIPF, MOST_RARE, MOST_WILD = 3.5, 0.10, 0.50
MOST_SHORT, MOST_SHORT_WEAK = 0.02, 0.05
"""How many clues of two letters may come, and how many of the weak ones."""
MOST_NOTHING = 0.001
"""How many clues may tell nothing: some rows have no vowel, and everybody says none."""


@dataclass(frozen=True, slots=True)
class Given:
    """A clue as a bot laid it; without a *word*: it found none."""

    word: str
    wild: bool
    value: float
    """What it tells, the price of the wildcard aside."""


NONE = Given("", wild=False, value=0.0)


@dataclass(frozen=True, slots=True)
class Row:
    """Shares of *matches* won and of clues."""

    language: Language
    words: str
    strength: str
    matches: int
    won: float
    solved: float
    clues: float
    rare: float
    wild: float
    short: float
    nothing: float
    again: float

    def missed(self, shipped_won: float) -> bool:
        """Return whether an aim is missed, beside the rate with the shipped words."""
        if self.words != "normal":
            return self.won < shipped_won - WORSE
        return (
            abs(self.won - AIMS[self.strength]) > OFF
            or self.rare >= MOST_RARE
            or (self.strength == "medium" and self.wild >= MOST_WILD)
            or self.short > (MOST_SHORT_WEAK if self.strength == "weak" else MOST_SHORT)
            or self.nothing > MOST_NOTHING
        )

    def bounds(self) -> tuple[float, float]:
        """Return between what the rate of won matches lies, at 95 of 100 (Wilson's interval)."""
        n, p, z2 = self.matches, self.won, 1.96**2
        middle, half = p + z2 / (2 * n), sqrt(z2 * (p * (1 - p) + z2 / (4 * n)) / n)
        return (middle - half) / (1 + z2 / n), (middle + half) / (1 + z2 / n)

    def __str__(self) -> str:
        least, most = self.bounds()
        return (
            f"{self.language} {self.words:8} {self.strength:6} {self.matches:5} {self.won:6.1%}"
            f" {least:6.1%}-{most:6.1%} {self.solved:6.1%} {self.clues:6.2f} {self.rare:6.1%}"
            f" {self.wild:6.1%} {self.short:6.2%} {self.nothing:6.2%} {self.again:6.2%}"
        )


def _after(
    game: LetterJamGame, state: LetterJam, command: Any, random: Random
) -> LetterJam:
    return reduce(game.evolve, game.decide(state, command, random), state)


def given_in(
    game: LetterJamGame, start: Any, strength: str, random: Random
) -> tuple[LetterJam, list[Given]]:
    """Play a match; return its end, and its clues."""
    seed, moves, clues = random.getrandbits(32), 0, []
    state = _after(game, game.initial, start, random)
    while not game.finished(state):
        view = game.seat_view(state, game.seats(state)[moves % len(NAMES)])
        command = game.bots.act(view, game.offers(view), strength, seed)
        moves += 1
        assert moves < 5_000
        if isinstance(command, LayClue):
            clues.append(_thought(view, strength, seed))
        if command is not None:
            state = _after(game, state, command, random)
    return state, clues


def _thought(view: SeatView, strength: str, seed: int) -> Given:
    """Return the clue that a bot lays, with its word: nobody else is told it."""
    bot = Bot(view, STRENGTHS[strength], seed)
    clue = find_clue(bot) or search_clue(bot)
    if clue is None:
        return NONE
    told = value_of(bot.index, bot.cards, clue.spots)
    return Given(clue.word, WILDCARD in clue.spots, told)


def played(asked: tuple[Language, str, str], matches: int) -> Row:
    """Return what came of *matches* for a language, a level and a strength."""
    language, level, strength = asked
    game, index = shipped(), clue_index(language)
    options: dict[str, Any] = {"language": language, "level": level}
    if level == "own":
        lines = OWN_WORDS[language].replace(" ", "\n")
        checked = check_list(lines, load_lexicon(language), DECKS[language])
        options |= {"own_words": checked.words, "own_name": "Family"}
    start = Codec(game.setup_commands).load(game.start(NAMES, options, ()))
    won = solved = rounds = again = 0
    clues: list[Given] = []
    for number in range(matches):
        end, given = given_in(game, start, strength, Random(f"bots {number}"))
        score = score_view(end)
        won += score.solved == len(NAMES)
        solved += score.solved
        rounds += len(end.clues)
        again += len(given) - len({each.word for each in given})
        clues += given
    counts = (
        sum(4 + 2 * log10(index.weight(each.word) or 1e-9) < RARE_ZIPF for each in clues),
        sum(each.wild for each in clues),
        sum(len(each.word) == len("OX") for each in clues),
        sum(each.value <= 0 for each in clues),
        again,
    )
    return Row(
        *asked,
        matches,
        won / matches,
        solved / matches / len(NAMES),
        rounds / matches,
        *(count / len(clues) for count in counts),
    )


def rows(matches: int, jobs: int, levels: Sequence[str]) -> Iterator[Row]:
    """Yield a row for every one of *levels*, strength and language."""
    asked = [
        (language, level, strength)
        for level in levels
        for strength in STRENGTHS
        for language in LANGUAGES
    ]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(partial(played, matches=matches), asked)


def main(argv: Sequence[str]) -> int:
    """Print the table; return 1 if an aim is missed."""
    matches = int(argv[0]) if argv else MATCHES
    jobs = int(argv[1]) if argv[1:] else cpu_count() or 1
    print(
        "Matches, won, its bounds, words accepted, clues a match;"
        " clue words below zipf 3.5, *, two letters, tell nothing, said again"
    )
    shipped_won: dict[tuple[str, str], float] = {}
    failed = False
    for row in rows(matches, jobs, argv[2:] or LEVELS):
        who = row.language, row.strength
        missed = row.missed(shipped_won.setdefault(who, row.won))
        print(row, "MISSED" if missed else "ok", flush=True)
        failed |= missed
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
