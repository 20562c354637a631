"""How well a bot plays."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """What a bot is like; shares go from 0 to 1."""

    notices: float
    """Of the commonest short words that can be laid, how many it thinks of in a round."""
    common: float
    """The zipf frequency of the words of which it thinks half as readily."""
    wildcards: float
    """How much less readily it thinks of a word that needs a letter which is not there."""
    slips: float
    """Of the letters that fit a clue, how many it overlooks."""
    worth: float
    """How much of a letter a clue has to tell one player, and all together, the wildcard's price
    paid: a token is spent. Extra letters never come to as much."""
    together: float = 0.0
    """How many letters it has to tell all players, that price paid, before the bot says that it
    has one, as somebody else may have a better one, or does without the wildcard."""


SURE = 0.8
"""How likely a letter has to be before a bot moves on, while there is time."""

STRENGTHS: Mapping[str, Strength] = {
    "weak": Strength(notices=0.125, common=4.15, wildcards=0.08, slips=0.36, worth=0.2),
    "medium": Strength(
        notices=0.175, common=4.0, wildcards=0.07, slips=0.44, worth=0.5, together=0.76
    ),
    "strong": Strength(notices=0.33, common=3.86, wildcards=0.11, slips=0.22, worth=0.6),
    "keen": Strength(notices=0.8, common=3.8, wildcards=0.2, slips=0.0, worth=0.6),
}
