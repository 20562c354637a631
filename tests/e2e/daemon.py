"""The real program as a process of its own, started, killed and started again."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

GREETING = re.compile(r"PIN (\d{6})")
START_LIMIT_S = 30.0
ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        watchdog = threading.Timer(START_LIMIT_S, self._process.kill)
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
            code = self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code
