"""The screen stays on until the score; a phone that slept all the same is right at once."""

from functools import partial

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from companion.network import lan_address
from tests.e2e.stage import HANDLE, Stage, device, opened
from tests.waiting import wait_for

pytestmark = pytest.mark.browser

AWAKE = "document.documentElement.dataset.awake ?? ''"
SLEEPS = 30
SEEDS = range(40)
"""Among matches of so many seeds random play brings one to its end."""
WATCHED = """() => {
  window.late = [];
  let asleep = false, shown = 0;
  Object.defineProperty(document, 'hidden', { get: () => asleep });
  window.sleep = (yes) => {
    asleep = yes;
    shown = performance.now();
    document.dispatchEvent(new Event('visibilitychange'));
  };
  new MutationObserver(() => { window.late.push(asleep ? Infinity : performance.now() - shown); })
    .observe(document.getElementById('now'), { attributes: true, attributeFilter: ['data-step'] });
}"""
"""Darkens the page's screen as a browser tells it, and takes the time until it is right."""
DRAFT = f"`sheet /p/{HANDLE} ${{document.getElementById('me').dataset.match}} note:1`"


def asks(page: Page, step: str) -> bool:
    return page.locator("#now").get_attribute("data-step") == step


@pytest.mark.parametrize("path", [f"/p/{HANDLE}", "/table"])
def test_the_browsers_own_lock_holds_until_the_score(browser: Browser, path: str) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    matches = ([*stage.played(seed)] for seed in SEEDS)
    begun, *_, over = next(each for each in matches if stage.game.finished(each[-1].state))
    stage.show(begun)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = opened(context, url, path)
        wait_for(lambda: page.evaluate(AWAKE) == "lock", "a lock")
        stage.show(over)
        wait_for(lambda: page.evaluate(AWAKE) == "", "no lock after the score")


def test_over_plain_http_a_film_plays_after_a_tap_until_it_is_not_wanted(
    browser: Browser,
) -> None:
    address = lan_address()
    if address.startswith("127."):
        pytest.skip("this machine has no address of its own")
    stage = Stage(GAMES["letter_jam"](), players=4)
    stage.show(next(stage.played(0)))
    with stage.served(address) as url, device(browser, url, "en", "light") as context:
        page = opened(context, url)
        assert not page.evaluate("isSecureContext")
        page.locator("#menu > summary").click()
        wait_for(lambda: page.evaluate(AWAKE) == "film", "the film")
        page.get_by_text("This phone", exact=True).click()
        page.get_by_label("Keep the screen on until the score").uncheck()
        wait_for(lambda: page.evaluate(AWAKE) == "", "no film")
        page.get_by_label("Keep the screen on until the score").check()
        wait_for(lambda: page.evaluate(AWAKE) == "film", "the film again")


@pytest.mark.slow
def test_a_page_that_slept_is_right_at_once_its_drafts_whole(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    by_step = {each.state.phase: each for each in stage.asked(2)}
    one, other = list(by_step.values())[:2]
    stage.show(one)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = opened(context, url)
        page.evaluate(WATCHED)
        page.evaluate(f"localStorage.setItem({DRAFT}, 'perhaps')")
        for number in range(SLEEPS):
            page.evaluate("sleep(true)")
            stage.show((other, one)[number % 2])
            page.evaluate("sleep(false)")
            wanted = stage.table.publisher.latest.pages[HANDLE].step.id
            wait_for(partial(asks, page, wanted), wanted)
        late = sorted(page.evaluate("window.late"))
        draft = page.evaluate(f"localStorage.getItem({DRAFT})")
    assert len(late) == SLEEPS
    assert draft == "perhaps"
    print(f"right after {late[SLEEPS // 2]:.0f} ms, at most {late[-1]:.0f} ms")  # noqa: T201 - a figure for who runs it
