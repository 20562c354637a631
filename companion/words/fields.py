"""Words by the field they belong to, as games of association are played with them."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import DataError


@dataclass(frozen=True, slots=True)
class Word:
    """A word, the field it belongs to, and whether it names a thing; fields lie in worlds."""

    text: str
    field: str
    noun: bool
    world: str = ""


def parse_fields(text: str) -> tuple[Word, ...]:
    """Return the words of *text*, or raise DataError with the line that is none.

    A line is ``field: nouns | verbs and adjectives``; ``[world]`` stands above its fields,
    ``#`` before what is no word.
    """
    return tuple(_words(text))


def _words(text: str) -> Iterator[Word]:
    world = ""
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if told.startswith("[") and told.endswith("]"):
            world = told[1:-1]
        elif told:
            field, colon, rest = told.partition(":")
            nouns, bar, others = rest.partition("|")
            if not (colon and bar):
                raise DataError(f"Line {number}: write “field: nouns | other words”.")
            yield from (Word(each, field, noun=True, world=world) for each in nouns.split())
            yield from (
                Word(each, field, noun=False, world=world) for each in others.split()
            )
