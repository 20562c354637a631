"""Rules of printed cards: who pulls which row, and who tells the table what stands."""

from collections.abc import Sequence
from typing import assert_never

from companion.errors import Rejected, refuse
from companion.games.letter_jam.commands import BoxCommand, CardsPulled, NameCard, PullFor
from companion.games.letter_jam.decide_start import check_letter
from companion.games.letter_jam.events import (
    CardNamed,
    Event,
    Pulled,
    PullTaken,
    StandsSet,
)
from companion.games.letter_jam.spots import Spot, spot_name, stand_of, stand_spot
from companion.games.letter_jam.state import Chip, LetterJam, Pull
from companion.ports import STANDS, Seat, Stand


def decide_box(state: LetterJam, command: BoxCommand) -> Sequence[Event]:
    """Return the events of *command*, or raise Rejected."""
    match command:
        case PullFor():
            return _take_over(state, command)
        case CardsPulled():
            return _pulled(state, command)
        case NameCard():
            return _name_card(state, command)
        case _:
            assert_never(command)


# -- pulling --


def _take_over(state: LetterJam, command: PullFor) -> Sequence[Event]:
    """Let the seat pull a row in place of another, for who has no phone or is away."""
    pull = _open_pull(state, command.whose)
    if command.whose == command.seat:
        raise refuse("own-row")
    if pull.by == command.seat:
        raise refuse("already-pulling")
    return [PullTaken(command.whose, command.seat)]


def _pulled(state: LetterJam, command: CardsPulled) -> Sequence[Event]:
    """Note that a row lies; the last one begins the match."""
    pull = _open_pull(state, command.whose)
    if pull.by != command.seat:
        raise refuse("not-puller", name=state.players[pull.by].name)
    left = sum(not each.done for each in state.pulls)
    told = Pulled(command.whose, command.seat)
    return [told] if left > 1 else [told, StandsSet()]


def _open_pull(state: LetterJam, whose: Seat) -> Pull:
    if whose not in state.seats:
        raise refuse("unknown-player", n=whose + 1)
    pull = state.pulls[whose]
    if pull.done:
        raise refuse("already-pulled", name=state.players[whose].name)
    return pull


# -- naming --


def _name_card(state: LetterJam, command: NameCard) -> Sequence[Event]:
    """Take the word of anybody who sees the card."""
    stand = nonempty_stand(state, command.stand)
    _check_nameable(state, command.seat, stand)
    check_letter(command.letter)
    return [CardNamed(command.seat, stand, command.letter)]


def nonempty_stand(state: LetterJam, spot: Spot) -> Stand:
    """Return the stand at *spot*, where a card stands in it."""
    stand = stand_of(spot)
    if stand is None:
        raise refuse("no-such-spot", spot=spot_name(spot))
    if state.stands[stand].standing is None:
        raise refuse("empty-stand", spot=spot_name(spot))
    return stand


def _check_nameable(state: LetterJam, seat: Seat, stand: Stand) -> None:
    owner, holder = state.owner(stand), state.stands[stand]
    drawn = owner is not None and not holder.beyond and not state.by_hand
    if state.cards != "box" or drawn:
        raise refuse("card-known")
    if owner == seat:
        raise refuse("own-card")
    chip = Chip(stand_spot(stand), holder.standing)
    if holder.card is not None and any(chip in clue.chips for clue in state.clues):
        raise refuse("name-stands", letter=holder.card)


def nameable(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    """Return the stands whose card *seat* may name now, or correct."""
    return tuple(spot for spot in map(stand_spot, STANDS) if _may_name(state, seat, spot))


def _may_name(state: LetterJam, seat: Seat, spot: Spot) -> bool:
    try:
        _check_nameable(state, seat, nonempty_stand(state, spot))
    except Rejected:
        return False
    return True


def unnamed(state: LetterJam, stand: Stand) -> bool:
    """Return whether a card stands there that nobody has told the table."""
    holder = state.stands[stand]
    return holder.standing is not None and holder.card is None


def names_now(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    """Return the stands whose fresh card *seat* is asked to name.

    That of a player is the next one's to name, that of a nonplayer stand the first one's.
    """
    if state.cards != "box" or not state.players[seat].present:
        return ()
    return tuple(
        stand_spot(stand)
        for stand in STANDS
        if unnamed(state, stand) and seat == _who_names(state, stand)
    )


def _who_names(state: LetterJam, stand: Stand) -> Seat:
    owner = state.owner(stand)
    return state.present[0] if owner is None else namer(state, owner)


def namer(state: LetterJam, seat: Seat) -> Seat:
    """Return who should name the card of *seat*: the next clockwise who is there."""
    players = len(state.players)
    others = [Seat((seat + step) % players) for step in range(1, players)]
    return next((other for other in others if state.players[other].present), others[0])
