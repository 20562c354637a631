"""Printed cards, as seats may know of them: who pulls what, and which cards want a name."""

from companion.games.letter_jam import queries
from companion.games.letter_jam.state import LetterJam, Phase
from companion.games.letter_jam.view import PullTask, PullView
from companion.ports import Seat, Stand


def pulls(state: LetterJam) -> tuple[PullView, ...]:
    """Return who pulls whose row; no letter is in it."""
    if state.phase is not Phase.PULLING:
        return ()
    return tuple(
        PullView(
            whose=seat,
            name=state.players[seat].name,
            by=pull.by,
            by_name=state.players[pull.by].name,
            done=pull.done,
        )
        for seat, pull in zip(state.seats, state.pulls, strict=True)
    )


def to_pull(state: LetterJam, seat: Seat) -> tuple[PullTask, ...]:
    """Return the rows that *seat* has to pull, until it says they lie."""
    mine = (pull for pull in pulls(state) if pull.by == seat and not pull.done)
    return tuple(
        PullTask(
            whose=pull.whose,
            name=pull.name,
            letters=tuple(card or "" for card in state.holder(pull.whose).cards),
        )
        for pull in mine
    )


def named(state: LetterJam) -> bool:
    """Return whether cards stand that may want a name."""
    return state.phase in (Phase.CLUE, Phase.DECIDE)


def wants_name(state: LetterJam, stand: Stand) -> bool:
    """Return whether the card at *stand* is still to be named."""
    return named(state) and queries.unnamed(state, stand)


def who_names(state: LetterJam, seat: Seat) -> str:
    """Return the name of who should name the card before *seat*."""
    if not wants_name(state, Stand(seat)):
        return ""
    return state.players[queries.namer(state, seat)].name
