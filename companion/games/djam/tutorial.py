"""The tutorial: one roll, one word, and what it brings.

Its match is dealt by a file of each language; no one else finds a word in it.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from companion.engine.offers import Offer
from companion.engine.people import TimeUp
from companion.engine.tutorial import Mark, Tutorial, deals
from companion.games.djam.commands import Buzz, SetTable
from companion.games.djam.scoring import fold
from companion.games.djam.state import Roll
from companion.games.djam.view import SeatView
from companion.languages import Language
from companion.ports import Message

NOTE: Final = "word:1"
"""Where the page notes what the person has written."""
LEAST: Final = 3
"""So many letters, and it goes on: shorter ones are still being written."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``tutorial.<language>.toml`` says."""

    others: tuple[str, str]
    theme: int
    """Of the first card, from 1."""
    letters: str
    """What the five dice show; the first one is the start."""
    example: str
    """A word that fits."""


deal_of: Final = deals("companion.games.djam.pages", Deal)


def _begin(name: str, language: Language) -> SetTable:
    deal = deal_of(language)
    return SetTable(
        names=(name, *deal.others),
        rolls=(Roll(deal.theme - 1, tuple(deal.letters), 0),),
        buzzers="phones",
        language=language,
    )


def _marks(language: Language) -> Sequence[Mark]:
    deal = deal_of(language)
    first = deal.letters[0]
    asked = {"letter": first, "word": deal.example}
    begins = _begins(first)
    return (
        Mark(text=Message("dj.tutorial.roll"), at="now", kinds=("RollDice",)),
        Mark(text=Message("dj.tutorial.theme"), at="theme now", kinds=("RollDice",)),
        Mark(
            text=Message("dj.tutorial.word", asked),
            at="roll word-form-1",
            noted=lambda sheet: begins(sheet.get(NOTE, "")),
        ),
        Mark(
            text=Message("dj.tutorial.buzz"),
            at="now",
            kinds=("Buzz",),
            right=lambda command: isinstance(command, Buzz) and begins(command.word),
            wrong=Message("refused.tutorial-word", {"letter": first}),
            others=_call,
        ),
        Mark(text=Message("dj.tutorial.counts"), at="roll claim"),
    )


def _begins(letter: str) -> Callable[[str], bool]:
    def begins(word: str) -> bool:
        letters = fold(word)
        return len(letters) >= LEAST and letters.startswith(letter)

    return begins


def _call(view: SeatView, _offers: Sequence[Offer]) -> TimeUp | None:
    """Let the moment pass in which an earlier press might still come."""
    waits = view.table.queue and view.table.phase == "open"
    return TimeUp() if waits else None


TUTORIAL: Final = Tutorial(_begin, _marks)
