"""What a seat could do now, computed from what it may know."""

from collections.abc import Iterator
from string import ascii_uppercase

from companion.engine.offers import Choice, Items, Offer, Text
from companion.games.buchstabenbluff.state import LEAST, MOST, Phase
from companion.games.buchstabenbluff.view import SeatView


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now."""
    phase = Phase(view.table.phase)
    if phase in (Phase.WAITING, Phase.END):
        return ()
    if phase is Phase.TRUTH:
        return Offer("OpenNext"), Offer("OpenAll")
    if not view.table.players[view.seat].present:
        return (Offer("ComeBack"),)
    match phase:
        case Phase.TURN:
            own = _turn(view)
        case Phase.DOUBT:
            own = _doubt(view)
        case Phase.REVEAL:
            own = _reveal(view)
    return (*own, Offer("Leave"))


def _turn(view: SeatView) -> Iterator[Offer]:
    table, hand = view.table, len(view.hand)
    if table.active != view.seat:
        return
    if table.drawing:
        if hand < MOST and (table.deck or table.discard):
            yield Offer("Draw")
        yield Offer("StopDrawing")
    if hand >= LEAST:
        places = tuple(str(card.place) for card in view.hand)
        word = Text("word", LEAST, hand, ascii_uppercase)
        most = hand - 1 if table.options.half_open else 0
        shown = Items("shown", places, 0, most, once=True)
        cards = Items("cards", places, LEAST, hand, once=True)
        yield Offer("LayWord", (cards, word, shown))
    yield Offer("Pass")


def _doubt(view: SeatView) -> Iterator[Offer]:
    """Return both answers, but for the one that is given already."""
    if not view.table.players[view.seat].asked:
        return
    if view.answer is not False:
        yield Offer("Believe")
    if view.answer is not True:
        yield Offer("Doubt")


def _reveal(view: SeatView) -> Iterator[Offer]:
    verdict = view.table.verdict
    if verdict is not None and verdict.spelled:
        yield Offer("Overrule", (Choice("counts", (not verdict.counts,)),))
    yield Offer("GoOn")
