"""One thread writes to every open stream: a hundred that wake at once fight for Python's lock.

The thread of a stream's request stays with it, asleep, and ends it as any answer ends.
"""

import logging
from collections.abc import Iterator
from functools import partial
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

from companion.errors import location
from companion.table.publisher import Publisher
from companion.table.values.projection import Projection
from web.live.connections import TAKE_S, Connection

LOG = logging.getLogger(__name__)
LOOK_S: Final = 1.0
"""So often a stream looks whether its phone has hung up."""
_REST_S: Final = 0.2
"""So long it rests at most: as long as a round took, so that others have the machine too."""
_AGAIN_S: Final = 0.02
"""So soon somebody is offered again what was not taken at once."""

Pieces = Iterator[bytes | float]
"""What there is to say; a number: nothing for so many seconds, unless something is shown."""


class _Stream:
    """What one connection is told, in chunks where its protocol has them."""

    def __init__(self, connection: Connection, pieces: Pieces, *, chunked: bool) -> None:
        self._connection = connection
        self._pieces = pieces
        self._chunked = chunked
        self._rest = b""
        self._full_since_s = 0.0
        self.due_s = 0.0
        """When to go on, if nothing is shown before."""
        self.ended = Event()

    def go_on(self) -> None:
        """Say what there is to say, as far as it is taken."""
        self.due_s = monotonic() + _AGAIN_S
        try:
            while not self._left():
                piece = next(self._pieces, None)
                if isinstance(piece, float):
                    self.due_s = monotonic() + piece
                    return
                if piece is None:
                    self.ended.set()
                    return
                self._rest = (
                    b"%x\r\n%b\r\n" % (len(piece), piece) if self._chunked else piece
                )
                self._full_since_s = monotonic()
            if monotonic() - self._full_since_s > TAKE_S:
                self.ended.set()
        except OSError:
            self.ended.set()
        except Exception as fault:  # noqa: BLE001 - one stream's, and all others go on
            LOG.error("A stream failed: %s", location(fault))  # noqa: TRY400 - its text may hold a letter
            self.ended.set()

    def close(self) -> None:
        """Hang up in the middle of what was not taken: its end would be read as its rest."""
        if self._rest:
            self._connection.hang_up()

    def _left(self) -> bool:
        if self._rest:
            self._rest = self._rest[self._connection.offer(self._rest) :]
        return bool(self._rest)


class StreamWriter:
    """Goes round all streams whenever something is shown, or is due on one of them."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._streams: set[_Stream] = set()
        self._woken = object()
        """Another one each time that somebody wakes it: none is missed, and none is taken back."""
        self._stopped = False

    def start(self) -> None:
        """Begin to write, on a thread that ends with ``stop`` or with the process."""
        Thread(target=self._run, name="streams", daemon=True).start()

    def stop(self) -> None:
        """Write no more."""
        self._stopped = True
        self.wake()

    def wake(self) -> None:
        """Go round at once."""
        self._woken = object()
        self._publisher.wake()

    def write(
        self, connection: Connection, pieces: Pieces, *, chunked: bool
    ) -> Iterator[bytes]:
        """Yield how the stream begins; the writer's thread says the rest, until it ends."""
        for piece in pieces:
            if not isinstance(piece, bytes):
                break
            yield piece
        connection.wait_until_taken()
        stream = _Stream(connection, pieces, chunked=chunked)
        self._streams.add(stream)
        self.wake()
        stream.ended.wait()
        stream.close()

    def _run(self) -> None:
        last: Projection | None = None
        woken: object = None
        while not self._stopped:
            begun_s = monotonic()
            asked, shown = (self._woken, self._publisher.looks), self._publisher.latest
            anew = asked != woken or shown is not last
            woken, last = asked, shown
            due_s = monotonic() + LOOK_S
            for stream in [*self._streams]:  # requests add theirs meanwhile
                if anew or stream.due_s <= monotonic():
                    stream.go_on()
                if stream.ended.is_set():
                    self._streams.discard(stream)
                else:
                    due_s = min(due_s, stream.due_s)
            # What changes meanwhile is shown by the next round, once: a flood is not drawn whole.
            sleep(min(_REST_S, monotonic() - begun_s))
            self._publisher.wait(
                partial(self._news, last, woken), max(0.0, due_s - monotonic())
            )

    def _news(self, old: Projection, woken: object, new: Projection) -> bool:
        return new is not old or (self._woken, self._publisher.looks) != woken
