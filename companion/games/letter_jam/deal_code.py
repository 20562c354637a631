"""Deal codes: everything a deal depends on, in 24 signs that can be read aloud."""

import re
from dataclasses import dataclass

from companion.errors import DataError
from companion.languages import LANGUAGES, Language
from companion.words.lexicon import LEVELS, Level

LENGTHS = range(3, 8)
PLAYERS = range(2, 7)

# Crockford's base 32: no I, L, O (read as 1, 1, 0) and no U.
_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_SIZE, _GROUP = 24, 4
_CHECK_BITS = 10
# A prime just below 2**10: the remainder betrays every single wrong sign and every
# two signs swapped, and all but one in a thousand other mistakes.
_CHECK = 1021
_LISTS_BITS = 20
_SEED_BITS = 64
_FORMAT = 1
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
        number = _FORMAT
        for value, values in (
            (_LANGUAGES.index(self.language), 4),
            (LEVELS.index(self.level), 4),
            (_pack_lengths(self.lengths), _LENGTHS_VALUES),
            (self.lists, 1 << _LISTS_BITS),
            (self.seed, 1 << _SEED_BITS),
        ):
            number = number * values + value
        spelt = _spell(number << _CHECK_BITS | number % _CHECK)
        return f"{spelt} {self.own}" if self.own else spelt


def looks_like_code(text: str) -> bool:
    """Tell whether *text* is meant as a deal code, mistyped or not."""
    return bool(re.fullmatch(r"\s*(\w{24}|\w{3,5}(-\w{3,5}){5})(\s.*)?", text))


def read_code(text: str) -> DealCode:
    """Return what the deal code *text* says; case, hyphens and spaces do not matter.

    Raises DataError if it is mistyped or of a kind this program does not know.
    """
    signs, own = _parted(text)
    number, check = divmod(_number(signs), 1 << _CHECK_BITS)
    if number % _CHECK != check:
        raise DataError(f"Deal code {text}: at least one sign is wrong; compare it again.")
    number, seed = divmod(number, 1 << _SEED_BITS)
    number, lists = divmod(number, 1 << _LISTS_BITS)
    number, lengths = divmod(number, _LENGTHS_VALUES)
    number, level = divmod(number, 4)
    version, language = divmod(number, 4)
    found = _unpack_lengths(lengths)
    if (
        version != _FORMAT
        or language >= len(_LANGUAGES)
        or level >= len(LEVELS)
        or not found
    ):
        raise DataError(f"Deal code {text}: made by another version; draw a new deal.")
    return DealCode(_LANGUAGES[language], LEVELS[level], found, lists, seed, own)


def _parted(text: str) -> tuple[str, str]:
    """Return the signs, and what follows them."""
    found = re.fullmatch(rf"\s*((?:\w[-\s]*){{{_SIZE}}})(?<=[-\s])(\S.*)", text)
    return (found[1], " ".join(found[2].split())) if found else (text, "")


def _number(text: str) -> int:
    signs = re.sub(r"[-\s]", "", text).upper().translate(_READ_AS)
    wrong = next((sign for sign in signs if sign not in _SIGNS), None)
    if wrong:
        raise DataError(
            f"Deal code {text}: {wrong} is no sign of a code; compare it again."
        )
    if len(signs) != _SIZE:
        raise DataError(
            f"Deal code {text}: it has {len(signs)} signs, but a code has {_SIZE}."
        )
    number = 0
    for sign in signs:
        number = number * len(_SIGNS) + _SIGNS.index(sign)
    return number


def _spell(number: int) -> str:
    signs = []
    for _ in range(_SIZE):
        number, sign = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[sign])
    text = "".join(reversed(signs))
    return "-".join(text[at : at + _GROUP] for at in range(0, _SIZE, _GROUP))


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
