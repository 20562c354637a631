"""Which stand in the middle shows what: four targets, the clue, how things stand."""

from collections.abc import Mapping
from typing import Final

from companion.games.haiclue.state import SHAPES, Shape
from companion.ports import STAND_PLACES, Place

TARGET_STANDS: Final[Mapping[Place, Shape]] = dict(
    zip(STAND_PLACES[:4], SHAPES, strict=True)
)
CLUE_STAND: Final = STAND_PLACES[4]
STATUS_STAND: Final = STAND_PLACES[5]
