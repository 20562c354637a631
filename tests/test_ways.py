"""The ways of companion/architecture.md, held against what really runs."""

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from companion.games import GAMES, pages_of
from companion.table.table import Table
from tests.rig.evening import Evening
from tests.waiting import LIMIT_S, wait_for
from tests.web.conftest import OWN_COOKIE
from web.app import create_app
from web.devices import device_id
from web.pages.game_pages import game_pages

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "companion/architecture.md"
LONGEST = {
    "The way of a press": 14,
    "The way of a clue": 12,
    "The way of a host's option": 10,
    "Where one secret letter lies": 8,
}


def way(title: str) -> list[str]:
    """Return the files of one table, in order."""
    section = PAGE.read_text("utf-8").split(f"## {title}")[1].split("\n## ")[0]
    return re.findall(r"^\| \d+ \| `([^`]+)` \|", section, re.MULTILINE)


class Trace:
    """Which files of the program ran on any thread while it was on."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self.on = False

    def __call__(self, frame: FrameType, what: str, _arg: object) -> None:
        if self.on and what == "call":
            self._names.add(frame.f_code.co_filename)

    @property
    def ran(self) -> set[str]:
        paths = map(Path, self._names)
        return {p.relative_to(ROOT).as_posix() for p in paths if p.is_relative_to(ROOT)}


@pytest.fixture(name="trace")
def _trace() -> Iterator[Trace]:
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


@contextmanager
def switched_on(trace: Trace) -> Iterator[None]:
    trace.on = True
    try:
        yield
    finally:
        trace.on = False


@pytest.mark.parametrize("title", LONGEST)
def test_the_files_are_there_and_few(title: str) -> None:
    files = way(title)
    assert 0 < len(files) <= LONGEST[title]
    assert len({*files}) == len(files)
    assert [each for each in files if not (ROOT / each).is_file()] == []


def test_a_press_passes_the_files_of_its_way(tmp_path: Path, trace: Trace) -> None:
    evening = Evening(tmp_path)
    evening.start()
    try:
        evening.house.start()
        evening.touch(0, hold=True)  # gives the clue
        wait_for(evening.glasses_are_right)
        with switched_on(trace):
            evening.finger(1)
            wait_for(evening.glasses_are_right)
    finally:
        evening.stop()
    assert evening.view.table.stands[1].chips
    assert {*way("The way of a press")} <= trace.ran


KEYS = {"anna": "a" * 22, "ben": "b" * 22}


def test_a_clue_passes_the_files_of_its_way(tmp_path: Path, trace: Trace) -> None:
    name = next(iter(GAMES))
    pages = game_pages(name, pages_of(name))
    table = Table({name: GAMES[name]()}, tmp_path / "t.sqlite3", {name: pages.catalogues})
    table.start()
    try:
        handles = {
            who: table.submit(table.lobby.join, device_id(key), who).result(LIMIT_S)
            for who, key in KEYS.items()
        }
        anna, options = device_id(KEYS["anna"]), {"lengths": [3, 3]}
        table.submit(table.matches.start, anna, options, "start-of-it").result(LIMIT_S)
        chosen = {"type": "ChooseCluegiver", "giver": 0}
        table.submit(table.moves.send, anna, handles["anna"], chosen, "giver-of-it").result(
            LIMIT_S
        )
        app = create_app(table, {name: pages}, names={"localhost"})
        phones = {who: app.test_client() for who in KEYS}
        for who, phone in phones.items():
            phone.set_cookie(OWN_COOKIE, KEYS[who])
        with switched_on(trace):
            stream = phones["ben"].get(f"/p/{handles['ben']}/stream?tab=1")
            events = iter(stream.response)
            assert b"hello" in next(events)
            assert b"snapshot" in next(events)
            done = phones["anna"].post(
                f"/p/{handles['anna']}/do",
                json={
                    "id": "clue-of-it",
                    "command": {"type": "LayClue", "spots": ["2", "3"]},
                },
                headers={"Origin": "http://localhost"},
            )
            assert done.status_code == 200
            assert b"snapshot" in next(events)
            stream.close()
    finally:
        table.stop()
    assert {each for each in way("The way of a clue") if each.endswith(".py")} <= trace.ran


def test_an_option_and_a_letter_pass_the_files_of_their_ways(
    tmp_path: Path, trace: Trace
) -> None:
    name = next(iter(GAMES))
    pages = game_pages(name, pages_of(name))
    evening = Evening(tmp_path)
    table, anna = evening.table, device_id(KEYS["anna"])
    evening.start(lambda: table.submit(table.lobby.join, anna, "Anna").result(LIMIT_S))
    try:
        phone = create_app(table, {name: pages}, names={"localhost"}).test_client()
        phone.set_cookie(OWN_COOKIE, KEYS["anna"])
        with switched_on(trace):
            assert phone.get("/host").status_code == 200
            done = phone.post(
                "/host/start",
                json={"id": "start-of-it", "options": {"lengths": [5] * 6, "help": True}},
                headers={"Origin": "http://localhost"},
            )
            assert done.status_code == 200
            wait_for(evening.glasses_are_right)
    finally:
        evening.stop()
    for title in ("The way of a host's option", "Where one secret letter lies"):
        assert {each for each in way(title) if each.endswith(".py")} <= trace.ran
