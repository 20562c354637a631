"""Ports that a rig uses, and lets go of while somebody else wants one."""

import errno
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hardware.boards.serial_link import Port

LET_GO_S = 3.0
"""How long is waited for the rig; a port that is read is free within a tenth of a second."""


class SharedPorts:
    """``open`` is for the rig; what is ``lent`` is nobody's but the borrower's meanwhile."""

    def __init__(self, open_port: Callable[[str], Port]) -> None:
        self._open = open_port
        self._news = threading.Condition()
        self._used: list[str] = []
        self._lent: list[str] = []

    def open(self, path: str) -> Port:
        """Open *path* for the rig; an OSError where it is lent, as where another has it."""
        with self._news:
            self.check(path)
            self._used.append(path)
        try:
            return _SharedPort(self._open(path), path, self)
        except BaseException:
            self.let_go(path)
            raise

    def check(self, path: str) -> None:
        """Raise where *path* is lent: the rig's threads then close it by themselves."""
        if path in self._lent:
            raise OSError(errno.EBUSY, "its firmware is being written")

    def let_go(self, path: str) -> None:
        """Hear that the rig has closed *path*."""
        with self._news:
            self._used.remove(path)
            self._news.notify_all()

    def used(self, path: str) -> bool:
        """Tell whether the rig has *path* open."""
        return path in self._used

    @contextmanager
    def lent(self, path: str) -> Iterator[None]:
        """Keep the rig away from *path*, which it closes first if need be."""
        end_s = time.monotonic() + LET_GO_S
        with self._news:
            self._lent.append(path)
            self._news.wait_for(
                lambda: path not in self._used, max(0.0, end_s - time.monotonic())
            )
        try:
            yield
        finally:
            self._lent.remove(path)


class _SharedPort:
    def __init__(self, port: Port, path: str, shared: SharedPorts) -> None:
        self._port, self._path, self._shared = port, path, shared
        self._closed = False

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    def read(self, size: int) -> bytes:
        self._shared.check(self._path)
        return self._port.read(size)

    def write(self, data: bytes) -> object:
        self._shared.check(self._path)
        return self._port.write(data)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._port.close()
            self._shared.let_go(self._path)
