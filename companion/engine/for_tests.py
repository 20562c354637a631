"""What tests alone ask of a game: it stands beside the game, and the program never reads it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from companion.ports import Seat

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForTests(Generic[StateT]):
    """``FOR_TESTS`` of the module ``for_tests`` in a game's folder."""

    twin: Callable[[StateT, Seat, Random], StateT]
    """Return another state that the seat must not be able to tell apart."""
    variants: Sequence[Mapping[str, Any]] = ({},)
    """Host's options that make different matches; tests play each."""
    rare_events: Sequence[type] = ()
    """Events that random play hardly ever meets; the game's own tests bring them about."""
