"""Phones that go on playing while the table is killed, and keep what was acknowledged."""

import http.client
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.waiting import LIMIT_S

RETRY_S = 0.02
TRIED_AGAIN = (http.HTTPStatus.TOO_MANY_REQUESTS, http.HTTPStatus.SERVICE_UNAVAILABLE)
"""Too fast, or the table is busy: a page sends it again by itself."""


@dataclass
class Phone:
    """One device. What fails it sends again, with the same id, as a real page does."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    """By their names: another version's has another one, and both are kept."""
    where: str = ""
    acknowledged: list[str] = field(default_factory=list)
    gaps_s: list[float] = field(default_factory=list)
    """How long it was left without an answer, whenever one failed."""
    moves: int = 0

    def ask(self, method: str, path: str, data: object = None) -> tuple[int, str]:
        """Ask once; raises OSError or HTTPException."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=LIMIT_S)
        headers = {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if self.port != http.client.HTTP_PORT:
            headers["Origin"] += f":{self.port}"
        try:
            body = None if data is None else json.dumps(data)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            if given := answer.getheader("Set-Cookie"):
                name, _, value = given.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    @property
    def cookie(self) -> str:
        """What a browser sends."""
        return "; ".join(map("=".join, self.cookies.items()))

    def join(self, name: str) -> None:
        """Sit down: on the machine itself the PIN stands in the form."""
        _, page = self.ask("GET", "/")
        pin = page.split('name="pin" value="')[1][:6]
        status, answer = self.ask("POST", "/join", {"name": name, "pin": pin})
        assert status == http.HTTPStatus.OK, answer
        self.where = json.loads(answer)["go"]

    def surely(self, path: str, data: dict[str, Any]) -> None:
        """Send until it is acknowledged."""
        begun, failed = time.monotonic(), False
        while time.monotonic() - begun < LIMIT_S:
            try:
                status, answer = self.ask("POST", path, data)
            except (OSError, http.client.HTTPException):
                failed = True
                time.sleep(RETRY_S)
                continue
            if status in TRIED_AGAIN:
                time.sleep(RETRY_S)
                continue
            assert status == http.HTTPStatus.OK, answer
            self.acknowledged.append(data["id"])
            if failed:
                self.gaps_s.append(time.monotonic() - begun)
            return
        raise AssertionError(f"no answer within {LIMIT_S} s")


class Table:
    """*count* phones at one match of Letter Jam, the first one the host's."""

    def __init__(
        self, host: str, port: int, count: int, enter: Callable[[], object]
    ) -> None:
        self.phones = [Phone(host, port) for _ in range(count)]
        self._enter = enter
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []
        self.faults: list[str] = []

    def begin(self) -> None:
        """Sit down and start a match; call it on the table's network."""
        for number, phone in enumerate(self.phones):
            phone.join(f"Player {number}")
        start = {"id": "start-of-the-match", "options": {}}
        self.phones[0].surely("/host/start", start)

    def play(self) -> None:
        """Let every phone tell again and again that it is sure, and that it is not."""
        self._over.clear()
        for number, phone in enumerate(self.phones):
            thread = threading.Thread(target=self._play, args=(number, phone))
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(LIMIT_S)

    def _play(self, number: int, phone: Phone) -> None:
        self._enter()
        try:
            while not self._over.is_set():
                phone.moves += 1
                command = {"type": "TellSure", "sure": bool(phone.moves % 2)}
                name = f"phone-{number}-move-{phone.moves:06}"
                phone.surely(f"{phone.where}/do", {"id": name, "command": command})
        except Exception as fault:  # noqa: BLE001 - it belongs to the test's own thread
            self.faults.append(repr(fault))
