"""Screens that are stands, in a real Chromium: a match by taps alone, restarts."""

import re
import signal
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from companion.ports import CENTRE, STAND_PLACES, CardFace
from tests.e2e.daemon import Daemon
from tests.e2e.house import begin, host_of
from tests.e2e.phones import arrived, until
from tests.e2e.screens import Log, evening, sits_down
from tests.e2e.test_glass import LETTER
from tests.waiting import LIMIT_S, wait_for

pytestmark = pytest.mark.browser

TWO = STAND_PLACES[1]

LETTERS_EVER = """new MutationObserver(() => {
  if (document.querySelector('#stand .letter text')) sessionStorage.setItem('letters', 'yes');
}).observe(document, { childList: true, subtree: true });"""
HEARS_BYE = """window.EventSource = class extends EventSource {
  constructor(...of) { super(...of); this.addEventListener('bye', () => { window.ended = true; }); }
};"""


def test_a_round_by_taps_on_six_screens(browser: Browser, tmp_path: Path) -> None:
    """Four people, one phone: three play by paper and by their stands' glass."""
    with evening(browser, tmp_path, ("Anna", "Ben", "Cleo", "Dora")) as (
        stands,
        host,
        table,
        url,
    ):
        host.page.goto(f"{url}/screens")
        for place in STAND_PLACES[:4]:
            stands.add(host.page, place, language="de")
        stands.add(host.page, *STAND_PLACES[4:], CENTRE)
        begin(table, language="en")
        info = table.publisher.latest.table
        assert info.on_stands  # each stand is up: phones are sheets
        for place in STAND_PLACES:
            face = table.publisher.latest.faces[place]
            assert isinstance(face, CardFace)
            letter = stands.pages[place].locator(f"[data-place='{place}'] .letter text")
            expect(letter).to_have_text(face.letter)
        log = Log(table)
        stands.tap(TWO, held_ms=900)  # Ben gives the clue
        wait_for(lambda: log.count("CluegiverChosen") == 1, "who gives")
        for place in (STAND_PLACES[0], STAND_PLACES[2], STAND_PLACES[4]):
            laid = log.count("ChipsLaid")
            stands.tap(place)
            wait_for(partial(log.has_more, "ChipsLaid", laid), f"a chip at {place}")
        stands.tap(CENTRE, button="wildcard")
        expect(stands.pages[CENTRE].locator("[data-place=centre] .chip")).to_have_count(1)
        expect(stands.pages[STAND_PLACES[0]].locator(".chip")).to_have_count(1)
        stands.tap(TWO, held_ms=900)
        wait_for(lambda: log.count("ClueGiven") == 1, "the clue")
        stands.tap(STAND_PLACES[0], held_ms=900)  # Anna moves on
        stands.tap(STAND_PLACES[2])  # Cleo keeps hers
        wait_for(lambda: log.count("Decided") == 2, "both have decided")
        # One is lost: the cards are on the phone again, and it is said.
        stands.pages[TWO].context.close()
        wait_for(lambda: table.publisher.latest.table.dark == (TWO,), "who sleeps")
        assert not table.publisher.latest.table.on_stands


@pytest.mark.slow
def test_a_stand_is_back_by_itself_after_a_restart(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path / "data") as daemon:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
        host = context.new_page()
        host.goto(f"{daemon.url}/j/{daemon.pin}")
        host.fill("#name", "Anna")
        host.locator("#join button.primary").click()
        host.wait_for_url("**/p/*")
        screen = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
        page = screen.new_page()
        page.goto(f"{daemon.url}/stand")
        page.locator("[data-act=ask]").click()
        expect(page.locator(".code")).to_be_visible()
        host.goto(f"{daemon.url}/screens")
        host.get_by_role("button", name="stand 1: Anna").first.click()
        expect(page.locator("[data-place='stand-1'] .line.first text")).to_have_text("Anna")
        for how in (signal.SIGTERM, signal.SIGKILL):
            daemon.stop(how)
            until(page, "document.querySelector('.stand') === null")  # it cannot know
            daemon.start()
            expect(page.locator("[data-place='stand-1']")).to_be_visible()
            expect(page.locator(".line.first text")).to_have_text("Anna")
        screen.close()
        context.close()


def test_who_lays_the_own_phone_down_as_a_stand_is_led_there_however_late_the_answer(
    browser: Browser, tmp_path: Path
) -> None:
    with evening(browser, tmp_path, ("Anna",)) as (_, _, table, url):
        ben = sits_down(browser, url, table, "Ben", "en")

        held = list[Route]()
        ben.page.route("**/p/*/stand", lambda it: held.append(it))  # noqa: PLW0108 - Playwright wants a function
        ben.page.add_init_script(HEARS_BYE)
        ben.page.reload()
        ben.page.locator("#menu > summary").click()
        ben.button("Let this phone be my stand; I write on paper").click()
        ben.page.locator("#confirm-yes").click()
        arrived(ben.page, held, 1)
        answer = held[0].fetch()
        until(ben.page, "window.ended")  # its page is nobody's by then, and has heard so
        held[0].fulfill(response=answer)
        ben.page.wait_for_url("**/stand")
        expect(ben.page.locator("[data-place='stand-2']")).to_be_visible()


def test_a_tap_that_no_answer_came_to_is_said_and_can_be_tried_again(
    browser: Browser, tmp_path: Path
) -> None:
    with evening(browser, tmp_path, ("Anna", "Ben")) as (_, _, table, url):
        code = table.submit(table.screens.code, host_of(table), (TWO,)).result(LIMIT_S)
        screen = browser.new_context(locale="en").new_page()
        screen.route(re.compile("/stand/(ask|redeem)$"), lambda route: route.abort())
        said = screen.locator("#say")
        screen.goto(f"{url}/stand")
        screen.locator("[data-act=ask]").click()
        expect(said).to_contain_text("did not get through")
        screen.goto(f"{url}/stand/s/{code}")
        take = screen.get_by_role("button", name="this screen becomes the stand")
        take.click()
        expect(said).to_contain_text("did not get through")
        screen.reload()  # the code stands in its address still
        take.click()
        expect(said).to_contain_text("did not get through")
        screen.unroute_all()
        take.click()
        expect(screen.locator(f"[data-place='{TWO}']")).to_be_visible()
        expect(take).to_be_hidden()
        assert screen.url == f"{url}/stand"


@pytest.mark.parametrize("way", ["lost", "refused for now"])
def test_a_code_goes_when_it_has_made_the_stand_and_not_before(
    browser: Browser, tmp_path: Path, way: str
) -> None:
    with evening(browser, tmp_path, ("Anna", "Ben")) as (_, _, table, url):
        code = table.submit(table.screens.code, host_of(table), (TWO,)).result(LIMIT_S)
        screen = browser.new_context(locale="en").new_page()

        def answer(route: Route) -> None:
            if way == "lost":
                route.fetch()
                route.abort()
            else:
                said = {"code": "question-open", "message": "Try again."}
                route.fulfill(status=409, json=said)

        screen.route("**/stand/redeem", answer)
        screen.goto(f"{url}/stand/s/{code}")
        take = screen.get_by_role("button", name="this screen becomes the stand")
        take.click()
        expect(screen.locator("#say")).to_be_visible()
        if way != "lost":
            screen.unroute_all()
            take.click()
        expect(screen.locator(f"[data-place='{TWO}']")).to_be_visible()
        expect(screen.locator("#prime")).to_be_hidden()
        assert screen.url == f"{url}/stand"


def test_no_stand_any_more_is_asked_at_each_opening_anew(
    browser: Browser, tmp_path: Path
) -> None:
    with evening(browser, tmp_path, ("Anna", "Ben")) as (stands, anna, table, url):
        anna.page.goto(f"{url}/screens")
        screen = stands.add(anna.page, TWO)
        stand, leave = screen.locator("[data-place]"), screen.locator("[data-set=leave]")
        menu, told = screen.locator("#more"), list[str]()
        screen.on("request", lambda it: told.append(it.url))
        menu.click()
        leave.click()
        expect(leave).to_have_text("Really? Tap again")
        menu.click()  # no, not really
        menu.click()
        expect(leave).to_have_text("No stand any more")
        leave.click()
        leave.click()
        expect(screen.locator("[data-act=ask]")).to_be_visible()
        expect(leave).to_be_hidden()
        expect(menu).to_have_attribute("aria-expanded", "false")
        screen.locator("[data-act=ask]").click()
        asking = wait_for(lambda: [*table.publisher.latest.asking_screens.values()])
        give, id_ = table.screens.give, asking[0].id
        table.submit(give, host_of(table), id_, (TWO,)).result(LIMIT_S)
        expect(stand).to_be_visible()
        menu.click()
        expect(leave).to_have_text("No stand any more")
        leave.click()
        expect(leave).to_have_text("Really? Tap again")
        assert told.count(f"{url}/stand/leave") == 1


@pytest.mark.slow
def test_no_letter_comes_back_by_reload_by_back_or_by_history(
    browser: Browser, tmp_path: Path
) -> None:
    """What was a stand, and the phone of the player who sits behind it."""
    with evening(browser, tmp_path, ("Anna",)) as (stands, anna, table, url):
        ben = sits_down(browser, url, table, "Ben", "en")
        anna.page.goto(f"{url}/screens")
        screen = stands.add(anna.page, TWO)
        begin(table)
        until(screen, f"{LETTER} !== ''")
        [view] = table.publisher.latest.screens.values()
        screen.goto(f"{url}/rules")
        table.submit(table.screens.take, host_of(table), view.id).result(LIMIT_S)
        screen.add_init_script(LETTERS_EVER)
        ben.page.context.add_init_script(LETTERS_EVER)
        ben.page.goto(f"{url}/stand")
        for page in (screen, ben.page):
            for look in (page.go_back, page.go_forward, page.go_back, page.reload):
                look()
                assert page.evaluate(LETTER) == ""
            page.goto(f"{url}/stand")
            expect(page.locator("[data-act=ask]")).to_be_visible()
            page.go_back()
            page.go_forward()
            expect(page.locator("[data-act=ask]")).to_be_visible()
            assert page.evaluate("sessionStorage.getItem('letters')") is None
