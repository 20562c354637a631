"""Where a chip can lie: stand ``1`` … ``6``, wildcard ``*``, bonus letter ``b1``."""

import re
from typing import NewType

from companion.errors import refuse
from companion.ports import STANDS, Message, Stand

Spot = NewType("Spot", str)

WILDCARD = Spot("*")
TILE = re.compile(r"([1-9])?(\*|b[1-9][0-9]?)?")


def stand_spot(stand: Stand) -> Spot:
    """Return the spot at *stand*."""
    return Spot(str(stand + 1))


def bonus_spot(number: int) -> Spot:
    """Return the spot at bonus letter *number*, counted from one over the whole match."""
    return Spot(f"b{number}")


STAND_SPOTS = tuple(map(stand_spot, STANDS))


def stand_of(spot: Spot) -> Stand | None:
    """Return the stand of *spot*, None for the wildcard and bonus letters."""
    return STANDS[STAND_SPOTS.index(spot)] if spot in STAND_SPOTS else None


def spot_name(spot: Spot) -> Message:
    """Return what people call *spot*."""
    if spot == WILDCARD:
        return Message("spot.wildcard")
    if stand_of(spot) is None:
        return Message("spot.bonus", {"number": spot[1:8]})
    return Message("spot.stand", {"stand": spot})


def parse_tile(tile: str) -> tuple[int | None, Spot | None]:
    """Return (index of own card, cover): ``3*`` is (2, ``*``), ``b1`` is (None, ``b1``)."""
    found = TILE.fullmatch(tile)
    if not tile or found is None:
        raise refuse("no-such-tile", tile=tile[:8])
    card, cover = found.groups()
    return (int(card) - 1 if card else None, Spot(cover) if cover else None)
