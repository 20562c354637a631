"""Rules of finding and giving a clue."""

from collections.abc import Sequence

from companion.errors import refuse
from companion.games.letter_jam.clue import usable_spots
from companion.games.letter_jam.events import (
    ChipsLaid,
    ClueGiven,
    CluegiverChosen,
    Event,
    FiguresTold,
    SureTold,
)
from companion.games.letter_jam.spots import Spot, spot_name, stand_of
from companion.games.letter_jam.state import Figures, LetterJam
from companion.games.letter_jam.tokens import token_for
from companion.ports import STANDS, Seat

LONGEST_CLUE = 30
"""Chips beyond the eight are pretend ones; this only keeps a stuck button harmless."""


def tell_figures(state: LetterJam, seat: Seat, figures: Figures) -> Sequence[Event]:
    """Publish the figures that may be said; impossible ones are a slip of the finger."""
    others, nonplayers = len(state.players) - 1, len(STANDS) - len(state.players)
    bounds = (
        (figures.letters, 1, LONGEST_CLUE),
        (figures.players, 0, others),
        (figures.nonplayers, 0, nonplayers),
        (figures.bonus, 0, len(state.bonus)),
    )
    # Stands count once however often they are used, so each of them wants a letter.
    different = figures.players + figures.nonplayers + figures.bonus + figures.wildcard
    within = all(least <= value <= most for value, least, most in bounds)
    if not within or different > figures.letters:
        raise refuse("figures")
    return tell(seat, figures, has_none=False)


def tell(seat: Seat, figures: Figures | None, *, has_none: bool) -> Sequence[Event]:
    """Publish the figures, that there are none yet, or take both back."""
    return [FiguresTold(seat, figures, has_none)]


def tell_sure(seat: Seat, *, sure: bool | None) -> Sequence[Event]:
    """Publish whether the player is sure of the own letter."""
    return [SureTold(seat, sure)]


def choose_cluegiver(state: LetterJam, giver: Seat) -> Sequence[Event]:
    """Enter whom the table has chosen; chips of another giver go back."""
    if giver not in state.seats:
        raise refuse("unknown-player", n=giver + 1)
    player = state.players[giver]
    if not player.present:
        raise refuse("absent", name=player.name)
    if token_for(state, giver) is None:
        raise refuse("no-token", name=player.name)
    if state.giver == giver:
        raise refuse("giver-chosen", name=player.name)
    return [CluegiverChosen(giver)]


def lay(state: LetterJam, seat: Seat, spots: tuple[Spot, ...]) -> Sequence[Event]:
    """Let the cluegiver's chips lie at *spots*."""
    _check_giver(state, seat)
    if len(spots) > LONGEST_CLUE:
        raise refuse("too-long", most=LONGEST_CLUE)
    for spot in spots:
        _check_spot(state, seat, spot)
    return [ChipsLaid(spots)]


def _check_giver(state: LetterJam, seat: Seat) -> None:
    if state.giver is None:
        raise refuse("no-giver")
    if state.giver != seat:
        raise refuse("not-cluegiver", name=state.players[state.giver].name)


def _check_spot(state: LetterJam, seat: Seat, spot: Spot) -> None:
    if spot in usable_spots(state, seat):
        return
    stand = stand_of(spot)
    if stand is None:
        raise refuse("no-such-spot", spot=spot_name(spot))
    if state.owner(stand) == seat:
        raise refuse("own-letter")
    raise refuse("empty-stand", spot=spot_name(spot))


def take_chip(state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Take the last chip back."""
    _check_giver(state, seat)
    if not state.chips:
        raise refuse("no-chips")
    return [ChipsLaid(state.chips[:-1])]


def give(state: LetterJam, seat: Seat) -> Sequence[Event]:
    """Give the clue as it lies; its token is taken at this moment."""
    _check_giver(state, seat)
    if not state.chips:
        raise refuse("no-chips")
    token = token_for(state, seat)
    if token is None:
        raise refuse("no-token", name=state.players[seat].name)
    return [ClueGiven(seat, token.kind, token.red_of)]
