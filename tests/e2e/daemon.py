"""The real program as a process of its own, started, killed and started again."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Self

from tests.waiting import LIMIT_S

GREETING = re.compile(r"PIN (\d{6})")
ROOT = Path(__file__).parents[2]
CLAIMS: list[socket.socket] = []


def free_port() -> int:
    """Return a port that is nobody else's until this process ends.

    One below those that the kernel gives to clients: else a client could have it between
    two starts, or a phone that tries again and again reach itself. Its UDP twin is held, so
    that no other process of the tests takes it.
    """
    for port in Random().sample(range(20_000, 30_000), 1_000):
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with socket.socket() as probe:
            try:
                claim.bind(("127.0.0.1", port))
                probe.bind(("127.0.0.1", port))
            except OSError:
                claim.close()
            else:
                CLAIMS.append(claim)
                return port
    raise OSError("no port below 30000 is free")


def resident_mb(process: int) -> float:
    """Return what a process holds in memory now."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


class Daemon:
    """``companion run`` on one port and one folder; it may be killed and started again."""

    def __init__(
        self,
        folder: Path,
        port: int | None = None,
        host: str = "127.0.0.1",
        options: tuple[str, ...] = (),
        tree: Path = ROOT,
    ) -> None:
        """*tree* is where the program lies: this tree, or an older one."""
        self.tree = tree
        self.options = options
        self.folder = folder
        self.port = port or free_port()
        self.host = host
        self.pin = ""
        self.stops_with = signal.SIGTERM
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(self.stops_with)

    def start(self) -> None:
        """Start it and wait until it has said where it is."""
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "companion", "run"),
                *(
                    "--host",
                    self.host,
                    "--port",
                    str(self.port),
                    "--data",
                    str(self.folder.absolute()),
                ),
                *self.options,
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.tree,
            env={**os.environ, "PYTHONWARNINGS": "default"},
        )
        watchdog = threading.Timer(LIMIT_S, self._process.kill)
        watchdog.start()
        said = ""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said += line
            if found := GREETING.search(line):
                self.pin = found[1]
            if "Ctrl+C" in line:
                break
        watchdog.cancel()
        assert self.pin, f"the daemon did not come up; it said: {said!r}"

    def stop(self, how: signal.Signals) -> int:
        """Send a signal, wait until it is gone, return its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        try:
            code = self._process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code
