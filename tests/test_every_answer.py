"""Everything a phone can be answered is the same in a world its seat cannot tell apart.

Pages, states, streams, headers, statuses, refusals, the log's lines: over every route and
phase, for every game. ``test_every_page`` looks at more steps and at pages alone.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.engine.codec import Codec
from companion.engine.events import tells
from companion.engine.game import AnyGame
from companion.errors import CompanionError
from companion.games import GAMES
from companion.ports import STAND_PLACES, Seat
from companion.process.log import LineFormatter, changes
from companion.table.acts.presence import Presence
from companion.table.acts.screen_presence import ScreenPresence
from companion.table.acts.tutorials import Tutorials
from companion.table.publisher import Publisher
from companion.table.table import Table
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.program_health import Activity, ProgramHealth
from companion.table.values.projector import project
from companion.table.values.screens import PLACES, Screen, ScreenId, ScreenRights, Screens
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.play import NAMES, Player, begin, for_tests, seated, standing, variant_of
from tests.test_every_page import carried, talkative
from tests.web.conftest import OWN_COOKIE
from web.app import create_app
from web.devices import device_id
from web.pages.game_pages import game_pages
from web.services import services_of

HOST = "192.168.1.5:8080"
STREAM_EVENTS = 2
"""Hello, and the first snapshot."""


def screen_key(number: int) -> str:
    return f"screen{number:016}"


def key(seat: int) -> str:
    return f"{seat:022}"


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
        self.match: Match | None = None
        self.screens: Any = SimpleNamespace(presence=ScreenPresence(lambda: 0.0))
        seen = [each for each in PLACES if game.sees(host, each)]
        free = [each for each in seen if each not in STAND_PLACES[:players]]
        others = [each for each in seen if each in STAND_PLACES[:players]]
        self.stands = [free, *([each] for each in others if each != STAND_PLACES[host])]
        """What screens show: all of it, the asking phone's seat sees as well."""

    def show(self, match: Match) -> None:
        self.match = match
        screens = tuple(
            Screen(ScreenId(f"s{n}"), device_id(screen_key(n)), tuple(places), "1234")
            for n, places in enumerate(self.stands)
            if places
        )
        rights = ScreenRights(screens)
        state = TableState(self.seating, match, screens=Screens(rights))
        self.publisher.publish(project(state, self.config, self.publisher.latest))

    def send(
        self,
        device: DeviceId,
        handle: Handle,
        command: Any,
        command_id: str,
        step: str = "",  # noqa: ARG002 - as the table has it
    ) -> Future[None]:
        reply: Future[None] = Future()
        try:
            assert self.match is not None
            seat = self.seating.seat(self.seating.holder(device, handle).id)
            assert seat is not None
            decoded = Codec(self.game.seat_commands).load({**command, "seat": seat})
            self.match.carry_out(decoded, command_id, seat, Random(1))
        except CompanionError as error:
            reply.set_exception(error)
        else:
            reply.set_result(None)
        return reply


class World:
    """One table and the app around it, asked by the phone of one seat."""

    def __init__(self, game: AnyGame, players: int, seat: Seat) -> None:
        self.table = Shown(game, players, seat)
        self.app = create_app(
            self.table,
            {game.name: self.table.pages},
            names={"jam.local"},
            addresses=lambda: [f"http://{HOST}"],
            clock=lambda: 0.0,
            heartbeat_s=0.01,
        )
        self.boot = services_of(self.app).boot
        self.seen = ProgramHealth(Activity())
        self.own = f"/p/h{seat}"
        self.other = f"/p/h{(seat + 1) % max(players, 2)}"  # nobody's, if one plays alone
        self.client = self.app.test_client()
        self.client.set_cookie(OWN_COOKIE, key(seat), domain="192.168.1.5")

        self.glasses = [self.app.test_client() for _ in self.table.stands]
        for n, each in enumerate(self.glasses):
            each.set_cookie(OWN_COOKIE, screen_key(n), domain="192.168.1.5")

    def answers(self, commands: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        """Return everything that this phone can get now, and what the log says of it."""
        lines = StringIO()
        handler = logging.StreamHandler(lines)
        handler.setFormatter(LineFormatter(journal=False))
        root = logging.getLogger()
        level = root.level
        root.addHandler(handler)
        root.setLevel(logging.DEBUG)
        try:
            answers = list(self._answers(commands))
        finally:
            root.setLevel(level)
            root.removeHandler(handler)
        now = ProgramHealth(Activity.of(self.table.publisher.latest))
        told = [str(each) for each in changes(self.seen, now)]
        self.seen = now
        return [*answers, ("log", self._plain(lines.getvalue().encode()), told)]

    def _answers(self, commands: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
        reads = ("", "/state", "/tutorial", "/tutorial/state")
        for path in (
            *(self.own + each for each in reads),
            *(self.other + each for each in (*reads, "/stream", "/tutorial/stream")),
            *("/", "/table", "/table/state", "/host", "/host/state", "/rules", "/sheet"),
            *("/picture/0123456789abcdef.png", "/picture/0123456789abcdef.svg"),
            *("/album/" + "0" * 32, "/album/" + "0" * 32 + ".svg"),
            *("/bench", "/status", "/healthz", "/asked/p1"),
            *(f"/host/for/{self.table.plain.id}{each}" for each in reads[:2]),
            *("/host/evenings.json", "/host/backup", "/host/pin", "/nowhere"),
            *("/stand", "/stand/state", "/stand/s/secret", "/stand/give/s0"),
            *("/screens", "/screens/state", "/stand/code/secret"),
        ):
            yield path, *self._ask("GET", path)
        for n, glass in enumerate(self.glasses):
            for path in ("/stand", "/stand/state", self.own, "/table", "/screens"):
                yield f"screen {n}: {path}", *self._ask("GET", path, client=glass)
            yield f"screen {n}: stream", *self._stream("/stand/stream", glass)
        for path in (self.own, f"{self.own}/tutorial", "/table", "/stand", "/screens"):
            yield f"{path}/stream", *self._stream(f"{path}/stream")
        for command in commands:
            wish = {"id": "one-and-the-same", "command": command}
            yield str(command), *self._ask("POST", f"{self.own}/do", wish)
            yield "stolen", *self._ask("POST", f"{self.other}/do", wish)

    def _ask(
        self, method: str, path: str, data: Any = None, client: FlaskClient | None = None
    ) -> tuple[Any, ...]:
        answer = (client or self.client).open(
            path,
            method=method,
            headers={"Host": HOST, "Origin": f"http://{HOST}"},
            environ_base={"REMOTE_ADDR": "192.168.1.77"},
            **({} if data is None else {"json": data}),
        )
        return answer.status_code, sorted(answer.headers), self._plain(answer.data)

    def _stream(self, path: str, client: FlaskClient | None = None) -> tuple[Any, ...]:
        answer = (client or self.client).get(
            path,
            headers={"Host": HOST},
            environ_base={"REMOTE_ADDR": "192.168.1.77"},
            buffered=False,
        )
        chunks = [next(answer.iter_encoded()) for _ in range(STREAM_EVENTS)]
        headers = sorted(answer.headers)
        answer.close()
        texts = [self._plain(each) for each in chunks]
        return answer.status_code, headers, texts

    def _plain(self, text: bytes) -> bytes:
        return text.replace(self.boot.encode(), b"boot")


def differences(game: AnyGame, players: int, seed: int, every: int) -> Iterator[str]:
    random = Random(seed)
    events = begin(game, players, random, **variant_of(game, seed))
    match = Match.begin(game, "match").with_entries(events, "begin", None)
    seat = Seat(seed % players)
    worlds = World(game, players, seat), World(game, players, seat)
    twin = standing(match, for_tests(game).twin(match.state, seat, random))
    player, wishes = Player(game, random), list[dict[str, Any]]()
    for step in range(150):
        if game.finished(match.state):
            return
        for world, each in zip(worlds, (match, twin), strict=True):
            world.table.show(each)
        if step % every == 0:
            yield from compared(worlds, wishes[-3:], step)
        picked = player.pick(match.state)
        if picked is None:
            continue
        if picked[0] == seat:
            wishes.append(Codec(game.seat_commands).dump(picked[1]))
        moved = [carried(each, picked[1], step, picked[0]) for each in (match, twin)]
        if None in moved:
            continue
        new = moved[0].log[len(match.log) :]
        match, twin = moved
        if any(tells(logged.entry) for logged in new):
            twin = standing(match, for_tests(game).twin(match.state, seat, random))


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
    events = begin(game, 3, Random(1), **variant_of(game, 0))
    match = Match.begin(game, "match").with_entries(events, "begin", None)
    twins = match, standing(match, for_tests(game).twin(match.state, Seat(1), Random(5)))
    for world, each in zip(worlds, twins, strict=True):
        world.table.show(each)
    assert any(compared(worlds, [], 0))


def test_a_leak_planted_in_the_sentences_is_found() -> None:
    game = GAMES["letter_jam"]()

    leaky = talkative(game)
    assert any(any(differences(leaky, 2, seed, every=10)) for seed in range(3))


@pytest.mark.parametrize("name", GAMES)
def test_a_row_that_a_seat_sees_nothing_of_changes_nothing_for_it(name: str) -> None:
    """Neither the version of its page nor the witness that its phone remembers."""
    game = GAMES[name]()
    world = World(game, seated(game, 2), Seat(0))
    events = begin(game, seated(game, 2), Random(1), **variant_of(game, 0))
    match = Match.begin(game, "match").with_entries(events, "begin", None)
    world.table.show(match)
    world.answers([])  # the log has told of the beginning
    before = world.answers([])
    unseen = replace(match.log[-1], tag="f" * 16)
    world.table.show(replace(match, log=match.log.extended(unseen)))
    assert world.answers([]) == before


def test_every_reading_route_is_asked() -> None:
    game = GAMES["letter_jam"]()
    world = World(game, 3, Seat(0))
    rules = {
        str(rule)
        for rule in world.app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
    }
    known = {"/", "/table", "/rules", "/sheet", "/host", "/bench", "/status", "/healthz"}
    known |= {"/host/evenings.json", "/host/backup", "/host/pin"}
    same_for_all = (
        "/static",
        "/game/",
        "/J/",
        "/j/",
        "/favicon",
        "/host/qr",
        "/table/qr",
        "/now",
        "/picture/",
        "/album/",
        "/signs.svg",
    )
    for rule in rules:
        root = rule.removesuffix("/stream").removesuffix("/state")
        assert root in known | {
            *(
                "/p/<handle>",
                "/p/<handle>/tutorial",
                "/asked/<person>",
                "/host/for/<person>",
                "/stand",
                "/stand/s/<string(maxlength=64):secret>",
                "/stand/give/<id_>",
                "/stand/code/<string(maxlength=64):secret>",
                "/screens",
            )
        } or (root.startswith((*same_for_all, "/bench/"))), (
            f"{rule}: let {Path(__file__).name} ask it"
        )
