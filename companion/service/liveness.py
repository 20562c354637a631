"""Whether the threads that everything hangs on still come round their loops."""

import time
from collections.abc import Callable
from concurrent.futures import Future


class Pulse:
    """Knocks at each of them, and knows whether the last knock was answered.

    One thread knocks; any thread may ask.
    """

    def __init__(
        self,
        *knocks: Callable[[], Future[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._knocks = knocks
        self._clock = clock
        self._last: tuple[float, list[Future[None]]] = (0.0, [])

    def knock(self) -> None:
        """Ask all to come round; while one owes an answer nobody is asked again."""
        if self.fresh:
            self._last = (self._clock(), [knock() for knock in self._knocks])

    @property
    def fresh(self) -> bool:
        """Whether the last knock was answered; True where nobody has knocked yet."""
        return all(reply.done() for reply in self._last[1])

    @property
    def waits_s(self) -> float:
        """How long the last knock has been waiting for its answer."""
        return 0.0 if self.fresh else self._clock() - self._last[0]
