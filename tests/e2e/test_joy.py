"""The end of a match: its picture in sight, confetti and a buzz, both still for who asked."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.table.values.match import Match
from tests.e2e.phones import until
from tests.e2e.stage import HANDLE, Stage, device
from tests.web.test_keepsake import finished

pytestmark = pytest.mark.browser

IN_SIGHT = """() => {
  const picture = document.querySelector('#keepsake img').getBoundingClientRect();
  const bar = document.querySelector('#bar').getBoundingClientRect();
  const strip = document.querySelector('#me').getBoundingClientRect();
  return picture.height > 100 && picture.top >= strip.bottom && picture.bottom <= bar.top
    && document.documentElement.scrollWidth <= innerWidth;
}"""
CHEER = """async () => {
  window.buzzed = 0;
  Object.defineProperty(navigator, 'vibrate', { value: () => { window.buzzed += 1; } });
  const { cheer, shake } = await import('/static/joy.js');
  cheer();
  shake('25');
  return [document.querySelectorAll('.confetti').length, window.buzzed];
}"""
SHARES = """() => {
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async ({ files }) => window.shared.push(files[0].type);
}"""


@pytest.fixture(name="over", scope="module")
def _over() -> Match:
    return finished()


@pytest.fixture(name="served")
def _served(over: Match) -> Iterator[tuple[Stage, str]]:
    stage = Stage(GAMES["letter_jam"](), players=2)
    stage.show(over)
    with stage.served() as url:
        yield stage, url


def phone(browser: Browser, url: str) -> Page:
    return device(browser, url, "en", "light").new_page()


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (390, 844)])
def test_the_picture_is_in_sight_without_a_scroll(
    browser: Browser, served: tuple[Stage, str], size: tuple[int, int]
) -> None:
    page = phone(browser, served[1])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{served[1]}/p/{HANDLE}")
    until(page, f"({IN_SIGHT})()")
    expect(page.get_by_role("link", name="Save")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()  # this browser has none
    page.context.close()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_confetti_and_buzz_are_still_for_who_asked_for_no_motion(
    browser: Browser, served: tuple[Stage, str], motion: str
) -> None:
    page = phone(browser, served[1])
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    page.goto(f"{served[1]}/p/{HANDLE}")
    assert page.evaluate(CHEER) == ([0, 0] if motion == "reduce" else [1, 1])
    expect(page.locator(".confetti")).to_have_count(0)  # gone by itself
    page.context.close()


def test_where_a_browser_can_share_the_picture_itself_goes_on(
    browser: Browser, served: tuple[Stage, str]
) -> None:
    page = phone(browser, served[1])
    page.add_init_script(f"({SHARES})()")
    page.goto(f"{served[1]}/p/{HANDLE}")
    page.get_by_role("button", name="Share").click()
    until(page, "window.shared.length === 1")
    assert page.evaluate("window.shared") == ["image/png"]
    page.context.close()
