"""A tutorial: a small match of its own by the real rules, led by marks of one line each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.engine.offers import Offer, Value
from companion.languages import Language
from companion.ports import Message

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
    right: Mapping[str, Value] = field(default_factory=dict)
    """What fields of that last command must be."""
    wrong: Message = NOT_YET
    """What is said where they are not."""
    others: Other = lambda *_: None
    """What the others do, one command after the other, once this one is left."""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """Begun for the person in seat 0; nothing in it is left to chance or to a clock."""

    begin: Callable[[str, Language], Any]
    """Return the setup command for the person's name."""
    marks: Callable[[Language], Sequence[Mark]]
    """Return the way through, in order; at its last mark the tutorial is over."""
