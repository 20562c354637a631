"""The setup card: clue tokens and stacks per number of players, and the victory scale."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import DataError


@dataclass(frozen=True, slots=True)
class SetupCard:
    """What lies in the middle at the start; *stacks* are the sizes of the nonplayer stacks.

    Each player owes *reds_each* red clue tokens. The green ones on the leaves may be taken
    when the own reds are gone, those in the centre when all reds are.
    """

    reds_each: int
    greens_on_leaves: int
    greens_in_centre: int
    stacks: tuple[int, ...]


# Certain: the same in several independent sources.
SETUP_CARDS: Mapping[int, SetupCard] = {
    2: SetupCard(reds_each=3, greens_on_leaves=2, greens_in_centre=3, stacks=(7, 8, 9, 10)),
    3: SetupCard(reds_each=2, greens_on_leaves=2, greens_in_centre=3, stacks=(7, 8, 9)),
    4: SetupCard(reds_each=1, greens_on_leaves=6, greens_in_centre=1, stacks=(7, 8)),
    5: SetupCard(reds_each=1, greens_on_leaves=5, greens_in_centre=1, stacks=(7,)),
    6: SetupCard(reds_each=1, greens_on_leaves=4, greens_in_centre=1, stacks=()),
}


def setup_card(players: int) -> SetupCard:
    """Return the setup card for *players*; raises DataError unless they are 2 to 6."""
    if players not in SETUP_CARDS:
        raise DataError(f"{players} players: Letter Jam is for 2 to 6; change the number.")
    return SETUP_CARDS[players]


RANKS = range(6)
"""0: below the first."""


# Those of 4 and 6 are the same in several sources, the others are read in one only.
VICTORY_SCALES: Mapping[int, tuple[int, int, int, int, int]] = {
    2: (8, 17, 26, 34, 43),  # the fourth may be 35
    3: (13, 25, 37, 49, 61),
    4: (16, 32, 48, 64, 80),
    5: (20, 40, 60, 80, 100),
    6: (23, 46, 69, 92, 115),
}
"""The lowest score of each of the five ranks, ascending, by number of players."""


def rank(players: int, score: int) -> int:
    """Return the rank that *score* reaches, 1 to 5, or 0 below the first."""
    return bisect_right(VICTORY_SCALES[players], score)
