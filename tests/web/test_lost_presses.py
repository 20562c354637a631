"""Nothing waits for the end of a press that may never be told: each page goes on by itself."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.phones import PHONE
from tests.waiting import LIMIT_MS
from tests.web.conftest import House, make_house, start
from tests.web.test_browser import playing, ready, seat
from web.live.server import Server

pytestmark = pytest.mark.browser
SEND = """([on, events]) => {
  for (const [name, how] of events) {
    const of = on && !how.window ? document.querySelector(on) : window;
    const kind = name.includes('pointer') ? PointerEvent : 'button' in how ? MouseEvent : Event;
    of.dispatchEvent(new kind(name, { bubbles: true, pointerId: 7, isPrimary: true, ...how }));
  }
}"""
MOUSE, PEN, FINGER = ({"pointerType": each} for each in ("mouse", "pen", "touch"))
DOWN = ("pointerdown", {**MOUSE, "button": 0, "buttons": 1})
LOST: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "right button": [
        ("pointerdown", {**MOUSE, "button": 2, "buttons": 2}),
        ("contextmenu", {"button": 2}),
    ],
    "middle button": [("pointerdown", {**MOUSE, "button": 1, "buttons": 4})],
    "barrel button of a pen": [("pointerdown", {**PEN, "button": 2, "buttons": 2})],
    "eraser of a pen": [("pointerdown", {**PEN, "button": 5, "buttons": 32})],
    "menu of a long press": [
        ("pointerdown", {**FINGER, "button": 0, "buttons": 1}),
        ("contextmenu", {"button": 0}),
    ],
    "native list": [DOWN],
    "drag out of the window": [DOWN, ("pointermove", {**MOUSE, "buttons": 0})],
    "pen out of reach": [("pointerdown", {**PEN, "button": 0, "buttons": 1})],
    "another window": [DOWN, ("blur", {"window": True})],
    "lost capture": [DOWN, ("lostpointercapture", {**MOUSE})],
}
"""What is told of a press whose end is not."""
AT_ONCE = set(LOST) - {"native list", "pen out of reach"}
"""Where something tells that nobody presses any more; the others go by the clock."""
AT_ONCE_MS, SOON_MS = 1_000, 6_000


@pytest.fixture(name="page")
def _page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    page.clock.install()
    yield page
    page.close()


class Pressed(NamedTuple):
    """A page that all cases press on, one after the other, and the table that it shows."""

    house: House
    page: Page


@pytest.fixture(scope="module", name="players")
def _players(context: BrowserContext) -> Iterator[Pressed]:
    """A player's page in a match, whose clock stands still."""
    house = make_house()
    server, page = start(house.app), context.new_page()
    page.clock.install()
    playing(house, page, server)
    stand_still(page)
    yield Pressed(house, page)
    page.close()
    server.close()


@pytest.fixture(scope="module", name="bench")
def _bench(context: BrowserContext) -> Iterator[Pressed]:
    """The bench, whose clock stands still."""
    house = make_house()
    server, page = start(house.app), context.new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{server.port}/bench")
    ready(page)
    stand_still(page)
    page.evaluate("Element.prototype.setPointerCapture = () => {}")  # no finger of its own
    yield Pressed(house, page)
    page.close()
    server.close()


def send(page: Page, on: str, how: str) -> None:
    page.evaluate(SEND, [on, LOST[how]])


def stand_still(page: Page) -> None:
    """Let the page's clock run only when a test says so."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def passes(page: Page, expression: str, most_ms: int) -> None:
    """Let the page's clock run until *expression* holds; no longer than *most_ms*."""
    for _ in range(0, most_ms, 250):
        page.clock.run_for(250)
        page.wait_for_timeout(40)  # what is asked is answered in real time
        if page.evaluate(expression):
            return
    raise AssertionError(f"{expression} did not hold within {most_ms} ms")


@pytest.mark.parametrize("how", LOST)
def test_a_players_page_goes_on(players: Pressed, how: str) -> None:
    house, page = players
    send(page, "#letters", how)
    house.table.tick()
    shown = (
        f"document.querySelector('#count').textContent.includes('{house.table.ticks} tick')"
    )
    passes(page, shown, AT_ONCE_MS if how in AT_ONCE else SOON_MS)


@pytest.mark.parametrize(
    ("path", "how"), [("/table", "right button"), ("/host", "pen out of reach")]
)
def test_so_do_the_tables_and_the_hosts(
    house: House, running: Server, page: Page, path: str, how: str
) -> None:
    seat(house, page, running)
    page.goto(f"http://127.0.0.1:{running.port}{path}")
    ready(page)
    stand_still(page)
    send(page, "main > section", how)
    house.phone().join("Oma")
    passes(page, "document.querySelector('main').textContent.includes('Oma')", SOON_MS)


def test_a_finger_that_lies_or_moves_holds_the_page(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    stand_still(page)
    page.evaluate(SEND, ["#letters", [DOWN]])
    house.table.ticks += 1
    house.table.show()
    count = page.locator("#count")
    for _ in range(8):  # a card that is dragged for long
        page.clock.run_for(1_000)
        page.evaluate(SEND, ["#letters", [("pointermove", {**MOUSE, "buttons": 1})]])
        expect(count).to_contain_text("0 ticks")
    page.evaluate(SEND, ["#letters", [("pointerup", {**MOUSE, "button": 0})]])
    passes(page, "document.querySelector('#count').textContent.includes('1 tick ')", 1_000)


def test_the_page_waits_for_the_tap_of_a_finger(
    house: House, running: Server, page: Page
) -> None:
    playing(house, page, running)
    stand_still(page)
    page.evaluate(SEND, ["#letters", [("pointerdown", {**FINGER, "button": 0})]])
    house.table.ticks += 1
    house.table.ask("late")
    expect(page.locator("#now[data-step='late:']")).to_be_attached()  # so all has come
    page.evaluate(SEND, ["#letters", [("pointerup", {**FINGER, "button": 0})]])
    page.clock.run_for(150)  # a touch tells its click after a way to the browser and back
    expect(page.locator("#count")).to_contain_text("0 ticks")
    page.locator("#letters").dispatch_event("click")
    page.clock.run_for(1)
    expect(page.locator("#count")).to_contain_text("1 tick ")


def test_nothing_moves_between_a_touch_and_its_tap(
    house: House, running: Server, browser: Browser
) -> None:
    touch = browser.new_context(viewport=PHONE, locale="en", has_touch=True)
    touch.set_default_timeout(LIMIT_MS)
    page = touch.new_page()
    playing(house, page, running)
    finger, tick = touch.new_cdp_session(page), page.get_by_role("button", name="Tick")
    for turn, step in enumerate((*("late", "won") * 4,), 1):
        box = tick.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        house.table.saved = not house.table.saved  # a banner above all comes, or goes
        house.table.ask(step)
        expect(page.locator(f"#now[data-step='{step}:']")).to_be_attached()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator("#unsaved")).to_have_count(0 if house.table.saved else 1)
        expect(page.locator("#count")).to_contain_text(f"{turn} tick")
    touch.close()


@pytest.mark.parametrize("how", LOST)
def test_no_button_of_the_bench_stays_down(bench: Pressed, how: str) -> None:
    house, page = bench
    house.bench.presses.clear()
    send(page, "[data-button][data-place='stand-2']", how)
    passes(page, "!document.querySelector('[data-down=\"1\"], [data-shell-busy]')", SOON_MS)
    downs = [down for _, _, down in house.bench.presses]
    assert downs == ([True, False] if LOST[how][0][1]["button"] == 0 else [])
