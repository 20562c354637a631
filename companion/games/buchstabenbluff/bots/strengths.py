"""How well a bot plays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.words.vocabulary import weight


@dataclass(frozen=True, slots=True)
class Strength:
    """What a bot is like."""

    knows: float
    """The zipf frequency of the rarest words it knows."""
    draws: int
    """It draws up to so many cards."""
    bluffs: float
    """How often it looks for a bluff though it has an honest word: who does so oftener makes
    always doubting pay."""
    misjudges: float
    """How far off it is about how likely a bluff is, on either side: a standard deviation."""
    trusts: float
    """How much likelier a bluff has to look before it doubts than a doubt would pay: what a
    child is told it believes, unless it is too good to be true; most people are between."""

    @property
    def least_weight(self) -> float:
        """The weight of the rarest words it knows."""
        return weight(self.knows)


STRENGTHS: Final[Mapping[str, Strength]] = {
    "weak": Strength(knows=4.2, draws=7, bluffs=0.45, misjudges=0.25, trusts=0.3),
    "medium": Strength(knows=3.6, draws=8, bluffs=0.35, misjudges=0.25, trusts=0.2),
    "strong": Strength(knows=0.0, draws=10, bluffs=0.25, misjudges=0.15, trusts=0.1),
}
