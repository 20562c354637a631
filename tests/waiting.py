"""One place for limits: a test waits for a condition, and every wait gives up after the same time.

The limit is no claim about speed. While all goes well nobody waits for it, however busy the
machine is; after that long a thing will not happen any more.
"""

import time
from collections.abc import Callable
from typing import Final, TypeVar

LIMIT_S: Final = 60.0
LIMIT_MS: Final = LIMIT_S * 1000
_PAUSE_S = 0.005
T = TypeVar("T")


def wait_for(holds: Callable[[], T], what: str = "it") -> T:
    """Wait until *holds* and return what it returned; fail with *what* after the limit."""
    end_s = time.monotonic() + LIMIT_S
    while not (found := holds()):
        assert time.monotonic() < end_s, f"waited in vain for {what}, {LIMIT_S:.0f} s long"
        time.sleep(_PAUSE_S)
    return found
