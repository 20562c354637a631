"""A few readable lines on how the table stands, for transcripts."""

from collections.abc import Iterator

from companion.engine.game import Say
from companion.games.buchstabenbluff.project import in_order, seat_view, table_view
from companion.games.buchstabenbluff.state import TEN, Buchstabenbluff
from companion.games.buchstabenbluff.view import LayView, SeatView, TableView
from companion.ports import Message, Seat


def describe(state: Buchstabenbluff, seat: Seat | None, say: Say) -> list[str]:
    """Return the table as *seat* sees it; None: with every hand and what lies face down."""
    view = None if seat is None else seat_view(state, seat)
    return list(_lines(state, view, say))


def _lines(state: Buchstabenbluff, view: SeatView | None, say: Say) -> Iterator[str]:
    table = table_view(state) if view is None else view.table
    if table.scores:
        yield from _scores(table)
        return
    discard = "".join(table.discard) or "–"
    yield f"draw pile {table.deck}, discard {discard}"
    yield " · ".join(_player(state, view, seat) for seat in state.seats)
    if table.lay is not None:
        yield _lay(state, table.lay, view)
    if table.closed:
        yield say(Message("face.truth"))


def _player(state: Buchstabenbluff, view: SeatView | None, seat: Seat) -> str:
    player = state.players[seat]
    seen = view is None or view.seat == seat
    hand = "".join(in_order(player.hand)) if seen else f"{len(player.hand)} cards"
    away = "" if player.present else " (away)"
    return f"{player.name}{away} {hand}, pile {len(state.pile(seat))}, +{player.tens * TEN}"


def _lay(state: Buchstabenbluff, lay: LayView, view: SeatView | None) -> str:
    seen = "".join(card or "-" for card in lay.cards)
    if view is None and state.laid is not None:
        seen = "".join(state.laid.cards)
    elif view is not None and view.laid:
        seen = "".join(view.laid)
    return f"{lay.name} says {lay.word}: {seen}"


def _scores(table: TableView) -> Iterator[str]:
    for line in table.scores:
        score = line.score
        hand = "".join(line.hand)
        yield (
            f"{line.place}. {score.name}: pile {score.pile} - hand {score.hand} "
            f"+ {score.tens} = {line.total}{' ' + hand if hand else ''}"
        )
