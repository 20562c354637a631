"""A few readable lines on how the table stands, for transcripts."""

from collections.abc import Iterator

from companion.engine.game import Say
from companion.games.haiclue.announce import clue_text
from companion.games.haiclue.project import seat_view, table_view
from companion.games.haiclue.state import Haiclue, Phase
from companion.games.haiclue.view import PoemView, SeatView, TableView
from companion.ports import Message, Seat


def describe(state: Haiclue, seat: Seat | None, say: Say) -> list[str]:
    """Return the table as *seat* sees it; None: every card and every tile."""
    table = table_view(state)
    lines = list(_table(table, say))
    if state.phase in (Phase.WAITING, Phase.END):
        return lines
    whose = state.seats if seat is None else (seat,)
    return [*lines, *(_hand(seat_view(state, each), say) for each in whose)]


def _table(table: TableView, say: Say) -> Iterator[str]:
    if table.targets:
        words = (
            f"{say(Message(f'shape.{each.shape}'))} {each.word} ({each.tiles})"
            for each in table.targets
        )
        yield f"round {table.round}/{table.rounds} {table.side}: {' · '.join(words)}"
    yield from (f"{clue.name} lies open: {clue_text(clue.lines)}" for clue in table.clues)
    if table.phase is Phase.GUESS and table.reading is not None:
        yield f"{table.reading.name} is read: {clue_text(table.reading.lines)}"
    if table.phase is Phase.RESULT:
        poem = table.poems[-1]
        yield _poem(poem, say)
    if table.phase is Phase.END:
        yield from (_poem(poem, say) for poem in table.poems)
    points = (f"{player.name} {player.points}" for player in table.players)
    yield f"points: {table.together if table.cooperative else ', '.join(points)}"


def _poem(poem: PoemView, say: Say) -> str:
    guesses = ", ".join(
        f"{each.name} {say(Message(f'shape.{each.shape}'))} {'✓' if each.right else '✗'}"
        for each in poem.guesses
    )
    return (
        f"{poem.name}: {clue_text(poem.lines)} = "
        f"{say(Message(f'shape.{poem.shape}'))} {poem.word}; {guesses or '–'}"
    )


def _hand(view: SeatView, say: Say) -> str:
    name = view.table.players[view.seat].name
    card = say(Message(f"shape.{view.target}")) if view.target else "no card"
    parts = [f"{name} ({card})"]
    if view.table.phase is Phase.CLUE and view.clue is None:
        parts.append(" ".join(f"{tile.number}:{tile.word}" for tile in view.tiles))
    elif view.table.phase is Phase.CLUE:
        parts.append(f"lays {clue_text(view.lines)}")
    elif view.table.phase is Phase.GUESS and view.guess:
        parts.append(f"guesses {say(Message(f'shape.{view.guess}'))}")
    return ": ".join(parts)
