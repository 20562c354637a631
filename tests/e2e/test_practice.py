"""One person practises with two bots, from the host page to the look back."""

import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import OVER, PHONE, Phone, up_to_date
from tests.waiting import LIMIT_S

MATCH_S = 5 * LIMIT_S
LOOKING = ("Find a clue", "Choose who gives the clue")
AT_THE_END = ("Reveal my word", "I have no word")


@pytest.mark.slow
@pytest.mark.browser
def test_one_person_and_two_bots_play_a_practice_match(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path, options=("--bot-pause", "0.05")) as daemon:
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        anna = Phone(context, "Anna")
        anna.join(daemon.url, daemon.pin)
        set_the_table(anna)
        expect(anna.page.get_by_role("heading", name="Find a clue")).to_be_visible()
        dealt = anna.letters()
        helped = play(anna)
        expect(anna.page.get_by_role("heading", name="A look back")).to_be_visible()
        clues = anna.page.locator("#look-back li")
        expect(clues.first).to_contain_text("Clue 1 by ")
        assert helped
        back = anna.page.locator("#look-back")
        expect(back).not_to_contain_text("Still looking for")
        assert clues.count() >= 5
        expect(back).to_contain_text("Bot Ada, letter 1: ")
        expect(anna.page.locator("#score")).to_contain_text("Deal code")
        assert letters_of_the_same_deal(anna) == dealt
        context.close()


def letters_of_the_same_deal(anna: Phone) -> dict[str, str]:
    """Play the deal once more, by its code, and return what Anna sees of it."""
    page = anna.page
    code = page.locator("#score code").inner_text()
    page.goto(page.url.split("/p/")[0] + "/host")
    anna.button("Another game, or other options").click()
    page.get_by_text("Play an earlier deal again").click()
    page.get_by_label("Deal code").fill(code[:-1])
    anna.button("Start the match").click()
    expect(
        page.get_by_text("At least one character of this deal code is wrong")
    ).to_be_visible()
    page.get_by_label("Deal code").fill(code.lower())
    anna.button("Start the match").click()
    expect(page.get_by_role("heading", name="Find a clue")).to_be_visible()
    return anna.letters()


def set_the_table(anna: Phone) -> None:
    page = anna.page
    page.get_by_role("link", name="Prepare the match").click()
    page.get_by_label("How well the bot plays").select_option("strong")
    for number in (2, 3):
        anna.button("Add a bot").click()
        expect(page.get_by_text(f"{number} people at the table")).to_be_visible()
    expect(page.get_by_text("Bot, attentive, misses little").first).to_be_visible()
    page.get_by_text("Help, score, lengths, a particular deal").click()
    page.get_by_label("The same for all").select_option("3")
    for name in ("Anna", "Bot Ada", "Bot Grace"):
        expect(page.get_by_label(f"Letters for {name}")).to_have_value("3")
    page.get_by_label("Beginner's help").check()
    anna.button("Start the match").click()


def play(anna: Phone) -> bool:
    """Play to the end as somebody who finds no clue; return whether help was ever shown."""
    helped, until = False, time.monotonic() + MATCH_S
    while time.monotonic() < until:
        up_to_date([anna])
        heading = anna.heading()
        if OVER.search(heading):
            return helped
        helped = helped or anna.page.get_by_text("Likely:").count() > 0
        one_move(anna, heading)
        anna.page.wait_for_timeout(50)
    pytest.fail(f"The match is not over; the page says: {anna.heading()}")


def one_move(anna: Phone, heading: str) -> None:
    if heading in LOOKING:
        # The bots name nobody who has told that there is no clue: then it is for Anna to say.
        none = anna.page.get_by_role("button", name="I have none yet", pressed=True)
        if none.count() or not tap(anna, "I have none yet"):
            tap_one(anna, *CHOOSE_ME)
    if heading == "Every row is done. End the clues?":
        with suppress(Error):
            anna.page.get_by_role("button", name=re.compile("^Enough clues")).click(
                timeout=1000
            )
    elif heading == "Choose who gives the clue":
        tap_one(anna, *CHOOSE_ME)
    elif heading == "You give the clue":
        anna.lay_clue(["Bot Ada", "Bot Grace"])
    else:
        wishes = ("Yes, do it", "Move on", "Do not guess now", "Keep the letter")
        any(tap(anna, wish) for wish in (*wishes, *AT_THE_END))


CHOOSE_ME = ("I give the clue", "Choose: I give the clue", "Choose : I give the clue")


def tap_one(anna: Phone, *wishes: str) -> None:
    any(tap(anna, wish) for wish in wishes)


def tap(anna: Phone, wish: str) -> bool:
    """Press the button *wish* if it is there now; bots may take it away meanwhile."""
    button = anna.page.get_by_role("button", name=wish, exact=True)
    if not button.is_visible():
        return False
    with suppress(Error):
        button.click(timeout=1000)
    return True
