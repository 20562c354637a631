"""A whole match on four small phones, from the host page to the score, and a kill -9 in it."""

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import OVER, SMALL, Phone, phones_of, up_to_date

NAMES = ("Anna", "Ben", "Cleo", "Dora")
KILLED_IN_ROUND = 3
BUILT_IN_ROUND = 1
ROUNDS = 7
HOST_CAME_WITH = 4
"""Taps before the host's page is open: PIN, name, sit down, prepare."""


@pytest.mark.slow
@pytest.mark.browser
def test_four_phones_play_from_the_host_page_to_the_score(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        Daemon(tmp_path) as daemon,
        phones_of(browser, *NAMES, size=SMALL) as phones,
    ):
        for phone in phones:
            phone.join(daemon.url, daemon.pin)
        start_match(phones)
        rows: dict[str, str] = dict.fromkeys(NAMES, "")
        for number in range(1, ROUNDS + 1):
            play_round(phones, number, rows, daemon)
        assert {name: len(row) for name, row in rows.items()} == dict.fromkeys(NAMES, 5)
        end_by_consent(phones)
        words = {phone.name: phone.lay_word(rows[phone.name]) for phone in phones}
        reveal_all(phones, words)
        check_score(phones, words)


def start_match(phones: list[Phone]) -> None:
    host = phones[0]
    host.page.get_by_role("link", name="Prepare the match").click()
    expect(host.page.get_by_text("4 people at the table")).to_be_visible()
    host.button("Start the match").click()
    for phone in phones:
        phone.sees("Find a clue")


def play_round(
    phones: list[Phone], number: int, rows: dict[str, str], daemon: Daemon
) -> None:
    giver = phones[(number - 1) % len(phones)]
    others = [phone for phone in phones if phone is not giver]
    true = {**phones[0].letters(), phones[0].name: phones[1].letters()[phones[0].name]}
    clue = [phone.name for phone in others]
    if number == BUILT_IN_ROUND:
        giver.build_clue([*clue, clue[0]])
        giver.lay_built_clue(len(clue) + 1)
        taps = [phone.taps for phone in phones]
        assert taps[0] - HOST_CAME_WITH <= 12, taps
        assert all(each <= 4 for each in taps[1:]), taps
    else:
        giver.give_clue(clue)
    for phone in others:
        phone.sees(re.compile("Do you know letter|Your extra letter"))
    if number == KILLED_IN_ROUND:
        kill_and_return(phones, giver, daemon)
    up_to_date(phones)
    knows = re.compile("^(Move on|Do not guess now)$")
    asked = [phone for phone in phones if phone.button(knows).count()]
    for phone in asked:
        if phone.decide(true[phone.name]) == "Move on":
            rows[phone.name] += true[phone.name]
    for phone in phones:
        phone.sees(re.compile("^(Find a clue|Every row is done. End the clues[?])$"))
        assert phone.fits()


def kill_and_return(phones: list[Phone], giver: Phone, daemon: Daemon) -> None:
    """Pull the plug while a guess is half typed: the match and the note are there again."""
    first = next(phone for phone in phones if phone is not giver)
    note = open_note(first)
    note.fill("MAYBE")
    daemon.stop(signal.SIGKILL)
    expect(first.page.get_by_text("Not up to date").first).to_be_visible()
    daemon.start()
    for phone in phones:
        expect(phone.page.get_by_text("Not up to date").first).to_be_hidden()
    expect(note).to_have_value("MAYBE")
    first.page.reload()
    expect(open_note(first)).to_have_value("MAYBE")
    first.button("My sheet").click()


def open_note(phone: Phone) -> Locator:
    """Pull up the sheet and open the newest clue's note: two taps."""
    phone.button("My sheet").click()
    phone.page.locator("#sheet summary").first.click()
    return phone.page.get_by_label(re.compile("^Note on clue")).first


def end_by_consent(phones: list[Phone]) -> None:
    for number, phone in enumerate(phones):
        phone.button(f"Enough clues ({number} of {len(phones)})").click()
    for phone in phones:
        phone.sees("Form your final word")


def reveal_all(phones: list[Phone], words: dict[str, str]) -> None:
    for phone in phones:
        phone.reveal()
        judge = phones[0] if phone is not phones[0] else phones[1]
        judge.sees(f"{phone.name}'s word: does it count?")
        judge.button("It counts").first.click()
        shown = phone.page.get_by_text(words[phone.name], exact=True)
        expect(shown.first).to_be_visible()


def check_score(phones: list[Phone], words: dict[str, str]) -> None:
    for phone in phones:
        phone.sees(OVER)
        score = phone.page.get_by_role("region", name=re.compile("points"))
        for word in words.values():
            expect(score.get_by_text(word).first).to_be_visible()
        expect(score.get_by_text(re.compile(r"15 \+ \d"))).to_have_count(len(words))
