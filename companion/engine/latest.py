"""What every seat's page asks for again, worked out once for each state."""

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

S = TypeVar("S")
V = TypeVar("V")

KEPT: Final = 4
"""Of so many states: what was before a change is asked for beside what came of it."""


def kept_for_latest(view: Callable[[S], V]) -> Callable[[S], V]:
    """Keep what the pure function *view* makes of the very states that it saw last."""
    latest: tuple[tuple[S, V], ...] = ()  # one name: who reads beside a change gets pairs

    @wraps(view)
    def kept(state: S) -> V:
        nonlocal latest
        for seen, made in latest:
            if seen is state:
                return made
        made = view(state)
        latest = ((state, made), *latest[: KEPT - 1])
        return made

    return kept
