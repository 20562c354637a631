"""A match of Buchstabenbluff on three phones and a stand, from the host page to the truth."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.buchstabenbluff import shows
from tests.e2e.house import house
from tests.e2e.phones import PHONE, Phone, come, sat_down
from tests.waiting import LIMIT_MS

NAMES = ("Anna", "Ben", "Cleo")
GONG_S = "30"
STEP_MS = 100


@pytest.mark.slow
@pytest.mark.browser
def test_three_phones_and_a_held_button_play_to_the_truth(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES) as phones,
    ):
        bench = browser.new_page()
        come(bench, f"{url}/bench")
        screen = browser.new_page(locale="en-GB")
        start_match(phones)
        screen.goto(f"{url}/table")
        a_held_button_doubts(phones, bench, screen)
        a_word_is_believed(phones)
        while playing := at_play(phones):
            playing.button("Pass").click()
            playing.button("Yes, do it").click()
            turn = playing.page.locator("#now-title")
            expect(turn).not_to_have_text(re.compile("^Your turn"))
        the_truth(phones)
        bench.close()
        screen.close()


def start_match(phones: list[Phone]) -> None:
    host = phones[0]
    host.page.get_by_role("link", name="Prepare the match").click()
    host.page.locator("html[data-ready]").wait_for()
    host.button("Buchstabenbluff").click()
    gong = host.page.get_by_label("The gong after a word")
    gong.select_option(GONG_S)
    # Without displays the page proposes phones; here fingers on the drawn stands doubt too.
    host.page.get_by_label("How to doubt").select_option("stands")
    expect(host.page.get_by_label("Only the first doubt counts")).not_to_be_checked()
    host.button("Start the match").click()
    for phone in phones:
        phone.sees(re.compile("to play$|^Your turn"))


def at_play(phones: list[Phone]) -> Phone | None:
    """Return whose turn it is, as soon as every phone says the same; None: nobody's."""
    for _ in range(int(LIMIT_MS) // STEP_MS):
        headings = [phone.heading() for phone in phones]
        if set(headings) == {"And now the truth"}:
            return None
        playing = [p for p in phones if p.heading().startswith("Your turn")]
        if len(playing) == 1:
            waiting = f"{playing[0].name} is to play"
            if headings.count(waiting) == len(phones) - 1:
                return playing[0]
        phones[0].page.wait_for_timeout(STEP_MS)
    pytest.fail(f"the phones do not agree: {headings}")


def to_play(phones: list[Phone]) -> Phone:
    playing = at_play(phones)
    assert playing is not None
    return playing


def fits(phones: list[Phone]) -> None:
    """Look whether nothing scrolls sideways on the narrowest phone."""
    for phone in phones:
        phone.page.set_viewport_size({"width": 320, "height": 640})
        wide = phone.page.evaluate("document.documentElement.scrollWidth")
        phone.page.set_viewport_size(PHONE)
        assert wide <= 320, f"{phone.heading()} is {wide} wide"


def lay(phone: Phone, word: str) -> None:
    """Tap as many cards as *word* has letters, whatever they are, and say it."""
    for _ in word:
        phone.button(re.compile(": lay it$")).first.click()
    phone.page.get_by_label("The word you say").fill(word)
    expect(
        phone.page.get_by_text(f"Cards: {len(word)}, letters: {len(word)}.")
    ).to_be_visible()
    phone.button("Lay and say it").click()
    expect(phone.page.get_by_text(f"Lay {len(word)} cards and say {word}?")).to_be_visible()
    phone.button("Yes, do it").click()
    phone.sees("Your word is on the table")


def a_held_button_doubts(phones: list[Phone], bench: Page, screen: Page) -> None:
    """Nobody has ever seen four cards that make this word: it is a bluff."""
    liar = to_play(phones)
    doubter, believer = (each for each in phones if each is not liar)
    liar.button("Draw a card").click()
    expect(liar.button(re.compile(": lay it$"))).to_have_count(6)
    fits(phones)
    lay(liar, "QQQQQ")
    believer.sees(re.compile(f"^{liar.name} says "))
    expect(screen.get_by_role("heading", name="QQQQQ", exact=True)).to_be_visible()
    fits(phones)
    believer.button("I believe it").click()
    pressed = believer.button("I believe it")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    stand = NAMES.index(doubter.name) + 1
    button = bench.get_by_role("button", name=f"button, stand {stand}")
    button.hover()
    with bench.expect_response("**/bench/button"):
        bench.mouse.down()
    with patch.object(shows, "TRUTH_MS", LIMIT_MS):  # however late a phone is, it sees it
        doubter.button(
            "I believe it"
        ).click()  # theatre: the finger doubts, at an early gong too
        for phone in phones:
            phone.sees(f"The gong: {liar.name} said QQQQQ")
    doubter.button("Skip").click()
    for phone in phones:
        phone.sees(f"{liar.name} has bluffed!")
        expect(phone.page.get_by_text(f"Doubted: {doubter.name}")).to_be_visible()
    expect(screen.get_by_role("heading", name=f"{liar.name} has bluffed!")).to_be_visible()
    bench.mouse.up()
    fits(phones)
    # The finger leaves in silence: it neither goes on nor stops anybody's drawing.
    doubter.button("Go on").click()
    after = to_play(phones)
    assert after is not liar
    expect(after.button("Draw a card")).to_be_visible()
    expect(doubter.page.get_by_text("doubts +10").first).to_be_visible()


def a_word_is_believed(phones: list[Phone]) -> None:
    teller = to_play(phones)
    lay(teller, "SO")
    for phone in phones:
        if phone is not teller:
            phone.button("I believe it").click()
    to_play(phones)
    for phone in phones:
        expect(phone.page.get_by_text(f"{teller.name} said SO").first).to_be_visible()
        own = phone.page.get_by_text("My words that were believed")
        expect(own).to_have_count(1 if phone is teller else 0)


def the_truth(phones: list[Phone]) -> None:
    for phone in phones:
        phone.sees("And now the truth")
        expect(phone.page.get_by_text("One word is still closed.")).to_be_visible()
    phones[1].button("Open the next word").click()
    for phone in phones:
        phone.sees(re.compile("(wins|You have won!|share the first place)$"))
        phone.page.locator("#truths summary").click()
        expect(phone.page.get_by_text(re.compile("said SO$")).first).to_be_visible()
    fits(phones)
