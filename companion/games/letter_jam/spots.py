"""Where a chip can lie: stand ``1`` … ``6``, wildcard ``*``, bonus letter ``b1``."""

from typing import NewType

from companion.ports import STANDS, Message, Stand

Spot = NewType("Spot", str)

WILDCARD = Spot("*")


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
