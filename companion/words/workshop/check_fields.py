"""Checks a list of words by fields before it is dealt; needs no other package.

Run it by ``python -m`` with FILE and LANGUAGE after a word has changed: it prints what is wrong
and returns 1, then which words may be of one family, for somebody to read.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

from companion.languages import LANGUAGES, Language, fold
from companion.words.fields import Word, parse_fields
from companion.words.lexicon import load_lexicon
from companion.words.workshop.apply_strikes import load_no_clues

LONGEST = 10
"""Letters that a display shows large."""
SIZES = range(10, 61)
"""How many words a field may have: fewer give nothing to find, more crowd a hand."""
FAMILY = 4
"""Letters of a word from which on it may be the stem of another one."""


def faults(words: Sequence[Word], language: Language) -> Iterator[str]:
    """Yield what is wrong with *words*, a sentence each."""
    lexicon, strikes = load_lexicon(language), load_no_clues(language)
    for text, times in Counter(word.text.casefold() for word in words).items():
        if times > 1:
            yield f"{text}: it stands here {times} times."
    for word in words:
        if not word.text.isalpha() or len(word.text) > LONGEST:
            yield f"{word.text}: write one word of at most {LONGEST} letters."
        elif not lexicon.is_word(word.text):
            yield f"{word.text}: the spelling list does not know it."
        elif strikes.strike(fold(word.text, language)):
            yield f"{word.text}: it is struck."
        if language == "de" and word.text[0].isupper() != word.noun:
            yield f"{word.text}: only nouns begin with a capital, and all of them do."
    for field, size in Counter(word.field for word in words).items():
        if size not in SIZES:
            yield f"{field}: {size} words; {SIZES.start} to {SIZES.stop - 1} make a field."


def relatives(words: Sequence[Word], language: Language) -> Iterator[tuple[str, str]]:
    """Yield pairs of which one word begins or ends with the other."""
    keys = {fold(word.text, language): word.text for word in words}
    for one, other in permutations(keys, 2):
        if len(one) >= FAMILY and (other.startswith(one) or other.endswith(one)):
            yield keys[one], keys[other]


def main() -> int:
    """Check the file that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("language", choices=tuple(LANGUAGES))
    args = parser.parse_args()
    words = parse_fields(args.file.read_text("utf-8"))
    found = list(faults(words, args.language))
    nouns = sum(word.noun for word in words) / len(words)
    fields = len({word.field for word in words})
    answer = (
        f"{len(words)} words in {fields} fields, {nouns:.0%} nouns",
        *(found or ["Nothing is wrong."]),
        "One family? "
        + ", ".join("-".join(pair) for pair in relatives(words, args.language)),
    )
    print("\n".join(answer))  # noqa: T201 - a command's answer
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
