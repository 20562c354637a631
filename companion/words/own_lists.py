"""Lists of a house's own words, kept for all its evenings: checked when they come in."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from companion.errors import refuse
from companion.languages import LANGUAGES, Language
from companion.words.custom import REASONS, CheckedList
from companion.words.entries import is_checkers, is_text

NAME_LENGTH: Final = 30
MOST_LISTS: Final = 12
EXAMPLES: Final = 40
"""Words named for each reason why some were left out."""


@dataclass(frozen=True, slots=True)
class KeepList:
    """Keep words of one's own, one a line; a list of that name is replaced."""

    name: str
    language: Language
    text: str


@dataclass(frozen=True, slots=True)
class ForgetList:
    """Throw a list away."""

    name: str


@dataclass(frozen=True, slots=True)
class SomeWords:
    """How many words, and the first of them."""

    count: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnList:
    """A checked list, and what came of checking it."""

    name: str
    language: Language
    words: tuple[str, ...]
    lengths: tuple[tuple[int, int], ...] = ()
    """How many words there are of each length."""
    left_out: tuple[tuple[str, SomeWords], ...] = ()
    """By reason."""
    unlisted: SomeWords = SomeWords()
    """Kept although the spelling list does not know them."""


def change_lists(
    before: Sequence[OwnList],
    command: KeepList | ForgetList,
    check: Callable[[KeepList], CheckedList],
    lengths: range,
) -> tuple[OwnList, ...]:
    """Return the lists after *command*, or raise Rejected; *check* says which words fit."""
    name = normalize("NFC", " ".join(command.name.split()))
    others = tuple(
        each
        for each in before
        if each.name != command.name and normalize("NFC", each.name) != name
    )
    if isinstance(command, ForgetList):
        return others
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise refuse("list-name", most=NAME_LENGTH)
    if len(others) >= MOST_LISTS:
        raise refuse("lists-full", most=MOST_LISTS)
    if not is_text(command.text):
        raise refuse("list-no-text")
    if is_checkers(command.text):
        raise refuse("list-stems")
    checked = check(command)
    if not checked.words:
        raise refuse("list-empty", least=lengths[0], most=lengths[-1])
    return (*others, _own_list(name, command.language, checked))


def chosen_list(lists: Sequence[OwnList], name: str, language: Language) -> OwnList:
    """Return the list *name* for a match in *language*, or refuse it."""
    own = next((each for each in lists if each.name == name), None)
    if own is None:
        raise refuse("no-such-list", name=name[:NAME_LENGTH])
    if own.language != language:
        raise refuse("list-of", name=name, language=LANGUAGES[own.language].name)
    return own


def lengths_of(words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return how many *words* there are of each length."""
    return tuple(sorted(Counter(map(len, words)).items()))


def _own_list(name: str, language: Language, checked: CheckedList) -> OwnList:
    left_out = {
        reason: [each.text for each in checked.left_out if each.reason == reason]
        for reason in REASONS
    }
    return OwnList(
        name=name,
        language=language,
        words=checked.words,
        lengths=lengths_of(checked.words),
        left_out=tuple((key, _some(words)) for key, words in left_out.items() if words),
        unlisted=_some(checked.unlisted),
    )


def _some(words: Sequence[str]) -> SomeWords:
    return SomeWords(len(words), tuple(word[:NAME_LENGTH] for word in words[:EXAMPLES]))
