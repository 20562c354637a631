"""The sockets of the server: Python's own, with a limit for each address and with patience.

A server takes them as it takes any other socket, and need not know.
"""

import errno
import socket
from collections.abc import Callable
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final

from web.guard import is_loopback

PER_ADDRESS: Final = 64
"""Connections of one address; a browser opens six. This machine itself may have more."""
ASK_S: Final = 20.0
"""So long may one request take until it has arrived as a whole."""
TAKE_S: Final = 30.0
"""A phone that has not taken everything for so long is given up; its page comes back."""
USER_TIMEOUT_MS: Final = 20_000
_PAUSE_S: Final = 0.005
_END_OF_HEAD: Final = b"\r\n\r\n"


class Connection(socket.socket):
    """One connection: neither its request nor its answer may drip for ever."""

    def __init__(
        self, fileno: int, address: str, closed: Callable[["Connection"], object]
    ) -> None:
        """Call *closed* with it whenever it is closed."""
        super().__init__(fileno=fileno)
        self.address = address
        self._closed_now = closed
        self._asking_since_s: float | None = None
        self._full_since_s: float | None = None

    @property
    def asking(self) -> bool:
        """Whether something was asked, and nothing answered yet."""
        return self._asking_since_s is not None

    def recv(self, bufsize: int, flags: int = 0, /) -> bytes:
        """Receive one request's head at most; nothing any more from whoever drips.

        A hundred requests in one piece would be parsed, and answered, without a look at
        whether anybody takes the answers.
        """
        found = super().recv(bufsize, flags | socket.MSG_PEEK)
        if not found:
            return b""
        if self._asking_since_s is None:
            self._asking_since_s = monotonic()
        elif monotonic() - self._asking_since_s > ASK_S:
            return b""
        end = found.find(_END_OF_HEAD)
        return super().recv(len(found) if end < 0 else end + len(_END_OF_HEAD), flags)

    def send(self, data: Any, flags: int = 0, /) -> int:  # noqa: ANN401 - whatever has bytes, as in socket
        """Send what the other side has room for; ConnectionError once patience has ended."""
        try:
            sent = super().send(data, flags)
        except BlockingIOError:
            sent = 0
        if sent:
            self._asking_since_s = None
        if sent == len(data):
            self._full_since_s = None
            return sent
        if self._full_since_s is None:
            self._full_since_s = monotonic()
        if monotonic() - self._full_since_s > TAKE_S:
            raise ConnectionAbortedError(errno.ECONNABORTED, "takes too long")
        return sent

    def close(self) -> None:
        """Close it, once and for all."""
        super().close()
        self._closed_now(self)


class Listener(socket.socket):
    """A listening socket that knows its connections; it takes *listening* over."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(fileno=listening.detach())
        self._lock = Lock()
        self._open: set[Connection] = set()
        self._paused = False
        _find_vanished_phones(self)

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection, as a non-blocking socket does; one too many is closed."""
        if self._paused:
            sleep(_PAUSE_S)  # or a loop that finds it readable would spin
            raise BlockingIOError(errno.EAGAIN, "accepts nobody any more")
        plain, address = super().accept()
        connection = Connection(plain.detach(), address[0], self._forget)
        with self._lock:
            own = sum(each.address == connection.address for each in self._open)
            self._open.add(connection)
        if own >= PER_ADDRESS and not is_loopback(connection.address):
            connection.close()
            raise BlockingIOError(errno.EAGAIN, "too many from one address")
        return connection, address

    def pause(self) -> None:
        """Accept nobody any more: who comes waits in the kernel's queue."""
        self._paused = True

    @property
    def open(self) -> list[Connection]:
        """Every connection that was accepted and is not closed."""
        with self._lock:
            return list(self._open)

    def _forget(self, connection: Connection) -> None:
        with self._lock:
            self._open.discard(connection)


def _find_vanished_phones(listener: socket.socket) -> None:
    """Let the kernel give up phones that are gone; accepted connections inherit this."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {
        "TCP_USER_TIMEOUT": USER_TIMEOUT_MS,
        "TCP_KEEPIDLE": 10,
        "TCP_KEEPINTVL": 5,
        "TCP_KEEPCNT": 3,
    }.items():
        option = getattr(socket, name, None)  # not every system has all of them
        if option is not None:
            listener.setsockopt(socket.IPPROTO_TCP, option, value)
