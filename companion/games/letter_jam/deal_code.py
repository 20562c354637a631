"""What a deal code says of a deal of this game: language, level, lengths."""

from dataclasses import dataclass
from typing import Final

from companion.engine import deal_code as signs
from companion.errors import DataError
from companion.languages import LANGUAGES, Language
from companion.words.custom import LENGTHS
from companion.words.lexicon import LEVELS, Level

PLAYERS = range(2, 7)
KIND: Final = 1
"""The number of this game's deals, and of the law by which they are drawn."""

_LANGUAGES = tuple(LANGUAGES)
_LENGTHS_VALUES = (len(LENGTHS) + 1) ** PLAYERS[-1]


@dataclass(frozen=True, slots=True)
class DealCode:
    """What a deal is made of; *lists* is the fingerprint of word lists and deck."""

    language: Language
    level: Level
    lengths: tuple[int, ...]
    lists: int
    seed: int
    own: str = ""
    """The name of the own list that the words are of; it follows the signs."""

    def __str__(self) -> str:
        facts = signs.packed(
            (_LANGUAGES.index(self.language), 4),
            (LEVELS.index(self.level), 4),
            (_pack_lengths(self.lengths), _LENGTHS_VALUES),
        )
        return str(signs.CodedDeal(KIND, facts, self.lists, self.seed, self.own))


def read_code(text: str) -> DealCode:
    """Return what the deal code *text* says; case, hyphens and spaces do not matter.

    Raises DataError if it is mistyped or of a kind this program does not know.
    """
    found = meant(signs.read_code(text))
    if found is None:
        raise DataError(
            f"Deal code {text}: another game's, or made by another version; draw a new deal."
        )
    return found


def meant(code: signs.CodedDeal) -> DealCode | None:
    """Return what *code* says; None: it is none of this game's, or none that we know."""
    language, level, number = signs.parted(code.facts, 4, 4, _LENGTHS_VALUES)
    lengths = _unpack_lengths(number)
    known = language < len(_LANGUAGES) and level < len(LEVELS)
    if code.kind != KIND or not known or not lengths:
        return None
    return DealCode(
        _LANGUAGES[language], LEVELS[level], lengths, code.lists, code.seed, code.own
    )


# -- lengths: one digit a player, 0 for a seat that nobody takes --


def _pack_lengths(lengths: tuple[int, ...]) -> int:
    number = 0
    for length in reversed(lengths):
        number = number * (len(LENGTHS) + 1) + LENGTHS.index(length) + 1
    return number


def _unpack_lengths(number: int) -> tuple[int, ...]:
    """Return the lengths, or nothing if no deal has such."""
    lengths = []
    while number:
        number, digit = divmod(number, len(LENGTHS) + 1)
        if not digit:
            return ()
        lengths.append(LENGTHS[digit - 1])
    return tuple(lengths) if len(lengths) in PLAYERS else ()
