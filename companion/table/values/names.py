"""How names of people are written, and when two of them would be taken for one."""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from companion.errors import refuse
from companion.languages import LANGUAGES
from companion.limits import NAME_LENGTH
from companion.table.values.letter_looks import look_alike

_ALIKE: Final = frozenset(
    {
        *("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"),
        *("CANADIAN", "TIFINAGH", "DESERET", "OSAGE", "GEORGIAN", "VAI", "BAMUM"),
    }
)
_NUMBER: Final = re.compile(r"([\W_]+(nr|no))?[\W\d_]*$", re.IGNORECASE)
_ARTICLE: Final = re.compile(
    r"^(the|an?|your|my|der|die|das|deine?|meine?) ", re.IGNORECASE
)
_EDGES: Final = "()[]{}<>\"'’.,:;·-–—_ "
"""What sets a name off from what stands around it, and makes no other name of it."""
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Letters, marks and signs without ink; what else has none is a control character."""
OWN_WORDS: Final = frozenset(
    word for each in LANGUAGES.values() for word in each.own_words.split()
)
"""What the program says of itself where names stand, in any language."""


def free_name(name: str, taken: Iterable[str], *, bot: bool = False) -> str:
    """Return *name* as it is written; Rejected where it would be taken for another."""
    name = tidy(name)
    if len(name) > NAME_LENGTH or visible(name) != name or not is_readable(name):
        raise refuse("bad-name")
    if is_mixed(name):
        raise refuse("mixed-name")
    for each in taken:
        if likeness(each) == likeness(name):
            raise refuse("name-taken", name=each)
        if look_alike(_bare(each), _bare(name)):
            raise refuse("name-looks-taken", name=each)
    if not bot and is_bots(name):
        raise refuse("bots-name")
    if not bot and is_ours(name):
        raise refuse("own-name", name=name)
    return name


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


def _bare(name: str) -> str:
    return tidy(name).strip(_EDGES) or name


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
    first = re.split(r"[\W_\d]", tidy(name).lstrip(), maxsplit=1)[0]
    return any(look_alike(each, "bot") for each in (first, *tidy(name).split()[:1]))


def is_ours(name: str) -> bool:
    """Tell whether the program itself says *name*, with a number or without, of its own."""
    bare = _bare(name)
    bare = _NUMBER.sub("", bare) or bare
    bare = _ARTICLE.sub("", bare) or bare
    return any(look_alike(bare, word) for word in OWN_WORDS)
