"""A network between phone and table that can swallow everything and say nothing."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65_536


class BlackHole:
    """Passes connections on to *port*; while ``swallowing``, bytes go in and none come out.

    What is in the hole once is lost: its connections stay open and dumb, as over a Wi-Fi
    that went away.
    """

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.swallowing = False
        self._lost: set[int] = set()
        self._ends: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        number = 0
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                number += 1
                self._ends.append(near)
                threading.Thread(
                    target=self._connect, args=(near, number), daemon=True
                ).start()

    def _connect(self, near: socket.socket, number: int) -> None:
        try:
            far = socket.create_connection(self._target)
        except OSError:
            near.close()
            return
        self._ends.append(far)
        for source, sink in ((near, far), (far, near)):
            threading.Thread(
                target=self._carry, args=(source, sink, number), daemon=True
            ).start()

    def _carry(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self.swallowing:
                    self._lost.add(number)
                if number not in self._lost:
                    sink.sendall(data)
            if number not in self._lost:
                sink.shutdown(socket.SHUT_WR)
