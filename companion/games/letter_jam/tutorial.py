"""The tutorial: one clue to read, one letter to guess, one clue to give.

Its match is dealt by a file of each language; its three others play by this script.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.engine.offers import Offer
from companion.engine.tutorial import Mark, Tutorial, deals
from companion.games.letter_jam.bots.act import figures_of
from companion.games.letter_jam.commands import (
    ChooseCluegiver,
    GiveClue,
    LayClue,
    MoveOn,
    SeatCommand,
    SetTable,
    Stay,
    TellFigures,
    TellNone,
)
from companion.games.letter_jam.spots import Spot
from companion.games.letter_jam.state import Letter
from companion.games.letter_jam.view import SeatView
from companion.languages import Language
from companion.ports import Message, Seat

PERSON: Final = Seat(0)
CHOOSER: Final = Seat(1)
GIVER: Final = Seat(3)
"""The others: who says whom the table chooses, and who gives the first clue."""
SEEN: Final = "stand-2 stand-3 stand-4 stand-5 stand-6"
STACKS: Final = "stand-5 stand-6"
"""All that the person sees, and what of it stands on a stack."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``tutorial.<language>.toml`` says."""

    others: tuple[str, str, str]
    words: tuple[str, ...]
    scrambles: tuple[str, ...]
    stacks: tuple[str, ...]
    deck: str
    clue: tuple[Spot, ...]
    """Where the first clue's letters stand."""
    reading: str
    """It, as the person reads it."""
    letter: Letter
    """What makes it a word."""
    example: str
    """A word that can be laid in the second round."""


deal_of: Final = deals("companion.games.letter_jam.pages", Deal)


def _begin(name: str, language: Language) -> SetTable:
    deal = deal_of(language)
    return SetTable(
        names=(name, *deal.others),
        words=deal.words,
        scrambles=deal.scrambles,
        stacks=tuple(map(tuple, deal.stacks)),
        deck=tuple(deal.deck),
        language=language,
    )


def _marks(language: Language) -> Sequence[Mark]:
    deal = deal_of(language)
    giver = deal.others[GIVER - 1]
    return (
        Mark(text=Message("lj.tutorial.aim"), at="pips"),
        Mark(text=Message("lj.tutorial.own"), at="stand-1"),
        Mark(text=Message("lj.tutorial.others"), at=SEEN),
        Mark(text=Message("lj.tutorial.stack"), at=STACKS, others=_lay),
        Mark(text=Message("lj.tutorial.clue", {"name": giver}), at="clue", others=_give),
        Mark(
            text=Message("lj.tutorial.guess", {"clue": deal.reading}),
            at="move-guess",
            kinds=("MoveOn",),
            right=lambda move: move.guess == deal.letter,
            wrong=Message("refused.tutorial-guess", {"clue": deal.reading}),
        ),
        Mark(text=Message("lj.tutorial.wait"), at="decide", others=_decide),
        Mark(text=Message("lj.tutorial.sheet"), at="pull"),
        Mark(
            text=Message("lj.tutorial.build", {"word": deal.example}),
            at=SEEN,
            kinds=("TellFigures",),
        ),
        Mark(text=Message("lj.tutorial.figures"), at="talk", others=_choose),
        Mark(
            text=Message("lj.tutorial.give"),
            at="now",
            kinds=("LayChip", "TakeChip", "LayClue", "GiveClue"),
        ),
        Mark(text=Message("lj.tutorial.read"), at="stands", others=_decide),
        Mark(text=Message("lj.tutorial.tokens"), at="clues-left"),
        Mark(text=Message("lj.tutorial.end"), at="pips"),
    )


# -- what the others do, each from its own view --


def _lay(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    """Tell of a clue, choose who gives it, lay it."""
    table = view.table
    if table.giver == view.seat and not table.chips:
        return LayClue(view.seat, deal_of(table.language).clue)
    if view.seat == GIVER and _silent(view, offers):
        return TellFigures(view.seat, figures_of(view, deal_of(table.language).clue))
    return _agreed(view, offers, GIVER)


def _choose(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    """Have no clue, choose the person."""
    return _agreed(view, offers, PERSON)


def _agreed(view: SeatView, offers: Sequence[Offer], giver: Seat) -> SeatCommand | None:
    if view.seat != giver and _silent(view, offers):
        return TellNone(view.seat)
    told = view.table.players[giver].figures is not None
    if view.seat == CHOOSER and told and view.table.giver is None:
        return ChooseCluegiver(view.seat, giver)
    return None


def _give(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    if not view.table.chips or "GiveClue" not in _kinds(offers):
        return None
    return GiveClue(view.seat)


def _decide(view: SeatView, offers: Sequence[Offer]) -> SeatCommand | None:
    kinds = _kinds(offers)
    if "MoveOn" in kinds:
        return MoveOn(view.seat)
    return Stay(view.seat) if "Stay" in kinds else None


def _kinds(offers: Sequence[Offer]) -> frozenset[str]:
    return frozenset(offer.kind for offer in offers)


def _silent(view: SeatView, offers: Sequence[Offer]) -> bool:
    me = view.table.players[view.seat]
    return me.figures is None and not me.has_none and "TellNone" in _kinds(offers)


TUTORIAL: Final = Tutorial(_begin, _marks)
