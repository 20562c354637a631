"""A few readable lines on how the table stands, for transcripts."""

from collections.abc import Iterator

from companion.engine.game import Say
from companion.games.djam.project import seat_view, table_view
from companion.games.djam.state import Djam, Phase
from companion.games.djam.view import PlayerView, RollView, TableView
from companion.ports import Message, Seat


def describe(state: Djam, seat: Seat | None, say: Say) -> list[str]:
    """Return the table as *seat* sees it; None: with every secret."""
    return list(_lines(state, seat, table_view(state), say))


def _lines(state: Djam, seat: Seat | None, table: TableView, say: Say) -> Iterator[str]:
    stones = ", ".join(f"{player.name} {player.stones}" for player in table.players)
    yield f"round {table.round}, pool {table.pool}; {stones}"
    if table.roll and state.phase is not Phase.ROLL:
        yield _roll(table.roll)
    if table.queue:
        order = ", ".join(table.players[each].name for each in table.queue)
        yield f"queue: {order}{' (lots were drawn)' if table.tie else ''}"
    if table.claim:
        yield f"to judge: {table.claim.name}, {table.claim.stones:+d} if it stands"
    if sealed := [_sealed(state, seat, each) for each in table.players if each.sealed]:
        yield f"sealed: {', '.join(sealed)}"
    if hat := _hat(state, seat):
        yield f"in the hat: {', '.join(hat)}"
    if table.winners:
        names = ", ".join(table.players[each].name for each in table.winners)
        yield say(Message("face.won")) + f" {names}"


def _hat(state: Djam, seat: Seat | None) -> list[str]:
    """Return the themes of the hat, for a seat its own."""
    if seat is not None:
        return list(seat_view(state, seat).themes)
    return [
        f"{theme} ({player.name})" for player in state.players for theme in player.themes
    ]


def _roll(roll: RollView) -> str:
    letters = " ".join(
        f"[{letter}]" if die == roll.start else letter
        for die, letter in enumerate(roll.letters)
    )
    theme = f"{roll.theme} (out of the hat)" if roll.hat else roll.theme
    return f"{theme}: {letters}{' (none of them!)' if roll.black else ''}"


def _sealed(state: Djam, seat: Seat | None, player: PlayerView) -> str:
    """Return whose word lies face down, and to all-seeing eyes and its owner which."""
    if seat is None:
        return f"{player.name} {state.players[player.seat].sealed}"
    if seat == player.seat:
        return f"{player.name} {seat_view(state, seat).sealed}"
    return player.name
