"""What a seat could do now, computed from what it may know."""

from collections.abc import Iterator

from companion.engine.offers import Choice, Items, Offer
from companion.engine.people import and_leave
from companion.games.haiclue.state import BREAK, LEAST_TILES, SHAPES, Phase
from companion.games.haiclue.view import SeatView


def offers(view: SeatView) -> tuple[Offer, ...]:
    """Return one offer for every kind of command that makes sense now."""
    phase = view.table.phase
    if phase is Phase.WAITING:
        return ()
    if phase is Phase.END:
        return tuple(_votes(view))
    return and_leave(view.table.players[view.seat], _own(view))


def _votes(view: SeatView) -> Iterator[Offer]:
    """Yield the vote for the poem of the evening, none of the own."""
    poems = enumerate(view.table.poems)
    others = tuple(number for number, poem in poems if poem.author != view.seat)
    if others and view.table.players[view.seat].present:
        yield Offer("Vote", (Choice("number", others),))


def _own(view: SeatView) -> Iterator[Offer]:
    me = view.table.players[view.seat]
    match view.table.phase:
        case Phase.CLUE:
            parts = (*(tile.number for tile in view.tiles), BREAK)
            tiles = Items("tiles", parts, LEAST_TILES + 1, len(parts), once=True)
            yield Offer("LayClue", (tiles,))
            if view.clue is not None:
                yield Offer("TakeClueBack")
            others = (each for each in view.table.players if each.seat != view.seat)
            if me.awaited and any(each.laid or each.awaited for each in others):
                yield Offer("SitOut")
        case Phase.GUESS if me.guesses:
            yield Offer("Guess", (Choice("shape", SHAPES),))
            if me.awaited:
                yield Offer("SitOut")
        case Phase.RESULT:
            yield Offer("GoOn")
        case _:
            return
