"""Everything a phone can be answered is the same in a world its seat cannot tell apart.

Pages, states, streams, headers, statuses, refusals, the log's lines: over every route and
phase, for every game. ``test_every_page`` looks at more steps and at pages alone.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar
from unittest.mock import Mock, patch

import pytest
from flask import request, request_started
from flask.testing import FlaskClient

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.ports import STAND_PLACES, Seat
from companion.process.log import LineFormatter, changes
from companion.table.acts.matches import Matches
from companion.table.acts.moves import Moves
from companion.table.acts.presence import Presence
from companion.table.acts.screen_presence import ScreenPresence
from companion.table.acts.tutorials import Tutorials
from companion.table.committer import Committer
from companion.table.publisher import Publisher
from companion.table.table import Table
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.program_health import Activity, ProgramHealth
from companion.table.values.projector import project
from companion.table.values.screens import PLACES, Screen, ScreenId, ScreenRights, Screens
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.play import NAMES, begun, for_tests, seated, standing, twins, variant_of
from tests.test_every_page import talkative
from tests.web.conftest import OWN_COOKIE
from web.app import create_app
from web.devices import device_id
from web.pages.game_pages import game_pages
from web.services import services_of

P = ParamSpec("P")
T = TypeVar("T")
HOST = "192.168.1.5:8080"
STREAM_EVENTS = 2
"""Hello, and the first snapshot."""
FILES_AND_CLOCK = {
    "static",
    *(f"public.{each}" for each in ("game_file", "favicon", "player_signs", "now")),
}
THEN = Mock(now=lambda zone: datetime(2026, 1, 1, tzinfo=zone))
"""The clock of a file to take along: no two of them differ by the minute."""


def screen_key(number: int) -> str:
    return f"screen{number:016}"


def key(seat: int) -> str:
    return f"{seat:022}"


class Still(Committer):
    """Works out what a wish comes to, and keeps nothing of it."""

    def become(self, state: TableState, change: Change) -> None:
        pass


class Shown(Table):
    """A table that shows one match and answers as it would, without going on."""

    def __init__(self, game: AnyGame, players: int, host: Seat) -> None:
        """Whoever sits before the host has no phone, the host answers there; alone nobody."""
        self.publisher = Publisher()
        self.presence = Presence(lambda: 0.0)
        self.game = game
        people = tuple(
            Person(
                PersonId(f"p{n}"),
                NAMES[n],
                DeviceId(sha256(key(n).encode()).hexdigest()),
                Handle(f"h{n}"),
            )
            for n in range(players)
        )
        playing = tuple(person.id for person in people)
        whom = people[(host - 1) % players]
        alone = players == 1
        self.plain = whom if alone else replace(whom, device=None, handle=None)
        self.seating = Seating(
            tuple(self.plain if each == whom else each for each in people),
            people[host].device,
            "123456",
            playing,
            plain=() if alone else (whom.id,),
        )
        self.pages = game_pages(game.name, game.pages)
        self.config = TableConfig({game.name: game}, {game.name: self.pages.catalogues})
        self.tutorials = Tutorials(self.config.games, self.publisher)
        self.committer = Still(Path("none"), self.config, self.publisher)
        self.matches = Matches(self.committer, self.config, Random(1), lambda: 0.0, str)
        self.moves = Moves(self.committer, self.publisher, Random(1))
        self.screens: Any = SimpleNamespace(presence=ScreenPresence(lambda: 0.0))
        seen = [each for each in PLACES if game.sees(host, each)]
        free = [each for each in seen if each not in STAND_PLACES[:players]]
        others = [each for each in seen if each in STAND_PLACES[:players]]
        self.stands = [free, *([each] for each in others if each != STAND_PLACES[host])]
        """What screens show: all of it, the asking phone's seat sees as well."""

    def show(self, match: Match) -> None:
        screens = tuple(
            Screen(ScreenId(f"s{n}"), device_id(screen_key(n)), tuple(places), "1234")
            for n, places in enumerate(self.stands)
            if places
        )
        rights = ScreenRights(screens)
        self.committer.state = TableState(self.seating, match, screens=Screens(rights))
        shown = project(self.committer.state, self.config, self.publisher.latest)
        self.publisher.publish(shown)

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        reply: Future[T] = Future()
        reply.set_result(work(*args, **kwargs))
        return reply


class World:
    """One table and the app around it, asked by the phone of one seat."""

    def __init__(self, game: AnyGame, players: int, seat: Seat) -> None:
        self.table = Shown(game, players, seat)
        self.now_s = 0.0
        self.app = create_app(
            self.table,
            {game.name: self.table.pages},
            names={"jam.local"},
            addresses=lambda: [f"http://{HOST}"],
            clock=lambda: self.now_s,
            heartbeat_s=0.01,
        )
        self.boot = services_of(self.app).boot
        self.seen = ProgramHealth(Activity())
        self.own = f"/p/h{seat}"
        other = (seat + 1) % max(players, 2)  # nobody's, if one plays alone
        self.other, self.other_id = f"/p/h{other}", f"p{other}"
        self.client = self.app.test_client()
        self.client.set_cookie(OWN_COOKIE, key(seat), domain="192.168.1.5")

        self.glasses = [self.app.test_client() for _ in self.table.stands]
        for n, each in enumerate(self.glasses):
            each.set_cookie(OWN_COOKIE, screen_key(n), domain="192.168.1.5")

    def answers(self, commands: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        """Return everything that this phone can get now, and what the log says of it."""
        self.now_s += 60.0  # nobody writes too fast
        lines = StringIO()
        handler = logging.StreamHandler(lines)
        handler.setFormatter(LineFormatter(journal=False))
        root = logging.getLogger()
        level = root.level
        root.addHandler(handler)
        root.setLevel(logging.DEBUG)
        try:
            with patch("companion.table.committer.datetime", THEN):
                answers = list(self._answers(commands))
        finally:
            root.setLevel(level)
            root.removeHandler(handler)
        now = ProgramHealth(Activity.of(self.table.publisher.latest))
        told = [str(each) for each in changes(self.seen, now)]
        self.seen = now
        return [*answers, ("log", self._plain(lines.getvalue().encode()), told)]

    def _answers(self, commands: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
        live = ("", "/state", "/stream")
        page = (*live, *(f"/tutorial{each}" for each in live))
        asked, plain = f"/asked/{self.other_id}", f"/host/for/{self.table.plain.id}"
        for path in (
            *(of + each for of in (self.own, self.other) for each in page),
            *(of + each for of in ("/table", "/host", asked, plain) for each in live),
            *(of + each for of in ("/stand", "/screens", "/bench") for each in live),
            *("/", "/j/123456", "/rules", "/sheet", "/table/qr.svg"),
            *("/picture/0123456789abcdef.png", "/picture/0123456789abcdef.svg"),
            *("/album/" + "0" * 32, "/album/" + "0" * 32 + ".svg"),
            *("/bench/picture/seat1", "/status", "/healthz", "/nowhere"),
            *("/host/evenings.json", "/host/backup", "/host/pin"),
            *("/host/qr/0.svg", "/host/qr/table.svg"),
            *("/stand/s/secret", "/stand/give/s0", "/stand/code/secret"),
        ):
            yield path, *self._ask(path)
        for n, glass in enumerate(self.glasses):
            stand = (f"/stand{each}" for each in live)
            for path in (*stand, self.own, "/table", "/screens"):
                yield f"screen {n}: {path}", *self._ask(path, client=glass)
        for command in commands:
            wish = {"id": "one-and-the-same", "command": command}
            yield str(command), *self._ask(f"{self.own}/do", wish)
            yield "stolen", *self._ask(f"{self.other}/do", wish)

    def _ask(
        self, path: str, data: Any = None, client: FlaskClient | None = None
    ) -> tuple[Any, ...]:
        """Return what is answered: of a stream its first events, of all else the whole."""
        answer = (client or self.client).open(
            path,
            method="GET" if data is None else "POST",
            headers={"Host": HOST, "Origin": f"http://{HOST}"},
            environ_base={"REMOTE_ADDR": "192.168.1.77"},
            **({} if data is None else {"json": data}),
        )
        texts = [self._plain(each) for each in islice(answer.iter_encoded(), STREAM_EVENTS)]
        answer.close()
        assert answer.status_code < HTTPStatus.TOO_MANY_REQUESTS, (path, texts)
        return answer.status_code, sorted(answer.headers), texts

    def _plain(self, text: bytes) -> bytes:
        return text.replace(self.boot.encode(), b"boot")


def differences(game: AnyGame, players: int, seed: int, every: int) -> Iterator[str]:
    seat, wishes = Seat(seed % players), list[dict[str, Any]]()
    worlds = World(game, players, seat), World(game, players, seat)
    for step, (match, twin, picked) in enumerate(twins(game, players, seed)):
        for world, each in zip(worlds, (match, twin), strict=True):
            world.table.show(each)
        if picked and picked[0] == seat:
            wishes.append(Codec(game.seat_commands).dump(picked[1]))
        if step % every == 0:
            yield from compared(worlds, wishes[-3:], step)


def compared(
    worlds: tuple[World, World], wishes: list[dict[str, Any]], step: int
) -> Iterator[str]:
    both = [world.answers(wishes) for world in worlds]
    for one, other in zip(*both, strict=True):
        if one != other:
            yield f"step {step}: {one[0]} {one[1]} and {other[1]}"


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_twin_worlds_apart(name: str) -> None:
    game = GAMES[name]()
    assert list(differences(game, min(6, max(game.players)), seed=1, every=25)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_twin_worlds_apart_at_any_step(name: str) -> None:
    game = GAMES[name]()
    for seed in range(6):
        assert list(differences(game, seated(game, 3 + seed % 4), seed, every=1)) == []


def test_a_stand_that_its_own_seat_could_read_would_be_found() -> None:
    """What its screen shows is exactly what that seat may not know: the device may never meet."""
    game = GAMES["letter_jam"]()
    worlds = World(game, 3, Seat(1)), World(game, 3, Seat(1))
    for world in worlds:
        world.table.stands[0] = [STAND_PLACES[1]]
    match = begun(game, 3, Random(1), **variant_of(game, 0))
    twins = match, standing(match, for_tests(game).twin(match.state, Seat(1), Random(5)))
    for world, each in zip(worlds, twins, strict=True):
        world.table.show(each)
    assert any(compared(worlds, [], 0))


def test_a_leak_planted_in_the_sentences_is_found() -> None:
    game = GAMES["letter_jam"]()

    leaky = talkative(game)
    assert any(any(differences(leaky, 2, seed, every=10)) for seed in range(3))


def shown(name: str) -> tuple[World, Match]:
    game = GAMES[name]()
    world = World(game, seated(game, 2), Seat(0))
    match = begun(game, seated(game, 2), Random(1), **variant_of(game, 0))
    world.table.show(match)
    return world, match


@pytest.mark.parametrize("name", GAMES)
def test_a_row_that_a_seat_sees_nothing_of_changes_nothing_for_it(name: str) -> None:
    """Neither the version of its page nor the witness that its phone remembers."""
    world, match = shown(name)
    world.answers([])  # the log has told of the beginning
    before = world.answers([])
    unseen = replace(match.log[-1], tag="f" * 16)
    world.table.show(replace(match, log=match.log.extended(unseen)))
    assert world.answers([]) == before


def test_every_reading_route_is_asked() -> None:
    """But for files, which are the same for all, and a clock, which never is."""
    (world, _), asked = shown("letter_jam"), {*FILES_AND_CLOCK}

    def note(*_: object, **__: object) -> None:
        asked.add(request.endpoint or "")

    with request_started.connected_to(note, world.app):
        world.answers([])
    rules = world.app.url_map.iter_rules()
    reading = {each.endpoint for each in rules if "GET" in (each.methods or ())}
    assert reading - asked == set(), f"let {Path(__file__).name} ask these too"
