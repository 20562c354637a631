"""What a deal code says of a deal of this game: language, players, whether it is varied."""

from dataclasses import dataclass
from typing import Final

from companion.engine import deal_code as signs
from companion.languages import Language

KIND: Final = 2
"""The number of this game's deals, and of the law by which they are drawn."""


@dataclass(frozen=True, slots=True)
class DealCode:
    """What a deal is made of; *lists* is the fingerprint of the words."""

    language: Language
    players: int
    guard: bool
    lists: int
    seed: int
    own: str = ""
    """The name of the pack that the words are of; it follows the signs."""

    def __str__(self) -> str:
        facts = signs.packed(
            signs.language_fact(self.language), (self.players, 16), (self.guard, 2)
        )
        return str(signs.CodedDeal(KIND, facts, self.lists, self.seed, self.own))


def asked_code(text: str) -> DealCode | None:
    """Return the deal that is asked for again, or refuse what is no code of this game."""
    code = signs.asked_code(text, KIND)
    if code is None:
        return None
    language, (players, guard) = signs.facts_of(code, 16, 2)
    return DealCode(language, players, bool(guard), code.lists, code.seed, code.own)
