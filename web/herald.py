"""One thread tells every open page what is new: a stream that waits holds none of its own."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from time import monotonic
from typing import Final, NoReturn, Protocol, Self

from companion.table.committer import Publisher
from web.problems import log_fault

HAND_OVER: Final = "web.hand_over"
"""Where WSGI's environment holds the server's ``HandOver``."""
TICK_S: Final = 1.0
"""So often at least every stream is looked at: for heartbeats, and for phones that went."""
CLOGGED_S: Final = 0.05
"""So often while a phone has not taken yet what it was sent."""
PATIENCE_S: Final = 30.0
"""A phone that has not taken everything for so long is given up; its page comes back."""
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


@dataclass(slots=True)
class _Reader:
    """One stream, and since when its phone has not taken everything."""

    held: Held
    outlet: Outlet
    clogged_s: float | None = None

    def takes(self, now_s: float) -> bool:
        """Note whether everything has gone out; return whether there is hope."""
        if self.outlet.clear:
            self.clogged_s = None
        elif self.clogged_s is None:
            self.clogged_s = now_s
        return self.clogged_s is None or now_s - self.clogged_s < PATIENCE_S


class Herald:
    """Goes round all streams whenever something is new, and at every tick."""

    def __init__(
        self,
        publisher: Publisher,
        tick_s: float = TICK_S,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """*clock* returns monotonic seconds."""
        self.tick_s = tick_s
        self._publisher, self._clock = publisher, clock
        self._door = threading.Lock()
        self._arrived: list[_Reader] = []
        self._knocks: list[Future[None]] = []
        self._stirred = self._stopped = False
        self._thread: threading.Thread | None = None

    def take(self, held: Held, outlet: Outlet) -> None:
        """Go on with *held* from now on."""
        with self._door:
            self._arrived.append(_Reader(held, outlet))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="herald", daemon=True
                )
                self._thread.start()
        self.stir()

    def ping(self) -> Future[None]:
        """Return an answer for when a round has been made; at once where nobody follows."""
        reply: Future[None] = Future()
        with self._door:
            if self._thread is not None:
                self._knocks.append(reply)
                return reply
        reply.set_result(None)
        return reply

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
        readers: list[_Reader] = []
        while not self._stopped:
            self._stirred = False
            with self._door:
                readers += self._arrived
                self._arrived = []
                knocks, self._knocks = self._knocks, []
            # Before the round: what comes meanwhile is for the next one.
            now = self._publisher.latest
            readers = [each for each in readers if _told(each, self._clock())]
            for reply in knocks:
                reply.set_result(None)
            rest_s = until_tick(self._clock(), self.tick_s)
            if any(each.clogged_s is not None for each in readers):
                rest_s = min(rest_s, CLOGGED_S)
            self._publisher.wait(
                lambda latest, now=now: latest is not now or self._stirred,  # type: ignore[misc]  # mypy knows no default in a lambda
                rest_s,
            )
        with self._door:
            readers += self._arrived
            knocks, self._knocks = self._knocks, []
            self._arrived, self._thread = [], None
        for reply in knocks:
            reply.set_result(None)
        for each in readers:
            each.outlet.drop()
            each.held.ended()


def until_tick(now_s: float, tick_s: float) -> float:
    """Return the time to the next tick: its moment tells nothing of what came between."""
    return tick_s - now_s % tick_s


def _told(reader: _Reader, now_s: float) -> bool:
    """Send what is new; return whether the stream goes on."""
    held, outlet = reader.held, reader.outlet
    try:
        if outlet.open:
            # Who is slow gets the newest later, and nothing of what came between.
            if outlet.clear:
                for chunk in held.news():
                    outlet.write(chunk)
                    if not outlet.clear:  # or the next one might wait for this phone
                        break
            if reader.takes(now_s):
                return True
            outlet.drop()
    except EOFError:
        outlet.end()
    except ConnectionError:
        outlet.drop()
    except Exception as fault:  # noqa: BLE001 - one page must not stop the others
        log_fault("a stream", fault)
        outlet.drop()
    held.ended()
    return False
