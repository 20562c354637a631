"""The letter cards in the box: how many of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from types import MappingProxyType
from typing import Literal

from companion.errors import DataError
from companion.languages import LANGUAGES, Language

DECK_SIZE = 64

Mark = Literal["certain", "estimated", "entered"]
"""How well counts are known: read in several sources, derived by us, typed by a user."""


@dataclass(frozen=True, slots=True)
class Deck:
    """64 letter cards; *counts* maps each capital letter to its number of cards.

    Raises DataError for letters outside A to Z, counts below one, or another sum.
    """

    counts: Mapping[str, int]
    mark: Mark = "entered"

    def __post_init__(self) -> None:
        for letter, count in self.counts.items():
            if len(letter) != 1 or letter not in ascii_uppercase:
                raise DataError(f"Deck: {letter!r} is no letter card; use A to Z.")
            if count < 1:
                raise DataError(
                    f"Deck: {letter} has {count} cards; leave out what is absent."
                )
        total = sum(self.counts.values())
        if total != DECK_SIZE:
            raise DataError(
                f"Deck: the counts make {total} cards, but the box holds {DECK_SIZE}; "
                "count the cards again."
            )
        object.__setattr__(
            self, "counts", MappingProxyType(dict(sorted(self.counts.items())))
        )

    def __hash__(self) -> int:
        return hash((tuple(self.counts.items()), self.mark))

    def cards(self) -> tuple[str, ...]:
        """Return the 64 letters in alphabetical order."""
        return tuple("".join(letter * count for letter, count in self.counts.items()))

    def holds(self, word: str) -> bool:
        """Tell whether *word*, in capitals, can be laid from the whole deck."""
        return all(word.count(letter) <= self.counts.get(letter, 0) for letter in set(word))


DECKS: Mapping[Language, Deck] = {
    language: Deck(
        {item[0]: int(item[1:]) for item in traits.deck.split()},
        "estimated" if traits.estimated else "certain",
    )
    for language, traits in LANGUAGES.items()
}
