"""What comes about at the table has its second: heard once on a device, moved, and written."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.ports import STAND_PLACES, Place
from companion.table.table import Table
from companion.table.values.ids import Handle
from tests.e2e.house import begin, house
from tests.e2e.phones import SMALL, Phone, come, phones_of, sat_down, until
from tests.e2e.test_aids import HEARD
from tests.waiting import LIMIT_S

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GONG = 5
"""Its tones."""
WRITTEN = """() => {
  window.written = [];
  new MutationObserver((all) => {
    for (const { addedNodes } of all) for (const each of addedNodes)
      if (each.className === 'moment') window.written.push(each.textContent);
  }).observe(document.body, { childList: true });
}"""
MOVED = """() => {
  window.moved = [];
  new MutationObserver((all) => {
    for (const { target } of all) if (target.dataset.shellMoment)
      window.moved.push([target.dataset.place, target.dataset.shellMoment]);
  }).observe(document.querySelector('main'), { subtree: true, attributes: true });
}"""


class Evening(NamedTuple):
    """Anna, the host, and Ben, each with a phone, and a table page; a match is on."""

    anna: Phone
    ben: Phone
    screen: Page
    table: Table

    def end_clues(self) -> None:
        """Let both need no more clues: that is a gong."""
        for handle in self.table.publisher.latest.pages:
            self.send(handle, {"type": "WantEnd", "want": True})

    def give_clue(self) -> Place:
        """Let the first one give a clue; return whose stand it came from."""
        handle, page = next(iter(self.table.publisher.latest.pages.items()))
        self.send(handle, {"type": "ChooseCluegiver", "giver": page.person.seat})
        self.send(handle, {"type": "LayClue", "spots": ["2"]})
        self.send(handle, {"type": "GiveClue"})
        return STAND_PLACES[page.person.seat or 0]

    def stay(self) -> None:
        """Let the other one, who has read it, keep the letter."""
        _, handle = self.table.publisher.latest.pages
        self.send(handle, {"type": "Stay"})

    def send(self, handle: Handle, wish: Mapping[str, Any]) -> None:
        device, id_ = self.table.publisher.latest.pages[handle].device, token_hex(4)
        sent = self.table.submit(self.table.moves.send, device, handle, wish, id_)
        sent.result(LIMIT_S)


@pytest.fixture(name="evening")
def _evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    how: dict[str, Any] = {"size": SMALL, "script": HEARD}
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna", "Ben", **how) as (anna, ben),
        phones_of(browser, "the table's page", **how) as (television,),
    ):
        begin(table, lengths=[3, 3])
        screen = television.page
        screen.goto(f"{url}/table")
        for page in (anna.page, ben.page, screen):
            page.locator("html[data-ready]").wait_for()
            page.evaluate(WRITTEN)
        yield Evening(anna, ben, screen, table)


def heard(page: Page) -> int:
    return int(page.evaluate("heard.length"))


def test_a_gong_is_heard_once_on_a_device_and_written_on_all(evening: Evening) -> None:
    anna, ben, screen, _ = evening
    for page in (ben.page, screen):
        page.locator("h1").first.click()
    second = ben.page.context.new_page()  # a little later than his first
    held, passing = list[Route](), list[bool]()
    second.route("**/now", lambda it: it.continue_() if passing else held.append(it))
    come(second, ben.page.url)
    second.evaluate(WRITTEN)
    second.locator("h1").first.click()
    evening.end_clues()
    until(ben.page, "heard.length")
    passing.append(True)
    for each in held:
        each.continue_()
    for page in (anna.page, ben.page, screen, second):
        until(page, "written.length")
        assert page.evaluate("written") == ["No more clues."]
        expect(page.locator(".moment")).to_have_count(0)
    assert heard(anna.page) == 0, "a page that nobody has touched keeps silent"
    for page in (screen, ben.page):
        until(page, f"heard.length >= {GONG}")  # written first, then heard
    assert [heard(each) for each in (screen, ben.page, second)] == [GONG, GONG, 0]


def test_nothing_comes_about_again_after_a_reload(evening: Evening) -> None:
    """Not even where it is as young as it was."""
    screen = evening.screen
    screen.evaluate(MOVED)
    screen.locator("h1").first.click()
    evening.give_clue()
    evening.stay()
    until(screen, "moved.length && heard.length")
    clue = screen.locator("#moments i").last
    expect(clue).to_have_attribute("data-word", "clue")
    then, held, passing = clue.get_attribute("data-at"), list[Route](), list[bool]()
    screen.route("**/now", lambda it: it.fulfill(body=then) if passing else held.append(it))
    come(screen)
    screen.evaluate(WRITTEN)
    screen.evaluate(MOVED)
    screen.locator("h1").first.click()
    passing.append(True)
    for each in held:
        each.fulfill(body=then)
    evening.end_clues()
    until(screen, f"written.length && heard.length >= {GONG}")
    assert screen.evaluate("written") == ["No more clues."]
    assert screen.evaluate("moved") == []
    assert heard(screen) == GONG


def test_what_comes_late_is_not_heard(evening: Evening) -> None:
    _, ben, screen, _ = evening

    def later(route: Route) -> None:
        route.fulfill(body=str(time.monotonic() + 60))

    screen.route("**/now", later)
    come(screen)
    screen.evaluate(WRITTEN)
    for page in (ben.page, screen):
        page.locator("h1").first.click()
    evening.end_clues()
    until(ben.page, "written.length")
    expect(screen.locator("#moments i").last).to_have_attribute("data-word", "gong")
    assert (heard(screen), screen.evaluate("written")) == (0, [])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_where_no_motion_is_wanted_nothing_moves(
    evening: Evening, motion: Literal["no-preference", "reduce"]
) -> None:
    _, ben, screen, *_ = evening
    for page in (ben.page, screen):
        page.emulate_media(reduced_motion=motion)
        page.evaluate(
            """() => { window.runs = []; for (const kind of ['animationstart', 'transitionrun'])
            addEventListener(kind, ({ target }) => runs.push(target.className), true); }"""
        )
    evening.end_clues()
    for page in (ben.page, screen):
        until(page, "written.length")
        expect(page.locator(".moment")).to_have_count(0)
        assert bool(page.evaluate("runs")) == (motion == "no-preference")


def test_a_stand_moves_where_something_comes_about(evening: Evening) -> None:
    screen = evening.screen
    screen.evaluate(MOVED)
    place = evening.give_clue()
    until(screen, "moved.length")
    assert [place, "clue"] in screen.evaluate("moved")
    expect(screen.locator("[data-shell-moment]")).to_have_count(0)
