"""Starts the program anew whenever one of its files changes, and says why it does not start."""

import html
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from types import FrameType
from typing import Final

LOOK_S: Final = 0.3
STOP_S: Final = 10.0
ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("companion", "hardware", "web")
KINDS: Final = frozenset({".py", ".html", ".toml", ".css", ".js", ".tsv", ".txt"})
CHILD: Final = "COMPANION_SERVES_DEV"
"""Set for the process that serves; the one that starts it anew is without."""
PROGRAM: Final = """
import sys
from companion.cli.main import main
from companion.process.desk import told
try:
    code = main()
except Exception as fault:
    code = told(fault)
sys.exit(code)
"""
LAST: Final = 12_000
"""So many letters of what a program said before it ended are shown."""

Stamps = Mapping[Path, int]


def stamps(root: Path = ROOT) -> Stamps:
    """Return when each file of the program was written last."""
    found: dict[Path, int] = {}
    for package in PACKAGES:
        for folder, folders, names in os.walk(root / package):
            folders[:] = [each for each in folders if each != "__pycache__"]
            for path in (Path(folder, each) for each in names):
                if path.suffix in KINDS:
                    try:
                        found[path] = path.stat().st_mtime_ns
                    except OSError:
                        continue  # gone again: an editor's own
    return found


def changed(before: Stamps, now: Stamps) -> list[Path]:
    """Return which files came, went or were written."""
    return sorted(each for each in {*before, *now} if before.get(each) != now.get(each))


class Program:
    """One run of the program; what it says goes on to the terminal, and its end is kept."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - ourselves, once more
            [sys.executable, "-c", PROGRAM, *arguments],
            env={**os.environ, CHILD: "1"},
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        self.said = ""
        self._reader = Thread(target=self._read, name="said", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stderr or ():
            sys.stderr.write(line)
            sys.stderr.flush()
            self.said = (self.said + line)[-LAST:]

    @property
    def ended(self) -> int | None:
        """Its exit code, once it has ended by itself."""
        code = self._process.poll()
        if code is not None:
            self._reader.join(LOOK_S)
        return code

    def stop(self) -> None:
        """Let it keep the match and end."""
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def run_anew(arguments: Sequence[str], host: str, port: int, root: Path = ROOT) -> int:
    """Run ``companion`` with *arguments*, anew at each change, until a signal; the exit code."""
    stopping = Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    while True:
        before, program = stamps(root), Program(arguments)
        try:
            code = _followed(program, before, root, stopping)
        finally:
            program.stop()
        if stopping.is_set() or code == os.EX_CONFIG:
            return code or 0
        if code is not None:
            _told(
                program.said or f"The program has ended: {code}.",
                host,
                port,
                root,
                stopping,
            )
        if stopping.is_set():
            return 0


def _followed(program: Program, before: Stamps, root: Path, stopping: Event) -> int | None:
    """Wait until the program ends (its code), a file changes, or a signal comes (None)."""
    while not stopping.wait(LOOK_S):
        if (code := program.ended) is not None:
            return code
        if files := _settled(before, root, stopping):
            print(f"{files[0].relative_to(root)} has changed: starts anew.", flush=True)
            return None
    return None


def _settled(before: Stamps, root: Path, stopping: Event) -> list[Path]:
    """Return what has changed, once nothing more is being written."""
    now = stamps(root)
    while changed(before, now) and not stopping.wait(LOOK_S):
        if now == (later := stamps(root)):
            return changed(before, now)
        now = later
    return []


def _told(said: str, host: str, port: int, root: Path, stopping: Event) -> None:
    """Say on every page why the program does not start, until a file changes."""
    before = stamps(root)
    print("Nothing runs until a file changes.", flush=True)
    with answering(host, port, said):
        while not stopping.wait(LOOK_S):
            if _settled(before, root, stopping):
                return


@contextmanager
def answering(host: str, port: int, said: str) -> Iterator[None]:
    """Answer whoever asks at *port* with *said*, why nothing runs there."""
    try:
        server = ThreadingHTTPServer((host, port), _answers(said))
    except OSError:  # the port may be anybody's by now: the terminal has said it
        yield
        return
    thread = Thread(target=server.serve_forever, name="fault", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _answers(said: str) -> Callable[..., BaseHTTPRequestHandler]:
    """Return what answers any question with *said*: a page that asks again, or JSON for one."""
    page = (
        '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1">'
        f"<title>!</title><pre>{html.escape(said)}</pre>"
    )

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Say it."""
            by_script = self.path == "/dev/state"
            body = json.dumps({"boot": "", "fault": said}) if by_script else page
            self.send_response(200 if by_script else 503)
            kind = "application/json" if by_script else "text/html; charset=utf-8"
            self.send_header("Content-Type", kind)
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Answers
