"""Random choices that are the same on every machine and every Python version."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chance:
    """Choices from *source*, a function that returns floats in [0, 1)."""

    # Of the random module only random() is promised to give the same numbers in every
    # Python version; randrange, shuffle and choice have changed before.
    source: Callable[[], float]

    @classmethod
    def seeded(cls, seed: int) -> Self:
        """Return the choices that belong to the number *seed*, always the same."""
        return cls(random.Random(seed).random)  # noqa: S311 - must be repeatable, guards no secret

    @classmethod
    def system(cls) -> Self:
        """Return choices that nobody can repeat, from the operating system."""
        return cls(random.SystemRandom().random)

    def below(self, n: int) -> int:
        """Return a whole number from 0 to *n* - 1, each equally likely; *n* below 2**50."""
        return int(self.source() * n)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of *items*, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return *items* in a random order, each order equally likely."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)

    def seed(self) -> int:
        """Return a number of 64 bits to seed another chance with."""
        return self.below(1 << 32) << 32 | self.below(1 << 32)
