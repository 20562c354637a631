"""The end of a match on two phones: a reveal waits, and a corrected box scores."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import begin, house
from tests.e2e.phones import OVER, SMALL, Phone, sat_down, until

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben")
FIRST = "Guess for letter 1"
MOST_TAPS = 7
"""For a final word with the wildcard."""
ABOVE_THE_BAR = """document.querySelector('.refusal').getBoundingClientRect().bottom
  <= document.getElementById('bar').getBoundingClientRect().top"""


@pytest.fixture(name="phones")
def _phones(browser: Browser, tmp_path: Path) -> Iterator[list[Phone]]:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES, size=SMALL) as phones,
    ):
        begin(table)
        yield phones


def end_clues(phones: list[Phone]) -> None:
    for phone in phones:
        phone.sees("Find a clue")
    for phone in phones:
        phone.in_menu("I need no more clues")
    for phone in phones:
        phone.sees("Form your final word")


def lay_in_row_order(phone: Phone) -> None:
    for card in range(1, 6):
        phone.button(re.compile(rf"^Card {card}, .*: add to the word$")).click()
    phone.button("Lay this word face down").click()


def has_no_word(phone: Phone) -> None:
    phone.button("I have no word").click()
    phone.button("Yes, do it").click()


@pytest.mark.slow
def test_a_box_corrected_after_the_word_was_laid_scores(phones: list[Phone]) -> None:
    anna, ben = phones
    for phone in phones:
        phone.sees("Find a clue")
    letter = ben.letters()["Anna"]
    end_clues(phones)
    box = anna.page.get_by_label(FIRST)
    box.fill("Q" if letter != "Q" else "X")
    lay_in_row_order(anna)
    anna.sees("You are ready")
    box.fill(letter)
    expect(anna.page.locator("#laid-word")).to_have_text(f"{letter}????")
    has_no_word(ben)
    shoot(anna, "surest")
    anna.reveal()
    shoot(ben, "judge")
    ben.button("It does not").click()
    ben.sees("Who is surest?")
    ben.reveal()
    for phone in phones:
        phone.sees(OVER)
        line = phone.page.locator("#score #line-0")
        expect(line).to_contain_text("1 point")
        expect(line).to_contain_text("One letter guessed right")
        assert phone.fits()
    shoot(anna, "score")


def test_a_reveal_waits_until_nobody_composes(phones: list[Phone]) -> None:
    anna, ben = phones
    end_clues(phones)
    lay_in_row_order(anna)
    anna.sees("You are ready")
    expect(anna.page.get_by_text("Waiting for Ben.", exact=True)).to_be_visible()
    expect(anna.button("Reveal my word")).to_have_count(0)
    shoot(anna, "waits")
    ben.sees("Form your final word")
    has_no_word(ben)
    for phone in phones:
        phone.sees("Who is surest?")
        expect(phone.button("Reveal my word")).to_be_enabled()


def test_cards_that_were_tried_hold_nobody_back_who_has_no_word(
    phones: list[Phone],
) -> None:
    anna, ben = phones
    end_clues(phones)
    for card in (2, 1):
        anna.button(re.compile(rf"^Card {card}, .*: add to the word$")).click()
    has_no_word(anna)
    lay_in_row_order(ben)
    for phone in phones:
        phone.sees("Who is surest?")
        expect(phone.button("Reveal my word")).to_be_enabled()
    ben.page.locator("#build-again > summary").click()
    has_no_word(ben)
    expect(ben.page.locator("#laid-word")).to_have_count(0)
    expect(ben.button("Reveal my word")).to_be_enabled()
    ben.in_menu("Take back")
    expect(ben.page.locator("#laid-word")).to_be_visible()
    expect(ben.button("Reveal my word")).to_be_enabled()


def test_the_wildcard_in_the_order_in_which_people_try_it(phones: list[Phone]) -> None:
    anna = phones[0]
    end_clues(phones)
    anna.page.set_viewport_size({"width": 320, "height": 568})
    before = anna.taps
    for card in (5, 3, 2, 4):
        anna.button(re.compile(rf"^Card {card}, .*: add to the word$")).click()
    anna.button("Lay this word face down").click()
    refused = anna.page.locator(".refusal", has_text="is not in the word yet")
    expect(refused).to_be_visible()
    until(anna.page, ABOVE_THE_BAR)
    anna.button("Take: Wildcard").click()
    anna.button("Use Wildcard").click()
    expect(anna.page.get_by_text("Card 1 lies under: Wildcard.")).to_be_visible()
    expect(refused).to_have_count(0)
    anna.button("Lay this word face down").click()
    anna.sees("You are ready")
    expect(anna.page.locator("#laid-word")).to_have_text("????*")
    assert anna.taps - before <= MOST_TAPS + 1  # one was refused


def test_a_clue_costs_its_letters_and_three_taps_and_a_guess_two(
    phones: list[Phone],
) -> None:
    anna, ben = phones
    for phone in phones:
        phone.sees("Find a clue")
    before, clue = anna.taps, ["Ben", "Stand 3", "Stand 4", "Ben"]
    anna.build_clue(clue)
    anna.lay_built_clue(len(clue))
    ben.sees(re.compile("Do you know letter"))
    assert anna.taps - before == len(clue) + 3
    asked = ben.page.locator(f"#now[data-step='{ben.step()}']")
    before = ben.taps
    ben.page.get_by_label(FIRST).first.click()
    ben.page.keyboard.type("E")
    ben.button("Move on").click()
    expect(asked).to_have_count(0)
    assert ben.taps - before == 2


def shoot(phone: Phone, name: str) -> None:
    if os.environ.get("SHOTS"):
        phone.page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png", full_page=True)
