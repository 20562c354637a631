"""What may be seen of printed cards: who pulls what, and which cards want a name."""

from companion.games.letter_jam.decide_box import nameable, namer, unnamed
from companion.games.letter_jam.spots import Spot
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


def may_be_named(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    """Return the stands whose card *seat* may name."""
    return nameable(state, seat) if state.phase in (Phase.CLUE, Phase.DECIDE) else ()


def wants_name(state: LetterJam, stand: Stand) -> bool:
    """Return whether the card at *stand* is still to be named."""
    return state.phase in (Phase.CLUE, Phase.DECIDE) and unnamed(state, stand)


def who_names(state: LetterJam, seat: Seat) -> str:
    """Return the name of who should name the card before *seat*."""
    return state.players[namer(state, seat)].name if wants_name(state, Stand(seat)) else ""
