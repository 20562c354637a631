"""Behind a filter that holds streams back a page asks by itself, and hears of each change soon."""

import pytest
from playwright.sync_api import Page, expect

from tests.depth import by_default
from tests.e2e.phones import until
from tests.waiting import wait_for
from tests.web.conftest import House
from tests.web.holding import Holding
from tests.web.test_browser import playing, ready
from web.live.server import Server

pytestmark = pytest.mark.browser
ASKED = """() => {
  Object.assign(window, { asked: 0, pending: 0, beats: 0, stream: null });
  const { fetch, EventSource } = window;
  window.fetch = async (url, ...more) => {
    window.asked += `${url}`.endsWith('/state');
    window.pending += 1;
    try {
      const answer = await fetch(url, ...more);
      return new Response(await answer.blob(), answer);
    } finally { window.pending -= 1; }
  };
  window.EventSource = class extends EventSource {
    constructor(...of) {
      super(...of);
      window.stream = this;
      this.addEventListener('beat', () => { window.beats += 1; });
    }
  };
}"""
HEARD = "before => stream.readyState === EventSource.CLOSED || beats > before"
"""What a stream says comes in real time; one that is closed says nothing."""
COUNT = "document.querySelector('#count').textContent.includes('word {}')"
STEP_MS, MOST_STEPS = 500, 120
HELD = "sessionStorage.getItem('held')"


def behind(house: House, page: Page, server: Server, door: Holding) -> None:
    """Sit down and play; then look at the same page through the filter."""
    where = playing(house, page, server)
    page.evaluate("sessionStorage.clear()")
    page.clock.install()
    page.add_init_script(f"({ASKED})()")
    page.goto(where.replace(f":{server.port}/", f":{door.port}/"))
    ready(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def step(page: Page, step_ms: int, *, speaks: bool = False) -> None:
    """Let *step_ms* of the page's time pass, and hear what is answered, or said by a stream."""
    beats = page.evaluate("beats")
    page.clock.run_for(step_ms)
    until(page, "!pending")
    if speaks:
        until(page, HEARD, beats)


def pass_time(page: Page, expression: str, *, speaks: bool = False) -> int:
    """Let the page's clock run until *expression* holds; return the ms that passed."""
    for steps in range(MOST_STEPS):
        if page.evaluate(expression):
            return steps * STEP_MS
        step(page, STEP_MS, speaks=speaks)
    raise AssertionError(f"{expression} did not hold within {MOST_STEPS * STEP_MS} ms")


@pytest.mark.parametrize(
    "through", by_default("nothing", "hello", of=("nothing", "head", "hello"))
)
def test_the_page_settles_on_asking_and_shows_each_change_soon(
    house: House, running: Server, page: Page, through: str
) -> None:
    with Holding(running.port, through) as door:
        behind(house, page, running, door)
        passed = pass_time(page, f"{HELD} >= 2")
        assert passed <= (12_000 if through != "hello" else 40_000)
        for _ in range(3):
            house.table.ticks += 1
            house.table.show()
            assert pass_time(page, COUNT.format(house.table.ticks)) <= 4_500
        expect(page.locator("#net")).to_be_hidden()
        # Other pages of this tab need not find out again.
        page.reload()
        ready(page)
        page.evaluate("window.asked = 0")
        pass_time(page, "window.asked >= 2")


def test_once_the_filter_is_gone_the_page_follows_a_stream_again(
    house: House, running: Server, page: Page
) -> None:
    with Holding(running.port) as door:
        behind(house, page, running, door)
        pass_time(page, f"{HELD} >= 2")
        door.through = "all"
        pass_time(page, f"{HELD} == 0", speaks=True)
        page.evaluate("window.asked = 0")
        step(page, 10_000)
        house.table.ticks += 1
        house.table.show()
        until(page, f"() => {COUNT.format(1)}")
        assert page.evaluate("window.asked") == 0


def test_a_stream_that_speaks_is_not_doubted(
    house: House, running: Server, page: Page
) -> None:
    with Holding(running.port, "all") as door:
        behind(house, page, running, door)
        until(page, f"() => {HELD} == 0")
        for _ in range(15):
            step(page, 2000, speaks=True)
        assert page.evaluate("window.asked") == 0
        assert door.held == 0
        wait_for(lambda: page.evaluate(HELD) == "0", "no doubt")
