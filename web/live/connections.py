"""The sockets of the server: Python's own, with a limit for each address and with patience.

A server takes them as it takes any other socket, and need not know.
"""

import errno
import resource
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final

from companion.network import is_loopback

CONNECTIONS: Final = 300
RESERVE: Final = 60
"""Descriptors that are no connections: displays, buttons, the log, files just being read."""
LEAST: Final = 8
PER_ADDRESS: Final = 64
"""Connections of one address; a browser opens six. This machine itself may have more."""
ASK_S: Final = 20.0
"""So long may one request take until it has arrived as a whole."""
TAKE_S: Final = 30.0
"""A phone that has not taken everything for so long is given up; its page comes back."""
USER_TIMEOUT_MS: Final = 20_000
_PAUSE_S: Final = 0.005
_END_OF_HEAD: Final = b"\r\n\r\n"
_METHODS: Final = tuple(
    f"{each} ".encode()
    for each in (
        *("GET", "HEAD", "POST", "PUT", "DELETE"),
        *("OPTIONS", "PATCH", "TRACE", "CONNECT"),
    )
)
_LONGEST_METHOD: Final = max(map(len, _METHODS))


def begins_request(data: bytes) -> bool:
    """Tell whether *data* can be how a request begins, however little of it has come.

    One empty line before it is none. What has come as a whole gets its answer all the same,
    though that be no.
    """
    first = data.removeprefix(b"\r\n")
    whole = _END_OF_HEAD in first or data == b"\r"
    return whole or any(each.startswith(first[: len(each)]) for each in _METHODS)


def room() -> int:
    """Return how many connections there is room for, by the descriptors we may have."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = soft == resource.RLIM_INFINITY
    return CONNECTIONS if endless else max(LEAST, min(CONNECTIONS, soft - RESERVE))


class Connection(socket.socket):
    """One connection: neither its request nor its answer may drip for ever."""

    def __init__(
        self, fileno: int, end: tuple[str, int], closed: Callable[["Connection"], object]
    ) -> None:
        """*end*: the other one's address and port; call *closed* whenever it is closed."""
        super().__init__(fileno=fileno)
        self.address, self.port = end
        self.seated = False
        """Whether somebody with a page has asked through it."""
        self.active_s = monotonic()
        self.going = False
        """Whether it was hung up on, and is only not closed yet."""
        self._closed_now = closed
        self._first: bytes | None = b""
        """What its very first request began with so far; None: with a method."""
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
        if not found or not self._speaks_http(found):
            return b""
        self.active_s = monotonic()
        if self._asking_since_s is None:
            self._asking_since_s = monotonic()
        elif monotonic() - self._asking_since_s > ASK_S:
            return b""
        end = found.find(_END_OF_HEAD)
        return self._take(len(found) if end < 0 else end + len(_END_OF_HEAD), flags)

    def _speaks_http(self, found: bytes) -> bool:
        """Tell whether what the connection began with may become a request.

        A browser that tries https would wait for half a minute else.
        """
        if self._first is None or begins_request(self._first + found):
            return True
        with suppress(OSError):  # taken, so that the end is no reset
            super().recv(len(found))
        return False

    def _take(self, size: int, flags: int) -> bytes:
        """Receive *size* bytes, and remember the first ones until there is a method."""
        taken = super().recv(size, flags)
        if self._first is not None:
            self._first += taken
            if len(self._first) >= _LONGEST_METHOD + len(b"\r\n"):
                self._first = None
        return taken

    def send(self, data: Any, flags: int = 0, /) -> int:  # noqa: ANN401 - whatever has bytes, as in socket
        """Send what the other side has room for; ConnectionError once patience has ended."""
        try:
            sent = super().send(data, flags)
        except BlockingIOError:
            sent = 0
        if sent:
            self._asking_since_s = None
            self.active_s = monotonic()
        if sent == len(data):
            self._full_since_s = None
            return sent
        if self._full_since_s is None:
            self._full_since_s = monotonic()
        if monotonic() - self._full_since_s > TAKE_S:
            raise ConnectionAbortedError(errno.ECONNABORTED, "takes too long")
        return sent

    def offer(self, data: bytes) -> int:
        """Send what the other side has room for, at once; OSError where it has gone."""
        try:
            sent = super().send(data)
        except BlockingIOError:
            return 0
        self.active_s = monotonic()
        return sent

    def wait_until_taken(self) -> None:
        """Return once what was sent has been taken as a whole, or patience has ended."""
        while self._full_since_s is not None and self.fileno() >= 0:
            sleep(_PAUSE_S)

    def hang_up(self) -> None:
        """Say no more, in the middle of whatever was said."""
        self.going = True
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close it, once and for all."""
        super().close()
        self._closed_now(self)


class Listener(socket.socket):
    """A listening socket that knows its connections; it takes *listening* over.

    Strangers have three quarters of *most* connections; where one more comes, whichever of
    them was silent longest goes. Where all are taken, one of the address that has most goes.
    """

    def __init__(self, listening: socket.socket, most: int = CONNECTIONS) -> None:
        super().__init__(fileno=listening.detach())
        self._most = most
        self._lock = Lock()
        self._open: set[Connection] = set()
        self._paused = False
        _find_vanished_phones(self)

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection, as a non-blocking socket does; one too many is closed."""
        if self._paused:
            sleep(_PAUSE_S)  # or a loop that finds it readable would spin
            raise BlockingIOError(errno.EAGAIN, "accepts nobody any more")
        try:
            plain, address = super().accept()
        except OSError as error:
            if error.errno in {errno.EMFILE, errno.ENFILE}:
                sleep(_PAUSE_S)  # who knocks stays in the queue, and the loop would spin
            raise
        connection = Connection(plain.detach(), address[:2], self._forget)
        with self._lock:
            own = sum(each.address == connection.address for each in self._open)
            going = self._one_too_many()
            self._open.add(connection)
        if own >= PER_ADDRESS and not is_loopback(connection.address):
            connection.close()
            raise BlockingIOError(errno.EAGAIN, "too many from one address")
        if going:
            going.hang_up()
        return connection, address

    def _one_too_many(self) -> Connection | None:
        """Return who has to go before one more comes; the lock is held."""
        staying = [each for each in self._open if not each.going]
        crowd = [each for each in staying if not each.seated]
        if len(crowd) < self._most * 3 // 4:
            if len(staying) < self._most:
                return None
            held = Counter(each.address for each in staying)
            greedy = max(held, key=held.__getitem__)
            crowd = [each for each in staying if each.address == greedy]
        return min(crowd, key=lambda each: each.active_s)

    def pause(self) -> None:
        """Accept nobody any more: who comes waits in the kernel's queue."""
        self._paused = True

    def connection(self, address: str, port: int) -> Connection | None:
        """Return the open connection from *port* of *address*."""
        ends = ((each.address, each.port, each) for each in self.open)
        return next((each for *end, each in ends if end == [address, port]), None)

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
