"""From the address to a match with bots: the taps are counted."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.e2e.house import house
from tests.e2e.phones import PHONE, Phone
from tests.waiting import LIMIT_S

MOST_TAPS = 4
"""From the address on: PIN, name, sit down, play."""
WITH_BOTS = [name for name, game in GAMES.items() if game().bots.strengths]


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_two_taps_lead_from_the_first_page_to_three_bots(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    with house(tmp_path) as (url, table):
        context = browser.new_context(viewport=PHONE, locale=language)
        anna = Phone(context, "Anna")
        anna.page.goto(f"{url}/j/{table.publisher.latest.pin}")
        anna.page.locator("#name").fill("Anna")
        anna.page.locator('form[data-post="/join"] button').click()
        play = anna.page.locator('[data-post="/host/alone"]')
        expect(play).to_be_in_viewport(ratio=1)
        play.click()
        expect(anna.page.locator("#now")).not_to_have_attribute("data-step", "lobby-host")
        expect(play).to_have_count(0)
        assert anna.taps == 2
        shown = table.publisher.latest.table
        assert shown is not None
        assert shown.playing
        assert [bool(each.bot) for each in shown.people] == [False, True, True, True]
        context.close()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("game", WITH_BOTS)
def test_any_game_begins_alone_from_the_address_within_four_taps(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with house(tmp_path) as (url, table):
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        anna = Phone(context, "Anna")
        anna.join(url, table.publisher.latest.pin)
        host = table.publisher.latest.host
        assert host is not None
        table.submit(table.lobby.choose_game, host, game).result()
        anna.button("Play alone now").click()
        begun = table.publisher.wait(
            lambda shown: bool(shown.table and shown.table.playing), LIMIT_S
        )
        assert begun.table is not None
        assert (begun.table.game, begun.table.playing) == (game, True)
        expect(anna.page.locator('[data-post="/host/alone"]')).to_have_count(0)
        assert anna.taps <= MOST_TAPS
        context.close()


@pytest.mark.browser
def test_beside_somebody_else_it_is_not_offered(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (url, table):
        contexts = [browser.new_context(viewport=PHONE, locale="en-GB") for _ in "ab"]
        anna, ben = map(Phone, contexts, ("Anna", "Ben"))
        anna.join(url, table.publisher.latest.pin)
        alone = anna.button("Play alone now")
        expect(alone).to_be_visible()
        ben.join(url, table.publisher.latest.pin)
        expect(alone).to_have_count(0)
        expect(ben.button("Play alone now")).to_have_count(0)
        for context in contexts:
            context.close()
