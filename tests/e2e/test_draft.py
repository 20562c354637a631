"""A clue that is spelled in private: where it stands, and what of it is told."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.games import GAMES
from tests.e2e.house import begin, house
from tests.e2e.phones import PHONE, SMALL, come, newest, sat_down, until
from tests.e2e.stage import Stage, device, opened
from tests.e2e.test_first_look import IN_SIGHT
from tests.e2e.test_screen import LONG
from tests.waiting import wait_for

pytestmark = pytest.mark.browser
LOOKING = re.compile(r'data-step="(clue-look):')


@contextmanager
def looking(browser: Browser, stage: Stage) -> Iterator[Page]:
    """Yield a small phone's page where a clue is looked for."""
    _, match = next(stage.moments(1, LOOKING))
    stage.show(match)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        yield opened(context, url, size=(SMALL["width"], SMALL["height"]))


def test_it_stands_in_the_bar_and_is_counted_also_on_a_page_that_comes_anew(
    browser: Browser,
) -> None:
    with looking(browser, Stage(GAMES["letter_jam"](), players=4)) as page:
        tiles = page.locator("[data-draft='add'][data-kind='player']")
        signs = [tiles.nth(at).get_attribute("data-sign") or "" for at in range(2)]
        for at in (0, 1, 0):
            tiles.nth(at).click()
        expect(page.locator("#now #draft-echo")).to_have_text("".join([*signs, signs[0]]))
        expect(page.locator("#draft-echo")).to_be_in_viewport(ratio=1)
        readers = page.locator("#draft-readers")
        for reads in (f"?{signs[1]}?", f"{signs[0]}?{signs[0]}"):
            expect(readers).to_contain_text(f"reads {reads}")
        for _ in range(2):
            expect(page.locator("#figure-letters")).to_have_value("3")
            expect(page.locator("#figure-players")).to_have_value("2")
            come(page)
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("#draft-echo")).to_have_count(0)


def test_a_keyboard_lays_the_tiles_that_stand_and_the_wildcard_for_any_other(
    browser: Browser,
) -> None:
    with looking(browser, Stage(GAMES["letter_jam"](), players=4)) as page:
        tile = page.locator("[data-draft='add'][data-kind='player']").first
        sign = tile.get_attribute("data-sign") or ""
        standing = page.locator("[data-draft='add']").evaluate_all(
            "all => all.map(each => each.dataset.sign)"
        )
        missing, other = [x for x in "QXJZVKW" if x not in standing][:2]
        said = page.locator("#draft-missing")
        page.locator("#draft-type").press_sequentially(f"{missing}{sign}".lower())
        expect(page.locator("#draft-echo")).to_have_text(f"*{sign}")
        tile.click()
        expect(page.locator("#draft-echo")).to_have_text(f"*{sign}{sign}")
        expect(page.locator("#draft-type")).to_have_value("")
        page.locator("#draft-type").press_sequentially(missing)
        expect(page.locator("#draft-echo")).to_have_text(f"*{sign}{sign}*")
        expect(said).to_be_hidden()
        page.locator("#draft-type").press_sequentially(f"{other}{sign}")
        expect(page.locator("#draft-echo")).to_have_text(f"*{sign}{sign}*{sign}")
        expect(said).to_contain_text(f"No card shows {other}")
        expect(page.locator("#figure-letters")).to_have_value("5")
        page.locator("#draft-type").fill("")
        expect(said).to_be_hidden()
        page.get_by_role("button", name="Clear").click()
        page.locator("[data-draft='add'][data-spot='*']").click()
        for typed in (missing, other):  # nobody has said what a wildcard that was tapped is
            page.locator("#draft-type").fill(typed)
            expect(page.locator("#draft-echo")).to_have_text("**")
            expect(said).to_be_hidden()
        page.locator("#draft-type").fill(f"{missing}{other}{sign}{missing}")
        expect(page.locator("#draft-echo")).to_have_text(f"**{sign}*")
        expect(said).to_contain_text(f"No card shows {other}")


@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_a_bar_that_grows_hides_neither_what_is_typed_nor_what_is_said_of_it(
    browser: Browser, size: ViewportSize
) -> None:
    with looking(browser, Stage(GAMES["letter_jam"](), players=3, names=LONG)) as page:
        page.set_viewport_size(size)
        signs = page.locator("[data-draft='add']").evaluate_all(
            "all => all.map(each => each.dataset.sign)"
        )
        missing = "".join(each for each in "QXJZVKW" if each not in signs)
        page.locator("#draft-type").press_sequentially(f"{signs[0]}{signs[1]}{missing}")
        expect(page.locator("#draft-readers")).to_contain_text(LONG[2])
        for which in ("#draft-type", "#draft-missing"):
            until(page, f"({IN_SIGHT})('{which}')")


def test_what_is_typed_goes_on_from_tiles_that_were_kept_meanwhile(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna", "Ben") as (anna, _),
    ):
        begin(table, lengths=[3, 3])
        anna.sees("Find a clue")
        tile = anna.page.locator("[data-draft='add'][data-kind='player']").first
        sign = tile.get_attribute("data-sign") or ""
        tile.click()
        tile.click()

        def kept() -> bool:
            pages = table.publisher.latest.pages.values()
            return any("draft:1" in page.sheet for page in pages)

        wait_for(kept, "the clue on the sheet")
        newest(anna.page)
        anna.page.locator("#draft-type").press_sequentially(sign)
        expect(anna.page.locator("#draft-echo")).to_have_text(sign * 3)
