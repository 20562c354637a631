"""A small stand-in for systemd: it holds the socket, hears the notes, starts the program."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.waiting import LIMIT_S, wait_for

ROOT = Path(__file__).parents[2]
# The parent of a program that is handed a socket: it puts it at 3 and says so.
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


class Systemd:
    """One service with its socket; ``heard`` grows by what the service tells."""

    def __init__(self, folder: Path, tree: Path = ROOT) -> None:
        """*tree* is where the program lies: this tree, or an older one."""
        self.folder, self.tree = folder, tree
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self.listener.getsockname()[1]
        self._notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notes.bind(str(folder / "notify"))
        self._notes.settimeout(0.05)
        self._told = ""
        self._process: subprocess.Popen[str] | None = None
        self.log = (folder / "log").open("w+", encoding="utf-8")

    def start(self, *program: str) -> None:
        """Start *program* (the table by default); return once it is ready."""
        self._told = ""
        command = program or ("-m", "companion", "run", "--data", str(self.folder / "data"))
        fd = self.listener.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, str(fd), *command],
            pass_fds=(fd,),
            cwd=self.tree,
            stderr=self.log,
            stdout=self.log,
            text=True,
            env={**os.environ, "NOTIFY_SOCKET": str(self.folder / "notify")},
        )
        wait_for(lambda: "READY=1" in self.told(), "ready")

    @property
    def process(self) -> int:
        """The number of the running program."""
        assert self._process is not None
        return self._process.pid

    def told(self) -> str:
        """Return all it has told since its start."""
        while True:
            try:
                self._told += self._notes.recv(4096).decode() + "\n"
            except TimeoutError:
                return self._told

    def beats(self) -> int:
        """Return how often it has pinged the watchdog."""
        return self.told().count("WATCHDOG=1")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait until it is gone, return its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(LIMIT_S)

    def signal(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for each in (self.listener, self._notes, self.log):
            each.close()

    def lines(self) -> str:
        """Return the log."""
        return Path(self.log.name).read_text("utf-8")

    def get(self, path: str) -> tuple[int, bytes]:
        """Ask for *path* over a connection of its own."""
        return get(self.port, path)


def get(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@contextmanager
def running(folder: Path, tree: Path = ROOT) -> Iterator[Systemd]:
    systemd = Systemd(folder, tree)
    try:
        systemd.start()
        yield systemd
    finally:
        systemd.close()
