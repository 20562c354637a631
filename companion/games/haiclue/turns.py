"""Whose turn it is: who still lays, whose clue is read, who reads it, who guesses."""

from companion.games.haiclue.state import Haiclue, Phase
from companion.ports import Seat


def still_laying(state: Haiclue) -> tuple[Seat, ...]:
    """Return the seats whose clue the table waits for."""
    if state.phase is not Phase.CLUE:
        return ()
    return tuple(
        seat
        for seat in state.present
        if state.players[seat].clue is None and not state.players[seat].left_out
    )


def authors(state: Haiclue) -> tuple[Seat, ...]:
    """Return the seats with a clue in the order of reading.

    The first reader reads the left neighbour's; seats count clockwise, so that is the next.
    """
    order = state.clockwise((state.first_reader or 0) + 1)
    return tuple(seat for seat in order if state.players[seat].clue is not None)


def next_author(state: Haiclue) -> Seat | None:
    """Return whose clue is read next in this round; None: all were."""
    order = authors(state)
    if state.author is None:
        return order[0] if order else None
    rest = order[order.index(state.author) + 1 :]
    return rest[0] if rest else None


def reader(state: Haiclue, author: Seat) -> Seat | None:
    """Return who reads the clue of *author*: the right-hand neighbour, or the next one on."""
    others = state.clockwise(author)[1:]
    return next((seat for seat in reversed(others) if state.players[seat].present), None)


def guessers(state: Haiclue) -> tuple[Seat, ...]:
    """Return the seats that guess now: all present but the author."""
    if state.phase is not Phase.GUESS:
        return ()
    return tuple(seat for seat in state.present if seat != state.author)


def still_guessing(state: Haiclue) -> tuple[Seat, ...]:
    """Return the seats whose guess the table waits for."""
    return tuple(
        seat
        for seat in guessers(state)
        if state.players[seat].guess is None and not state.players[seat].left_out
    )


def last_missing(state: Haiclue) -> Seat | None:
    """Return for whom alone the table waits; None: for several, for nobody, or gladly.

    As long as no clue lies there is nothing the table could go on with.
    """
    if not state.hurry or not authors(state):
        return None
    missing = (*still_laying(state), *still_guessing(state))
    return missing[0] if len(missing) == 1 else None
