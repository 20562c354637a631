"""Offers: what a seat could do now, typed so that it can be drawn, pressed or generated."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from random import Random
from typing import assert_never

from companion.errors import DataError, refuse
from companion.languages import Language, fold

Value = str | int | bool | None | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of *options*."""

    name: str
    options: tuple[str | int | None, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """From *least* to *most* of *options*, in order; each *once* at most, or repeated."""

    name: str
    options: tuple[str, ...]
    least: int
    most: int
    once: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Every one of *cards* once, in any order; each of *covers* at most once.

    A cover stands alone (``"*"``) or upon a card (``"3*"``).
    """

    name: str
    cards: tuple[str, ...]
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """From *least* to *most* characters out of *alphabet*."""

    name: str
    least: int
    most: int
    alphabet: str


@dataclass(frozen=True, slots=True)
class DictionaryWord:
    """A word of a dictionary of *language*, from *least* to *most* letters A to Z."""

    name: str
    least: int
    most: int
    language: Language

    def read(self, text: str, dictionary: Container[str]) -> str:
        """Return *text* in letters A to Z, or refuse what is no such word."""
        try:
            word = fold(text.strip(), self.language)
        except DataError as error:
            raise refuse("letters-only") from error
        if not self.least <= len(word) <= self.most:
            least, most = self.least, self.most
            raise refuse("word-size", word=word, n=len(word), least=least, most=most)
        if word not in dictionary:
            raise refuse("word-unknown", word=word)
        return word


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from *least* to *most*."""

    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    name: str


Field = Choice | Items | Arrangement | Text | DictionaryWord | Number | Flag


@dataclass(frozen=True, slots=True)
class Offer:
    """A command of class *kind* that the seat could send now, with its open fields."""

    kind: str
    fields: tuple[Field, ...] = ()


AnyWord = Callable[[DictionaryWord, Random], str]
"""Returns some word for a field: whoever fills one has a dictionary."""


def no_word(field: DictionaryWord, _random: Random) -> str:
    """Raise LookupError: nobody who fills in offers here has a dictionary."""
    raise LookupError(f"{field.name} wants a word: hand fill() some.")


def fill(offer: Offer, random: Random, any_word: AnyWord = no_word) -> dict[str, Value]:
    """Return random values for the fields of *offer*: a player who tries anything."""
    return {field.name: _fill(field, random, any_word) for field in offer.fields}


def _fill(field: Field, random: Random, any_word: AnyWord) -> Value:
    match field:
        case DictionaryWord():
            return any_word(field, random)
        case Choice(options=options):
            return random.choice(options)
        case Items(options=options, least=least, most=most, once=once):
            count = random.randint(least, min(most, least + 8))
            draw = random.sample if once else random.choices
            return tuple(draw(options, k=count))
        case Arrangement():
            return _arrange(field, random)
        case Text(least=least, most=most, alphabet=alphabet):
            return "".join(random.choices(alphabet, k=random.randint(least, most)))
        case Number(least=least, most=most):
            return random.randint(least, most)
        case Flag():
            return random.random() < 0.5  # noqa: PLR2004 - a fair coin
        case _:
            assert_never(field)


def _arrange(field: Arrangement, random: Random) -> tuple[str, ...]:
    tiles = list(field.cards)
    for cover in field.covers:
        where = random.randrange(len(tiles) + 1)
        if where == len(tiles) or not tiles[where].isdigit():
            tiles.append(cover)
        else:
            tiles[where] += cover
    random.shuffle(tiles)
    return tuple(tiles)
