"""What the tests of the web share: an app over a dummy table, phones, a server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page
from werkzeug.test import TestResponse

from companion.languages import LANGUAGES
from companion.links import StandMaker
from companion.messages import load
from companion.ports import CENTRE, STAND_PLACES, StandConfig
from tests.clock import Clock
from tests.waiting import LIMIT_MS
from tests.web.dummy_table import DummyBench, DummyTable
from web.app import create_app
from web.devices import cookie_name
from web.live.server import Server, listen
from web.pages.game_pages import SHELL, GamePages

HOST = "192.168.1.5:8080"
OWN_COOKIE = cookie_name(80)
"""What a test client has of the table; a real server has it by its own port."""
STANDS = [StandConfig(place, buttons={"main": 4}) for place in (*STAND_PLACES, CENTRE)]


@dataclass
class Phone:
    """One device: a cookie jar, an address, and requests as our own pages send them."""

    client: FlaskClient
    host: str = HOST
    address: str = "192.168.1.77"
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self._open("GET", path, headers)

    def post(self, path: str, data: object = None, **headers: str) -> TestResponse:
        return self.write("POST", path, data, **headers)

    def write(
        self, method: str, path: str, data: object = None, **more: str
    ) -> TestResponse:
        headers = {"Origin": f"http://{self.host}", **more}
        return self._open(method, path, headers, json={} if data is None else data)

    def _open(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        **more: Any,
    ) -> TestResponse:
        return self.client.open(
            path,
            method=method,
            headers={"Host": self.host, **self.headers, **headers},
            environ_base={"REMOTE_ADDR": self.address},
            buffered=True,
            **more,
        )

    def join(self, name: str) -> str:
        """Sit down as *name* and return the path of the page."""
        self.get("/")
        answer = self.post("/join", {"pin": "246813", "name": name})
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        return str(answer.json["go"])


@dataclass
class House:
    """The app, its dummies, and as many phones as a test wants."""

    app: Flask
    table: DummyTable
    bench: DummyBench
    clock: Clock
    addresses: list[str]
    """Where phones find the machine; it may change."""

    def phone(
        self, host: str = HOST, address: str = "192.168.1.77", language: str = "en"
    ) -> Phone:
        headers = {"Accept-Language": language}
        return Phone(self.app.test_client(), host, address, headers)

    def machine(self) -> Phone:
        """A browser on the machine itself."""
        return self.phone(host="127.0.0.1:8080", address="127.0.0.1")


def dummy_pages() -> dict[str, GamePages]:
    packages = (*SHELL, "tests.web.dummy_pages")
    catalogues = {language: load(packages, language) for language in LANGUAGES}
    return {"dummy": GamePages("dummy", "tests.web.dummy_pages", catalogues)}


@pytest.fixture
def house() -> House:
    return make_house()


def make_house(
    heartbeat_s: float = 0.2,
    switch_off: Callable[[], None] | None = None,
    boards: StandMaker | None = None,
) -> House:
    table, bench, clock = DummyTable(), DummyBench(), Clock()
    addresses = [f"http://{HOST}", "http://jam.local:8080"]
    app = create_app(
        table,
        dummy_pages(),
        bench=bench,
        stands=STANDS,
        names={"jam.local"},
        addresses=addresses.copy,
        clock=clock,
        heartbeat_s=heartbeat_s,
        switch_off=switch_off,
        boards=boards,
    )
    return House(app, table, bench, clock, addresses)


@contextmanager
def own_context(browser: Browser) -> Iterator[BrowserContext]:
    """What one phone's browser keeps, as long as it is open."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
    context.set_default_timeout(LIMIT_MS)
    yield context
    context.close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One phone's for all tests of a file."""
    with own_context(browser) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    yield page
    page.close()


@pytest.fixture
def running(house: House) -> Iterator[Server]:
    """The house on a real server at a free port of this machine."""
    with_server = start(house.app)
    yield with_server
    with_server.close()


def start(app: Flask, port: int = 0) -> Server:
    server = Server(app, listen("127.0.0.1", port))
    Thread(target=server.run, daemon=True).start()
    return server
