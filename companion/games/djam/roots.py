"""Whether a word may be of one root with one that was named before, as far as letters tell."""

import re
from itertools import takewhile
from typing import Final

from companion.games.djam import material
from companion.games.djam.scoring import fold
from companion.games.djam.state import Djam

LEAST: Final = 3
"""So many letters of a word make a part of a longer one, or consonants its bones."""
STEM: Final = 4
"""So many first letters in common are taken for a stem."""
_ONE_SOUND: Final = (("SCH", "S"), ("CK", "K"), ("PH", "F"))


def close(one: str, other: str) -> bool:
    """Return whether the words are one, or have a stem in common: Hund, Hündin."""
    shorter, longer = sorted((_sounds(one), _sounds(other)), key=len)
    if shorter == longer:
        return True
    inside = len(shorter) >= LEAST and shorter in longer
    pairs = zip(shorter, longer, strict=False)
    alike = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return inside or alike >= STEM


def may_be_kin(one: str, other: str) -> bool:
    """Return whether they may be of one root, a changed vowel included: Flug, Fliege."""
    bones = _bones(one)
    return close(one, other) or (len(bones) >= LEAST and bones == _bones(other))


def kin(state: Djam) -> str:
    """Return the word named before whose root the claimed one may have, where it matters.

    Names are free of that rule, and two people may bear the very same one. Words that were
    sealed without speed were before one another for nobody.
    """
    claim, options = state.claim, state.options
    if claim is None or not claim.word or state.calm:
        return ""
    theme, names = state.theme, material.names(options.language)
    for each in state.spoken:
        if fold(each.word) == fold(claim.word):
            free = theme in names.people
        else:
            free = theme in (*names.people, *names.things)
        if each.word and not free and may_be_kin(each.word, claim.word):
            return each.word
    return ""


def _sounds(word: str) -> str:
    letters = fold(word)
    for many, one in _ONE_SOUND:
        letters = letters.replace(many, one)
    return letters


def _bones(word: str) -> str:
    """Return the first consonants of *word*, each of a double one once."""
    consonants = re.sub(r"[AEIOUY]", " ", _sounds(word))
    return re.sub(r"(.)\1", r"\1", consonants).replace(" ", "")[:LEAST]
