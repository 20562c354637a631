"""Waitress with the settings that were measured, behind one small class.

Of waitress it takes ``create_server``, ``run``, ``close`` and a parser with one more refusal; the
sockets it is handed (``connections.py``) and the map that its loop watches do the rest.
"""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final

import waitress
from flask import Flask, Request
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError

from companion.errors import ConfigError
from web.guard import LONG_BODY_BYTES
from web.live.connections import Listener, room
from web.live.open_streams import IN_ALL, LEAVING
from web.live.stream import CONNECTION
from web.rates import WAITING
from web.services import services_of

REQUESTS_AT_ONCE: Final = 12
"""Threads for requests, each a few milliseconds long."""
DRAIN_S: Final = 0.4
"""So long streams may take to end."""
_LAST_REQUEST_S: Final = 0.3
"""So long a connection without a request may still send one while we close."""
_ANSWER_S: Final = 5.0
"""So long a request that was begun may still be answered."""
_FLUSH_S: Final = 0.2
_LOOK_S: Final = 0.01
_ITS_OWN: Final = 2
"""The listener and what wakes the loop: waitress counts them among its connections."""
_GOING: Final = 8
"""So many may be hung up on and not closed yet while more are let in."""
_BACKLOG: Final = 64
_SETTINGS: Final[dict[str, Any]] = {
    # A stream holds its thread, and a refused flood some.
    "threads": IN_ALL + LEAVING + REQUESTS_AT_ONCE + WAITING,
    "channel_timeout": 30,
    "cleanup_interval": 10,
    # Three answers fit in, so no thread waits for a phone but a stream's.
    "outbuf_high_watermark": 128 * 1024,
    "channel_request_lookahead": 1,  # or nobody notices that a streaming phone hung up
    "asyncore_use_poll": True,  # select() crashes at descriptor 1024
    "max_request_body_size": LONG_BODY_BYTES,
    "max_request_header_size": 16 * 1024,
    "clear_untrusted_proxy_headers": True,
    "log_socket_errors": False,  # a phone that went is no fault
    "ident": None,
}

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Start = Callable[..., Any]


class _Watched(dict[int, Any]):
    """What waitress's loop watches: it goes on as long as this is true."""

    def __init__(self, before_round: Callable[[], object]) -> None:
        super().__init__()
        self._before_round = before_round

    def __bool__(self) -> bool:
        self._before_round()
        return True


class _Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress ships no types
    def parse_header(self, header_plus: bytes) -> None:
        """Refuse what Python itself cannot read too: ``http://[``, a length of 5000 digits."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("Bad request") from error


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    parser_class = _Parser


class Server:
    """A bound server: ``run`` serves until ``close`` is called from another thread."""

    def __init__(
        self, app: Flask, listening: socket.socket, *, shared: bool = False
    ) -> None:
        """Take over a socket that is bound and listening already.

        *shared*: somebody else (systemd) holds it too, and finds whoever is in its queue.
        """
        self._shared = shared
        # Sixty phones that come back at once wait in the queue for a moment: that is its use.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        # Its notes name the addresses of pages, and one of those holds the PIN; its warnings
        # come one for each stranger too many, who would fill the log.
        logging.getLogger("waitress").setLevel(logging.ERROR)
        self.port: int = listening.getsockname()[1]
        self._app, self._services = app, services_of(app)
        most = room()
        self._listener = Listener(listening, most)
        self._server = waitress.create_server(
            self._answer,
            map=_Watched(self._before_round),
            sockets=[self._listener],
            connection_limit=most + _ITS_OWN + _GOING,
            **_SETTINGS,
        )
        self._server.channel_class = _Channel
        self._each_round: tuple[Callable[[], object], ...] = ()
        self._closing = self._over = self._closed = False
        self._running = Lock()

    def run(self, each_round: Iterable[Callable[[], object]] = ()) -> None:
        """Serve; return soon after ``close``. What is called *each_round* must not block.

        There is a round at least every second.
        """
        with self._running:
            if self._closed:
                return
            self._each_round = tuple(each_round)
            services_of(self._app).writer.start()
            try:
                self._server.run()
            finally:
                self._closed = True
                services_of(self._app).writer.stop()
                self._server.close()

    def close(self) -> None:
        """End every stream, answer what was asked, and stop ``run``.

        Who knocks now waits in the kernel's queue, where the next process finds them if the socket
        is shared. Closing again waits for the first to be done.
        """
        self._listener.pause()
        self._closing = True
        self._services.streams.stop(DRAIN_S)
        self._drain()
        self._over = True
        if (
            not self._shared
        ):  # else systemd would take the knock for a phone's and start anew
            with suppress(OSError):  # so that the loop comes round at once
                where = self._listener.getsockname()[:2]
                socket.create_connection(where, _FLUSH_S).close()
        self.run()  # waits for the one that runs; one that never ran ends at once

    def _before_round(self) -> None:
        if self._over:
            raise SystemExit  # ends waitress's run, and its threads
        for call in self._each_round:
            # Where no descriptor is left, say, the table goes on; the next round calls again.
            with suppress(OSError):
                call()

    def _drain(self) -> None:
        """Let every connection have its answer, then let go of all."""
        if not self._running.locked():
            return
        begun = monotonic()
        while open_ := self._listener.open:
            passed_s = monotonic() - begun
            calm = passed_s > _LAST_REQUEST_S and not any(each.asking for each in open_)
            if calm or passed_s > _ANSWER_S:
                break
            sleep(_LOOK_S)
        for how in (
            socket.SHUT_RD,
            socket.SHUT_RDWR,
        ):  # what is unsent may go; then nothing
            for each in self._listener.open:
                with suppress(OSError):
                    each.shutdown(how)
            until = monotonic() + _FLUSH_S
            while self._listener.open and monotonic() < until:
                sleep(_LOOK_S)

    def _answer(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Answer as the app does; while we close, each answer is a connection's last one.

        For waitress hangs up after an answer whose length is not told, and says so.
        """
        address, port = environ["REMOTE_ADDR"], int(environ["REMOTE_PORT"])
        connection = self._listener.connection(address, port)
        environ[CONNECTION] = connection
        if connection is not None and self._services.knows(Request(environ)):
            connection.seated = True
        if not self._closing:
            return self._app(environ, start_response)

        def start(status: str, headers: Headers, *error: Any) -> Any:  # noqa: ANN401 - WSGI's own
            kept = [each for each in headers if each[0].lower() != "content-length"]
            return start_response(status, kept, *error)

        return _in_pieces(self._app(environ, start))


def _in_pieces(answer: Iterable[bytes]) -> Iterator[bytes]:
    """Yield *answer*, so that nobody can tell its length."""
    try:
        yield from answer
    finally:
        if close := getattr(answer, "close", None):
            close()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises ConfigError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server(
            (host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=host == "::"
        )
    except OSError as error:
        raise ConfigError(
            f"The web server cannot listen on {host} port {port}: {error.strerror}. "
            f"Choose another port, or stop the program that holds it."
        ) from error
