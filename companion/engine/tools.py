"""What commands without a table ask of a game: small records, each of them optional."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

NAMES: Final = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"),
    *("Gerda", "Hugo", "Ida", "Jan", "Kim", "Lou"),
)
"""What made-up players are called."""


@dataclass(frozen=True, slots=True)
class DealWish:
    """What words to draw; *words*: own ones in place of those that ship.

    *seed*: a deal code or any text, which always gives the same deal; None: chance.
    """

    lengths: tuple[int, ...]
    language: str
    level: str
    words: tuple[str, ...] | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class CardDeal:
    """A deck as it lies at the start, each card a capital letter.

    *lengths*, *words* and *scrambles* go by seat. A stack lists the card in its stand
    first, the deck its top card. *code* brings the same deal back.
    """

    code: str
    language: str
    level: str
    lengths: tuple[int, ...]
    words: tuple[str, ...]
    scrambles: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """Secret words for printed cards, drawn outside of any match."""

    lengths: range
    """How many letters a word can have."""
    read_code: Callable[[str], DealWish | None]
    """Return what a deal code asks for; None: it is no code. DataError: it is mistyped."""
    deal: Callable[[DealWish], CardDeal]
    """Return a deal, or raise DataError where there is none."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Many matches that bots play among themselves."""

    outcome: Callable[[Any], NamedTuple]
    """Return what came of a match, from its last state: numbers, each with its name."""
    lengths: range | None = None
    """How many letters a secret word can have, where the host chooses that."""


@dataclass(frozen=True, slots=True)
class Script:
    """How commands may be written by hand."""

    seats: tuple[str, ...] = ("seat",)
    """Fields that name a player: by name, or by number from one."""
    words: tuple[str, ...] = ()
    """Fields of the setup in which a word may stand for the list of its letters."""
    word_lists: tuple[str, ...] = ()
    """Fields of the setup that list such words."""
