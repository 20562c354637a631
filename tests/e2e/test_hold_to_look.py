"""Haiclue's own target: held it shows as long as the finger lies there, tapped it stays open."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.games.haiclue.state import Phase
from tests.e2e.stage import Stage, device, opened

pytestmark = pytest.mark.browser


SIZES = {"usual": (360, 740), "smallest": (320, 568)}


@pytest.fixture(name="page", params=SIZES)
def _page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, str]]:
    """Yield a phone on which a clue is to be laid, and the word of its card."""
    stage = Stage(GAMES["haiclue"](), 3)
    match = next(m for m in stage.played(1) if m.state.phase is Phase.CLUE)
    stage.show(match)
    card = match.state.players[0].card
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = opened(context, url, size=SIZES[request.param])
        yield page, match.state.target(card)


def test_it_is_seen_while_it_is_held_and_no_longer(page: tuple[Page, str]) -> None:
    phone, word = page
    fold, mine = phone.locator("#card > summary"), phone.locator("#card .hc-mine")
    below = phone.locator("section[id^=compose-]")
    fold.scroll_into_view_if_needed()
    above, under = fold.bounding_box(), below.bounding_box()
    assert above is not None
    expect(mine).to_be_hidden()
    for _ in range(2):
        fold.hover()
        phone.mouse.down()
        expect(mine).to_contain_text(word)
        expect(mine).to_be_visible()
        shown = mine.bounding_box()
        assert shown is not None
        assert shown["y"] + shown["height"] <= above["y"], "not below the finger"
        assert fold.bounding_box() == above
        assert below.bounding_box() == under, "nothing moves under the finger"
        phone.mouse.up()
        expect(mine).to_be_hidden()


def test_a_finger_that_slides_off_takes_it_along(page: tuple[Page, str]) -> None:
    phone, _ = page
    fold, mine = phone.locator("#card > summary"), phone.locator("#card .hc-mine")
    fold.hover()
    phone.mouse.down()
    expect(mine).to_be_visible()
    phone.mouse.move(5, 5)
    phone.mouse.up()
    expect(mine).to_be_hidden()
    fold.click()
    expect(mine).to_be_visible()


def test_a_tap_and_a_key_open_it_for_longer(page: tuple[Page, str]) -> None:
    phone, word = page
    fold, mine = phone.locator("#card > summary"), phone.locator("#card .hc-mine")
    fold.click()
    expect(mine).to_contain_text(word)
    fold.click()
    expect(mine).to_be_hidden()
    fold.hover()
    phone.mouse.down()
    expect(mine).to_be_visible()
    phone.mouse.up()
    expect(mine).to_be_hidden()
    fold.press("Enter")
    expect(mine).to_be_visible()
    fold.press("Enter")
    expect(mine).to_be_hidden()
