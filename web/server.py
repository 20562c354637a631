"""Waitress with the settings that were measured, behind one small function.

Each stream holds a thread, so threads are many and streams are fewer; a phone that vanished
gives its thread back after about 30 s.
"""

import socket
from threading import Event
from time import monotonic
from typing import Any, Final

import waitress
from flask import Flask
from waitress import wasyncore

from companion.errors import ConfigError
from web.app import shell_of
from web.guard import LONG_BODY_BYTES

THREADS: Final = 96
USER_TIMEOUT_MS: Final = 20_000
DRAIN_S: Final = 0.4
_FLUSH_S: Final = 0.2
_BACKLOG: Final = 64
_SETTINGS: Final[dict[str, Any]] = {
    "threads": THREADS,
    "connection_limit": 300,
    "channel_timeout": 30,
    "cleanup_interval": 10,
    "channel_request_lookahead": 1,  # or nobody notices that a streaming phone hung up
    "asyncore_use_poll": True,  # select() crashes at descriptor 1024
    "max_request_body_size": LONG_BODY_BYTES,
    "max_request_header_size": 16 * 1024,
    "clear_untrusted_proxy_headers": True,
    "ident": None,
}


class Server:
    """A bound server: ``run`` serves until ``close`` is called from another thread."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        """Take a *listener* that is bound and listening already."""
        self._shell = shell_of(app)
        self._map: dict[int, Any] = {}
        self._server = waitress.create_server(
            app, map=self._map, sockets=[listener], **_SETTINGS
        )
        self._begun = Event()
        self._closing = Event()
        self._closed = Event()
        self.port: int = listener.getsockname()[1]

    def run(self) -> None:
        """Serve; return soon after ``close``."""
        self._begun.set()
        try:
            while not self._closing.is_set():
                self._poll(1.0)
            self._flush()
            self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=_FLUSH_S)
        finally:
            self._hang_up()
            self._closed.set()

    def close(self) -> None:
        """End every open stream and stop ``run``; takes well under a second."""
        self._shell.streams.stop(DRAIN_S)
        self._closing.set()
        if self._begun.is_set():
            self._server.pull_trigger()
            self._closed.wait(1.0)
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        for channel in [*self._map.values()]:
            channel.close()

    def _flush(self) -> None:
        """Give the last bytes of ended streams the time to leave."""
        until = monotonic() + _FLUSH_S
        while monotonic() < until and any(map(_busy, [*self._map.values()])):
            self._poll(0.02)

    def _poll(self, timeout_s: float) -> None:
        wasyncore.loop(timeout=timeout_s, use_poll=True, map=self._map, count=1)


def serve(app: Flask, host: str, port: int) -> Server:
    """Bind *app* to *host* and *port* (0: any free one); the server does not run yet.

    Raises ConfigError where the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server(
            (host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=host == "::"
        )
    except OSError as error:
        raise ConfigError(
            f"The web server cannot listen on {host} port {port}: {error.strerror}. "
            f"Choose another port, or stop the program that holds it."
        ) from error
    _keep_alive(listener)
    return Server(app, listener)


def _busy(channel: object) -> bool:
    return bool(getattr(channel, "requests", ())) or bool(
        getattr(channel, "total_outbufs_len", 0)
    )


def _keep_alive(listener: socket.socket) -> None:
    """Find phones that vanished; accepted connections inherit these options."""
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
