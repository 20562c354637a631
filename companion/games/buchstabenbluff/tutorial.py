"""The tutorial: a bluff to see through, and one to get away with.

Its match is dealt by a file of each language; its two others play by this script.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.engine.offers import Offer
from companion.engine.tutorial import Mark, Tutorial, deals
from companion.games.buchstabenbluff.commands import (
    Believe,
    GoOn,
    LayWord,
    SeatCommand,
    SetTable,
)
from companion.games.buchstabenbluff.state import Options
from companion.games.buchstabenbluff.view import SeatView
from companion.languages import Language
from companion.ports import Message, Seat

BLUFFER: Final = Seat(2)
"""Who has the turn before the person's."""
DEALER: Final = 2
"""Counted from one: the bluffer begins."""
CARDS: Final = 3
"""So many the person lays."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``tutorial.<language>.toml`` says."""

    others: tuple[str, str]
    hands: tuple[str, str, str]
    deck: str
    letter: str
    """A card that is in the pack once, and in the person's hand."""
    bluff: str
    """A word with it, which the bluffer says."""
    example: str
    """A word that the person can say."""


deal_of: Final = deals("companion.games.buchstabenbluff.pages", Deal)


def _begin(name: str, language: Language) -> SetTable:
    deal = deal_of(language)
    return SetTable(
        names=(name, *deal.others),
        hands=deal.hands,
        deck=tuple(deal.deck),
        options=Options(language=language, gong_s=0, buttons="phones"),
        dealer=DEALER,
    )


def _marks(language: Language) -> Sequence[Mark]:
    deal = deal_of(language)
    said = {"name": deal.others[BLUFFER - 1], "word": deal.bluff}
    return (
        Mark(
            text=Message("bb.tutorial.hand", {"letter": deal.letter}),
            at=f"hand card-{deal.hands[0].index(deal.letter) + 1}",
            others=_bluff,
        ),
        Mark(
            text=Message("bb.tutorial.doubt", said),
            at="word now",
            kinds=("Doubt",),
            wrong=Message("refused.tutorial-doubt", {"letter": deal.letter}),
            others=_believe,
        ),
        Mark(text=Message("bb.tutorial.caught"), at="reveal", others=_go_on),
        Mark(text=Message("bb.tutorial.draw"), at="now", kinds=("Draw",)),
        Mark(text=Message("bb.tutorial.stop"), at="now", kinds=("StopDrawing",)),
        Mark(
            text=Message("bb.tutorial.cards"),
            at="builder",
            noted=lambda sheet: len(sheet.get("cards:1", "").split()) == CARDS,
        ),
        Mark(
            text=Message("bb.tutorial.word", {"word": deal.example}),
            at="lay-word",
            noted=lambda sheet: len(sheet.get("word:1", "").strip()) >= CARDS,
        ),
        Mark(
            text=Message("bb.tutorial.lay"),
            at="now",
            kinds=("LayWord",),
            others=_believe,
        ),
        Mark(text=Message("bb.tutorial.believed"), at="last"),
        Mark(text=Message("bb.tutorial.end"), at="hand"),
    )


# -- what the others do, each from its own view --


def _bluff(view: SeatView, _offers: Sequence[Offer]) -> SeatCommand | None:
    """Lay the whole hand for a word that nobody can have."""
    if view.seat != BLUFFER or view.table.active != view.seat or view.table.lay:
        return None
    cards = tuple(str(card.place) for card in view.hand)
    return LayWord(view.seat, cards, deal_of(view.table.language).bluff)


def _believe(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    if view.answer is None and "Believe" in _kinds(offers):
        return Believe(view.seat)
    return None


def _go_on(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    return GoOn(view.seat) if "GoOn" in _kinds(offers) else None


def _kinds(offers: Sequence[Offer]) -> frozenset[str]:
    return frozenset(offer.kind for offer in offers)


TUTORIAL: Final = Tutorial(_begin, _marks)
