"""The host asks for the deal of a day; what is dealt is what every table gets on it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games.letter_jam.house_options import with_house
from tests.e2e.house import house
from tests.e2e.phones import sat_down

NAMES = ("Anna", "Ben")
DAY = "2026-11-24"


@pytest.mark.slow
@pytest.mark.browser
def test_two_people_play_what_every_table_plays_that_day(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES) as (anna, ben),
    ):
        anna.page.get_by_role("link", name="Prepare the match").click()
        anna.button(re.compile("^Letter Jam$")).click()
        anna.page.get_by_text("Help, score, lengths, a particular deal").click()
        anna.page.get_by_text("Tonight's deal: the same at every table").click()
        anna.page.get_by_label("The day").fill(DAY)
        anna.page.screenshot(path=tmp_path / "tonight.png")
        anna.button("Start the match").click()
        ben.sees("Find a clue")
        _, rows = table.submit(table.matches.export).result()
        codes = [
            body["code"] for body in (dict(each.body) for each in rows) if "code" in body
        ]
        wish = {"language": "en", "lengths": [5, 5], "date": DAY}
        assert codes == [with_house({}, wish)["code"]]
