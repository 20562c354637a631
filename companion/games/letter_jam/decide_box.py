"""Rules of printed cards: who pulls which row, and who tells the table what stands."""

from collections.abc import Sequence
from typing import assert_never

from companion.errors import refuse
from companion.games.letter_jam.commands import BoxCommand, CardsPulled, NameCard, PullFor
from companion.games.letter_jam.decide_start import check_letter
from companion.games.letter_jam.events import (
    CardNamed,
    Event,
    Pulled,
    PullTaken,
    StandsSet,
)
from companion.games.letter_jam.queries import check_nameable
from companion.games.letter_jam.state import LetterJam, Pull
from companion.ports import Seat


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
    player, pull = state.player(whose), state.pulls[whose]
    if pull.done:
        raise refuse("already-pulled", name=player.name)
    return pull


# -- naming --


def _name_card(state: LetterJam, command: NameCard) -> Sequence[Event]:
    """Take the word of anybody who sees the card."""
    stand = check_nameable(state, command.seat, command.stand)
    check_letter(command.letter)
    return [CardNamed(command.seat, stand, command.letter)]
