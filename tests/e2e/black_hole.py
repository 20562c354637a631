"""A network between phone and table that can swallow everything and say nothing."""

import socket

from tests.relay import CHUNK, Relay


class BlackHole(Relay):
    """Passes connections on; while ``swallowing``, bytes go in and none come out.

    What is in the hole once is lost: its connections stay open and dumb, as over a Wi-Fi
    that went away.
    """

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.swallowing = False
        self._lost: set[int] = set()

    def carry(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        """Carry as long as the connection is none of the lost ones."""
        while data := source.recv(CHUNK):
            if self.swallowing:
                self._lost.add(abs(number))
            if abs(number) not in self._lost:
                sink.sendall(data)
        if abs(number) not in self._lost:
            sink.shutdown(socket.SHUT_WR)
