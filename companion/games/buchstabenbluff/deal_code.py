"""What a deal code says of a deal of this game: language, players, who deals."""

from dataclasses import dataclass
from typing import Final

from companion.engine import deal_code as signs
from companion.errors import refuse
from companion.languages import LANGUAGES, Language
from companion.ports import Seat

KIND: Final = 3
"""The number of this game's deals, and of the law by which they are drawn."""

_LANGUAGES = tuple(LANGUAGES)


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
            (_LANGUAGES.index(self.language), 4), (self.players, 16), (dealer, 16)
        )
        return str(signs.CodedDeal(KIND, facts, self.lists, self.seed))


def asked_code(text: str) -> DealCode | None:
    """Return the deal that is asked for again, or refuse what is no code of this game."""
    code = signs.asked_code(text, KIND)
    if code is None:
        return None
    language, players, dealer = signs.parted(code.facts, 4, 16, 16)
    if language >= len(_LANGUAGES) or dealer > players:
        raise refuse("code-other-game")
    whose = Seat(dealer - 1) if dealer else None
    return DealCode(_LANGUAGES[language], players, whose, code.lists, code.seed)
