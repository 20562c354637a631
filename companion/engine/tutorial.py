"""A tutorial: a small match of its own by the real rules, led by marks of one line each."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec

from companion.engine.offers import Offer
from companion.languages import Language
from companion.ports import Message

DealT = TypeVar("DealT")
Other = Callable[[Any, Sequence[Offer]], Any | None]
"""Returns what one of the others does, from that seat's view and offers; None: it waits."""


NOT_YET: Final = Message("refused.tutorial-later")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One line, the thing it means, and what goes on from here."""

    text: Message
    at: str = ""
    """Ids of the elements of the page that it points at, by spaces."""
    kinds: tuple[str, ...] = ()
    """The commands that can be given now; the last one goes on. None: to read is all."""
    noted: Callable[[Mapping[str, str]], bool] | None = None
    """Whether what is noted on the sheet goes on: for what is laid out before it is sent."""
    right: Callable[[Any], bool] = lambda _: True
    """Whether that last command is what is meant."""
    wrong: Message = NOT_YET
    """What is said where it is not, and of any other command."""
    others: Other = lambda *_: None
    """What the others do, one command after the other, once this one is left."""

    @property
    def asks(self) -> bool:
        """Whether something is to be done; else to read is all."""
        return bool(self.kinds) or self.noted is not None


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A game that has one has a ``tutorial.<language>.toml`` among its pages: its deal.

    Begun for the person in seat 0; nothing in it is left to chance or to a clock.
    """

    begin: Callable[[str, Language], Any]
    """Return the setup command for the person's name."""
    marks: Callable[[Language], Sequence[Mark]]
    """Return the way through, in order; at its last mark the tutorial is over."""


def deals(pages: str, kind: type[DealT]) -> Callable[[Language], DealT]:
    """Return what reads a language's deal in *pages*, once; FileNotFoundError: it has none."""

    @cache
    def deal_of(language: Language) -> DealT:
        found = files(pages) / f"tutorial.{language}.toml"
        return msgspec.convert(tomllib.loads(found.read_text("utf-8")), kind)

    return deal_of
