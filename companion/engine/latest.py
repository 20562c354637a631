"""What every seat's page asks for again, worked out once for each state."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

S = TypeVar("S")
V = TypeVar("V")


def kept_for_latest(view: Callable[[S], V]) -> Callable[[S], V]:
    """Keep what the pure function *view* makes of the very state that it saw last."""
    latest: tuple[S, V] | None = (
        None  # one name: whoever reads it beside a change gets a pair
    )

    @wraps(view)
    def kept(state: S) -> V:
        nonlocal latest
        pair = latest
        if pair is None or pair[0] is not state:
            latest = pair = (state, view(state))
        return pair[1]

    return kept
