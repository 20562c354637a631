"""What a seat could do now, computed from what it may know."""

from collections.abc import Iterator
from string import ascii_uppercase

from companion.engine.offers import Choice, Items, Offer, Text
from companion.engine.people import and_leave
from companion.games.buchstabenbluff.state import JOKER, LEAST, MOST, Phase
from companion.games.buchstabenbluff.view import SeatView

LIKELIER = 8
"""So many times as often random play says a letter of the hand as any other."""


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now."""
    phase = view.table.phase
    if phase in (Phase.WAITING, Phase.END):
        return ()
    if phase is Phase.TRUTH:
        return Offer("OpenNext"), Offer("OpenAll")
    match phase:
        case Phase.TURN:
            own = _turn(view)
        case Phase.DOUBT:
            own = _doubt(view)
        case Phase.REVEAL:
            own = _reveal(view)
    return and_leave(view.table.players[view.seat], own)


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
        own = "".join(card.letter for card in view.hand if card.letter != JOKER)
        word = Text("word", LEAST, hand, own * LIKELIER + ascii_uppercase)
        most = hand - 1 if table.options.half_open else 0
        shown = Items("shown", places, 0, most, once=True)
        cards = Items("cards", places, LEAST, hand, once=True)
        yield Offer("LayWord", (cards, word, shown))
    yield Offer("Pass")


def _doubt(view: SeatView) -> Iterator[Offer]:
    """Return both answers, but for the one that is given; none once all count to the gong."""
    if not view.table.players[view.seat].asked or view.table.counting:
        return
    if view.answer is not False:
        yield Offer("Believe")
    if view.answer is not True:
        yield Offer("Doubt")


def _reveal(view: SeatView) -> Iterator[Offer]:
    verdict = view.table.verdict
    if verdict is None:
        return
    if view.seat in verdict.jury:
        own = dict(verdict.voices).get(view.seat)
        sides = (True, False) if verdict.contested else (not verdict.counts,)
        if left := tuple(counts for counts in sides if counts is not own):
            yield Offer("Overrule", (Choice("counts", left),))
    if not verdict.contested:
        yield Offer("GoOn")
