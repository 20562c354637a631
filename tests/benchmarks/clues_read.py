"""``python -m tests.benchmarks.clues_read LANGUAGE [CLUES [SEED]]``: Haiclue's bots, read blind.

Prints some clues of matches of four bots of the middle strength, each with its four targets in
an order by chance, for a reader who does not know how they are made. With ``answers FILE``
behind it, FILE holding a line ``NUMBER LETTER`` a clue, it says instead how many were found,
and how many the bots found of the same clues; chance finds 25 in 100.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random

from companion.cli.bot_matches import Series, play
from companion.games import GAMES
from companion.games.haiclue.state import SHAPES, Poem
from tests.benchmarks.bots import NAMES

CLUES, A_MATCH = 60, 4
LETTERS = "abcd"


@dataclass(frozen=True, slots=True)
class Riddle:
    """A clue as it is read, the words it may mean, and where among them the right one is."""

    poem: Poem
    targets: tuple[str, ...]

    @property
    def answer(self) -> str:
        """The letter of the word that was meant."""
        return LETTERS[self.targets.index(self.poem.word)]

    def __str__(self) -> str:
        clue = " / ".join(" ".join(line) for line in self.poem.lines)
        choices = "   ".join(map(" ".join, zip(LETTERS, self.targets, strict=True)))
        return f"{clue}\n    {choices}"


def riddles(language: str, seed: int) -> Iterator[Riddle]:
    """Yield clues without end, a few of each match."""
    game = GAMES["haiclue"]()
    strength = game.bots.strengths[len(game.bots.strengths) // 2]
    strengths = (strength,) * len(NAMES)
    series = Series(game.name, NAMES, {"language": language}, strengths, 0)
    for number in count():
        chance = Random(f"riddles {seed} {number}")
        poems = play(game, series, chance).poems
        for poem in chance.sample(poems, A_MATCH):
            yield Riddle(poem, tuple(chance.sample(poem.targets, len(SHAPES))))


def main(argv: Sequence[str]) -> int:
    """Print clues, or how many of them were found."""
    asked, _, files = " ".join(argv).partition("answers")
    language, *numbers = asked.split()
    clues, seed = (*map(int, numbers), *(CLUES, 1)[len(numbers) :])
    shown = list(islice(riddles(language, seed), clues))
    if not files:
        for number, riddle in enumerate(shown, 1):
            print(f"{number:2} {riddle}")
        return 0
    lines = Path(files.strip()).read_text(encoding="utf-8").splitlines()
    said = dict(line.split() for line in lines if line.strip())
    found = sum(
        said.get(str(number)) == each.answer for number, each in enumerate(shown, 1)
    )
    guesses = [right for each in shown for right in _bots(each.poem)]
    print(
        f"{language}: of {clues} clues the reader found {found / clues:.0%},"
        f" the bots {sum(guesses) / len(guesses):.0%}"
    )
    return 0


def _bots(poem: Poem) -> list[bool]:
    return [shape == poem.target for _, shape in poem.guesses]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
