"""The gong is really there: as a signal, after a touch, and in words where nothing sounds."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.house import begin, host_of, house
from tests.e2e.phones import Phone, come, phones_of, sat_down, until, up_to_date
from tests.waiting import LIMIT_S

RENDER = """async (name) => {
  const sounds = await import("/static/sounds.js");
  const rate = 44100;
  const context = new OfflineAudioContext(1, rate * 3, rate);
  sounds.sound(name, context, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  let peak = 0, end = 0;
  samples.forEach((sample, at) => {
    peak = Math.max(peak, Math.abs(sample));
    if (Math.abs(sample) > 0.001) end = at;
  });
  return [peak, end / rate];
}"""
LISTEN = """
  window.sounded = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    if (this.context.state === "running") window.sounded += 1;
    return start.apply(this, when);
  };
"""
LATER = """ms => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}"""
TOUCHED: dict[str, Any] = {"script": LISTEN, "has_touch": True}
PARTIALS = 5
BEEPS = 3
HEARD = "import('/static/sounds.js').then(({ heard }) => heard())"


@pytest.fixture(scope="module", name="place")
def _place(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Phone, Phone, Page, BrowserContext]]:
    """Return two phones that play Buchstabenbluff, and a table page, all untouched."""
    with (
        house(tmp_path_factory.mktemp("house")) as (url, table),
        sat_down(browser, url, table, "Anna", "Ben", **TOUCHED) as (anna, ben),
        phones_of(browser, "the table's page", **TOUCHED) as (television,),
    ):
        anna.page.get_by_role("link", name="Prepare the match").click()
        anna.page.locator("html[data-ready]").wait_for()
        anna.button("Buchstabenbluff").click()
        anna.page.get_by_label("The gong after a word").select_option("30")
        anna.button("Start the match").click()
        anna.page.wait_for_url("**/p/*")
        anna.page.locator("html[data-ready='1']").wait_for(state="attached")
        screen = television.page
        come(screen, f"{url}/table")
        yield anna, ben, screen, screen.context


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "seconds"),
    [("gong", 2.2), ("beep", 0.12), ("chime", 0.5), ("low", 0.56), ("sand", 1.24)],
)
@pytest.mark.parametrize("page", ["phone", "table"])
def test_every_sound_has_a_signal(
    place: tuple[Phone, Phone, Page, BrowserContext], page: str, name: str, seconds: float
) -> None:
    peak, end = (place[0].page if page == "phone" else place[2]).evaluate(RENDER, name)
    assert 0.1 < peak <= 1
    assert seconds * 0.8 < end <= seconds + 0.01


@pytest.mark.slow
@pytest.mark.browser
def test_a_touch_wakes_the_gong_and_without_one_all_is_in_words(
    place: tuple[Phone, Phone, Page, BrowserContext],
) -> None:
    *phones, screen, context = place
    deaf = context.new_page()
    come(deaf, screen.url)
    screen.get_by_role("button", name="Turn sound on").tap()
    expect(screen.get_by_role("button", name="Turn sound off")).to_be_visible()
    up_to_date(phones)
    liar = next(each for each in phones if each.heading().startswith("Your turn"))
    other = next(each for each in phones if each is not liar)
    lay(liar.page)
    for page in (screen, deaf):
        expect(page.get_by_text(re.compile(r"^Gong: \d+ s"))).to_be_visible()
    other.button("I believe it").click()  # and so it sounds at once
    other.sees(re.compile("^Your turn"))
    for page in (screen, deaf):
        expect(
            page.get_by_text(f"{liar.name} said QQ, and nobody doubted.")
        ).to_be_visible()
        expect(page.get_by_role("status").first).to_contain_text(
            "The gong. Nobody doubts QQ"
        )
    for page in (screen, liar.page):
        until(page, f"sounded >= {PARTIALS}")
    assert deaf.evaluate("sounded") == 0
    with screen.expect_navigation():  # as for another game: nobody has to touch it again
        screen.evaluate("setTimeout(() => location.reload())")
    expect(screen.get_by_role("button", name="Turn sound off")).to_be_visible()
    screen.get_by_role("button", name="Turn sound off").tap()
    expect(screen.get_by_role("button", name="Turn sound on")).to_be_visible()


def lay(page: Page) -> None:
    for _ in range(2):
        page.get_by_role("button", name=re.compile(": lay it$")).first.tap()
    page.get_by_label("The word you say").fill("QQ")
    page.get_by_role("button", name="Lay and say it").tap()
    page.get_by_role("button", name="Yes, do it").tap()


@pytest.mark.browser
def test_what_counts_down_to_the_gong_is_heard_in_one_window_in_sight(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna", "Ben", **TOUCHED) as phones,
    ):
        host = host_of(table)
        table.submit(table.lobby.choose_game, host, "buchstabenbluff").result(LIMIT_S)
        begin(table, gong_s=60)
        up_to_date(phones)
        liar = next(each for each in phones if each.heading().startswith("Your turn"))
        here = next(each.page for each in phones if each is not liar)
        here.context.route("**/now", lambda it: it.abort())  # their clock will be changed
        behind, hidden = (here.context.new_page() for _ in "12")
        windows = (here, behind, hidden)
        for each in windows:
            come(each, here.url)
            each.mouse.click(2, 2)
            until(each, HEARD)
        behind.evaluate("() => { document.hasFocus = () => false; }")
        hidden.evaluate(
            "() => { Object.defineProperty(document, 'hidden', { get: () => true }); }"
        )
        lay(liar.page)
        for each in windows:
            expect(each.locator("#gong b")).to_have_text(re.compile(r"\d"))
            each.evaluate("sounded = 0")
        for each in windows:
            each.evaluate(LATER, 56_000)
        for each in windows:
            expect(each.locator("#gong b")).to_have_text(re.compile(r"^\D+$"))
        *seen, unseen = (each.evaluate("sounded") for each in windows)
        assert 0 < sum(seen) <= BEEPS  # on a busy machine a second may be left out
        assert unseen == 0
