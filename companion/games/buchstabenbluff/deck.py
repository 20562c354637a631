"""The 106 cards of each language: how many of each letter, and what they are worth."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from companion.games.buchstabenbluff.state import JOKER, Letter
from companion.languages import Language

DECK_SIZE: Final = 106
JOKER_MINUS: Final = 5
"""What a joker left in the hand costs, where the host has chosen that it costs something."""


@cache
def cards(language: Language) -> tuple[Letter, ...]:
    """Return all cards in alphabetical order, the jokers last."""
    deck = _deck(language)
    letters = [letter * count for letter, (count, _) in deck["cards"].items()]
    return (*"".join(letters), *(JOKER,) * deck["jokers"])


def in_alphabet(letter: Letter) -> tuple[bool, Letter]:
    """Return where *letter* stands in the alphabet; the joker comes after Z."""
    return letter == JOKER, letter


@cache
def values(language: Language) -> Mapping[Letter, int]:
    """Return what a card of each letter is worth."""
    deck = _deck(language)
    worth = {letter: value for letter, (_, value) in deck["cards"].items()}
    return MappingProxyType({**worth, JOKER: deck["joker_value"]})


def worth(language: Language, letters: Iterable[Letter]) -> int:
    """Return what *letters* are worth together."""
    return sum(values(language)[letter] for letter in letters)


def minus(language: Language, hand: Iterable[Letter], *, joker_minus: bool) -> int:
    """Return what a hand costs in the end."""
    hand = tuple(hand)
    return worth(language, hand) + hand.count(JOKER) * (JOKER_MINUS if joker_minus else 0)


@cache
def _deck(language: Language) -> Any:  # noqa: ANN401 - our own file, as JSON brings it
    folder = resources.files("companion.games.buchstabenbluff")
    return json.loads(folder.joinpath(f"deck_{language}.json").read_text("utf-8"))
