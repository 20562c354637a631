"""In a real browser: what people type survives, and what is private gets covered."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from companion.engine.step import Answer, Answers, Main
from companion.errors import refuse
from companion.ports import Message
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.projection import Announcement, Show, UndoView
from tests.e2e.early import held
from tests.e2e.phones import arrived, evaluated, newest, until
from tests.waiting import LIMIT_S, wait_for
from tests.web.conftest import STANDS, House, dummy_pages, make_house, own_context, start
from tests.web.holding import Stopping
from tests.web.test_stream import open_streams
from web.app import create_app
from web.devices import cookie_name, device_id
from web.live.server import Server

pytestmark = pytest.mark.browser
NO_DRAFTS = "Object.keys(localStorage).every(key => !key.startsWith('sheet'))"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One phone's for each test: what it keeps is what they are about."""
    with own_context(browser) as context:
        yield context


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page whose scripts find no fault."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []


def seat(house: House, page: Page, server: Server) -> str:
    """Seat Anna, whose phone knows its key already; return where her page is."""
    key, root = f"{'Anna':-<22}", f"http://127.0.0.1:{server.port}"
    own = cookie_name(server.port)
    page.context.add_cookies([{"name": own, "value": key, "url": root}])
    handle = house.table.join(device_id(key), "Anna").result()
    return f"{root}/p/{handle}"


def join(house: House, page: Page, server: Server) -> str:
    where = seat(house, page, server)
    page.goto(where)
    ready(page)
    return where


def ready(page: Page) -> None:
    expect(page.locator("html[data-ready='1']")).to_be_visible()


def opened(page: Page, server: Server, path: str) -> None:
    page.goto(f"http://127.0.0.1:{server.port}{path}")
    ready(page)


def only_run_for_passes_time(page: Page) -> None:
    """Stop the page's clock; what has covered itself meanwhile is opened, as by a touch."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LIMIT_S)
    page.get_by_role("heading", name="Anna").click()
    expect(page.locator("body")).not_to_have_class("fading")


def passes(page: Page) -> bool:
    """Let the page's clock run on a little."""
    page.clock.run_for(250)
    return True


def playing(house: House, page: Page, server: Server) -> str:
    where = seat(house, page, server)
    house.table.start_playing()
    page.goto(where)
    expect(page.locator("#secret")).to_have_text("Q")
    ready(page)
    return where


def test_join_lobby_match_and_the_games_own_script(
    house: House, running: Server, page: Page
) -> None:
    page.goto(f"http://127.0.0.1:{running.port}/j/246813")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/p/*")
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()
    house.table.start_playing()
    expect(page.locator("#count")).to_contain_text("0 ticks")
    page.get_by_role("button", name="Tick").click()
    expect(page.locator("#count")).to_contain_text("1 tick")
    expect(page.locator("#say")).to_have_text("Tick number 1")
    expect(page.locator("main[data-started][data-updates]")).to_be_visible()


def test_a_note_that_is_asked_for_again_never_comes_after_a_newer_one(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    tries: list[str] = []

    def lose_the_first_two(route: Route) -> None:
        tries.append(json.loads(route.request.post_data or "")["text"])
        if tries.count("a") <= 2 and tries[-1] == "a":
            route.abort()
        else:
            route.fulfill(response=route.fetch())

    page.route("**/sheet", lose_the_first_two)
    field = page.get_by_label("note:1")
    field.press_sequentially("a")
    wait_for(lambda: page.wait_for_timeout(20) or "a" in tries, "the first try")  # type: ignore[func-returns-value]  # events come while Playwright waits
    field.press_sequentially("b")
    until(page, "Object.keys(localStorage).every(key => !key.startsWith('sheet'))")
    wait_for(lambda: page.wait_for_timeout(20) or tries.count("a") == 3, "the last try")  # type: ignore[func-returns-value]  # as above
    assert tries == ["a", "a", "a", "ab"]
    (sheet,) = house.table.notes.values()
    assert sheet == {"note:1": "ab"}


def test_a_note_that_was_not_kept_does_not_come_into_the_next_match(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    page.route("**/sheet", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.get_by_label("note:1").press_sequentially("Z")
    house.table.put_away()
    house.table.start_playing("two")
    expect(page.get_by_label("note:1")).to_have_value("")
    page.unroute("**/sheet")
    page.get_by_label("note:2").press_sequentially("new")
    until(page, "Object.keys(localStorage).every(key => !key.startsWith('sheet'))")
    (sheet,) = house.table.notes.values()
    assert sheet == {"note:2": "new"}
    page.reload()
    ready(page)
    expect(page.get_by_label("note:1")).to_have_value("")
    expect(page.get_by_label("note:2")).to_have_value("new")
    house.table.notes = {}
    house.table.start_playing("three")  # as a phone sees it that slept
    expect(page.get_by_label("note:2")).to_have_value("")


def test_typing_survives_updates_and_a_server_restart(page: Page) -> None:
    house = make_house()
    server = start(house.app)
    playing(house, page, server)
    field = page.get_by_label("note:1")
    field.evaluate("node => { node.mark = 'the same element'; }")
    field.press_sequentially("ab")
    house.table.tick()
    expect(page.locator("#count")).to_contain_text("1 tick")
    field.press_sequentially("cd")
    expect(field).to_have_value("abcd")
    expect(field).to_be_focused()
    before = field.bounding_box()
    server.close()
    expect(page.locator("#net")).to_be_visible()
    said, strip = (page.locator(each).bounding_box() for each in ("#net", ".strip"))
    assert said is not None
    assert strip is not None
    assert said["y"] >= strip["y"]
    assert (
        said["y"] + said["height"] <= strip["y"] + strip["height"] + 1
    )  # it covers nothing
    assert field.bounding_box() == before  # and moves nothing
    field.press_sequentially("ef")
    again = start(_reborn(house), server.port)
    try:
        expect(page.locator("#net")).to_be_hidden()
        house.table.tick()
        expect(page.locator("#count")).to_contain_text("2 ticks")
        expect(field).to_have_value("abcdef")
        assert field.evaluate("node => node.mark") == "the same element"
        until(page, "Object.keys(localStorage).every(key => !key.startsWith('sheet'))")
        (sheet,) = house.table.notes.values()
        assert sheet == {"note:1": "abcdef"}
        page.reload()
        expect(page.get_by_label("note:1")).to_have_value("abcdef")
    finally:
        again.close()


@pytest.mark.parametrize(
    ("path", "module"), [("", "own.js"), ("/host", "filling.js"), ("/table", "fit.js")]
)
def test_a_module_lost_to_a_restart_is_fetched_again(
    house: House, running: Server, page: Page, path: str, module: str
) -> None:
    where = seat(house, page, running)
    asked: list[str] = []

    def once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(f"**/static/{module}", once)
    page.goto(f"http://127.0.0.1:{running.port}{path}" if path else where)
    arrived(page, asked, 2)
    ready(page)


def test_the_middle_goes_on_saying_that_it_is_awake_where_an_answer_never_comes(
    house: House, running: Server, page: Page
) -> None:
    assert house.app
    unanswered: list[Route] = []
    page.route("**/stand/ping", lambda route: unanswered.append(route))  # noqa: PLW0108 - Playwright writes into what it calls
    page.clock.install()
    page.goto(f"http://127.0.0.1:{running.port}/table")
    page.evaluate(MIDDLE)
    wait_for(lambda: passes(page) and len(unanswered) >= 2, "the next one")


def test_an_answer_that_stops_in_its_middle_is_asked_for_again(
    house: House, running: Server, page: Page
) -> None:
    where = playing(house, page, running)
    page.clock.install()
    with Stopping(running.port, b"/do ") as way:
        page.goto(where.replace(f":{running.port}/", f":{way.port}/"))
        ready(page)
        way.waits = True
        page.get_by_role("button", name="Tick").click()
        wait_for(lambda: way.stopped and evaluated(page, "true"), "half an answer")
        for _ in range(30):
            page.clock.run_for(500)
        until(page, "!document.querySelector('[data-shell-busy]')")
        assert house.table.ticks == 1
        house.table.people.clear()
        house.table.show()
        expect(page.locator("#secret")).to_have_count(0)


def test_a_stand_goes_on_where_an_answer_stops_in_its_middle(
    running: Server, page: Page
) -> None:
    page.clock.install()
    with Stopping(running.port, b"/stand/state ") as way:
        page.goto(f"http://127.0.0.1:{way.port}/stand")
        expect(page.locator("#way")).to_be_visible()
        page.evaluate(HIDE, arg=True)
        way.waits = True
        page.evaluate(HIDE, arg=False)
        wait_for(lambda: way.stopped and evaluated(page, "true"), "half an answer")
        way_in = page.locator("#way")
        wait_for(lambda: passes(page) and way_in.is_visible(), "the way in")


@pytest.mark.parametrize("path", ["", "/table"])
def test_a_page_comes_anew_once_another_window_has_chosen_a_language(
    house: House, running: Server, page: Page, path: str
) -> None:
    root = f"http://127.0.0.1:{running.port}"
    where = seat(house, page, running)
    page.goto(root + path if path else where)
    ready(page)
    shown = page.locator("html")
    expect(shown).to_have_attribute("lang", "en")
    page.context.add_cookies([{"name": "language", "value": "de", "url": root}])
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(shown).to_have_attribute("lang", "de")


def test_a_page_comes_anew_whose_language_was_chosen_before_its_first_news(
    running: Server, page: Page
) -> None:
    page.add_init_script(
        "if (!sessionStorage.once) { sessionStorage.once = 1; document.cookie = 'language=de'; }"
    )
    page.goto(f"http://127.0.0.1:{running.port}/table")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_who_moves_somebody_up_by_keys_stays_on_the_button(
    house: House, running: Server, page: Page
) -> None:
    seat(house, page, running)
    for name in ("Ben", "Cleo", "Dora"):
        house.phone().join(name)
    opened(page, running, "/host")
    page.locator("#people li", has_text="Dora").locator("summary").click()
    up = page.get_by_role("button", name="Move Dora up")
    up.focus()
    for place in (2, 1):
        page.keyboard.press("Enter")
        expect(page.locator("#people li").nth(place)).to_contain_text("Dora")
        expect(up).to_be_focused()


def test_an_early_tap_on_a_shared_phone_counts_and_uncovers_nothing(
    house: House, running: Server, page: Page
) -> None:
    where = join(house, page, running)
    device = house.table.people[0].device
    assert device
    house.table.join(device, "Ben")
    house.table.start_playing()
    with held(page.context, watched=False) as later:
        later.visit(where)
        later.page.get_by_role("button", name="Tick").click()
        later.let_go()
        expect(later.page.locator("#count")).to_contain_text("1 tick")
        expect(later.page.locator("#secret")).to_be_hidden()


def _reborn(house: House) -> Flask:
    return create_app(house.table, dummy_pages(), stands=STANDS, heartbeat_s=0.2)


def test_what_was_typed_offline_comes_back_after_the_tab_was_closed(
    house: House, running: Server, page: Page, context: BrowserContext
) -> None:
    where = playing(house, page, running)
    page.route("**/sheet", lambda route: route.abort())
    page.get_by_label("note:2").press_sequentially("xy")
    until(page, "Object.keys(localStorage).some(key => key.startsWith('sheet'))")
    page.close()
    assert house.table.notes == {}
    fresh = context.new_page()
    fresh.goto(where)
    expect(fresh.get_by_label("note:2")).to_have_value("xy")
    until(fresh, "Object.keys(localStorage).every(key => !key.startsWith('sheet'))")
    assert [*house.table.notes.values()] == [{"note:2": "xy"}]
    fresh.close()


def test_a_note_from_another_tab_arrives_unless_one_types_here(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    handle = house.table.people[0].handle
    device = house.table.people[0].device
    assert handle
    assert device
    page.get_by_label("note:1").focus()
    house.table.submit(house.table.sheets.write, device, handle, "note:1", "from afar")
    house.table.submit(house.table.sheets.write, device, handle, "note:2", "from afar")
    expect(page.get_by_label("note:2")).to_have_value("from afar")
    expect(page.get_by_label("note:1")).to_have_value("")


def test_a_note_stands_in_each_window_of_its_seat_however_late_the_answer(
    house: House, running: Server, page: Page, context: BrowserContext
) -> None:
    where = playing(house, page, running)
    second = context.new_page()
    second.goto(where)
    ready(second)
    second.get_by_label("note:2").focus()  # somebody typed here a while ago
    answers: list[tuple[Route, APIResponse]] = []
    page.route("**/sheet", lambda route: answers.append((route, route.fetch())))
    for n in (1, 2):
        page.get_by_label(f"note:{n}").fill(f"it is {n}")
        arrived(page, answers, n)
        newest(second)
        route, answer = answers[-1]
        route.fulfill(response=answer)
        until(page, NO_DRAFTS)
    for n in (1, 2):
        expect(second.get_by_label(f"note:{n}")).to_have_value(f"it is {n}")
    second.close()


def test_what_is_kept_of_a_page_goes_with_it(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    device = house.table.people[0].device
    assert device
    bens = f"/p/{house.table.join(device, 'Ben').result()}"
    page.evaluate(f"localStorage.setItem('own {bens}', '{{}}')")
    page.route("**/sheet", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.get_by_label("note:1").fill("a")
    anna = house.table.people.pop(0)
    house.table.show()
    expect(
        page.get_by_role("heading", name="This page is not on this phone")
    ).to_be_visible()
    ready(page)
    kept = page.evaluate("Object.keys(localStorage)")
    assert [each for each in kept if str(anna.handle) in each] == []
    assert f"own {bens}" in kept


def test_without_a_stream_the_page_polls(
    house: House, running: Server, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.live.open_streams.IN_ALL", 0)
    page.clock.install()
    playing(house, page, running)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    house.table.tick()
    for _ in range(3):  # far sooner than a page looks that has heard nothing
        page.clock.run_for(3_000)
    expect(page.locator("#count")).to_contain_text("1 tick")
    expect(page.locator("#net")).to_be_hidden()
    assert open_streams(house) == 0


MIDDLE = """document.body.insertAdjacentHTML(
  'beforeend', '<p id="middle-screen" data-middle="is"></p>')"""
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.parametrize("comes", ["online", "resume"])
def test_a_page_that_nobody_sees_is_not_there_whatever_comes_back(
    house: House, running: Server, page: Page, comes: str
) -> None:
    playing(house, page, running)
    wait_for(lambda: open_streams(house) == 1, "its stream")
    page.evaluate(HIDE, arg=True)
    wait_for(lambda: open_streams(house) == 0, "the end of its stream")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(
        f"for (const each of [window, document]) each.dispatchEvent(new Event('{comes}'))"
    )
    page.evaluate("fetch('/now')")  # what is asked for before this is known of by then
    assert [each for each in asked if not each.endswith("/now")] == []
    page.evaluate(HIDE, arg=False)
    wait_for(lambda: evaluated(page, "true") and open_streams(house) == 1, "its stream")


def test_a_page_that_comes_unseen_is_there_once_it_is_seen(
    house: House, running: Server, page: Page
) -> None:
    page.add_init_script(f"({HIDE})(true)")
    where = playing(house, page, running)
    house.table.tick()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(where)
    ready(page)
    assert [each for each in asked if "/stream" in each or "/state" in each] == []
    page.evaluate(HIDE, arg=False)
    house.table.tick()
    expect(page.locator("#count")).to_contain_text("2 ticks")


def own_menu(page: Page) -> None:
    page.locator("#menu > summary").click()
    page.get_by_text("This phone").click()


def test_a_phone_of_ones_own_is_covered_by_a_tap_and_by_nothing_else(
    house: House, running: Server, page: Page
) -> None:
    page.clock.install()
    playing(house, page, running)
    only_run_for_passes_time(page)
    page.clock.run_for(3_600_000)
    page.evaluate(HIDE, arg=True)
    page.evaluate(HIDE, arg=False)
    expect(page.locator("#secret")).to_be_visible()
    own_menu(page)
    page.get_by_role("button", name="Cover my letters now").click()
    page.locator("#menu > summary").click()
    expect(page.locator("#secret")).to_be_hidden()
    expect(page.get_by_label("note:1")).to_be_visible()
    page.get_by_role("button", name="Tap to show").click()
    expect(page.locator("#secret")).to_be_visible()


@pytest.mark.parametrize("back", ["", "?back"])
def test_a_phone_that_was_given_back_is_covered_also_where_nothing_private_stood_yet(
    house: House, running: Server, page: Page, back: str
) -> None:
    page.goto(f"{seat(house, page, running)}{back}")
    ready(page)
    expect(page.locator("#lobby")).to_be_visible()
    house.table.start_playing()
    expect(page.locator("#count")).to_be_visible()
    expect(page.locator("#secret")).to_be_visible(visible=not back)
    cover = page.get_by_role("button", name="Anna's page is covered. Tap to show it.")
    expect(cover).to_be_visible(visible=bool(back))
    if back:
        cover.click()
        expect(page.locator("#secret")).to_be_visible()


def test_what_was_covered_is_covered_still_after_something_else_was_shown(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    own_menu(page)
    page.get_by_role("button", name="Cover my letters now").click()
    page.locator("#menu > summary").click()
    house.table.put_away()
    expect(page.locator("#lobby")).to_be_visible()
    house.table.start_playing("two")
    expect(page.locator("#secret")).to_have_text("Q")
    expect(page.locator("#secret")).to_be_hidden()
    page.get_by_role("button", name="Tap to show").click()
    expect(page.locator("#secret")).to_be_visible()


def test_what_is_covered_after_a_while_fades_first_and_a_tap_does_what_it_hits(
    house: House, running: Server, page: Page
) -> None:
    page.clock.install()
    playing(house, page, running)
    own_menu(page)
    page.get_by_label("Cover my letters when").select_option("after one minute")
    page.locator("#menu > summary").click()
    only_run_for_passes_time(page)
    page.clock.run_for(51_000)
    expect(page.locator("body")).to_have_class("fading")
    page.get_by_role("heading", name="Anna").click()  # a tap anywhere keeps the letters
    expect(page.locator("body")).not_to_have_class("fading")
    page.clock.run_for(59_000)
    expect(page.locator("#secret")).to_be_visible()
    page.clock.run_for(2_000)
    expect(page.locator("#secret")).to_be_hidden()
    page.get_by_role("button", name="Tick").click()
    expect(page.locator("#secret")).to_be_visible()

    def counted() -> bool:
        page.clock.run_for(
            100
        )  # the stream may be opened anew: it was silent for two minutes
        return "1 tick" in page.locator("#count").inner_text()

    wait_for(counted, "the tick")
    page.evaluate(HIDE, arg=True)
    expect(page.locator("#secret")).to_be_hidden()


@pytest.mark.parametrize(
    ("choice", "seconds"), [("after 30 seconds", 30), ("after three minutes", 180)]
)
def test_how_soon_it_is_covered_is_chosen_and_kept(
    house: House, running: Server, page: Page, choice: str, seconds: int
) -> None:
    page.clock.install()
    playing(house, page, running)
    own_menu(page)
    page.get_by_label("Cover my letters when").select_option(choice)
    page.reload()
    ready(page)
    expect(page.get_by_label("Cover my letters when")).to_have_value(str(seconds))
    only_run_for_passes_time(page)
    page.clock.run_for((seconds - 1) * 1000)
    expect(page.locator("#secret")).to_be_visible()
    page.clock.run_for(2_000)
    expect(page.locator("#secret")).to_be_hidden()


def test_a_silent_link_is_shown_and_mended(
    house: House, running: Server, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing(house, page, running)
    page.clock.install()
    monkeypatch.setattr("web.live.open_streams.IN_ALL", 0)
    page.route("**/state", lambda route: route.abort())
    page.route("**/stream*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#net")).to_contain_text("Not up to date")
    page.unroute_all()
    monkeypatch.undo()
    page.clock.run_for(31_000)
    expect(page.locator("#net")).to_be_hidden()


def test_a_confirmation_is_asked_for_and_can_be_declined(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("dialog")).to_contain_text("Really leave?")
    expect(page.get_by_role("button", name="Not yet")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert "send" not in {call[0] for call in house.table.calls}
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    wait_for(lambda: house.table.calls[-1][0] == "send", "the command")
    assert house.table.calls[-1][2] == {"type": "Leave"}


def test_a_form_sends_typed_fields_and_a_refusal_stands_beside_it(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    page.get_by_placeholder("Guess").fill("house")
    house.table.trouble = refuse("too-late", name="Anna")
    page.get_by_role("button", name="Guess").click()
    note = page.locator("#sheet .refusal")
    expect(note).to_have_text("Too late, Anna.")
    expect(note).to_have_attribute("role", "status")
    assert house.table.calls[-1][2] == {
        "type": "Guess",
        "word": "house",
        "figures": {"letters": 5},
        "tiles": ["1", "2*"],
    }
    expect(page.get_by_placeholder("Guess")).to_have_value("house")


def test_a_lost_answer_is_asked_for_again_and_done_once(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)

    def lose_the_first(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/do", lose_the_first, times=1)
    page.get_by_role("button", name="Tick").click()
    expect(page.locator("#count")).to_contain_text("1 tick")
    until(page, "!document.querySelector('[data-shell-busy]')")
    sent = [call[3] for call in house.table.calls if call[0] == "send"]
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert house.table.ticks == 1


def test_a_second_tap_counts_once_the_page_shows_what_the_first_one_did(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    unanswered: list[tuple[Route, APIResponse]] = []

    def done_but_not_answered(route: Route) -> None:
        unanswered.append((route, route.fetch()))

    page.route("**/do", done_but_not_answered)
    for count in ("1 tick ", "2 ticks "):
        page.get_by_role("button", name="Tick").click()
        expect(page.locator("#count")).to_contain_text(count)
    # The page is told of a tick before its answer has come this far.
    arrived(page, unanswered, 2)
    for route, answer in unanswered:
        route.fulfill(response=answer)
    until(page, "!document.querySelector('[data-shell-busy]')")
    assert house.table.ticks == 2


def test_a_yes_does_what_was_asked_though_the_page_goes_on(
    house: House, running: Server, page: Page
) -> None:
    seat(house, page, running)
    house.phone().join("Ben")
    id_, row = house.table.people[1].id, page.locator("#people li", has_text="Ben")
    opened(page, running, "/host")
    row.locator("summary").click()
    row.get_by_role("button", name="Make host").click()
    house.table.start_playing()  # his row begins with another button
    expect(row.locator(".icon")).to_have_count(0)
    house.table.calls.clear()
    page.get_by_role("button", name="Yes, do it").click()
    wait_for(lambda: house.table.calls, "what was said yes to")
    assert house.table.calls == [("hand_over", id_)]


def test_a_yes_to_what_is_over_does_nothing_and_says_so(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)

    def may_take_back(step: int) -> None:
        said = Announcement(step, Message("dummy.said", {"n": step}))
        house.table.undo_view = UndoView("consent", said)
        house.table.show()
        expect(page.locator("#undo")).to_contain_text(f"Tick number {step}")

    may_take_back(4)
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Ask to take back").click()
    expect(page.locator("#confirm-text")).to_contain_text("Tick number 4")
    may_take_back(5)
    house.table.calls.clear()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator(".refusal")).to_contain_text("Nothing was done")
    assert not house.table.calls
    page.get_by_role("button", name="Ask to take back").click()
    page.get_by_role("button", name="Yes, do it").click()
    wait_for(lambda: house.table.calls, "the wish")
    assert house.table.calls[0][-1] == 5


def test_who_says_no_by_escape_is_back_on_the_button_in_the_menu(
    house: House, running: Server, page: Page
) -> None:
    said = Announcement(4, Message("dummy.said", {"n": 4}))
    house.table.undo_view = UndoView("consent", said)
    playing(house, page, running)
    menu, opens = page.locator("#menu"), page.locator("#menu > summary")
    opens.press("Enter")
    asks = page.get_by_role("button", name="Ask to take back")
    asks.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(menu).to_have_attribute("open", "")
    expect(asks).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(opens).to_be_focused()


def test_a_finger_that_taps_twice_has_tapped_once(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    held: list[Route] = []
    page.route("**/do", lambda route: held.append(route))  # noqa: PLW0108 - Playwright writes into what it calls
    page.get_by_role("button", name="Tick").dblclick()
    arrived(page, held, 1)
    (one,) = held
    one.continue_()
    expect(page.locator("#count")).to_contain_text("1 tick ")
    until(page, "!document.querySelector('[data-shell-busy]')")
    assert house.table.ticks == 1


def test_the_host_sets_the_table_and_starts(
    house: House, running: Server, page: Page
) -> None:
    join(house, page, running)
    opened(page, running, "/host")
    page.get_by_label("Anna", exact=True).fill("6")
    page.get_by_placeholder("Name (no phone)").fill("Opa")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#people")).to_contain_text("2 people")
    expect(page.get_by_label("Anna", exact=True)).to_have_value("6")
    page.locator("summary", has_text="More about Opa").click()
    page.get_by_role("button", name="Move Opa up").click()
    expect(page.locator("#people li").first).to_contain_text("Opa")
    page.get_by_label("Level").select_option("hard")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/p/*")
    assert ("start", {"level": "hard", "lengths": [5, 6]}) in house.table.calls


def test_what_the_host_may_do_with_somebody_is_behind_dots_in_the_first_line(
    house: House, running: Server, page: Page
) -> None:
    seat(house, page, running)
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, running, "/host")
    for name in ("Grandpa", "a" * 20):
        page.get_by_placeholder("Name (no phone)").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        row = page.locator("#people li", has_text=name)
        dots, who = row.locator("summary").bounding_box(), row.bounding_box()
        assert dots is not None
        assert who is not None
        assert dots["y"] - who["y"] < 20, name
        row.locator("summary").click()
        remove = page.get_by_role("button", name=f"Remove {name}").bounding_box()
        assert remove is not None
        assert remove["y"] > dots["y"] + 20, name


def test_the_bench_drives_its_buttons_down_and_up(
    house: House, running: Server, page: Page
) -> None:
    opened(page, running, "/bench")
    page.get_by_role("button", name="button, stand 2").click()
    until(page, "document.querySelector('#bench').dataset.picture === '3'")
    assert house.bench.presses == [("stand-2", "main", True), ("stand-2", "main", False)]


def test_the_bench_has_the_names_of_the_match_that_begins_meanwhile(
    house: House, running: Server, page: Page
) -> None:
    opened(page, running, "/bench")
    button = page.get_by_role("button", name="button, stand 2")
    button.dispatch_event("keydown", {"key": " "})
    until(page, "document.querySelector('#bench').dataset.picture === '2'")
    house.table.own_stands = True
    house.table.join(DeviceId("of Anna"), "Anna")
    house.table.start_playing()
    house.bench.show(3)
    until(page, "document.querySelector('#bench').dataset.picture === '3'")
    expect(page.locator("figcaption").first).not_to_contain_text("Anna")  # a finger is down
    button.dispatch_event("keyup", {"key": " "})
    expect(page.locator("figcaption").first).to_contain_text("Anna")
    assert house.bench.presses == [("stand-2", "main", True), ("stand-2", "main", False)]


def test_no_button_of_the_bench_stays_down_when_its_page_goes(
    house: House, running: Server, page: Page
) -> None:
    opened(page, running, "/bench")
    button = page.get_by_role("button", name="button, stand 2")
    button.dispatch_event("keydown", {"key": " "})
    until(page, "document.querySelector('#bench').dataset.picture === '2'")
    page.goto("about:blank")
    tap = [("stand-2", "main", True), ("stand-2", "main", False)]
    wait_for(lambda: house.bench.presses == tap, "the finger's end")


def test_a_choice_that_is_too_long_for_its_field_stands_below_it(
    house: House, running: Server, page: Page
) -> None:
    join(house, page, running)
    opened(page, running, "/host")
    level = page.get_by_label("Level")
    long = "a level whose name is much too long for any phone that anybody holds"
    level.evaluate("(field, text) => { field.options[1].text = text; }", long)
    expect(page.locator("#match p.full-choice")).to_have_count(0)
    level.select_option(index=1)
    expect(page.locator("#match p.full-choice")).to_have_text(long)
    house.table.tick()
    expect(page.locator("#match p.full-choice")).to_have_text(long)
    level.select_option(index=0)
    expect(page.locator("#match p.full-choice")).to_have_count(0)


def test_a_new_question_comes_under_a_finger_and_while_somebody_types(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    page.get_by_label("note:1").press_sequentially("ab")
    house.table.ask("late")
    expect(page.locator("#now")).to_have_attribute("data-step", "late:")
    expect(page.get_by_label("note:1")).to_be_focused()
    page.mouse.move(5, 300)
    page.mouse.down()
    house.table.ask("paused")
    expect(page.locator("#now")).to_have_attribute("data-step", "paused:")
    expect(page.get_by_label("note:1")).not_to_be_focused()  # no letter stays in a pause
    page.mouse.up()
    expect(page.locator("#ask")).to_contain_text("No letter shows on any phone")


def test_a_question_is_read_out_with_one_sign_after_each_part(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    house.table.ask("late")
    expect(page.locator("#ask")).to_have_text(
        "A match is running. You join in the next one. Until then you can watch the table."
    )
    house.table.ask("won")
    expect(page.locator("#ask")).to_have_text("You have won! On you go.")


def test_what_was_asked_before_a_show_is_not_read_out_again_after_it(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    house.table.ask("late")
    expect(page.locator("#ask")).to_contain_text("A match is running")
    house.table.course = Show(1, 0.0, (0,))
    house.table.ask("won")
    expect(page.locator("#ask")).to_contain_text("You have won!")
    house.table.course = None
    house.table.ask("late")
    expect(page.locator("#now")).to_have_attribute("data-step", "late:")
    expect(page.locator("#ask")).to_contain_text("You have won!")
    house.table.ask("paused")
    expect(page.locator("#ask")).to_contain_text("No letter shows on any phone")


def test_a_button_that_has_just_come_waits_a_moment(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    page.clock.install()
    only_run_for_passes_time(page)
    house.table.ask("late", Main(Answer("Tick", Message("dummy.tick"))))
    button = page.locator("#now").get_by_role("button")
    expect(button).to_be_visible()
    page.clock.run_for(250)
    expect(page.locator("[data-shell-dead]")).to_have_count(1)
    button.click(force=True)  # a finger that was on its way
    assert house.table.ticks == 0
    page.clock.run_for(51)
    button.click()
    wait_for(lambda: house.table.ticks == 1, "the tick")
    assert house.table.calls[-1][-1] == "late:"


def answering_for_opa(
    house: House, page: Page, server: Server, answers: Answers
) -> PersonId:
    """Let Anna answer for Opa, who has no phone and is asked something; return who that is."""
    where = seat(house, page, server)
    device = house.table.people[0].device
    assert device is not None
    opa = house.table.add_person(device, "Opa").result()
    house.table.start_playing()
    house.table.ask("late", answers)
    page.goto(f"{where.partition('/p/')[0]}/host/for/{opa}")
    ready(page)
    return opa


def test_an_answer_for_somebody_without_a_phone_means_the_question_it_was_tapped_at(
    house: House, running: Server, page: Page
) -> None:
    tick = Main(Answer("Tick", Message("dummy.tick")))
    opa = answering_for_opa(house, page, running, tick)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LIMIT_S)
    house.table.ask("paused", Main(Answer("Stay", Message("dummy.stay"))))
    button = page.locator("#now").get_by_role("button", name="Stay")
    expect(button).to_be_visible()
    house.table.calls.clear()
    page.clock.run_for(250)
    expect(page.locator("[data-shell-dead]")).to_have_count(1)
    button.click(force=True)  # the second tap of a finger
    page.clock.run_for(51)
    assert not house.table.calls
    button.click()
    wait_for(lambda: house.table.calls, "the answer")
    assert house.table.calls == [("send_for", opa, {"type": "Stay"}, "paused:")]


def test_what_was_refused_for_somebody_without_a_phone_goes_with_the_next_question(
    house: House, running: Server, page: Page
) -> None:
    answering_for_opa(house, page, running, Main(Answer("Tick", Message("dummy.tick"))))
    sent: list[Route] = []
    page.route("**/do", lambda route: sent.append(route))  # noqa: PLW0108 - Playwright looks at its signature
    with page.expect_request("**/do"):
        page.locator("#now").get_by_role("button").click()
    house.table.ask("paused", Main(Answer("Stay", Message("dummy.stay"))))
    expect(page.locator("#now[data-step='paused:']")).to_be_visible()
    sent[0].fulfill(status=409, json={"message": "That question is over."})
    expect(page.locator(".refusal")).to_have_text("That question is over.")
    house.table.ask("late")
    expect(page.locator("#now[data-step='late:']")).to_be_visible()
    expect(page.locator(".refusal")).to_have_count(0)


def test_a_buzzer_that_stood_there_counts_at_once(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    buzz = Answer("Tick", Message("dummy.tick"), ready=False)
    house.table.ask("paused", Main(buzz))
    button = page.locator("#now").get_by_role("button")
    expect(button).to_be_disabled()
    until(page, "!('shellDead' in document.getElementById('bar').dataset)")
    page.clock.install()
    only_run_for_passes_time(page)
    house.table.ask("late", Main(replace(buzz, ready=True)))
    expect(button).to_be_enabled()
    button.click(force=True)
    wait_for(lambda: house.table.ticks == 1, "the tick")


def test_a_buzzer_for_somebody_without_a_phone_counts_at_once_too(
    house: House, running: Server, page: Page
) -> None:
    buzz = Answer("Tick", Message("dummy.tick"), ready=False, any_time=True)
    opa = answering_for_opa(house, page, running, Main(buzz))
    button = page.locator("#now").get_by_role("button")
    expect(button).to_be_disabled()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LIMIT_S)
    house.table.ask("paused", Main(replace(buzz, ready=True)))
    expect(button).to_be_enabled()
    house.table.calls.clear()
    button.click(force=True)
    wait_for(lambda: house.table.calls, "the buzz")
    assert house.table.calls == [("send_for", opa, {"type": "Tick"}, "")]


def test_what_playwright_switches_off_in_chromium_is_off(browser: Browser) -> None:
    """Chromium minds the last list of features alone, and that is ours."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    (number,) = (each["id"] for each in told["processInfo"] if each["type"] == "browser")
    said = Path(f"/proc/{number}/cmdline").read_text("utf-8").replace("\0", " ").split()
    lists = [each.partition("=")[2] for each in said if "--disable-features=" in each]
    *theirs, ours = (set(each.split(",")) for each in lists)
    assert theirs
    assert set().union(*theirs) - ours == set()


def test_a_menu_that_is_opened_as_a_question_comes_stays_open(
    house: House, running: Server, page: Page
) -> None:
    page.clock.install()
    playing(house, page, running)
    page.clock.run_for(10_000)
    stays = page.evaluate("""async () => {
      const question = await import('/static/question.js');
      document.querySelector('#menu > summary').click();
      document.querySelector('#now').dataset.step = 'the next one';
      question.after();
      return document.querySelector('#menu').open;
    }""")
    assert stays, "nothing was told of its toggle yet"
