"""Boards that are plugged in, on the host's page: who sees them, who makes stands of them."""

import re
from dataclasses import replace
from typing import get_args

import pytest
from playwright.sync_api import Browser, expect

from companion.errors import refuse
from companion.languages import LANGUAGES, Language
from companion.links import BoardKind, BoardsShown, BoardWish, BoardWork, PluggedBoard
from hardware.workshop.known_boards import BOARDS
from tests.waiting import wait_for
from tests.web.conftest import House, Phone, make_house, start
from tests.web.test_browser import seat

PICO = PluggedBoard("E6A1", "/dev/ttyACM0", "bare", "<Pico>")
NONE = BoardsShown(free=("3", "5"), known=("pico", "t-display"))
ONE = replace(NONE, boards=(PICO,))
WISH = {"board": "E6A1", "stand": "3", "known": "pico", "replace": ""}


class Maker:
    """Implements ``StandMaker``: shows what a test lays there, and notes what is wished."""

    def __init__(self, now: BoardsShown = ONE) -> None:
        self.now = now
        self.wishes: list[BoardWish | str] = []

    def shown(self) -> BoardsShown:
        return self.now

    def make(self, wish: BoardWish) -> None:
        if self.now.busy:
            raise refuse("board-busy")
        self.wishes.append(wish)

    def undo(self) -> None:
        self.wishes.append("undo")


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def table(maker: Maker) -> House:
    return make_house(boards=maker)


def host_of(house: House) -> Phone:
    phone = house.phone()
    phone.join("Anna")
    return phone


def test_the_host_sees_what_is_plugged_in_and_the_first_free_stand_first(
    table: House,
) -> None:
    page = host_of(table).get("/host").text
    assert "A board is plugged in" in page
    assert "&lt;Pico&gt;" in page
    assert "/dev/ttyACM0" in page
    assert "It has MicroPython and runs no program" in page
    assert page.index('<option value="3">') < page.index('<option value="5">')
    assert "LilyGO T-Display" in page
    german = table.machine()
    german.headers["Accept-Language"] = "de"
    assert "Eine Platine ist eingesteckt" in german.get("/host").text


def test_a_board_that_is_told_already_what_it_is_stays_it_if_nothing_is_chosen(
    table: House, maker: Maker
) -> None:
    same = '<option value="same">what it was told last, if anything</option>'
    host = host_of(table)
    for kind in get_args(BoardKind):
        maker.now = replace(NONE, boards=(replace(PICO, kind=kind),))
        page = host.get("/host").text
        assert page.index(same) < page.index('<option value="pico">')
    assert host.post("/host/boards", dict(WISH, known="same")).status_code == 200
    assert maker.wishes == [BoardWish("E6A1", "3", "same")]


def test_a_new_board_that_shows_only_its_drive_is_told_of(
    table: House, maker: Maker
) -> None:
    maker.now = replace(NONE, drives=1)
    page = host_of(table).get("/host").text
    assert "A new board shows its drive" in page
    assert page.index('id="boards"') < page.index('id="people"')
    maker.now = replace(NONE, drives=3)
    assert "3 new boards show their drives" in table.machine().get("/host").text


def test_where_nothing_is_plugged_in_nothing_is_shown(table: House, maker: Maker) -> None:
    maker.now = NONE
    assert 'id="boards"' not in host_of(table).get("/host").text
    assert 'id="boards"' not in make_house().machine().get("/host").text


def test_what_is_hardly_a_stand_to_be_lies_where_all_that_is_rare_does(
    table: House, maker: Maker
) -> None:
    host = host_of(table)
    page = host.get("/host").text
    assert page.index('id="boards"') < page.index('id="everything"')
    maker.now = replace(ONE, boards=(replace(PICO, kind="unknown"),))
    page = host.get("/host").text
    assert page.index('id="boards"') > page.index('id="everything"')
    assert 'id="boards"' in table.machine().get("/host").text  # which need not be the host


def test_in_a_match_nothing_is_shown(table: House) -> None:
    host = host_of(table)
    table.table.start_playing()
    assert 'id="boards"' not in host.get("/host").text


def test_the_host_and_the_machine_make_a_stand_and_nobody_else(
    table: House, maker: Maker
) -> None:
    anna, ben = host_of(table), table.phone(address="192.168.1.78")
    ben.join("Ben")
    for stranger in (ben, table.phone()):
        assert stranger.post("/host/boards", WISH).status_code == 403
    assert maker.wishes == []
    assert anna.post("/host/boards", WISH).status_code == 200
    here = dict(WISH, replace="yes", known="t-display", stand="5")
    assert table.machine().post("/host/boards", here).status_code == 200
    assert maker.wishes == [
        BoardWish("E6A1", "3", "pico"),
        BoardWish("E6A1", "5", "t-display", replace=True),
    ]


def test_from_another_page_or_with_nonsense_nothing_is_begun(
    table: House, maker: Maker
) -> None:
    host = host_of(table)
    assert host.post("/host/boards", WISH, Origin="http://evil.example").status_code == 403
    for nonsense in (
        {},
        dict(WISH, stand="33"),
        dict(WISH, replace="no"),
        dict(WISH, more=1),
    ):
        assert host.post("/host/boards", nonsense).status_code == 422
    assert maker.wishes == []


def test_without_boards_there_is_no_such_address(house: House) -> None:
    host = host_of(house)
    assert host.post("/host/boards", WISH).status_code == 404
    assert host.post("/host/boards/undo").status_code == 404


def test_progress_is_told_and_no_second_one_is_begun(table: House, maker: Maker) -> None:
    maker.now = replace(ONE, work=BoardWork("E6A1", "5", "t-display", "writes", 3, 7))
    host = host_of(table)
    page = host.get("/host").text
    assert "File 3 of 7" in page
    assert 'data-post="/host/boards"' not in page
    answer = host.post("/host/boards", WISH)
    assert answer.status_code == 409
    assert "A board is being written just now" in answer.text


def test_a_stand_that_is_ready_is_told(table: House, maker: Maker) -> None:
    maker.now = replace(NONE, work=BoardWork("E6A1", "5", "t-display", "done"))
    host, ben = host_of(table), table.phone(address="192.168.1.78")
    assert "Stand 5 is ready" in host.get("/host").text
    assert "Not this stand" in host.get("/host").text
    assert ben.post("/host/boards/undo").status_code == 403
    assert maker.wishes == []
    assert host.post("/host/boards/undo").status_code == 200
    assert maker.wishes == ["undo"]


def test_the_bridge_is_offered_made_and_taken_back(table: House, maker: Maker) -> None:
    host = host_of(table)
    assert 'value="bridge"' not in host.get("/host").text
    maker.now = replace(ONE, bridge=True)
    page = host.get("/host").text
    assert '<option value="bridge">the bridge (no stand)</option>' in page
    assert "make one ESP32 the bridge first" in page
    assert 'name="air"' not in page
    assert host.post("/host/boards", dict(WISH, stand="bridge")).status_code == 200
    assert maker.wishes == [BoardWish("E6A1", "bridge", "pico")]
    work = BoardWork("E6A1", "bridge", "pico", "done")
    maker.now = replace(NONE, bridge=True, air=True, work=work)
    page = host.get("/host").text
    assert "The bridge is ready" in page
    assert "Not the bridge" in page


def test_a_stand_may_play_without_its_cable_once_there_is_a_bridge(
    table: House, maker: Maker
) -> None:
    maker.now = replace(ONE, air=True)
    host = host_of(table)
    page = host.get("/host").text
    assert 'name="air"' in page
    assert 'value="bridge"' not in page  # the table's own file names one
    assert host.post("/host/boards", dict(WISH, air=True)).status_code == 200
    assert maker.wishes == [BoardWish("E6A1", "3", "pico", air=True)]
    failed = BoardWork("E6A1", "3", "pico", "failed", failed="has-other", air=True)
    maker.now = replace(ONE, air=True, work=replace(failed, facts=(("files", "x.py"),)))
    assert 'data-key="air" checked>' in host.get("/host").text


def test_somebodys_files_are_named_before_they_are_overwritten(
    table: House, maker: Maker
) -> None:
    facts = (("files", "main.py, <b>.py"),)
    failed = BoardWork("E6A1", "5", "t-display", "failed", failed="has-other", facts=facts)
    maker.now = replace(ONE, work=failed)
    page = host_of(table).get("/host").text
    assert "(main.py, &lt;b&gt;.py)" in page
    assert 'name="replace" value="yes"' in page
    assert "Copy what is on it" in page
    assert '<option value="5" selected>' in page
    assert '<option value="t-display" selected>' in page


@pytest.mark.browser
def test_a_page_that_lies_open_sends_that_the_files_may_be_overwritten(
    table: House, maker: Maker, browser: Browser
) -> None:
    server = start(table.app)
    page = browser.new_page(locale="en")
    seat(table, page, server)
    page.goto(f"http://127.0.0.1:{server.port}/host")
    make = page.locator("#boards form button")
    expect(make).to_be_visible()
    failed = BoardWork("E6A1", "3", "pico", "failed", failed="runs-other")
    maker.now = replace(ONE, work=failed)
    table.table.show()
    expect(make).to_contain_text("Copy what is on it")
    make.click()
    wait_for(lambda: maker.wishes, "the wish")
    assert maker.wishes == [BoardWish("E6A1", "3", "same", replace=True)]
    page.context.close()
    server.close()


def test_where_every_stand_has_its_board_no_more_are_made(
    table: House, maker: Maker
) -> None:
    maker.now = replace(ONE, free=())
    page = host_of(table).get("/host").text
    assert "Every stand has its display already" in page
    assert 'data-post="/host/boards"' not in page


def test_a_page_comes_anew_when_a_board_does(table: House, maker: Maker) -> None:
    maker.now = NONE
    host = host_of(table)
    before = host.get("/host/state").text
    maker.now = ONE
    after = host.get("/host/state").text
    assert "A board is plugged in" not in before
    assert "A board is plugged in" in after


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_known_board_has_a_name_that_is_read(
    table: House, maker: Maker, language: Language
) -> None:
    maker.now = replace(ONE, known=tuple(BOARDS))
    host = table.phone(language=language)
    host.join("Anna")
    page = host.get("/host").text
    named = dict(re.findall(r'<option value="([\w-]+)"[^>]*>([^<]+)', page))
    assert [
        each for each in BOARDS if named[each] in ("", each, f"web.boards.known.{each}")
    ] == []
