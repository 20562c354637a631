"""How a clue reads from one place: own card ``?``, wildcard ``*``, else the letter."""

from collections.abc import Iterable

from companion.games.letter_jam.spots import (
    STAND_SPOTS,
    WILDCARD,
    Spot,
    bonus_spot,
    stand_of,
    stand_spot,
)
from companion.games.letter_jam.state import Bonus, Chip, Clue, Letter, LetterJam, Phase
from companion.games.letter_jam.view import ClueMark
from companion.ports import Seat, Stand

UNKNOWN = "·"
"""A letter that only the table's printed cards know."""


def chips_now(state: LetterJam) -> tuple[Chip, ...]:
    """Return the chips that lie, each with the card that it was laid at."""
    if state.phase is Phase.DECIDE:  # a card guessed aloud is gone, its chips still lie
        return state.clues[-1].chips
    return tuple(chip_at(state, spot) for spot in state.chips)


def chip_at(state: LetterJam, spot: Spot) -> Chip:
    """Return a chip at *spot* that remembers which card stands there."""
    stand = stand_of(spot)
    return Chip(spot, None if stand is None else state.stands[stand].standing)


def mark(clue: Clue) -> ClueMark:
    """Return what a stranger has seen of *clue*."""
    return ClueMark(clue.giver, tuple(each.spot for each in clue.chips))


def reading(state: LetterJam, seat: Seat | None, chips: Iterable[Chip]) -> str:
    """Return the clue as *seat* reads it, one character a chip."""
    return "".join(_letter(state, seat, chip) for chip in chips)


def _letter(state: LetterJam, seat: Seat | None, chip: Chip) -> Letter:
    if chip.spot == WILDCARD:
        return "*"
    stand = stand_of(chip.spot)
    if stand is None:
        return bonus_letter(state, chip.spot)
    if seat is not None and state.owner(stand) == seat:
        return "?"
    assert chip.card is not None  # noqa: S101 - a chip lies only where a card stands
    return state.stands[stand].cards[chip.card] or UNKNOWN


def bonus_letter(state: LetterJam, spot: Spot) -> Letter:
    """Return the letter of the bonus card at *spot*, used up or not."""
    bonus = next(each for each in state.bonus_ever if bonus_spot(each.number) == spot)
    return letter_of(state, bonus)


def letter_of(state: LetterJam, bonus: Bonus) -> Letter:
    """Return the letter of a bonus card."""
    return state.stands[bonus.stand].cards[bonus.card] or UNKNOWN


def usable_spots(state: LetterJam, seat: Seat) -> tuple[Spot, ...]:
    """Return every spot *seat* could lay a chip at: any card but the own one."""
    stands = (
        spot
        for stand, spot in enumerate(STAND_SPOTS)
        if state.owner(Stand(stand)) != seat and state.stands[stand].standing is not None
    )
    return (*stands, WILDCARD, *(bonus_spot(bonus.number) for bonus in state.bonus))


def has_clue(state: LetterJam, seat: Seat) -> bool:
    """Return whether any clue so far used the very letter that stands before *seat*."""
    own = Chip(stand_spot(Stand(seat)), state.holder(seat).standing)
    return own.card is not None and any(own in clue.chips for clue in state.clues)


def spots_used(clue: Clue) -> frozenset[Spot]:
    """Return the spots that carry at least one chip of *clue*."""
    return frozenset(chip.spot for chip in clue.chips)


def used_bonus(state: LetterJam, clue: Clue) -> tuple[int, ...]:
    """Return the numbers of the bonus letters that *clue* used up."""
    spots = spots_used(clue)
    return tuple(each.number for each in state.bonus if bonus_spot(each.number) in spots)
