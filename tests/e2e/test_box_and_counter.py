"""Printed cards, and the clue tokens alone: two ways to play without a single display."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.house import house
from tests.e2e.phones import SMALL, Phone, sat_down

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cleo")


@pytest.fixture(name="phones")
def _phones(browser: Browser, tmp_path: Path) -> Iterator[list[Phone]]:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES, size=SMALL) as phones,
    ):
        yield phones


def start(host: Phone, cards: str) -> None:
    host.page.get_by_role("link", name="Prepare the match").click()
    expect(host.page.get_by_text("3 people at the table")).to_be_visible()
    host.page.get_by_role("combobox", name="Where are the cards?").select_option(cards)
    host.button("Start the match").click()


def pull(phone: Phone) -> tuple[str, list[str]]:
    """Pull the cards for the neighbour; return whose they are, and which."""
    opener = phone.page.get_by_text(re.compile("^I am alone: cards for "))
    whose = opener.inner_text().rsplit(" ", 1)[1]
    opener.click()
    cards = phone.page.get_by_role("region", name="Pulling the cards").get_by_role("list")
    lines = cards.first.get_by_role("listitem")
    expect(lines.first).to_be_visible()
    told = lines.all_inner_texts()
    phone.button(f"Done, the row of {whose} is laid").click()
    return whose, [text.split()[-1] for text in told]


def name_free_stands(phone: Phone) -> None:
    """Tell the table which cards the nonplayer stands have got out of the box."""
    for stand, letter in (("4", "E"), ("5", "S"), ("6", "N")):
        phone.page.get_by_text(f"Stand {stand}: which card?").click()
        group = phone.page.get_by_role("group").filter(has_text=f"Stand {stand}: which")
        group.get_by_role("button", name=letter, exact=True).click()
        expect(phone.page.get_by_text(f"Stand {stand}: which card?")).to_be_hidden()


def test_printed_cards_are_pulled_named_and_played_with(phones: list[Phone]) -> None:
    anna, ben, cleo = phones
    start(anna, "box")
    for phone in phones:
        phone.sees(re.compile("^Pull the cards for "))
        assert phone.fits()
    rows = dict(pull(phone) for phone in phones)
    assert {*rows} == {*NAMES}
    anna.sees("Stand 4: which card stands there?")
    for phone in (ben, cleo):
        phone.sees("Find a clue")
    assert anna.letters()["Ben"] == rows["Ben"][0]
    assert anna.letters()["You"] == "?"
    assert anna.fits()
    name_free_stands(anna)
    anna.sees("Find a clue")
    ben.page.get_by_role("button", name=re.compile("^Add to my clue: Stand 4 E")).wait_for()
    ben.build_clue(["Anna", "Cleo"])
    ben.lay_built_clue(2)
    for phone in (anna, cleo):
        phone.sees("Do you know letter 1?")
        phone.decide(rows[phone.name][0])
    for phone in phones:
        phone.sees("Find a clue")
        assert phone.fits()
    # The own stand has moved on to the card that was pulled second.
    assert ben.letters()["Anna"] == rows["Anna"][1]
    assert ben.letters()["Cleo"] == rows["Cleo"][1]


@pytest.mark.slow
def test_words_made_by_hand_are_named_as_they_come_up_and_played_without_a_score(
    phones: list[Phone],
) -> None:
    anna, ben, cleo = phones
    anna.page.get_by_role("link", name="Prepare the match").click()
    anna.page.get_by_role("combobox", name="Where are the cards?").select_option("box")
    anna.page.get_by_text("Help, score, lengths, a particular deal").click()
    anna.page.get_by_role("combobox", name="Who forms the words").select_option("makers")
    anna.page.get_by_label("Count the score").uncheck()
    anna.button("Start the match").click()
    name_card(ben, "Anna", "H")
    name_card(cleo, "Ben", "B")
    name_card(anna, "Cleo", "M")
    name_free_stands(anna)
    for phone in phones:
        phone.sees("Find a clue")
        phone.in_menu("I need no more clues")
    for phone in phones:
        phone.sees("Form your final word")
        phone.button("I have no word").click()
        phone.button("Yes, do it").click()
    for phone in phones:
        phone.sees("Who is surest?")
    for phone in phones:
        phone.reveal()
    for phone in phones:
        phone.sees("0 words of 3 count")
        expect(phone.page.get_by_text("A jar is full")).to_have_count(0)


def name_card(phone: Phone, whose: str, letter: str) -> None:
    """Answer the question for the card before *whose*."""
    phone.sees(f"{whose}: which card stands there?")
    phone.page.get_by_text(f"{whose}: which card?").click()
    group = phone.page.get_by_role("group").filter(has_text=f"{whose}: which")
    group.get_by_role("button", name=letter, exact=True).click()
    expect(phone.page.get_by_text(f"{whose}: which card?")).to_be_hidden()


@pytest.mark.slow
def test_clue_tokens_alone_are_counted_to_the_end(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    start(anna, "none")
    for phone in phones:
        phone.sees("Who gives a clue?")
    count(anna, "Anna", 10)
    count(ben, "Ben", 9)  # anybody counts for anybody, on any phone
    for left, name in enumerate(("Anna", "Ben", "Cleo", "Cleo"), 1):
        count(anna, name, 9 - left)
    # Every red is given, so greens go; a stack that is through earns one more.
    anna.button("Stand 4, stack of 7: last card drawn").click()
    expect(tokens(anna, 6)).to_be_visible()
    assert anna.fits()
    for left, name in zip(range(5, -1, -1), ("Anna", "Ben") * 3, strict=True):
        count(anna, name, left)
    anna.button("We need no more clues").click()
    anna.button("Yes, do it").click()
    for phone in phones:
        phone.sees("The clues are over")


def tokens(phone: Phone, left: int) -> Locator:
    text = "One clue left" if left == 1 else f"{left} clues left"
    return phone.page.get_by_text(text)


def count(phone: Phone, name: str, left: int) -> None:
    phone.button(re.compile(f"^Gives a clue ?: {name}$")).click()
    expect(tokens(phone, left)).to_be_visible()
