"""Sixty simulated phones: six people's pages, and everybody else watches the table."""

import http.client
import json
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from companion.ports import STAND_PLACES
from tests.waiting import LIMIT_S
from web.live.open_streams import STRANGERS

PEOPLE = 6
WAIT = (http.HTTPStatus.TOO_MANY_REQUESTS, http.HTTPStatus.SERVICE_UNAVAILABLE)
"""Too fast, or the table is busy."""
WATCHERS = 54


class Browser:
    """One device at an address of its own; plain sockets, so that a test sees each byte."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.tab = f"tab{number}"  # a page that comes again is the same tab
        self.cookie = ""
        self.where = "/table"

    def ask(self, method: str, path: str, data: object = None) -> str:
        with closing(self.link()) as link:
            return self.ask_over(link, method, path, data)

    def link(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=LIMIT_S, source_address=(self.address, 0)
        )

    def ask_over(
        self, link: http.client.HTTPConnection, method: str, path: str, data: object = None
    ) -> str:
        """Ask over a connection that may stay open, as a browser's does; wait if told to."""
        while (answer := self.ask_once(link, method, path, data))[0] in WAIT:
            time.sleep(1.0)
        assert answer[0] == http.HTTPStatus.OK, answer[1]
        return answer[1]

    def ask_once(
        self, link: http.client.HTTPConnection, method: str, path: str, data: object = None
    ) -> tuple[int, str]:
        """Ask over a connection that may stay open; return status and text."""
        self.send_over(link, path, data, method)
        answer = link.getresponse()
        text = answer.read().decode()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        return answer.status, text

    def send_over(
        self,
        link: http.client.HTTPConnection,
        path: str,
        data: object,
        method: str = "POST",
    ) -> None:
        """Send a request, and wait for nothing."""
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookie}
        body = None if data is None else json.dumps(data)
        if body is not None:
            headers["Content-Type"] = "application/json"
        link.request(method, path, body, headers)

    def sit_down(self, name: str, pin: str) -> None:
        self.ask("GET", "/")
        answer: dict[str, Any] = json.loads(
            self.ask("POST", "/join", {"name": name, "pin": pin})
        )
        self.where = answer["go"]

    def stream(self) -> socket.socket:
        """Open the page's stream and return its socket."""
        link = socket.create_connection(
            ("127.0.0.1", self.port), timeout=LIMIT_S, source_address=(self.address, 0)
        )
        link.sendall(
            f"GET {self.where}/stream?tab={self.tab} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )
        return link


def old_phones(port: int, host: Browser) -> list[Browser]:
    """Return six devices that are a stand each, by a word of *host*."""
    found = []
    for number, place in enumerate(STAND_PLACES):
        device = Browser(port, 100 + number)
        device.where = "/stand"
        device.ask("GET", "/stand")
        device.ask("POST", "/stand/ask", {})
        asking = re.search(r'data-key="asks-([^"]+)"', host.ask("GET", "/screens"))
        assert asking is not None
        host.ask("POST", "/stand/give", {"id": asking[1], "places": [place]})
        found.append(device)
    return found


def browsers(port: int, pin: str, count: int = PEOPLE + WATCHERS) -> list[Browser]:
    """Seat the people, let the first one begin a match, and send for the watchers.

    Beyond what watchers may have at once, they are latecomers with a page.
    """
    all_of_them = [Browser(port, number) for number in range(count)]
    for number, each in enumerate(all_of_them[:PEOPLE]):
        each.sit_down(f"Player {number}", pin)
    all_of_them[0].ask("POST", "/host/start", {"id": "start-of-it", "options": {}})
    for number, each in enumerate(all_of_them[PEOPLE + STRANGERS :]):
        each.sit_down(f"Latecomer {number}", pin)
    return all_of_them


@contextmanager
def streams(phones: list[Browser]) -> Iterator[list[socket.socket]]:
    """Hold one stream open for each of *phones*, past its first snapshot."""
    links = [each.stream() for each in phones]
    try:
        for link in links:
            read_until(link, b"event: snapshot")
        quiet(links)
        yield links
    finally:
        for link in links:
            with suppress(OSError):
                link.close()


def read_until(link: socket.socket, what: bytes) -> None:
    got = b""
    while what not in got:
        piece = link.recv(65_536)
        assert piece, f"the stream ended with {got[-200:]!r}"
        got = got[-100:] + piece


def quiet(links: list[socket.socket], for_s: float = 0.3) -> None:
    """Read everything until nothing has come for a while."""
    while ready := select.select(links, [], [], for_s)[0]:
        for link in ready:
            link.recv(65_536)


def heard_by_all(links: list[socket.socket], limit_s: float = LIMIT_S) -> None:
    """Wait until each of *links* has got something."""
    waiting = set(links)
    while waiting:
        ready = select.select([*waiting], [], [], limit_s)[0]
        assert ready, f"{len(waiting)} phones heard nothing"
        for link in ready:
            link.recv(65_536)
            waiting.discard(link)
