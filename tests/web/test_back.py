"""A page that the browser kept whole, as Safari does, follows the table when it comes back."""

from collections.abc import Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.phones import ARGUMENTS, CHROMIUM
from tests.waiting import LIMIT_MS, wait_for
from tests.web.conftest import House
from tests.web.test_browser import playing
from web.live.server import Server

pytestmark = pytest.mark.browser
FORGETS = "--disable-back-forward-cache"
"""What Playwright tells every Chromium: it loses sight of a page that comes back whole."""
BACK = """addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const buttons = [...document.querySelectorAll('button')];
  const button = buttons.find((one) => one.textContent.trim() === 'Tick');
  const looks = setInterval(() => {
    if (!document.querySelector('#count').textContent.includes('1 tick')) return;
    clearInterval(looks);
    button.click();
  }, 50);
});"""
"""Taps Tick as soon as the page has come back whole and shows what changed meanwhile."""

ELSEWHERE = """() => {
  const { fetch } = window;
  window.fetch = async (url, how) => {
    if (!url.endsWith('/do')) return fetch(url, how);
    window.fetch = fetch;
    return Response.json({ ok: true, go: '/about' });
  };
}"""
"""The table's next answer to a tap leads to another page."""


@pytest.fixture(name="page")
def _page(browser: Browser) -> Iterator[Page]:
    chromium = browser.browser_type.launch(
        executable_path=CHROMIUM, args=ARGUMENTS, ignore_default_args=[FORGETS]
    )
    page = chromium.new_page(locale="en")
    page.set_default_timeout(LIMIT_MS)
    page.add_init_script(BACK)
    yield page
    chromium.close()


@pytest.fixture(name="loaded")
def _loaded(house: House) -> list[str]:
    """The pages that were fetched, without the header for which Chromium would not keep them."""
    loaded: list[str] = []
    serve = house.app.wsgi_app

    def may_be_kept(
        environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.count("/") == 2 and path.startswith("/p/"):
            loaded.append(path)

        def begin(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            kept = [(name, value) for name, value in headers if name != "Cache-Control"]
            return start_response(status, kept, *rest)

        return serve(environ, begin)

    house.app.wsgi_app = may_be_kept  # type: ignore[method-assign]  # as Flask's own guide does
    return loaded


def test_it_shows_what_changed_meanwhile_and_a_tap_counts(
    house: House, running: Server, page: Page, loaded: list[str]
) -> None:
    playing(house, page, running)
    page.goto(f"http://127.0.0.1:{running.port}/about")
    house.table.tick()
    page.evaluate("history.back()")
    wait_for(lambda: house.table.ticks == 2, "the tap on the page that came back")
    assert len(loaded) == 1


def test_left_by_a_tap_that_led_elsewhere_it_comes_anew_where_it_has_to(
    house: House, running: Server, page: Page, loaded: list[str]
) -> None:
    playing(house, page, running)
    page.evaluate(ELSEWHERE)
    page.get_by_role("button", name="Tick").click()
    page.wait_for_url("**/about")
    page.evaluate("history.back()")
    house.table.people.clear()
    house.table.show()
    wait_for(lambda: len(loaded) == 2, "the page to come anew")
