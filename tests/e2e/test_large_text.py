"""Text twice as large on small phones: nothing scrolls sideways, and the menu stays in reach."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from tests.e2e.phones import ARGUMENTS, CHROMIUM, come
from tests.e2e.stage import HANDLE, Stage, device
from tests.waiting import LIMIT_MS

pytestmark = pytest.mark.browser
WIDTHS = (320, 360)
LARGE = 200
"""Per cent, as people set it in their browser."""
SHARED = ("/", "/table", "/host", "/rules", "/status", "/bench")
SIDEWAYS = """() => {
  const most = innerWidth;
  if (document.documentElement.scrollWidth <= most) return [];
  const out = [...document.querySelectorAll('body *')].filter((each) => {
    const { right, width } = each.getBoundingClientRect();
    return width && right > most + 1 && each.checkVisibility();
  });
  const named = ({ tagName, className, id }) => `${tagName}.${className}#${id}`;
  return ['scrolls sideways', ...out.slice(-6).map(named)];
}"""
MENU = """() => {
  const menu = document.querySelector('#menu > summary');
  if (!menu) return [];
  const { left, right, top, bottom } = menu.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  return inside && menu.contains(hit) ? [] : [`the menu begins at ${left}`];
}"""
ENLARGED = """addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = '%d%%';
});"""


@pytest.fixture(scope="module", name="large")
def _large(browser: Browser) -> Iterator[Browser]:
    """A browser whose owner has chosen letters twice as large."""
    size = f"--blink-settings=defaultFontSize={16 * LARGE // 100}"
    large = browser.browser_type.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, size])
    yield large
    large.close()


def wrong(page: Page, url: str, widths: Sequence[int] = WIDTHS) -> list[str]:
    """Return what is wrong with the page of *url* at each of *widths*."""
    found = []
    for wide in widths:
        page.set_viewport_size({"width": wide, "height": 640})
        come(page, url)
        told = (*page.evaluate(SIDEWAYS), *page.evaluate(MENU))
        found += [f"/{url.split('/', 3)[3]} at {wide} px: {each}" for each in told]
    return found


def paths(stage: Stage, every: int = 0) -> Iterator[str]:
    """Yield the paths of all pages, the table in the lobby and in moments of a match.

    0: at some of its questions.
    """
    matches = [match for _, match in stage.moments(1)][::every] if every else stage.asked(1)
    stage.show(None)
    yield from SHARED
    yield f"/p/{HANDLE}"
    if stage.renderer.has("sheet.html"):
        yield "/sheet"
    for number, match in enumerate(matches if every else matches[::3]):
        stage.show(match)
        yield f"/p/{HANDLE}"
        if number * (every or 2) % 4 == 0:
            yield from ("/table", "/host", "/host/for/p3")


@pytest.mark.parametrize(
    ("name", "language", "widths", "every"),
    [
        pytest.param(next(iter(GAMES)), "de", WIDTHS[:1], 0, id="sample"),
        *(
            pytest.param(name, language, WIDTHS, 4, id=f"{name}-{language}", marks=marks)
            for language, marks in (("de", pytest.mark.slow), ("en", pytest.mark.long))
            for name in GAMES  # German sentences are the longer ones
        ),
    ],
)
def test_text_twice_as_large_fits(
    large: Browser, name: str, language: str, widths: Sequence[int], every: int
) -> None:
    stage = Stage(GAMES[name](), players=4)
    with stage.served() as url, device(large, url, language, "light") as context:
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        pages = (url + path for path in paths(stage, every))
        found = [each for one in pages for each in wrong(page, one, widths)]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("percent", [130, 150, 175, 200])
def test_so_it_does_where_the_page_alone_is_enlarged(
    browser: Browser, percent: int
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=6)
    with stage.served() as url, device(browser, url, "de", "light") as context:
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        page.add_init_script(ENLARGED % percent)
        found = [each for path in paths(stage, 6) for each in wrong(page, url + path)]
    assert found == []


def test_the_way_in_for_latecomers_fits_too(large: Browser) -> None:
    """Whoever sits here reads the PIN there, beside a code and the longest address."""
    stage = Stage(GAMES["letter_jam"](), players=4)
    stage.show(next(match for _, match in stage.moments(1)))
    with (
        stage.served(told=["http://192.168.178.123:8000"]) as url,
        device(large, url, "de", "light") as context,
    ):
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        found = wrong(page, f"{url}/table")
        assert page.locator("#latecomers .code").count()
    assert found == []


def test_what_is_too_wide_would_be_found(large: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    stage.show(None)
    with stage.served() as url, device(large, url, "en", "light") as context:
        page = context.new_page()
        page.add_init_script(
            "addEventListener('DOMContentLoaded', () => {"
            " document.body.style.minWidth = '23rem'; });"
        )
        assert wrong(page, f"{url}/p/{HANDLE}")
