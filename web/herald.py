"""One thread tells every open page what is new: a stream that waits holds none of its own."""

import threading
from collections.abc import Callable, Iterator
from typing import Final, NoReturn, Protocol, Self

from companion.table.publisher import Publisher
from web.problems import log_fault

HAND_OVER: Final = "web.hand_over"
"""Where WSGI's environment holds the server's ``HandOver``."""
TICK_S: Final = 1.0
"""So often at least every stream is looked at: for heartbeats, and for phones that went."""
CLOGGED_S: Final = 0.05
"""So often while a phone has not taken yet what it was sent."""
_JOIN_S: Final = 2.0


class Outlet(Protocol):
    """The way to one reader; nothing here blocks."""

    @property
    def open(self) -> bool:
        """Whether the reader is still there."""
        ...

    @property
    def clear(self) -> bool:
        """Whether everything that was written has gone out."""
        ...

    def write(self, chunk: bytes) -> None:
        """Send *chunk*; raises ConnectionError where the reader has gone."""

    def end(self) -> None:
        """Say that this was all."""

    def drop(self) -> None:
        """Hang up."""


HandOver = Callable[["Held"], NoReturn]
"""What a server offers that can go on with a stream later: it takes it and never returns."""


class Held:
    """A stream as WSGI takes it; *chunks* yields ``b""`` whenever there is nothing new.

    A server that offers no *hand_over* asks again and again; ``web.server`` offers one.
    """

    def __init__(
        self,
        chunks: Iterator[bytes],
        ended: Callable[[], object],
        hand_over: HandOver | None,
    ) -> None:
        """Call *ended* once, however the stream ends."""
        self._chunks, self.ended, self._hand_over = chunks, ended, hand_over
        self._taken = False

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        chunk = next(self._chunks)
        if not chunk and self._hand_over is not None:
            self._taken = True
            self._hand_over(self)
        return chunk

    def news(self) -> Iterator[bytes]:
        """Yield what is new just now; raises EOFError once there will be nothing any more."""
        for chunk in self._chunks:
            if not chunk:
                return
            yield chunk
        raise EOFError

    def close(self) -> None:
        """WSGI has done with it; whoever has taken it over has not."""
        if not self._taken:
            self.ended()


class Herald:
    """Goes round all streams whenever something is new, and now and then for a heartbeat."""

    def __init__(self, publisher: Publisher, tick_s: float = TICK_S) -> None:
        self._publisher, self._tick_s = publisher, tick_s
        self._door = threading.Lock()
        self._arrived: list[tuple[Held, Outlet]] = []
        self._stirred = self._stopped = False
        self._thread: threading.Thread | None = None

    def take(self, held: Held, outlet: Outlet) -> None:
        """Go on with *held* from now on."""
        with self._door:
            self._arrived.append((held, outlet))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="herald", daemon=True
                )
                self._thread.start()
        self.stir()

    def stir(self) -> None:
        """Let every stream be looked at."""
        self._stirred = True
        self._publisher.wake()

    def stop(self) -> None:
        """Hang up on whoever is still there, and end the thread."""
        self._stopped = True
        self.stir()
        if (thread := self._thread) is not None:
            thread.join(_JOIN_S)

    def _run(self) -> None:
        streams: list[tuple[Held, Outlet]] = []
        while not self._stopped:
            self._stirred = False
            with self._door:
                streams += self._arrived
                self._arrived = []
            # Before the round: what comes meanwhile is for the next one.
            now = self._publisher.latest
            streams = [each for each in streams if _told(*each)]
            clogged = not all(outlet.clear for _, outlet in streams)
            self._publisher.wait(
                lambda latest, now=now: latest is not now or self._stirred,  # type: ignore[misc]  # mypy knows no default in a lambda
                CLOGGED_S if clogged else self._tick_s,
            )
        with self._door:
            streams += self._arrived
            self._arrived, self._thread = [], None
        for held, outlet in streams:
            outlet.drop()
            held.ended()


def _told(held: Held, outlet: Outlet) -> bool:
    """Send what is new; return whether the stream goes on."""
    try:
        if outlet.open:
            # Who is slow gets the newest later, and nothing of what came between.
            if outlet.clear:
                for chunk in held.news():
                    outlet.write(chunk)
            return True
    except EOFError:
        outlet.end()
    except ConnectionError:
        outlet.drop()
    except Exception as fault:  # noqa: BLE001 - one page must not stop the others
        log_fault("a stream", fault)
        outlet.drop()
    held.ended()
    return False
