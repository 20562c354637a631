"""A few readable lines on how the table stands, for transcripts."""

from collections.abc import Iterator

from companion.engine.game import Say
from companion.games.letter_jam.announce import ended
from companion.games.letter_jam.clue import chips_now, reading
from companion.games.letter_jam.project import seat_view, table_view
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.view import SeatView, StandView, TableView
from companion.games.letter_jam.view_score import ScoreView
from companion.ports import Seat


def describe(state: LetterJam, seat: Seat | None, say: Say) -> list[str]:
    """Return the table as *seat* sees it; None: all letters, as the displays show them."""
    view = None if seat is None else seat_view(state, seat)
    table = table_view(state) if view is None else view.table
    return list(_lines(state, table, view, say))


def _lines(
    state: LetterJam, table: TableView, view: SeatView | None, say: Say
) -> Iterator[str]:
    if state.phase is Phase.COUNTING:
        yield _tokens(table)
    if table.stands and state.phase in (Phase.CLUE, Phase.DECIDE):
        yield _tokens(table)
        letters = {
            each.stand: each.letter if view else state.stands[each.stand].card or ""
            for each in table.stands
        }
        yield " · ".join(_stand(each, letters[each.stand] or "–") for each in table.stands)
        if state.chips and state.phase is Phase.CLUE:
            clue = view.clue if view else reading(state, None, chips_now(state))
            yield f"clue so far: {clue}"
    if view is not None and view.clues and state.phase is Phase.DECIDE:
        line = view.clues[-1]
        yield f"clue {line.number}: {line.reading}"
    if table.score is not None:
        yield from _score(table.score, say)


def _tokens(table: TableView) -> str:
    middle = table.middle
    opened = "open" if middle.centre_open else "closed"
    bonus = "".join(letter for _, letter, _ in middle.bonus)
    return (
        f"clue tokens: {middle.red} red, {middle.leaves} green on leaves, "
        f"{middle.centre} in the centre ({opened}), {middle.under_stacks} under stacks; "
        f"deck {middle.deck}" + (f"; bonus {bonus}" if bonus else "")
    )


def _stand(stand: StandView, letter: str) -> str:
    chips = "".join(f" ({number})" for number in stand.chips)
    if stand.kind == "nonplayer":
        where = f"stack {stand.stack}"
    else:
        row = "done" if stand.done else f"{stand.position}/{stand.length}"
        where = f"{stand.name} {row}"
    moving = " moving on" if stand.moving_on else ""
    return f"{stand.spot} {letter}{chips} {where}{moving}"


def _score(score: ScoreView, say: Say) -> Iterator[str]:
    for line in score.lines if score.scored else ():
        parts = f"{line.original} + {line.longer} + {line.tokens}"
        parts = parts if line.accepted else f"{line.letters} letters right"
        dealt = f" (dealt {line.dealt_word})" if line.dealt_word else ""
        yield f"{line.name}: {line.word or '–'}{dealt} = {line.points} ({parts})"
    if (over := ended(score)) is not None:
        yield say(over)
