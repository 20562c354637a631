"""The table page on a television or a tablet: nobody scrolls there."""

import pytest
from playwright.sync_api import Browser, ViewportSize

from companion.games import GAMES
from tests.e2e.stage import Stage, device
from tests.e2e.test_following import STEP
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = {
    "television": ViewportSize(width=1920, height=1080),
    "upright": ViewportSize(width=800, height=1280),
}
FITS = "document.documentElement.scrollHeight <= innerHeight"
SHOWS = "version => document.querySelector('main').dataset.version === `${version}`"


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_moment_is_on_the_screen(browser: Browser, name: str, screen: str) -> None:
    """But the end, which is read; with as many people as can play."""
    game = GAMES[name]()
    stage, met = Stage(game, players=max(game.players)), set[str]()
    matches = [match for _, match in stage.moments(4, STEP)]
    with stage.served() as url:
        stage.show(None)
        context = device(browser, url, "de", "light")
        page = context.new_page()
        page.set_viewport_size(SCREENS[screen])
        page.goto(f"{url}/table")
        page.wait_for_selector("html[data-ready='1']", state="attached")
        for match in matches:
            shown = stage.show(match)
            assert shown.table is not None
            step, at = shown.table.step.name, shown.table_version
            if step in met or game.finished(match.state):
                continue
            met.add(step)
            wait_for(lambda at=at: page.evaluate(SHOWS, at), step)  # type: ignore[misc]  # bound now
            wait_for(lambda: page.evaluate(FITS), f"{step} on one screen")
        context.close()
    assert len(met) > 2
