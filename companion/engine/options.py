"""The host's options of a game, each named in one class, which command, event or state extend."""

from dataclasses import fields
from typing import Any


def options_of(kind: type, whole: object) -> dict[str, Any]:
    """Return the fields of the dataclass *kind* as they are in *whole*, an extension of it."""
    return {each.name: getattr(whole, each.name) for each in fields(kind)}
