"""How names of people are written, and when two of them would be taken for one."""

from typing import Final
from unicodedata import category, normalize
from unicodedata import name as unicode_name

_ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Letters, marks and signs without ink; what else has none is a control character."""


def tidy(name: str) -> str:
    """Return *name* in one line, each letter in the one form that looks like it."""
    return " ".join(normalize("NFKC", name).split())


def visible(name: str) -> str:
    """Return *name* without all that leaves no trace on a display."""
    return "".join(
        each
        for each in name
        if each.isspace() or not (each in _BLANK or category(each)[0] == "C")
    )


def likeness(name: str) -> str:
    """Return what two names have in common that differ in case and accents only."""
    bare = normalize("NFKD", normalize("NFKD", tidy(name)).casefold())
    return "".join(each for each in bare if category(each)[0] != "M")


def is_mixed(name: str) -> bool:
    """Tell whether letters of scripts that look alike stand in one word of *name*."""
    return any(len(_scripts(word) & _ALIKE) > 1 for word in name.split())


def _scripts(word: str) -> set[str]:
    return {unicode_name(each, "").partition(" ")[0] for each in word if each.isalpha()}


def is_readable(name: str) -> bool:
    """Tell whether *name* has a letter or a figure to be called by."""
    return any(category(each)[0] in "LN" for each in name)


def is_bots(name: str) -> bool:
    """Tell whether people would take *name* for a bot's."""
    return likeness(name).split()[:1] == ["bot"]
