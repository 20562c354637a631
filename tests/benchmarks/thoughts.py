"""``python -m tests.benchmarks.thoughts``: CPU time of the look back and of a bot's thoughts.

Matches of six bots with words of five letters for each language, in milliseconds of
this machine's processor, so that other work on it hardly counts. The ratio is to a bot that
ranks every legal clue of the same hand before it speaks: its longest thought by ours. Phones
tell likely letters in these matches: what a view costs with them is printed too.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from companion.engine.codec import Codec
from companion.games.letter_jam.bots.act import act
from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.commands import LayClue, TellFigures
from companion.games.letter_jam.game import LetterJamGame, shipped
from companion.games.letter_jam.state import LetterJam
from companion.games.letter_jam.view import SeatView
from companion.languages import LANGUAGES, Language
from companion.words.clue_ranking import rank

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
LOOK_BACK_MS, THOUGHT_MS = 1_000, 100
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds; *thoughts* are those that led to a command."""

    look_back: float
    clues: int
    thoughts: Sequence[float]
    rankings: Sequence[float]
    """Of every legal clue, at each thought that looked for one."""
    views: Sequence[float]
    """With likely letters, of a seat whose card was in a clue."""

    @property
    def met(self) -> bool:
        return self.look_back <= LOOK_BACK_MS and max(self.thoughts) <= THOUGHT_MS

    def __str__(self) -> str:
        return (
            f"look back of {self.clues} clues {self.look_back:7.1f} ms, a thought "
            f"{median(self.thoughts):5.2f} ms, the longest {max(self.thoughts):5.1f} ms;"
            f" all ranked {max(self.rankings):6.1f} ms,"
            f" {max(self.rankings) / max(self.thoughts):5.1f} times as long"
            f" a view with likely letters {median(self.views):5.2f} ms,"
            f" the longest {max(self.views):5.2f} ms"
            f" {'ok' if self.met else 'MISSED'}"
        )


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what *work* gives, and the milliseconds that the processor took."""
    start = process_time()
    found = work()
    return found, (process_time() - start) * 1e3


def spent(language: Language, strength: str, seed: int) -> Spent:
    """Play a match, look back at all of it, and say what both took."""
    thoughts: list[float] = []
    rankings: list[float] = []
    views: list[float] = []
    game = shipped()
    end = _play(game, language, (strength, seed), thoughts, rankings, views)
    took, state = 0.0, end
    while game.deadline(state) is not None:
        command = game.time_up(state, frozenset())
        assert command is not None
        events, ms = timed(lambda s=state, c=command: game.decide(s, c, Random(1)))  # type: ignore[misc]
        took += ms
        for event in events:
            state = game.evolve(state, event)
    return Spent(took, len(end.clues), thoughts, rankings, views)


def _play(
    game: LetterJamGame,
    language: Language,
    bots: tuple[str, int],
    thoughts: list[float],
    rankings: list[float],
    views: list[float],
) -> LetterJam:
    strength, seed = bots
    random = Random(seed)
    wish = game.start(NAMES, {"language": language, "help": True}, ())
    state, command = game.initial, Codec(game.setup_commands).load(wish)
    while True:
        for event in game.decide(state, command, random):
            state = game.evolve(state, event)
        if game.finished(state):
            return state
        for seat in game.seats(state):
            view, ms = timed(lambda s=state, who=seat: game.seat_view(s, who))  # type: ignore[misc]
            if view.likely:
                views.append(ms)
            found, ms = timed(
                lambda v=view: act(v, game.offers(v), strength, seed)  # type: ignore[misc]
            )
            if found is not None:
                thoughts.append(ms)
                if isinstance(found, TellFigures | LayClue):
                    rankings.append(_all_ranked(view, strength, seed))
                command = found
                break


def _all_ranked(view: SeatView, strength: str, seed: int) -> float:
    """Return the milliseconds that ranking every legal clue takes the seat of *view*."""
    bot = Bot(view, STRENGTHS[strength], seed)
    _, ms = timed(lambda: rank(bot.index, bot.cards, most=1))
    return ms


def main() -> int:
    """Print a row for each language and strength; return 1 if an aim is missed."""
    missed = False
    for language in LANGUAGES:
        _play(shipped(), language, ("weak", 1), [], [], [])  # loads the lists
        for strength in STRENGTHS:
            found = spent(language, strength, 2)
            print(f"{language} {strength:6} {found}", flush=True)
            missed |= not found.met
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
