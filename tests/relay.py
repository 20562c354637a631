"""A network between phone and table, on this machine: who extends it says what it does to bytes."""

import socket
import threading
from contextlib import suppress
from typing import Self

CHUNK = 65_536


class Relay:
    """Passes connections on to *port*, both ways, as ``carry`` does it."""

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._ends: list[socket.socket] = []
        self._over = False

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def carry(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        """Carry one way of connection *number*, which is below 0 on the way back."""
        raise NotImplementedError

    def _accept(self) -> None:
        number = 0
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                number += 1
                self._keep(near)
                threading.Thread(
                    target=self._connect, args=(near, number), daemon=True
                ).start()

    def _keep(self, end: socket.socket) -> None:
        self._ends.append(end)
        if self._over:  # it came as the others were closed
            end.close()

    def _connect(self, near: socket.socket, number: int) -> None:
        try:
            far = socket.create_connection(self._target)
        except OSError:
            near.close()
            return
        self._keep(far)
        for way in ((near, far, number), (far, near, -number)):
            threading.Thread(target=self._carry, args=way, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        with suppress(OSError):
            self.carry(source, sink, number)
