"""A clue that is spelled in private: where it stands, and what of it is told."""

import re

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.e2e.phones import SMALL
from tests.e2e.stage import HANDLE, Stage, device

pytestmark = pytest.mark.browser
LOOKING = re.compile(r'data-step="(clue-look):')


def test_it_stands_in_the_bar_and_is_counted_also_on_a_page_that_comes_anew(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    _, match = next(stage.moments(1, LOOKING))
    with stage.served() as url:
        stage.show(match)
        context = device(browser, url, "en", "light")
        page = context.new_page()
        page.set_viewport_size(SMALL)
        page.goto(f"{url}/p/{HANDLE}")
        page.locator("html[data-ready='1']").wait_for(state="attached")
        tiles = page.locator("[data-draft='add'][data-kind='player']")
        signs = [tiles.nth(at).get_attribute("data-sign") or "" for at in range(2)]
        for at in (0, 1, 0):
            tiles.nth(at).click()
        expect(page.locator("#now #draft-echo")).to_have_text("".join([*signs, signs[0]]))
        for _ in range(2):
            expect(page.locator("#figure-letters")).to_have_value("3")
            expect(page.locator("#figure-players")).to_have_value("2")
            page.reload()
            page.locator("html[data-ready='1']").wait_for(state="attached")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("#draft-echo")).to_have_count(0)
        context.close()
