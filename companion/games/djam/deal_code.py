"""Rolls that come again, by code or at every table on a day: of our own dice and cards alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.engine import deal_code as signs
from companion.engine.game import House, Kept
from companion.errors import refuse
from companion.games.djam import material
from companion.languages import Language

KIND: Final = 4
"""The number of this game's deals, and of the law by which they are drawn."""


@dataclass(frozen=True, slots=True)
class DealCode:
    """What all rolls of a match depend on; *lists* is the fingerprint of dice and cards."""

    language: Language
    card: str
    fresh: bool
    """Whether no theme comes twice in a row."""
    lists: int
    seed: int

    def __str__(self) -> str:
        facts = signs.packed(
            signs.language_fact(self.language),
            (material.CARDS.index(self.card), len(material.CARDS)),
            (self.fresh, 2),
        )
        return str(signs.CodedDeal(KIND, facts, self.lists, self.seed))


def asked_code(text: str) -> DealCode | None:
    """Return the rolls that are asked for again, or refuse what is no code of this game."""
    code = signs.asked_code(text, KIND)
    if code is None:
        return None
    language, (card, fresh) = signs.facts_of(code, len(material.CARDS), 2)
    found = DealCode(language, material.CARDS[card], bool(fresh), code.lists, code.seed)
    if found.lists != known_material(found.language):
        raise refuse("code-other-dice")
    return found


def known_material(language: Language) -> int:
    """Return the fingerprint of our dice and theme cards."""
    cards = [material.themes(language, card) for card in material.CARDS]
    return signs.fingerprint(f"{material.dice(language)} {cards}")


def with_deal(_: Kept, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *options* as they were when the rolls of their code fell, if they have one."""
    code = asked_code(str(options.get("code", "")))
    if code is None:
        return options
    of_the_house = dict.fromkeys(("guard", "hat", "real_dice"), False)
    found = {"language": code.language, "card": code.card, "fresh": code.fresh}
    return {**options, **of_the_house, **found, "code": str(code), "date": ""}


HOUSE = House(options=with_deal)
"""A house keeps nothing of this game."""
