"""Networks between phone and table that keep a part of an answer to themselves."""

import socket

from tests.relay import CHUNK, Relay

STREAM, END_OF_HEAD = b"text/event-stream", b"\r\n\r\n"


class Stopping(Relay):
    """Passes connections on; the answer to one question of *what* stops in its middle."""

    def __init__(self, port: int, what: bytes) -> None:
        super().__init__(port)
        self.what = what
        self.waits = False
        """Whether the next such question is the one."""
        self.stopped = 0
        """Answers that did so far."""
        self._dumb = 0

    def carry(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        """Carry all; of that one answer only its head and the beginning of what it says."""
        while data := source.recv(CHUNK):
            if number > 0 and self.waits and self.what in data:
                self.waits, self._dumb = False, number
            if number == -self._dumb:
                head, end, body = data.partition(END_OF_HEAD)
                data = head + end + body[:4] if end else b""
                self.stopped += bool(end)
            sink.sendall(data)
        if number != -self._dumb:
            sink.shutdown(socket.SHUT_WR)


class Holding(Relay):
    """A filter, as some virus scanners are, that holds event streams back.

    Passes connections on; of a stream only *through* of it comes out.

    *through* is ``nothing``, its ``head``, or its ``hello`` too. What was held comes out once
    the other side ends, which is too late for everybody.
    """

    def __init__(self, port: int, through: str = "nothing") -> None:
        super().__init__(port)
        self.through = through
        """``all``: the filter was switched off."""
        self.held = 0
        """Streams that were held back so far."""

    def carry(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        """Carry what is no answer of a stream, and of that one's what comes through."""
        kept: bytes | None = None
        while data := source.recv(CHUNK):
            if kept is not None:
                kept += data
            elif number < 0 and STREAM in data and self.through != "all":
                self.held += 1
                out = self._share(data)
                sink.sendall(out)
                kept = data[len(out) :]
            else:
                sink.sendall(data)
        sink.sendall(kept or b"")
        sink.shutdown(socket.SHUT_WR)

    def _share(self, data: bytes) -> bytes:
        if self.through == "nothing":
            return b""
        head = data.index(END_OF_HEAD) + len(END_OF_HEAD)
        hello = data.find(b"\n\n", head) + 2
        return data[: hello if self.through == "hello" and hello > 1 else head]
