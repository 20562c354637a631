"""The word of a clue is whole in sight, from its giver's first letter to the last reader."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import begin, house
from tests.e2e.phones import Phone, until, up_to_date
from tests.e2e.test_taps import Played

pytestmark = pytest.mark.browser

SIZES = {"Anna": (320, 568), "Ben": (360, 740), "Cleo": (390, 844)}
LETTERS = 9
"""A long word: two rows of tiles on the narrowest phone would be its end."""
WHOLE = """([where, letters]) => {
  const tiles = [...document.querySelectorAll(`${where} > span`)];
  const strip = document.querySelector('.strip').getBoundingClientRect().bottom;
  const whole = tiles.every((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]; // its corners are round
    const edges = [[left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2], [x, y]];
    const reached = edges.every((at) => tile === document.elementFromPoint(...at));
    return reached && left >= 0 && right <= innerWidth && top >= strip && bottom <= innerHeight;
  });
  return whole && tiles.length === letters;
}"""
PIPS_ARE_FREE = "document.getElementById('pips').getBoundingClientRect().top >= 3"
IN_BAR, ON_STAGE = "#draft-echo", "#decide .lj-newest .lj-word-tiles"


def is_whole(phone: Phone, where: str) -> None:
    until(phone.page, WHOLE, [where, LETTERS])


@contextmanager
def begun(
    browser: Browser, folder: Path, language: str
) -> Iterator[tuple[list[Phone], Played]]:
    """Three phones of three sizes, all with their tips open, as the first clue is sought."""
    with house(folder) as (url, table):
        phones = []
        for name, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=language,
                reduced_motion="reduce",
            )
            phone = Phone(context, name)
            phone.sits(url, table)
            phone.page.locator("#own-guide").check()
            phones.append(phone)
        begin(table, language=language)
        yield phones, Played(table)
        for phone in phones:
            phone.page.context.close()


def word_for(phone: Phone) -> list[tuple[str, str]]:
    """Return the letters of a long clue that *phone* could spell: what stands where."""
    tiles = phone.page.locator("[data-draft='add']").all()
    told = [
        (each.get_attribute("data-sign"), each.get_attribute("data-spot")) for each in tiles
    ]
    seen = [(str(sign), str(spot)) for sign, spot in told if str(sign).isalpha()]
    by_sign = dict(reversed(seen))
    return list(islice(cycle((sign, by_sign[sign]) for sign, _ in seen), LETTERS))


def play_round(giver: Phone, phones: list[Phone], played: Played) -> None:
    page = giver.page
    expect(page.locator("#now[data-step^='clue-look:']")).to_be_visible()
    until(page, PIPS_ARE_FREE)
    word = word_for(giver)
    page.locator("#draft-type").press_sequentially("".join(sign for sign, _ in word))
    is_whole(giver, IN_BAR)
    page.locator("#bar button[form=tell-figures]").click()
    page.locator("#bar button[data-do*=ChooseCluegiver]").click()
    expect(page.locator("#now[data-step^='clue-give:']")).to_be_visible()
    is_whole(giver, IN_BAR)
    played.does(giver, "LayClue", spots=[spot for _, spot in word])
    for phone in phones:  # chip by chip, as some lay it
        is_whole(phone, IN_BAR)
    played.does(giver, "LayClue", spots=[])
    is_whole(giver, IN_BAR)
    page.locator("#bar button[form=lay-draft]").click()
    for phone in phones:
        expect(phone.page.locator("#now[data-step^='decide-']")).to_be_visible()
        is_whole(phone, ON_STAGE)
    up_to_date(phones)
    for phone in phones:  # its giver too, whose own letter an earlier clue had
        if phone.step().startswith("decide-move"):
            played.does(phone, "Stay")
    expect(page.locator("#now[data-step^='clue-look:']")).to_be_visible()


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.slow)])
def test_the_word_given_is_whole_in_sight(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    with begun(browser, tmp_path, language) as (phones, played):
        for giver in phones:
            play_round(giver, phones, played)
