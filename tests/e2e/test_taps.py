"""An extra letter is guessed aloud with two taps, where all its keys are in sight."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.table.table import Table
from companion.table.values.ids import DeviceId, Handle
from tests.depth import by_default
from tests.e2e.house import begin, house
from tests.e2e.phones import Phone, until
from tests.games.letter_jam.table import set_table
from tests.waiting import LIMIT_S
from web.devices import device_id

pytestmark = pytest.mark.browser

NARROW: ViewportSize = {"width": 320, "height": 568}
WORDS = ("CAT", "DIG")
ROUNDS = len(WORDS[1])
"""After so many Ben's row is done, and an extra letter is up."""
KEYS_ARE_FREE = """[...document.querySelectorAll('.lj-said button')].every((key) => {
  const { left, top, width, height, right } = key.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return key.contains(found) && width >= 44 && height >= 44 && right <= innerWidth;
})"""


class Played:
    """What players do whose pages are not looked at: they tell the table."""

    def __init__(self, table: Table) -> None:
        self.table, self.count = table, 0

    def does(self, phone: Phone, kind: str, **fields: Any) -> None:
        self.count += 1
        (key,) = (
            str(each["value"])
            for each in phone.page.context.cookies()
            if "device" in str(each["name"])
        )
        handle = Handle(phone.page.url.rpartition("/")[2])
        own, command = DeviceId(device_id(key)), {"type": kind, **fields}
        self.table.submit(
            self.table.moves.send, own, handle, command, f"command-{self.count:04}"
        ).result(LIMIT_S)

    def gives(self, phone: Phone, spots: list[str]) -> None:
        """Let *phone*, the first one, give a clue."""
        self.does(phone, "ChooseCluegiver", giver=0)
        self.does(phone, "LayClue", spots=spots)
        self.does(phone, "GiveClue")


@pytest.mark.parametrize("language", by_default("de", of=("en", "de")))
def test_an_extra_letter_is_guessed_aloud_with_two_taps(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    deal = msgspec.to_builtins(set_table(2, words=WORDS)) | {"type": "SetTable"}
    with house(tmp_path, deal) as (url, table):
        context = browser.new_context(viewport=NARROW, locale=language)
        others = browser.new_context(locale="en-GB")
        anna, ben = Phone(others, "Anna"), Phone(context, "Ben")
        played = Played(table)
        for phone in (anna, ben):
            phone.sits(url, table)
        begin(table)
        for _ in range(ROUNDS):
            played.gives(anna, ["2"])
            played.does(ben, "MoveOn", guess="X")
        played.gives(anna, ["2", "3", "4", "5", "6", "2"])
        expect(ben.page.locator("#now[data-step^='decide-guess:']")).to_be_visible()
        until(ben.page, KEYS_ARE_FREE)
        before = ben.taps
        ben.page.locator(".lj-said button").first.click()
        ben.page.locator("#confirm-yes").click()
        expect(ben.page.locator("#now[data-step^='decide-guess:']")).to_have_count(0)
        assert ben.taps - before == 2
        context.close()
        others.close()
