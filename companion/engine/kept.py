"""What a house keeps for its evenings: read strictly, and part by part where it is older."""

from typing import TypeVar

import msgspec

from companion.engine.game import Kept
from companion.errors import DataError

T = TypeVar("T")


def read_kept(kind: type[T], house: Kept) -> T:
    """Return *house* as a *kind*, or raise DataError."""
    try:
        return msgspec.convert(house, kind)
    except msgspec.ValidationError as error:
        raise DataError(f"What this house keeps cannot be read: {error}.") from error


def reads(kind: type[object], house: Kept) -> bool:
    """Tell whether *house*, mostly one part of it, can be read as a *kind*."""
    try:
        read_kept(kind, house)
    except DataError:
        return False
    return True
