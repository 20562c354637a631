"""A filter between phone and table, as some virus scanners are: it holds event streams back."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65_536
STREAM, END_OF_HEAD = b"text/event-stream", b"\r\n\r\n"


class Holding:
    """Passes connections on to *port*; of a stream only *through* of it comes out.

    *through* is ``nothing``, its ``head``, or its ``hello`` too. What was held comes out once
    the other side ends, which is too late for everybody.
    """

    def __init__(self, port: int, through: str = "nothing") -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.through = through
        """``all``: the filter was switched off."""
        self.held = 0
        """Streams that were held back so far."""
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
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
                self._ends += [near, far]
                for ends in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:  # noqa: FBT001 - a thread passes it
        kept: bytes | None = None
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if kept is not None:
                    kept += data
                elif answers and STREAM in data and self.through != "all":
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
