"""What a deal code says of a deal of this game: language, players, who deals."""

from dataclasses import dataclass
from typing import Final

from companion.engine import deal_code as signs
from companion.errors import refuse
from companion.languages import Language
from companion.ports import Seat

KIND: Final = 3
"""The number of this game's deals, and of the law by which they are drawn."""


@dataclass(frozen=True, slots=True)
class DealCode:
    """What a deal is made of; *lists* is the fingerprint of the cards."""

    language: Language
    players: int
    dealer: Seat | None
    """Whose deal it was; None: everybody draws for it."""
    lists: int
    seed: int

    def __str__(self) -> str:
        dealer = 0 if self.dealer is None else self.dealer + 1
        facts = signs.packed(
            signs.language_fact(self.language), (self.players, 16), (dealer, 16)
        )
        return str(signs.CodedDeal(KIND, facts, self.lists, self.seed))


def asked_code(text: str) -> DealCode | None:
    """Return the deal that is asked for again, or refuse what is no code of this game."""
    code = signs.asked_code(text, KIND)
    if code is None:
        return None
    language, (players, dealer) = signs.facts_of(code, 16, 16)
    if dealer > players:
        raise refuse("code-other-game")
    whose = Seat(dealer - 1) if dealer else None
    return DealCode(language, players, whose, code.lists, code.seed)
