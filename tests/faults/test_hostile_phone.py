"""A phone that tries everything: it gets nothing, stops nothing, and makes nothing grow.

``FUZZ_MINUTES=10 make test-faults`` gives the random part that long.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.table.table import Table
from tests.faults.report import Record
from tests.waiting import LIMIT_S
from tests.web.conftest import OWN_COOKIE
from web.app import create_app
from web.devices import device_id
from web.pages.game_pages import game_pages

HOST = "192.168.1.5:8080"
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "XYZ")
QUIET = {400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429}
KEYS = {name: f"{name:->22}" for name in ("anna", "ben", "cleo")}
GROWTH_MB = 8
PARTS = {
    "pin": "000000",
    "secret": "of-a-code",
    "id_": "s0",
    "number": 0,
    "game": "letter_jam",
    "name": "phone.css",
    "filename": "app.js",
    "place": "stand-1",
}
"""What stands in addresses, by its name there."""
pytestmark = pytest.mark.fault("a hostile phone")


@dataclass
class Evening:
    """A match with three phones, and the app they use."""

    app: Flask
    table: Table
    handles: dict[str, str]

    def log(self) -> object:
        return self.table.submit(self.table.matches.export).result(LIMIT_S)

    def ask(self, client: FlaskClient, method: str, path: str, **more: Any) -> int:
        headers = {"Host": HOST, "Origin": f"http://{HOST}", **more.pop("headers", {})}
        answer = client.open(
            path,
            method=method,
            headers=headers,
            environ_base={"REMOTE_ADDR": "192.168.1.66"},
            buffered=False,
            **more,
        )
        answer.close()
        return int(answer.status_code)

    def paths(self, *of: str) -> list[str]:
        """Return every route, where it takes a handle with that *of* everybody, or of these."""
        people = self.table.publisher.latest.table
        assert people is not None
        found, routes = set(), self.app.url_map
        for rule in routes.iter_rules():
            key = "0" * (32 if rule.rule.startswith("/album") else 16)
            for handle in map(self.handles.__getitem__, of or self.handles):
                person = people.people[0].id
                values = {**PARTS, "key": key, "person": person, "handle": handle}
                built = rule.build(values, append_unknown=False)
                assert built is not None, rule
                (_, path), method = built, min(rule.methods or ())
                assert routes.bind(HOST).match(path, method)[0] == rule.endpoint
                found.add(path)
        return sorted(found)


@pytest.fixture(name="evening")
def _evening(tmp_path: Path) -> Iterator[Evening]:
    game = GAMES["letter_jam"]()
    pages = game_pages(game.name, game.pages)
    table = Table({game.name: game}, tmp_path / "t.sqlite3", {game.name: pages.catalogues})
    table.start()
    handles = {
        name: str(table.submit(table.lobby.join, device_id(key), name).result(LIMIT_S))
        for name, key in KEYS.items()
    }
    table.submit(table.matches.start, device_id(KEYS["anna"]), {}, "start-of-it").result(
        LIMIT_S
    )
    app = create_app(table, {game.name: pages}, names={"jam.local"}, heartbeat_s=0.01)
    yield Evening(app, table, handles)
    table.stop()


BODIES: tuple[Any, ...] = (
    {"json": {}},
    {"json": {"id": "one-of-mine", "command": {"type": "TellSure", "sure": True}}},
    {"json": {"id": "one-of-mine", "command": {"type": "TellSure", "sure": 1, "seat": 0}}},
    {"json": {"key": "row:1", "text": "mine"}},
    {"json": {"person": "p", "by": 1, "game": "djam", "grant": True, "request": "x"}},
    {"json": {"agree": True}},
    {"json": {"name": "Eve", "pin": "000000"}},
    {"data": b"\xff" * 20_000, "content_type": "application/json"},
    {"data": b"[" * 9_000, "content_type": "application/json"},
    {"data": b"a=b", "content_type": "application/x-www-form-urlencoded"},
)


MAY_ASK = {"/stand/ask", "/stand/leave", "/stand/ping"}
"""Any screen may ask to be a stand and say that it waits; web/test_stand: it gets nothing so."""


@pytest.mark.parametrize(
    ("key", "of", "every"),
    [
        ("stale", ["anna"], 4),
        *(
            pytest.param(each, [], 1, id=each or "none", marks=pytest.mark.slow)
            for each in ("stale", "", "forged")
        ),
    ],
)
def test_without_a_page_of_its_own_it_gets_nothing_by_any_route_and_method(
    evening: Evening, figure: Record, key: str, of: list[str], every: int
) -> None:
    """Of the bodies by turns one in *every* goes to each route by each method."""
    client = evening.app.test_client()
    if key:
        client.set_cookie(OWN_COOKIE, f"{key:_>22}", domain="192.168.1.5")
    before, shown, asked = evening.log(), evening.table.publisher.latest, 0
    for path in sorted(set(evening.paths(*of)) - MAY_ASK):
        for method in METHODS:
            bodies = BODIES[asked % every :: every]
            for body in bodies if method in {"POST", "PUT", "PATCH"} else ({},):
                status = evening.ask(client, method, path, **body)
                asked += 1
                private = path.startswith(("/p/", "/host", "/bench"))
                wrote = method in {"POST", "PUT", "PATCH", "DELETE"}
                if private or (wrote and path != "/language"):
                    assert status in QUIET, (method, path, body, status)
                assert status < 500, (method, path, body, status)
    assert evening.log() == before
    assert evening.table.publisher.latest is shown
    figure(f"{key or 'no'} key: {asked:,} requests, nothing given, nothing changed")


def test_a_players_phone_gets_nothing_of_the_others(evening: Evening) -> None:
    client = evening.app.test_client()
    client.set_cookie(OWN_COOKIE, KEYS["cleo"], domain="192.168.1.5")
    shown = evening.table.publisher.latest
    for name in ("anna", "ben"):
        for path in evening.paths():
            if evening.handles[name] in path:
                for method in METHODS:
                    more: dict[str, Any] = {"json": {}} if method in {"POST", "PUT"} else {}
                    assert evening.ask(client, method, path, **more) in QUIET, path
    assert evening.table.publisher.latest is shown


def test_a_removed_persons_key_is_worthless_on_every_route(evening: Evening) -> None:
    info, host = evening.table.publisher.latest.table, device_id(KEYS["anna"])
    evening.table.submit(evening.table.lobby.remove_person, host, info.people[2].id).result(
        LIMIT_S
    )
    client = evening.app.test_client()
    client.set_cookie(OWN_COOKIE, KEYS["cleo"], domain="192.168.1.5")
    for path in evening.paths():
        if path.startswith("/p/"):
            assert evening.ask(client, "GET", path) in QUIET, path
    wish = {"name": "Cleo"}
    assert evening.ask(client, "POST", "/join", json=wish) == 409, "without the PIN"


@pytest.mark.parametrize("host", ["evil.example", "8.8.8.8", "", "a b"])
def test_under_a_strangers_name_nothing_answers(evening: Evening, host: str) -> None:
    client = evening.app.test_client()
    client.set_cookie(OWN_COOKIE, KEYS["anna"], domain="192.168.1.5")
    for path in evening.paths():
        status = evening.ask(client, "GET", path, headers={"Host": host})
        assert status in {400, 421}, path


@pytest.mark.slow
def test_pins_cannot_be_guessed(evening: Evening, figure: Record) -> None:
    client = evening.app.test_client()
    client.set_cookie(OWN_COOKIE, "e" * 22, domain="192.168.1.5")
    pin = evening.table.publisher.latest.pin
    found = []
    for number in range(200):
        guess = {"name": "Eve", "pin": f"{(int(pin) + 1 + number) % 10**6:06}"}
        found.append(evening.ask(client, "POST", "/join", json=guess))
    late = evening.ask(client, "POST", "/join", json={"name": "Eve", "pin": pin})
    assert found.count(409) == 5
    assert set(found[5:]) == {429}
    assert late == 429, "the right one must not be told from a wrong one"
    figure("200 PINs guessed: 5 looked at, then none, not even the right one")


# -- at random ---------------------------------------------------------------------------

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=40),
    st.sampled_from(["TellSure", "MoveOn", "en", "00000000", "row:1", "p", "letter_jam"]),
)
JSON = st.recursive(
    ODD,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=6)
            | st.sampled_from(
                ["id", "command", "type", "seat", "key", "text", "name", "pin", "options"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=10,
)
HEADERS = st.dictionaries(
    st.sampled_from(
        ["Accept", "Accept-Language", "Cookie", "Range", "If-None-Match", "X-Forwarded-For"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
    max_size=3,
)


def memory_mb() -> float:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGESIZE") / 2**20


def storm(evening: Evening, examples: int, seconds: float) -> tuple[int, float]:
    """Ask at random as a player would who is a villain, at least 2 * *examples* times.

    Returns (requests, growth in MiB of the second half).
    """
    client = evening.app.test_client()
    client.set_cookie(OWN_COOKIE, KEYS["ben"], domain="192.168.1.5")
    paths, marks, count = evening.paths(), list[float](), [0]

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        path=st.sampled_from(paths) | st.text(max_size=30).map("/{}".format),
        method=st.sampled_from(METHODS),
        data=JSON | st.binary(max_size=300),
        headers=HEADERS,
    )
    def one(path: str, method: str, data: Any, headers: dict[str, str]) -> None:
        try:
            body: dict[str, Any] = (
                {"data": data, "content_type": "application/json"}
                if isinstance(data, bytes)
                else {"json": data}
            )
            status = evening.ask(client, method, path, headers=headers, **body)
        except (UnicodeError, ValueError):  # the test's client cannot send it
            return
        assert status < 500, (method, path, data, status)
        count[0] += 1

    one()
    until = time.monotonic() + seconds
    while time.monotonic() < until or not marks:
        one()
        marks.append(memory_mb())
    half = marks[len(marks) // 2 :]
    return count[0], max(half) - half[0]


@pytest.mark.parametrize(
    ("examples", "seconds"),
    [(25, 0.0), pytest.param(500, 60.0, marks=pytest.mark.slow)],
    ids=["short", "long"],
)
def test_nothing_at_random_breaks_it_or_makes_it_grow(
    evening: Evening, figure: Record, examples: int, seconds: float
) -> None:
    if seconds:
        seconds = float(os.environ.get("FUZZ_MINUTES", "1")) * 60
    count, grown = storm(evening, examples, seconds)
    figure(f"{count:,} random requests, no 5xx, grown by {grown:.1f} MiB")
    assert grown < GROWTH_MB
