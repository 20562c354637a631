"""Browsers beside Chromium, each driven by what it brings: open a page, run a script in it."""

import json
import os
import shutil
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.waiting import LIMIT_S, wait_for

TOP = Path(__file__).parents[2]
QT = Path(__file__).with_name("qt.py")
MINI = tuple(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
SCREEN = "1280x800x24"


class Engine(ABC):
    """A browser with one page."""

    version = ""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to *url*."""

    @abstractmethod
    def run(self, expression: str) -> Any:
        """Return what *expression* is in the page, as JSON tells it; None while it loads."""

    def until(self, expression: str, what: str = "") -> Any:
        """Wait until *expression* is true of the page."""
        return wait_for(lambda: self.run(expression), what or expression)


class Firefox(Engine):
    """By Marionette: numbered commands on a socket, as JSON with its length before it."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), LIMIT_S)
        self._answers = self._socket.makefile("rb")
        self._told()
        self._number = 0
        said = self._ask("WebDriver:NewSession", {})
        named = said["capabilities"]
        self.version = f"Firefox {named['browserVersion']}"

    def _told(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._answers.read(1)
        return json.loads(self._answers.read(int(length[:-1])))

    def _ask(self, name: str, given: Mapping[str, Any]) -> Any:
        self._number += 1
        asked = json.dumps([0, self._number, name, given]).encode()
        self._socket.sendall(b"%d:%b" % (len(asked), asked))
        _, _, error, value = self._told()
        if error is not None:
            raise RuntimeError(f"{name}: {error['message']}")
        return value

    def open(self, url: str) -> None:
        self._ask("WebDriver:Navigate", {"url": url})

    def run(self, expression: str) -> Any:
        script = {"script": f"return {expression}", "args": []}
        try:
            return self._ask("WebDriver:ExecuteScript", script)["value"]
        except RuntimeError:  # the page comes anew just now
            return None

    def close(self) -> None:
        self._answers.close()
        self._socket.close()


class WebKit(Engine):
    """By WebDriver, as WebKitGTK brings it."""

    def __init__(self, port: int, browser: Path) -> None:
        self._url = f"http://127.0.0.1:{port}/session"
        own = {"binary": str(browser), "args": ["--automation"]}
        always = {"webkitgtk:browserOptions": own}
        said = self._ask("", {"capabilities": {"alwaysMatch": always}})
        self._url += f"/{said['sessionId']}"
        self.version = f"WebKitGTK {said['capabilities']['browserVersion']}"

    def _ask(self, path: str, given: Mapping[str, Any]) -> Any:
        body = json.dumps(given).encode()
        asked = Request(self._url + path, body, {"Content-Type": "application/json"})  # noqa: S310 - this machine's
        with urlopen(asked, timeout=LIMIT_S) as answer:  # noqa: S310 - as above
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self._ask("/url", {"url": url})

    def run(self, expression: str) -> Any:
        given = {"script": f"return {expression}", "args": []}
        try:
            return self._ask("/execute/sync", given)
        except HTTPError:  # the page comes anew just now
            return None


class Qt(Engine):
    """By a process of its own, which holds a page of Qt's and is asked line by line."""

    def __init__(self, asked: IO[str], told: IO[str]) -> None:
        self._asked, self._told = asked, told
        agent = str(self.run("navigator.userAgent"))
        self.version = "Chromium " + agent.partition("Chrome/")[2].split()[0]

    def _ask(self, what: str, text: str) -> Any:
        self._asked.write(json.dumps([what, text]) + "\n")
        self._asked.flush()
        line = self._told.readline()
        assert line, "Qt's browser ended"
        return json.loads(line)

    def open(self, url: str) -> None:
        self._ask("open", url)

    def run(self, expression: str) -> Any:
        return self._ask("run", expression)


@contextmanager
def started(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a process until the end of the block."""
    with subprocess.Popen(command, text=True, stderr=subprocess.DEVNULL, **more) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def firefox() -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        pytest.skip("no Firefox here: apt install firefox-esr")
    with TemporaryDirectory() as profile:
        Path(profile, "user.js").write_text('user_pref("marionette.port", 0);\n', "utf-8")
        found = Path(profile, "MarionetteActivePort")
        command = [program, "-headless", "-marionette", "-no-remote", "-profile", profile]
        with started(
            command, env={**os.environ, "HOME": profile}, stdout=subprocess.DEVNULL
        ):
            wait_for(lambda: found.exists() and found.read_text("utf-8"), "Firefox")
            with closing(Firefox(int(found.read_text("utf-8")))) as engine:
                yield engine


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees, for programs that want one."""
    if not shutil.which("Xvfb"):
        pytest.skip("no Xvfb here: apt install xvfb")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN]
    with started(command, pass_fds=(write,)):
        os.close(write)
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"


@contextmanager
def webkit() -> Iterator[WebKit]:
    driver = shutil.which("WebKitWebDriver")
    if not driver or not MINI:
        pytest.skip("no WebKitGTK here: apt install webkit2gtk-driver")
    port = free_port()
    with screen() as display:
        around = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        # Root's browser has no sandbox there; it sees this machine's own pages alone.
        around["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        with started([driver, f"--port={port}"], env=around, stdout=subprocess.DEVNULL):
            wait_for(lambda: listens(port), "WebKitWebDriver")
            yield WebKit(port, MINI[0])


def qt_python(name: str) -> Path:
    """Return the Python that has that old browser; skips where `make engines` was not run."""
    folder = TOP / ".venv" / "engines" / name
    if not (folder / "done").exists():
        pytest.skip(f"no {name} here: make engines")
    return folder / "bin" / "python"


@contextmanager
def qt(name: str) -> Iterator[Qt]:
    python = qt_python(name)
    with screen() as display, in_qt(python, display) as engine:
        yield engine


@contextmanager
def in_qt(python: Path, display: str) -> Iterator[Qt]:
    around = {
        **os.environ,
        "DISPLAY": display,
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
        "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu --lang=en",
    }
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with started([str(python), str(QT)], env=around, **piped) as process:
        assert process.stdin
        assert process.stdout
        if process.stdout.readline().strip() != "ready":
            pytest.skip(f"{python.parents[1].name}: Qt's browser does not begin here")
        yield Qt(process.stdin, process.stdout)
