"""What is left of a deadline, on phones that come late, again, after a pause and a plug."""

import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.games import GAMES
from companion.table.values.projection import Wait
from tests.e2e.daemon import Daemon
from tests.e2e.phones import PHONE, Phone, come, up_to_date
from tests.e2e.stage import HANDLE, Stage, device
from tests.e2e.test_buchstabenbluff import lay
from tests.waiting import wait_for

NAMES = ("Anna", "Ben")
GONG_S = 60.0
RIGHT_S = 0.5
KEPT_S = 5.0
SHOWN = """async () => {
  const { secondsLeft } = await import('/static/deadline.js');
  return [secondsLeft(document), Date.now() / 1000];
}"""
"""What the page counts, and when."""
TOLD = """async () => {
  const answer = await fetch(document.querySelector('main').dataset.live + '/state');
  return Number(/data-ends="([^"]*)"/.exec((await answer.json()).html)[1]);
}"""
"""When the table says that it ends, by this machine's monotonic clock."""
CAME_LONG_AGO = """Object.defineProperty(
  PerformanceNavigationTiming.prototype, 'responseStart', { get: () => -30000 })"""
PAUSE = """paused => fetch('/host/pause', {
  method: 'POST', body: JSON.stringify({ paused }), headers: { 'content-type': 'application/json' },
})"""


class Gong:
    """Two phones, a table page, and a word that lies for a minute at most."""

    def __init__(self, browser: Browser, daemon: Daemon) -> None:
        self.daemon = daemon
        self.contexts = [
            browser.new_context(viewport=PHONE, locale="en-GB") for _ in range(3)
        ]
        self.phones = [Phone(*each) for each in zip(self.contexts, NAMES, strict=False)]
        self.screen = self.contexts[2].new_page()
        for phone in self.phones:
            phone.join(daemon.url, daemon.pin)
        anna = self.phones[0]
        anna.page.get_by_role("link", name="Prepare the match").click()
        anna.page.locator("html[data-ready]").wait_for()
        anna.button("Buchstabenbluff").click()
        anna.page.get_by_label("The gong after a word").select_option(f"{GONG_S:.0f}")
        anna.button("Start the match").click()
        anna.sees(re.compile("to play$|^Your turn"))
        come(self.screen, f"{daemon.url}/table")

    def lay(self) -> None:
        up_to_date(self.phones)
        liar = next(each for each in self.phones if each.heading().startswith("Your turn"))
        lay(liar, "QQQQ")

    @property
    def pages(self) -> list[Page]:
        return [*(phone.page for phone in self.phones), self.screen]

    def end_s(self) -> float:
        """Return at what time of the day the gong will sound, by the table's word."""
        return float(self.screen.evaluate(TOLD)) - time.monotonic() + time.time()

    def is_right(self) -> bool:
        """Look whether every page says what the table tells now."""
        for page in self.pages:
            left, at_s = page.evaluate(SHOWN)
            if left is None or abs(at_s + left - self.end_s()) > RIGHT_S:
                return False
        return True

    def pause(self, *, paused: bool) -> None:
        self.phones[0].page.evaluate(PAUSE, paused)
        rests = 0 if not paused else len(self.pages)
        still = "() => document.querySelectorAll('#deadline:not([data-ends])').length"
        wait_for(lambda: sum(page.evaluate(still) for page in self.pages) == rests)


@pytest.fixture(name="gong")
def _gong(browser: Browser, tmp_path: Path) -> Iterator[Gong]:
    with Daemon(tmp_path) as daemon:
        gong = Gong(browser, daemon)
        yield gong
        for context in gong.contexts:
            context.close()


@pytest.mark.slow
@pytest.mark.browser
def test_what_is_left_is_the_same_everywhere_whenever_a_phone_looks(gong: Gong) -> None:
    gong.lay()
    end_s = gong.end_s()
    wait_for(gong.is_right, "the same rest everywhere")
    expect(gong.phones[1].page.get_by_role("timer")).to_have_text(re.compile(r"^0:\d\d$"))
    expect(gong.screen.get_by_text(re.compile(r"^Gong: \d+ s"))).to_be_visible()

    # Its scripts come when a good second has gone by.
    ben = gong.phones[1].page

    def late(route: Route) -> None:
        began_s = time.monotonic()
        wait_for(lambda: time.monotonic() - began_s > 1.5)
        route.continue_()

    ben.route("**/static/own.js", late)
    come(ben)
    wait_for(gong.is_right, "the rest on a page that was slow")
    assert abs(gong.end_s() - end_s) < RIGHT_S

    gong.pause(paused=True)
    left, at_s = ben.evaluate(SHOWN)
    wait_for(lambda: time.time() > at_s + 2)
    assert ben.evaluate(SHOWN)[0] == left
    gong.pause(paused=False)
    wait_for(gong.is_right, "the rest after a pause")
    assert gong.end_s() < time.time() + left + 0.1
    assert gong.end_s() > end_s + 2 - RIGHT_S


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("how", "back_s"), [("TERM", 0.0), ("KILL", KEPT_S)])
def test_a_start_gives_no_time_back(gong: Gong, how: str, back_s: float) -> None:
    gong.lay()
    laid_s = time.time()
    wait_for(lambda: time.time() > laid_s + KEPT_S + 1, "a rest that is kept")
    left_s = gong.end_s() - time.time()
    gong.daemon.stop(signal.Signals[f"SIG{how}"])
    stopped_s = time.time()
    gong.daemon.start()
    wait_for(lambda: up_again(gong), "the phones")
    wait_for(gong.is_right, "the rest after a start")
    now_s = gong.end_s() - time.time()
    assert now_s <= left_s + back_s
    assert now_s >= left_s - (time.time() - stopped_s) - RIGHT_S


@pytest.mark.browser
def test_one_that_begins_on_a_page_of_long_ago_starts_at_the_whole(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["buchstabenbluff"](), players=3)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = context.new_page()
        page.add_init_script(CAME_LONG_AGO)
        page.route("**/now", lambda route: route.abort())
        come(page, f"{url}/p/{HANDLE}")
        stage.show(None, wait=Wait("word", GONG_S, GONG_S, time.monotonic()))
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:[45]\d)$"))


def up_again(gong: Gong) -> bool:
    """Return whether every page hears of the table again."""
    try:
        return all(page.evaluate(TOLD) for page in gong.pages)
    except Exception:  # noqa: BLE001 - the table is not there yet
        return False
