"""Waitress with the settings that were measured, behind one small function.

A page's stream is handed over to the herald and holds no thread. That leans on waitress's
insides, so its version is pinned and tests look at each of them.
"""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock
from time import monotonic
from typing import Any, Final, NoReturn

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask

from companion.errors import ConfigError
from web.app import shell_of
from web.guard import LONG_BODY_BYTES, is_loopback
from web.herald import HAND_OVER, Held

THREADS: Final = 24
"""For questions, each a few milliseconds long, and the bench's streams."""
USER_TIMEOUT_MS: Final = 20_000
DRAIN_S: Final = 0.4
ROUND_S: Final = 0.5
"""So often at least the loop comes round."""
CONNECTIONS: Final = 300
PER_ADDRESS: Final = 64
"""Of all connections; a browser opens six. This machine itself may have all of them."""
ASK_S: Final = 20.0
"""So long may one question take until it has arrived as a whole."""
_FLUSH_S: Final = 0.2
_LET_GO_S: Final = 0.3
"""So long a connection without a question may still ask one while we close."""
_ANSWER_S: Final = 5.0
"""So long a question that was asked may still be answered."""
_BACKLOG: Final = 64
_SETTINGS: Final[dict[str, Any]] = {
    "threads": THREADS,
    "connection_limit": CONNECTIONS,
    "channel_timeout": 30,
    "cleanup_interval": 10,
    # A stream keeps what it has sent until so much has gone; the default is 16 MiB of each.
    "outbuf_high_watermark": 128 * 1024,
    "channel_request_lookahead": 1,  # or nobody notices that a streaming phone hung up
    "asyncore_use_poll": True,  # select() crashes at descriptor 1024
    "max_request_body_size": LONG_BODY_BYTES,
    "max_request_header_size": 16 * 1024,
    "clear_untrusted_proxy_headers": True,
    "log_socket_errors": False,  # a phone that went is no fault
    "ident": None,
}


class _HandedOver(BaseException):
    """The answer goes on later, without this thread."""

    def __init__(self, held: Held, outlet: "_Outlet") -> None:
        self.held, self.outlet = held, outlet


class _Task(WSGITask):  # type: ignore[misc]  # waitress ships no types
    """Lets streams be handed over, and says which answer is a connection's last one."""

    def get_environment(self) -> dict[str, Any]:
        return {**super().get_environment(), HAND_OVER: self._hand_over}

    def _hand_over(self, held: Held) -> NoReturn:
        raise _HandedOver(held, _Outlet(self))

    def build_response_header(self) -> bytes:
        # Who asks on without waiting for answers could fill our buffers: no browser does.
        if not self.channel.server.accepting or len(self.channel.requests) > 1:
            self.request.headers["CONNECTION"] = "close"
        return bytes(super().build_response_header())


class _Outlet:
    """The rest of a chunked answer, whose request stays the first one of its channel.

    As long as it is there, waitress begins no other and flushes under its lock.
    """

    def __init__(self, task: _Task) -> None:
        self._task, self._channel = task, task.channel

    @property
    def open(self) -> bool:
        return self._channel.connected and not self._channel.will_close

    @property
    def clear(self) -> bool:
        return not self._channel.total_outbufs_len

    def write(self, chunk: bytes) -> None:
        channel = self._channel
        channel.told_just_now = True
        try:
            with _gone_is_gone():
                self._task.write(chunk)
        finally:
            channel.told_just_now = False
        if channel.total_outbufs_len:  # the loop sends the rest
            channel.server.pull_trigger()

    def end(self) -> None:
        with suppress(ConnectionError), _gone_is_gone():
            self._task.finish()
        self._leave("close_when_flushed")

    def drop(self) -> None:
        self._leave("will_close")

    def _leave(self, how: str) -> None:
        channel = self._channel
        with channel.requests_lock:
            setattr(channel, how, True)
            for asked in channel.requests:
                asked.close()
            channel.requests = []
        channel.server.pull_trigger()


@contextmanager
def _gone_is_gone() -> Iterator[None]:
    try:
        yield
    except ClientDisconnected as gone:
        raise ConnectionError from gone


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    task_class = _Task
    told_just_now = False
    asking_since_s = 0.0

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - waitress ships no types
        super().__init__(*given, **named)
        address = self.addr[0]
        own = [
            each for each in self.server.active_channels.values() if each.addr[0] == address
        ]
        self.will_close = len(own) > PER_ADDRESS and not is_loopback(address)

    def received(self, data: bytes) -> bool:
        before = self.request
        taken = bool(super().received(data))
        if self.request is not before:
            self.asking_since_s = monotonic()
        return taken

    def hurry(self, now_s: float) -> None:
        """Give up whoever goes on and on with one question; on the loop's thread only."""
        if self.request is not None and now_s - self.asking_since_s > ASK_S:
            self.will_close = True

    def writable(self) -> bool:
        # Else the loop would spin until whoever is writing has written.
        return not self.told_just_now and bool(super().writable())

    def service(self) -> None:
        try:
            super().service()
        except _HandedOver as handed:
            self.server.herald.take(handed.held, handed.outlet)


class Server:
    """A bound server: ``run`` serves until ``close`` is called from another thread."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        """Take a *listener* that is bound and listening already."""
        _keep_alive(listener)
        # Sixty phones that come back at once wait in the queue for a moment: that is its use.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        # Its notes name the addresses of pages, and one of those holds the PIN.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        self._shell = shell_of(app)
        self._map: dict[int, Any] = {}
        self._server = waitress.create_server(
            app, map=self._map, sockets=[listener], **_SETTINGS
        )
        self._server.channel_class = _Channel
        self._server.herald = self._shell.herald
        self._server.pull_trigger = self._wake
        self._bell = Lock()
        self._begun = Event()
        self._closing = Event()
        self._closed = Event()
        self.port: int = listener.getsockname()[1]

    def run(self, each_round: Iterable[Callable[[], object]] = ()) -> None:
        """Serve; return soon after ``close``. What is called *each_round* must not block."""
        self._begun.set()
        try:
            while not self._closing.is_set():
                self._poll(ROUND_S)
                for channel in [*self._server.active_channels.values()]:
                    channel.hurry(monotonic())
                for call in each_round:
                    call()
            self._drain()
            self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=_FLUSH_S)
        finally:
            self._hang_up()
            self._closed.set()

    def close(self) -> None:
        """End every stream, answer what was asked, and stop ``run``.

        From now on nobody is let in: who knocks waits in the kernel's queue, where the next
        process finds them if somebody else (systemd) holds the socket too. Closing again
        waits for the first to be done.
        """
        self._server.accepting = False
        self._shell.streams.stop(DRAIN_S)
        self._shell.herald.stop()
        self._closing.set()
        if self._begun.is_set():
            self._server.pull_trigger()
            self._closed.wait(_ANSWER_S + 1.0)
        else:
            self._hang_up()

    def _wake(self) -> None:
        """Let the loop look again; once we have hung up the number may be another file's."""
        with self._bell:
            if self._map:
                self._server.trigger.pull_trigger()

    def _hang_up(self) -> None:
        with self._bell:
            for channel in [*self._map.values()]:
                channel.close()

    def _drain(self) -> None:
        """Let every connection have its answer; the last one it gets says so."""
        begun = monotonic()
        while channels := [*self._server.active_channels.values()]:
            passed_s = monotonic() - begun
            calm = passed_s > _LET_GO_S and not any(map(_busy, channels))
            if calm or passed_s > _ANSWER_S:
                break
            self._poll(0.02)

    def _poll(self, timeout_s: float) -> None:
        wasyncore.loop(timeout=timeout_s, use_poll=True, map=self._map, count=1)


def serve(app: Flask, host: str, port: int) -> Server:
    """Bind *app* to *host* and *port* (0: any free one); the server does not run yet."""
    return Server(app, listen(host, port))


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


def _busy(channel: object) -> bool:
    """Tell whether a question is being asked or answered."""
    return bool(
        getattr(channel, "requests", ())
        or getattr(channel, "request", None)
        or getattr(channel, "total_outbufs_len", 0)
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
