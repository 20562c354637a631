"""The desk of whoever writes a game: every seat in one browser, random moves, faults whole."""

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from companion.games import GAMES, Games, pages_of
from companion.ports import STAND_PLACES
from companion.process.anew import answering, changed, stamps
from companion.process.desk import AuthorsDesk, told
from companion.table.table import Table
from companion.table.values.projection import Projection
from tests.e2e.daemon import free_port
from tests.play import seated
from tests.web.conftest import Phone
from tests.web.dummy_table import DummyBench
from web.app import create_app
from web.pages.game_pages import game_pages
from web.routes import dev

HERE, MOVES = "127.0.0.1", 12
OF_ALL = {name: game_pages(name, pages_of(name)) for name in GAMES}
CATALOGUES = {name: each.catalogues for name, each in OF_ALL.items()}


class Desk:
    """A table with a desk, and the browser of whoever sits at it."""

    def __init__(self, path: Path) -> None:
        self.games = Games()
        self.table = Table(self.games, path / "table.sqlite3", CATALOGUES)
        self.table.start()
        self.bench = DummyBench()
        self.desk = AuthorsDesk(self.table, self.bench)
        self.app = create_app(self.table, OF_ALL)
        dev.install(self.app, self.desk)
        self.browser = Phone(self.app.test_client(), host="localhost", address=HERE)
        self.browser.get("/dev")

    @property
    def shown(self) -> Projection:
        return self.table.publisher.latest

    def begin(self, game: str, people: int) -> None:
        answer = self.browser.post("/dev/begin", {"game": game, "people": people})
        assert answer.status_code == 200, answer.text


@pytest.fixture(name="desk")
def _desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    logging.getLogger().addHandler(desk.desk.faults)
    yield desk
    logging.getLogger().removeHandler(desk.desk.faults)
    desk.table.stop()


@pytest.mark.parametrize("name", GAMES)
def test_random_moves_go_on_in_every_game(desk: Desk, name: str) -> None:
    game = GAMES[name]()
    some, most = seated(game, 3), max(game.players)
    desk.begin(name, 3)
    assert len(desk.shown.pages) == some
    steps = {page.step.id for page in desk.shown.pages.values()}
    assert desk.browser.post("/dev/move", {"times": MOVES}).status_code == 200
    assert {page.step.id for page in desk.shown.pages.values()} != steps
    desk.begin(name, most)  # another match, in place of this one
    assert len(desk.shown.pages) == most
    desk.begin(name, 3)
    assert len(desk.shown.pages) == some
    assert desk.desk.faults.text == ""


def test_a_match_that_another_browser_begins_has_its_seats_there(desk: Desk) -> None:
    desk.begin("djam", 4)
    desk.browser = Phone(desk.app.test_client(), host="localhost", address=HERE)
    desk.browser.get("/dev")
    desk.begin("djam", 3)
    page = desk.browser.get("/dev").text
    assert [page.count(f'"/p/{handle}"') for handle in desk.shown.pages] == [1, 1, 1]


def test_all_seats_stand_on_one_page_that_may_hold_our_own_ones(desk: Desk) -> None:
    desk.begin("djam", 4)
    page = desk.browser.get("/dev")
    for handle in desk.shown.pages:
        assert f'<iframe src="/p/{handle}"' in page.text
        seat = desk.browser.get(f"/p/{handle}")
        assert "data-shared" not in seat.text  # nothing is covered: nobody passes it round
        assert "frame-ancestors 'self'" in seat.headers["Content-Security-Policy"]
        assert seat.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]


def test_nobody_else_has_a_desk(desk: Desk) -> None:
    desk.begin("djam", 3)
    far = Phone(desk.app.test_client())
    for path in ("/dev", "/dev/state"):
        assert far.get(path).status_code == 404
    assert far.post("/dev/move", {"times": 1}).status_code == 404
    plain = create_app(desk.table, OF_ALL).test_client()
    here = Phone(plain, host="localhost", address=HERE)
    assert here.get("/dev").status_code == 404
    page = here.get("/table")
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_where_no_phone_can_do_anything_a_stand_is_pressed(desk: Desk) -> None:
    desk.begin("djam", 3)
    latest = desk.shown
    nothing = {handle: replace(page, offers=()) for handle, page in latest.pages.items()}
    desk.table.publisher.publish(replace(latest, number=latest.number + 1, pages=nothing))
    assert desk.browser.post("/dev/move", {"times": 1}).status_code == 200
    places = {place for place, *_ in desk.bench.presses}
    assert len(places) == 1
    assert places <= {*STAND_PLACES}


def test_a_fault_in_a_rule_is_told_whole(desk: Desk, capsys: Any) -> None:
    desk.begin("djam", 3)

    def decide(*_: object) -> list[Any]:
        raise ValueError("a rule with the word ZEBRA in it")

    state = desk.table._committer.state
    assert state.match is not None
    game = replace(state.match.game, decide=decide)
    desk.table._committer.state = replace(state, match=replace(state.match, game=game))
    assert desk.browser.post("/dev/move", {"times": 1}).status_code == 500
    said = desk.browser.get("/dev/state").json
    assert said is not None
    assert said["faults"] == 1
    assert "ValueError: a rule with the word ZEBRA in it" in said["fault"]
    assert "in decide" in said["fault"]
    assert "site-packages" not in said["fault"]
    assert "ZEBRA" in capsys.readouterr().err


def test_lines_begin_with_the_first_of_a_game() -> None:
    try:
        GAMES["djam"]().faces(None, repr)
    except AttributeError as error:
        lines = told(error).splitlines()
    assert "companion/games/djam" in lines[1]
    assert lines[-1].startswith("AttributeError")


def test_a_file_that_comes_changes_or_goes_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "companion" / "games" / "hunt" / "rules.py"
    file.parent.mkdir(parents=True)
    (file.parent / "__pycache__").mkdir()
    before = stamps(tmp_path)
    (file.parent / "notes.swp").write_text("an editor's own")
    (file.parent / "__pycache__" / "rules.py").write_text("")
    assert changed(before, stamps(tmp_path)) == []
    file.write_text("")
    now = stamps(tmp_path)
    assert changed(before, now) == [file]
    assert changed(now, before) == [file]
    assert changed(now, {file: now[file] + 1}) == [file]


def test_whoever_asks_is_told_why_nothing_runs() -> None:
    port, said = free_port(), "File <script>alert(1)</script>\nSyntaxError: invalid"
    with answering(HERE, port, said):
        with urlopen(f"http://{HERE}:{port}/dev/state") as answer:
            assert json.load(answer) == {"boot": "", "fault": said}
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://{HERE}:{port}/p/x")
    page = refused.value.read().decode()
    assert "SyntaxError: invalid" in page
    assert "<script>" not in page
    with pytest.raises(URLError):
        urlopen(f"http://{HERE}:{port}/dev/state")
