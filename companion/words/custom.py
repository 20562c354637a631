"""Words from somebody's own list: checked, with a reason for each left out."""

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Literal, get_args

from companion.errors import DataError
from companion.languages import Language, fold
from companion.words.deck import Deck
from companion.words.entries import numbered_entries
from companion.words.lexicon import Lexicon, SecretWord

LENGTHS = range(3, 8)
"""Of the letters of a secret word: cards are counted, German words after folding."""

Reason = Literal["no-word", "twice", "length", "long", "cards", "every-order"]
REASONS: tuple[Reason, ...] = get_args(Reason)


@dataclass(frozen=True, slots=True)
class UnusableWord:
    """A line that gives no word; *why* is one short sentence, where a terminal says it."""

    line: int
    text: str
    reason: Reason
    why: str = ""


@dataclass(frozen=True, slots=True)
class CheckedList:
    """What a list of words is good for."""

    words: tuple[str, ...]
    left_out: tuple[UnusableWord, ...]
    unlisted: tuple[str, ...]
    """Words kept although the spelling list does not know them: look whether one is wrong."""


def check_list(text: str, lexicon: Lexicon, deck: Deck) -> CheckedList:
    """Return the words of *text*, a list as people have them, that can be dealt in secret."""

    def unfit(key: str) -> tuple[Reason, str] | None:
        missing = sorted({c for c in key if key.count(c) > deck.counts.get(c, 0)})
        if missing:
            return "cards", f"the deck has too few cards of {', '.join(missing)}"
        orders = map("".join, permutations(key))
        if all(order in lexicon.spelling for order in orders if order != key):
            return "every-order", "it reads as a word in every order"
        return None

    listed = lexicon.spelling.__contains__
    return check_words(text, lexicon.language, LENGTHS, listed, unfit)


def check_words(
    text: str,
    language: Language,
    lengths: range,
    listed: Callable[[str], bool],
    unfit: Callable[[str], tuple[Reason, str] | None] = lambda _: None,
) -> CheckedList:
    """Return the words of *text* that have one of *lengths*; *listed* says which are known.

    *unfit* says of one that has, why it is left out nevertheless.
    """

    def reason(key: str) -> tuple[Reason, str] | None:
        if key in kept:
            return "twice", "it is in the list already"
        if len(key) not in lengths:
            fit = f"{lengths[0]} to {lengths[-1]} fit a row"
            return "length", f"{key} has {len(key)} letters; {fit}"
        return unfit(key)

    kept: dict[str, None] = {}
    left_out = []
    for number, word in numbered_entries(text):
        try:
            key = fold(word, language)
        except DataError:
            why = "write one word of letters a line"
            left_out.append(UnusableWord(number, word, "no-word", why))
            continue
        found = reason(key)
        if found is not None:
            left_out.append(UnusableWord(number, word, *found))
        else:
            kept[key] = None
    words = tuple(sorted(kept))
    unlisted = tuple(word for word in words if not listed(word))
    return CheckedList(words, tuple(left_out), unlisted)


def with_words(lexicon: Lexicon, words: Collection[str]) -> Lexicon:
    """Return *lexicon* with *words* as its only secret words, at every level."""
    secret = {word: SecretWord("easy", 0.0) for word in sorted(words)}
    text = f"{lexicon.version} {' '.join(secret)}"
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    return replace(lexicon, secret=secret, children=tuple(secret), version=version)
