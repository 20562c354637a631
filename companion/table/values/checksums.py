"""Hashes that make a damaged row visible; they never leave the file."""

import hashlib
from typing import Final

Value = str | int | None


# A worn disk gives back other bytes than it took, without an error, and SQLite sees that only
# where its own structure breaks. So each row carries a seal; and the rows of a match are links of
# a chain, for one that is missing, or stands in another's place, has a whole seal.


def seal(*values: Value) -> str:
    """Return the seal of a row with these *values*, kinds included."""
    return hashlib.sha256("\x1f".join(map(repr, values)).encode()).hexdigest()


def link(chain: str, match: str, position: int, *values: Value) -> str:
    """Return the next link of the chain of a match's log."""
    text = "\x1f".join((chain, match, str(position), *map(str, values)))
    return hashlib.sha256(text.encode()).hexdigest()


START_DIGITS: Final = 4
"""Digits of a tag that say in which run of the program its row was written."""

MOST_LOST: Final = 1000
"""How far behind the end of a log a phone's row is looked for."""


def tag_of(match: str, start: str, position: int) -> str:
    """Return the name of a row for phones to remember: 16 hexadecimal digits, which tell nothing.

    Nobody can make one up, as a match's random id never leaves the program; *start* differs at each
    start, so what was lost shares no name with what stands in its place.
    """
    return start + seal("tag", match, start, position)[: 16 - START_DIGITS]


def match_tag(match: str) -> str:
    """Return what tells one match from another on a phone; its id stays in the program."""
    return seal("match", match)[:16]


def lost_rows(tag: str, match: str, rows: int) -> int:
    """Return how many rows of *match* are gone at least, where a phone remembers *tag*.

    *rows* are there, none with that tag; 0 where it is no tag of this match.
    """
    start = tag[:START_DIGITS]
    places = range(rows + MOST_LOST)
    place = next((each for each in places if tag_of(match, start, each) == tag), None)
    return 0 if place is None else max(1, place + 1 - rows)
