"""Points, counted from the clues that were scored; nobody keeps them anywhere else."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from companion.engine.people import leaders
from companion.games.haiclue.state import Haiclue, Phase, Poem
from companion.ports import Seat

TeamResult = Literal["perfect", "won", "lost"]
TEAM_WINS = 6
TEAM_PERFECT = 8


@dataclass(frozen=True, slots=True)
class Score:
    """Points by seat; two players score *together* instead."""

    points: tuple[int, ...]
    together: int
    winners: tuple[Seat, ...]
    """Who leads, or has won: several at a tie, but nobody leads without a point."""


def earned(poem: Poem) -> int:
    """Return what a scored clue brings its author, or two who play together."""
    return len(poem.right)


def score(state: Haiclue) -> Score:
    """Return how the points stand: one for a right guess, and one for its author."""
    if state.cooperative:
        together = sum(earned(poem) for poem in state.poems)
        return Score((0,) * len(state.players), together, ())
    points = [0] * len(state.players)
    for poem in state.poems:
        for seat in poem.right:
            points[seat] += 1
        points[poem.author] += earned(poem)
    counts = any(points) or state.phase is Phase.END
    return Score(tuple(points), 0, leaders(points) if counts else ())


def best_poems(state: Haiclue) -> tuple[int, ...]:
    """Return the poems of the evening, from 0: those with the most votes, if there are any."""
    votes = Counter(each.vote for each in state.players if each.vote is not None)
    most = max(votes.values(), default=0)
    return tuple(sorted(number for number, count in votes.items() if count == most))


def team_result(together: int) -> TeamResult:
    """Return what the two have reached: ``perfect``, ``won`` or ``lost``."""
    if together >= TEAM_PERFECT:
        return "perfect"
    return "won" if together >= TEAM_WINS else "lost"
