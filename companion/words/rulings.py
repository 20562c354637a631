"""Words that a house has ruled on for all its evenings, over what a list says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from companion.errors import DataError, refuse
from companion.languages import Language, fold

RULED_LENGTHS = range(2, 11)
"""Letters of a word that a card game of ours can lay."""
MOST_RULED = 300
"""Words that are kept of one language, either way."""

RuledWords = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleWord:
    """From now on this word counts in this house, or never does, whatever the list says."""

    language: Language
    word: str
    counts: bool


@dataclass(frozen=True, slots=True)
class ForgetRuling:
    """Let the list decide again."""

    language: Language
    word: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """By language, in the order of the alphabet; no word is in both."""

    counting: Mapping[Language, RuledWords] = field(default_factory=dict)
    never: Mapping[Language, RuledWords] = field(default_factory=dict)

    def ruling(self, language: Language, word: str) -> bool | None:
        """Return whether *word* counts in this house; None: it has not said."""
        return ruling(self.counting.get(language, ()), self.never.get(language, ()), word)


def ruling(counting: RuledWords, never: RuledWords, word: str) -> bool | None:
    """Return whether *word* counts by these rulings; None: they say nothing of it."""
    if word in counting:
        return True
    return False if word in never else None


def change_rulings(before: Rulings, command: RuleWord | ForgetRuling) -> Rulings:
    """Return the rulings after *command*, or raise Rejected."""
    language, word = command.language, _word(command.word, command.language)
    counting = set(before.counting.get(language, ())) - {word}
    never = set(before.never.get(language, ())) - {word}
    if isinstance(command, RuleWord):
        (counting if command.counts else never).add(word)
    if len(counting) + len(never) > MOST_RULED:
        raise refuse("rulings-full", most=MOST_RULED)
    return Rulings(
        {**before.counting, language: tuple(sorted(counting))},
        {**before.never, language: tuple(sorted(never))},
    )


def known_rulings(ruled: object) -> dict[str, dict[str, object]]:
    """Return what of kept rulings can be read, part by part: a language may be gone."""
    ways = ruled.items() if isinstance(ruled, Mapping) else ()
    return {
        way: {code: words for code, words in each.items() if _reads({way: {code: words}})}
        for way, each in ways
        if isinstance(each, Mapping)
    }


def _reads(ruled: object) -> bool:
    try:
        msgspec.convert(ruled, Rulings)
    except msgspec.ValidationError:
        return False
    return True


def _word(text: str, language: Language) -> str:
    refusal = refuse("ruled-word", least=RULED_LENGTHS[0], most=RULED_LENGTHS[-1])
    try:
        word = fold(text.strip(), language)
    except DataError as error:
        raise refusal from error
    if len(word) not in RULED_LENGTHS:
        raise refusal
    return word


def rulings_of(ruled: Rulings, language: Language) -> dict[str, RuledWords]:
    """Return the options of a match in *language*."""
    return {
        "counting": ruled.counting.get(language, ()),
        "never": ruled.never.get(language, ()),
    }
