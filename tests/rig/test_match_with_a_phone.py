"""A whole match on real drivers and a real phone: five wired stands, one with a board."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.e2e.phones import OVER, PHONE, Phone
from tests.hardware.board import Board
from tests.rig.evening import Evening, decide, finish, first_round, play_on
from tests.waiting import LIMIT_S, wait_for
from web.app import create_app
from web.live.server import Server, listen
from web.pages.game_pages import game_pages

PAGES = {"letter_jam": game_pages("letter_jam", GAMES["letter_jam"]().pages)}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    board = Board(tmp_path / "board")
    evening = Evening(tmp_path, board, catalogues=PAGES["letter_jam"].catalogues)
    yield evening
    evening.stop()
    board.unplug()


@pytest.fixture
def url(evening: Evening) -> Iterator[str]:
    server = Server(create_app(evening.table, PAGES, names=()), listen("127.0.0.1", 0))
    thread = Thread(target=server.run)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.close()
    thread.join(LIMIT_S)


@pytest.mark.slow
@pytest.mark.browser
def test_a_clue_laid_by_buttons_stands_right_on_the_phone(
    browser: Browser, evening: Evening, url: str
) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    anna = Phone(context, "Anna")
    evening.start(lambda: anna.join(url, evening.table.publisher.latest.pin))
    evening.house.start()
    anna.sees("Find a clue")
    wait_for(evening.glasses_are_right)
    clue = first_round(evening)
    anna.sees(re.compile("^Do you know letter 1"))
    # Her own letter is a gap in it; what the others' buttons chose is on her sheet.
    assert sheet(anna) == [clue]
    wait_for(evening.glasses_are_right)
    decide(evening)
    play_on(evening)
    anna.sees("Form your final word")
    assert sheet(anna) == sorted(each.reading for each in evening.view.clues)
    wait_for(evening.glasses_are_right)
    finish(evening)
    anna.sees(OVER)
    wait_for(evening.glasses_are_right)
    context.close()


def sheet(phone: Phone) -> list[str]:
    """Return the clues that stand on the sheet, folded away or not."""
    lines = phone.page.locator("#sheet li .lj-reading")
    expect(lines.first).to_be_attached()
    return sorted(lines.all_text_contents())
