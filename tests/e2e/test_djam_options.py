"""Djam's options on three phones: themes out of the hat, and a decider, by roles and names."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import violations
from tests.e2e.house import house
from tests.e2e.phones import Phone, sat_down, up_to_date

NAMES = ("Anna", "Ben", "Cleo")
THEME = "Things that squeak"
NASTY = "What is wrong with Ben"
BETWEEN = re.compile(r"^(Your turn to roll|\w+ rolls|You watch)")
"""Who does not share the lead watches what decides it."""
SEARCH = re.compile("^Find a word")
ROUNDS = 60


@pytest.mark.slow
@pytest.mark.browser
def test_three_phones_write_themes_and_decide_a_shared_lead(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, *NAMES) as phones,
    ):
        begin(phones)
        a_theme_is_drawn(phones)
        a_theme_is_refused(phones)
        for _ in range(ROUNDS):
            up_to_date(phones)
            if phones[2].page.get_by_text("0 stones in the middle", exact=True).count():
                break
            share_a_round(phones)
        decide(phones)


def begin(phones: list[Phone]) -> None:
    host = phones[0]
    host.page.get_by_role("link", name="Prepare the match").click()
    host.button("Djam").click()
    host.page.get_by_label("Themes from the table").check()
    host.page.get_by_label("Buzzers").select_option("phones")
    host.page.get_by_text("More options").click()
    host.page.get_by_label("A shared first place").check()
    host.page.get_by_label("Time for words").select_option("none")
    host.button("Start the match").click()
    for phone in phones:
        expect(phone.page.get_by_text("90 stones in the middle")).to_be_visible()


def write(phone: Phone, theme: str) -> None:
    phone.page.get_by_role("textbox", name="A theme").fill(theme)
    phone.button("Into the hat").click()
    expect(phone.button(f"Take back “{theme}”")).to_be_visible()
    expect(phone.page.get_by_role("textbox", name="A theme")).to_have_value("")


def a_theme_is_drawn(phones: list[Phone]) -> None:
    """Ben writes two themes and takes one back; nobody else's page holds either."""
    anna, ben, cleo = phones
    write(ben, THEME)
    write(ben, "Cheese")
    ben.button("Take back “Cheese”").click()
    expect(ben.button("Take back “Cheese”")).to_have_count(0)
    assert ben.fits()
    assert violations(ben.page) == []
    up_to_date(phones)
    for phone in (anna, cleo):
        assert THEME not in phone.page.content()
    anna.button("Roll the dice").click()
    anna.button("The letters now").click()
    for phone in phones:
        expect(
            phone.page.get_by_role("region", name=f"Theme: {THEME}", exact=True)
        ).to_be_visible()
        assert violations(phone.page) == []
        expect(phone.page.get_by_text("Out of the hat", exact=True)).to_be_visible()
        expect(phone.page.get_by_role("region", name="Themes for the hat")).to_have_count(0)
    pass_all(phones)


def a_theme_is_refused(phones: list[Phone]) -> None:
    """Cleo objects to a theme: that of the card comes, and the table hears who objected."""
    anna, ben, cleo = phones
    write(anna, NASTY)
    ben.button("Roll the dice").click()
    ben.button("The letters now").click()
    for phone in phones:
        nasty = phone.page.get_by_role("region", name=f"Theme: {NASTY}", exact=True)
        expect(nasty).to_be_visible()
    cleo.button("I object to this theme").click()
    dialog = cleo.page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("^(Yes|OK|Do it)")).click()
    for phone in phones:
        expect(phone.page.get_by_text("Cleo objects to the theme").first).to_be_attached()
        nasty = phone.page.get_by_role("region", name=f"Theme: {NASTY}", exact=True)
        expect(nasty).to_have_count(0)
        expect(phone.button("I object to this theme")).to_have_count(0)
    pass_all(phones)


def pass_all(phones: list[Phone]) -> None:
    for phone in phones:
        phone.sees(SEARCH)
        phone.button("Pass").click()
    for phone in phones:
        phone.sees(BETWEEN)


def share_a_round(phones: list[Phone]) -> None:
    """Anna and Ben find five points each; in a black round nobody looks."""
    anna, ben, cleo = phones
    roller = next(phone for phone in phones if phone.heading() == "Your turn to roll")
    roller.button("Roll the dice").click()
    roller.button("The letters now").click()
    anna.sees(SEARCH)
    if anna.heading() == "Find a word without these letters":
        pass_all(phones)
        return
    aloud(anna, "5 points", (ben, cleo))
    ben.sees(SEARCH)
    aloud(ben, "5 points", (anna, cleo))
    for phone in phones:
        phone.sees(BETWEEN)


def aloud(phone: Phone, how: str, others: tuple[Phone, ...]) -> None:
    phone.button("I have one!").click()
    phone.sees("Your word, please!")
    phone.button(how).click()
    for other in others:
        other.button("It counts").click()


def decide(phones: list[Phone]) -> None:
    anna, ben, cleo = phones
    lead = "The lead is shared. One black round decides between Anna, Ben"
    for phone in phones:
        expect(phone.page.get_by_text(lead)).to_be_visible()
        assert phone.fits()
        assert violations(phone.page) == []
    roller = next(phone for phone in phones if phone.heading() == "Your turn to roll")
    roller.button("Roll the dice").click()
    roller.button("The letters now").click()
    cleo.sees("You watch")
    expect(cleo.button("I have one!")).to_have_count(0)
    anna.sees("Find a word without these letters")
    ben.button("I have one!").click()
    ben.sees("Your word, please!")
    ben.button("None of the letters").click()
    expect(cleo.page.get_by_text("It would decide")).to_be_visible()
    for phone in (anna, cleo):
        phone.button("It counts").click()
    ben.sees("You have won!")
    cleo.sees("Ben has won!")
    expect(anna.page.get_by_text("★ decides")).to_be_visible()
