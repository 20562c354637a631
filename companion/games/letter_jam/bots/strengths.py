"""How well a bot plays."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """What a bot is like; all figures are shares from 0 to 1."""

    notices: float
    """Of the legal clues, how many it thinks of; rare and long words less often."""
    slips: float
    """Of the letters that fit a clue, how many it overlooks."""
    sure: float
    """How likely a letter has to be before it moves on, while there is time."""


STRENGTHS: Mapping[str, Strength] = {
    "weak": Strength(notices=0.04, slips=0.3, sure=0.5),
    "medium": Strength(notices=0.2, slips=0.1, sure=0.7),
    "strong": Strength(notices=1.0, slips=0.0, sure=0.8),
}
