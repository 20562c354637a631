"""Phones under which a table is restarted: every request that fails is remembered."""

import http.client
import threading
import time
from collections.abc import Callable
from typing import Self

from tests.waiting import LIMIT_S


class Load:
    """*kept* clients ask over one connection each, the others over a new one each time."""

    def __init__(
        self,
        host: str,
        port: int,
        clients: int = 6,
        path: str = "/table",
        enter: Callable[[], object] = lambda: None,
    ) -> None:
        """*enter* puts a client's thread on the network it asks on."""
        self._where = (host, port)
        self._enter = enter
        self._path = path
        self._over = threading.Event()
        self.answered = 0
        self.slowest_s = 0.0
        self.failed: list[str] = []
        self._count = threading.Lock()
        self._threads = [
            threading.Thread(target=self._ask, args=(number % 2 == 0,))
            for number in range(clients)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(LIMIT_S)

    def _ask(self, kept: bool) -> None:  # noqa: FBT001 - a thread's argument
        self._enter()
        connection = self._connection()
        while not self._over.is_set():
            begun = time.monotonic()
            used = connection.sock is not None
            try:
                status = self._get(connection, again=used)
                if status != http.HTTPStatus.OK:
                    self.failed.append(f"status {status}")
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
                connection.close()
            with self._count:
                self.answered += 1
                self.slowest_s = max(self.slowest_s, time.monotonic() - begun)
            if not kept:
                connection.close()
            self._over.wait(0.002)
        connection.close()

    def _get(self, connection: http.client.HTTPConnection, *, again: bool) -> int:
        """Ask; *again* on a new connection where the used one was closed without a word.

        So does every browser: whoever keeps a connection may find it closed.
        """
        try:
            connection.request("GET", self._path)
            answer = connection.getresponse()
        except ConnectionError:
            connection.close()
            if again:
                return self._get(connection, again=False)
            raise
        answer.read()
        return answer.status

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(*self._where, timeout=LIMIT_S)
