"""From the address to a match with bots: the taps are counted."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import cycle
from pathlib import Path
from threading import Event

import pytest
from flask import request, request_started
from playwright.sync_api import Browser, Page, Request, Route, expect

from companion.games import GAMES
from companion.messages import load
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from tests.e2e.house import host_of, house
from tests.e2e.phones import PHONE, Phone, arrived, evaluated, phones_of, sat_down
from tests.waiting import LIMIT_S, wait_for

MOST_TAPS = 4
"""From the address on: PIN, name, sit down, play."""
UNTOLD = load(("web",), "en").text("web.changed")
REFUSED = load(("companion.table",), "en").text("refused.not-alone")
KEEPS_TAPS = """() => {
  document.body.dispatchEvent(new Event('input', { bubbles: true }));
  return early.taps.length;
}"""
"""Whether a page that is about to leave keeps what is tapped, and no longer sends it."""
APP = "**/static/app.js"
WITH_BOTS = [name for name, game in GAMES.items() if game().bots.strengths]


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_two_taps_lead_from_the_first_page_to_three_bots(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    with house(tmp_path) as (url, table):
        context = browser.new_context(viewport=PHONE, locale=language)
        anna = Phone(context, "Anna")
        anna.page.goto(f"{url}/j/{table.publisher.latest.pin}")
        anna.page.locator("#name").fill("Anna")
        anna.page.locator('form[data-post="/join"] button').click()
        play = anna.page.locator('[data-post="/host/alone"]')
        expect(play).to_be_in_viewport(ratio=1)
        play.click()
        expect(anna.page.locator("#now")).not_to_have_attribute("data-step", "lobby-host")
        expect(play).to_have_count(0)
        assert anna.taps == 2
        shown = table.publisher.latest.table
        assert shown.playing
        assert [bool(each.bot) for each in shown.people] == [False, True, True, True]
        context.close()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("game", WITH_BOTS)
def test_any_game_begins_alone_from_the_address_within_four_taps(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with house(tmp_path) as (url, table):
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        anna = Phone(context, "Anna")
        anna.join(url, table.publisher.latest.pin)
        table.submit(table.lobby.choose_game, host_of(table), game).result()
        expect(anna.page.locator("main")).to_have_attribute("data-table", game)
        anna.button("Play alone now").click()
        begun = table.publisher.wait(lambda shown: shown.table.playing, LIMIT_S)
        assert (begun.table.game, begun.table.playing) == (game, True)
        expect(anna.page.locator('[data-post="/host/alone"]')).to_have_count(0)
        assert anna.taps <= MOST_TAPS
        context.close()


@contextmanager
def host_in(browser: Browser, tmp_path: Path) -> Iterator[tuple[Phone, Table, DeviceId]]:
    """Anna, the host, alone in the lobby."""
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna") as (anna,),
    ):
        yield anna, table, host_of(table)


@contextmanager
def late_scripts(page: Page) -> Iterator[None]:
    """The page as it is before its scripts come: they do at the end."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(APP, hold, times=1)
    page.reload(wait_until="commit")
    arrived(page, held, 1)
    yield
    for each in held:
        each.continue_()


@pytest.mark.browser
@pytest.mark.parametrize("early", [False, True], ids=["ready", "early"])
@pytest.mark.parametrize("and_then", ["nothing", "the same", "another", "refused"])
def test_a_tap_as_another_game_comes_is_done_or_said_not_to_be(
    browser: Browser, tmp_path: Path, and_then: str, *, early: bool
) -> None:
    with host_in(browser, tmp_path) as (anna, table, host):
        come, let_go, left = Event(), Event(), list[str]()

        def hold(_app: object, **_more: object) -> None:
            if request.path == "/host/alone":
                come.set()
                assert let_go.wait(LIMIT_S)

        def leaves(sent: Request) -> None:
            if sent.is_navigation_request() and not sent.redirected_from:
                left.append(sent.url)

        with request_started.connected_to(hold):
            with late_scripts(anna.page) if early else nullcontext():
                anna.button("Play alone now").click()
            wait_for(come.is_set, "the tap at the table")
            table.submit(table.lobby.choose_game, host, "djam").result()
            wait_for(lambda: evaluated(anna.page, KEEPS_TAPS), "the page to leave")
            if and_then == "the same":
                anna.button("Play alone now").click()
            if and_then == "another":
                anna.in_menu("Cards on the table")
            if and_then == "refused":
                table.submit(table.lobby.add_person, host, "Ben").result()
            anna.page.on("request", leaves)
            let_go.set()
        expect(anna.page.locator("main")).to_have_attribute("data-table", "djam")
        expect(anna.page.get_by_text(REFUSED)).to_have_count(int(and_then == "refused"))
        expect(anna.page.get_by_text(UNTOLD)).to_have_count(int(and_then == "another"))
        shown = table.publisher.latest.table
        assert shown.playing is (and_then != "refused")
        assert len(left) == 1, "a page leaves once"


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_that_is_still_there_tries_to_leave_again(
    browser: Browser, tmp_path: Path
) -> None:
    with host_in(browser, tmp_path) as (anna, table, host):
        tried: list[Route] = []

        def to_no_page(route: Route) -> None:
            tried.append(route)
            route.fulfill(status=204)

        anna.page.route(anna.page.url, to_no_page, times=1)
        table.submit(table.lobby.choose_game, host, "djam").result()
        arrived(anna.page, tried, 1)
        games = cycle(("haiclue", "djam"))

        def gone() -> bool:
            table.submit(table.lobby.choose_game, host, next(games)).result()  # news
            return anna.page.locator("main").get_attribute("data-table") != "letter_jam"

        wait_for(gone, "the page to leave")
        assert len(tried) == 1


@pytest.mark.browser
def test_beside_somebody_else_it_is_not_offered(browser: Browser, tmp_path: Path) -> None:
    with (
        house(tmp_path) as (url, table),
        phones_of(browser, "Anna", "Ben") as (anna, ben),
    ):
        anna.sits(url, table)
        alone = anna.button("Play alone now")
        expect(alone).to_be_visible()
        ben.sits(url, table)
        expect(alone).to_have_count(0)
        expect(ben.button("Play alone now")).to_have_count(0)
