"""systemd's side of the process: the socket it hands over, and what it is told."""

import os
import socket
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from companion.errors import ConfigError

FIRST_FD: Final = 3
"""Where systemd puts the first socket it hands over."""
ASK_S: Final = 10.0
MOST_ASKS: Final = 60
"""Ten minutes: a log that takes longer is no longer read."""


@dataclass(frozen=True, slots=True)
class Systemd:
    """Whoever started this process and wants to hear of it; an empty address: nobody."""

    address: str = ""

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "Systemd":
        """Return the one that *environ* names."""
        return cls(environ.get("NOTIFY_SOCKET", ""))

    def __bool__(self) -> bool:
        """Tell whether anybody listens."""
        return bool(self.address)

    def tell(self, **facts: str | int) -> None:
        """Send ``READY=1``, ``STATUS=…``; nobody to hear it is no fault of the table's."""
        if not self:
            return
        address = "\0" + self.address[1:] if self.address[0] == "@" else self.address
        lines = "\n".join(f"{key}={_one_line(value)}" for key, value in facts.items())
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.settimeout(1.0)
            wire.sendto(lines.encode(), address)

    @contextmanager
    def patient(self, ask_s: float = ASK_S) -> Iterator[None]:
        """Ask every *ask_s* for more time than the unit gives the start; not for ever."""
        done = Event()

        def ask() -> None:
            for _ in range(MOST_ASKS):
                self.tell(EXTEND_TIMEOUT_USEC=int(3 * ask_s * 1_000_000))
                if done.wait(ask_s):
                    return

        thread = Thread(target=ask, name="patient", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def inherited_socket(environ: Mapping[str, str], pid: int) -> socket.socket | None:
    """Return the listening socket that systemd has opened for us; raises ConfigError."""
    if environ.get("LISTEN_PID") != str(pid):
        return None
    count = environ.get("LISTEN_FDS", "")
    if count != "1":
        raise ConfigError(
            f"systemd hands over {count or 'no'} sockets, the table takes one: leave one "
            "ListenStream= in companion.socket."
        )
    if not _listens(FIRST_FD):
        raise ConfigError(
            "What systemd hands over is not a listening TCP socket: write "
            "ListenStream=0.0.0.0:80 in companion.socket."
        )
    os.set_inheritable(FIRST_FD, False)  # noqa: FBT003 - the call takes it by place only
    return socket.socket(fileno=FIRST_FD)


def _listens(number: int) -> bool:
    try:
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return False
        with socket.socket(fileno=os.dup(number)) as probe:
            internet = probe.family in (socket.AF_INET, socket.AF_INET6)
            return internet and bool(
                probe.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            )
    except OSError:
        return False


def _one_line(value: str | int) -> str:
    return " ".join(str(value).splitlines())
