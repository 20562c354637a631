"""The clue tokens: who may take which, and whether any is left."""

from typing import Literal, NamedTuple

from companion.games.letter_jam.state import LetterJam
from companion.ports import Seat


class Token(NamedTuple):
    """A clue token that could be taken; *red_of* is the seat that owed the red one."""

    kind: Literal["red", "leaf", "centre"]
    red_of: Seat | None = None


def reds(state: LetterJam) -> int:
    """Return how many red clue tokens are still owed by all together."""
    return sum(player.reds_owed for player in state.players)


def centre_open(state: LetterJam) -> bool:
    """Return whether the green clue tokens in the centre may be taken."""
    return reds(state) == 0


def greens(state: LetterJam) -> int:
    """Return the green clue tokens available on the setup card."""
    return state.leaves + (state.centre if centre_open(state) else 0)


def token_for(state: LetterJam, seat: Seat) -> Token | None:
    """Return the token *seat* would take for giving a clue now; None: it may not give."""
    if not state.players[seat].present:
        return None
    if (own := _own_token(state, seat)) is not None:
        return own
    if any(_own_token(state, other) for other in state.present):
        return None
    owing = (other for other in state.seats if state.players[other].reds_owed)
    return next((Token("red", other) for other in owing), None)


def _own_token(state: LetterJam, seat: Seat) -> Token | None:
    if state.players[seat].reds_owed:
        return Token("red", seat)
    if state.leaves:
        return Token("leaf")
    if state.centre and centre_open(state):
        return Token("centre")
    return None


def any_left(state: LetterJam) -> bool:
    """Return whether anybody present could give another clue."""
    return any(token_for(state, seat) for seat in state.present)
