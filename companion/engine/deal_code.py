"""Deal codes of every game: all that a deal depends on, in 24 signs that can be read aloud."""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from companion.errors import DataError, refuse
from companion.languages import LANGUAGES, Language
from companion.limits import NAME_LENGTH

KINDS: Final = range(1, 64)
"""Each way of dealing has a number of its own: another game, or another law, another number."""
FACTS: Final = 16 * 6**6
"""How many settings of one kind a code tells apart."""
_LANGUAGE_VALUES: Final = 4
_LANGUAGES: Final = tuple(LANGUAGES)
_DAY: Final = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
"""A day as a browser's field sends it; which months are shorter, it knows itself."""

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


@dataclass(frozen=True, slots=True)
class CodedDeal:
    """What a deal is made of; *lists* is the fingerprint of what is dealt from."""

    kind: int
    facts: int
    """The settings, packed into one number below ``FACTS``."""
    lists: int
    seed: int
    own: str = ""
    """The name of the house's own list that is dealt from; it follows the signs."""

    def __str__(self) -> str:
        number = self.kind * FACTS + self.facts
        number = number << _LISTS_BITS | self.lists
        number = number << _SEED_BITS | self.seed
        spelt = _spell(number << _CHECK_BITS | number % _CHECK)
        return f"{spelt} {self.own}" if self.own else spelt


def looks_like_code(text: str) -> bool:
    """Tell whether *text* is meant as a deal code, mistyped or not."""
    return bool(re.fullmatch(r"\s*(\w{24}|\w{3,5}(-\w{3,5}){5})(\s.*)?", text))


def read_code(text: str) -> CodedDeal:
    """Return what the deal code *text* says; case, hyphens and spaces do not matter.

    Raises DataError if it is mistyped.
    """
    found = re.fullmatch(rf"\s*((?:\w[-\s]*){{{_SIZE}}})(?<=[-\s])(\S.*)", text)
    signs, own = (found[1], " ".join(found[2].split())) if found else (text, "")
    number, check = divmod(_number(signs), 1 << _CHECK_BITS)
    if number % _CHECK != check:
        raise DataError(f"Deal code {text}: at least one sign is wrong; compare it again.")
    number, seed = divmod(number, 1 << _SEED_BITS)
    number, lists = divmod(number, 1 << _LISTS_BITS)
    kind, facts = divmod(number, FACTS)
    return CodedDeal(kind, facts, lists, seed, own)


def asked_code(text: str, kind: int) -> CodedDeal | None:
    """Return the deal that is asked for again, or refuse a code that is none of this kind."""
    if not text.strip():
        return None
    try:
        found = read_code(text)
    except DataError as error:
        raise refuse("code-mistyped") from error
    if found.kind != kind:
        raise refuse("code-other-game")
    return found


# -- what a code and the deal of a day are made of --


def packed(*parts: tuple[int, int]) -> int:
    """Return one number of the values of *parts*, each with how many values there are."""
    number = 0
    for value, values in parts:
        number = number * values + value
    return number


def parted(number: int, *values: int) -> tuple[int, ...]:
    """Return what was packed into *number*, of so many *values* each."""
    found = []
    for each in reversed(values):
        number, value = divmod(number, each)
        found.append(value)
    return tuple(reversed(found))


def fingerprint(text: str) -> int:
    """Return 20 bits that change with *text*."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 12


def seed_from_text(text: str) -> int:
    """Return a seed of 64 bits for any *text*, the same on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def seed_of_day(date: str, *settings: object) -> int:
    """Return the seed that every table has on *date* with these *settings*, or refuse it."""
    if not re.fullmatch(_DAY, date):
        raise refuse("date", date=date[:NAME_LENGTH])
    return seed_from_text(" ".join(map(str, (date, *settings))))


def language_fact(language: Language) -> tuple[int, int]:
    """Return a deal's language as ``packed`` takes it."""
    return _LANGUAGES.index(language), _LANGUAGE_VALUES


def facts_of(code: CodedDeal, *sizes: int) -> tuple[Language, list[int]]:
    """Return language and settings that ``packed`` made of ``language_fact`` and *sizes*."""
    language, *others = parted(code.facts, _LANGUAGE_VALUES, *sizes)
    if language >= len(_LANGUAGES):
        raise refuse("code-other-game")
    return _LANGUAGES[language], others


# -- signs --


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
