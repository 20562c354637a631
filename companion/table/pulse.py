"""Whether the table's thread still comes round its loop."""

import time
from collections.abc import Callable
from concurrent.futures import Future


class Pulse:
    """Knocks at the inbox, and knows whether the last knock was answered.

    One thread knocks; any thread may ask.
    """

    def __init__(
        self, knock: Callable[[], Future[None]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._knock = knock
        self._clock = clock
        self._last: tuple[float, Future[None] | None] = (0.0, None)

    def knock(self) -> None:
        """Ask the thread to come round; while it owes an answer it is not asked again."""
        if self.fresh:
            self._last = (self._clock(), self._knock())

    @property
    def fresh(self) -> bool:
        """Whether the last knock was answered; True where nobody has knocked yet."""
        _, reply = self._last
        return reply is None or reply.done()

    @property
    def waits_s(self) -> float:
        """How long the last knock has been waiting for its answer."""
        at, reply = self._last
        return 0.0 if reply is None or reply.done() else self._clock() - at
