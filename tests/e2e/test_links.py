"""The link goes and comes: what was typed is there, and the page is current again by itself."""

import signal
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.black_hole import BlackHole
from tests.e2e.daemon import Daemon
from tests.e2e.phones import SMALL, Phone
from tests.waiting import LIMIT_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_hole_restart_sleep_reload_and_a_closed_tab(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path) as daemon, BlackHole(daemon.port) as hole:
        contexts = [browser.new_context(viewport=SMALL, locale="en") for _ in "12"]
        anna, ben = (Phone(c, n) for c, n in zip(contexts, ("Anna", "Ben"), strict=True))
        anna.join(daemon.url, daemon.pin)
        ben.join(f"http://127.0.0.1:{hole.port}", daemon.pin)
        start(anna)
        ben.sees("Find a clue")
        into_the_hole(anna, ben, hole)
        through_a_restart(anna, ben, daemon)
        through_sleep_and_reload(anna, ben)
        ben = through_a_closed_tab(ben)
        for context in contexts:
            context.close()


def start(host: Phone) -> None:
    host.page.get_by_role("link", name="Prepare the match").click()
    host.button("Start the match").click()
    host.sees("Find a clue")


def into_the_hole(anna: Phone, ben: Phone, hole: BlackHole) -> None:
    hole.swallowing = True
    with asking(ben, "request", "/stream"):  # another one, deaf as the first
        guess(ben, "Q")
        anna.in_menu("I am sure")
        expect(ben.page.get_by_text("Not up to date")).to_be_visible()
    with asking(ben, "requestfailed", "/state"):
        pass
    with asking(ben, "requestfinished", "/state"):  # long before it tries a stream again
        hole.swallowing = False
    current(ben, "Anna looking … sure")
    typed(ben, "Q")


def through_a_restart(anna: Phone, ben: Phone, daemon: Daemon) -> None:
    daemon.stop(signal.SIGKILL)
    guess(ben, "R")
    expect(ben.page.get_by_text("Not up to date")).to_be_visible()
    daemon.start()
    for phone in (anna, ben):
        expect(phone.page.get_by_text("Not up to date")).to_be_hidden()
    typed(ben, "R")


def through_sleep_and_reload(anna: Phone, ben: Phone) -> None:
    ben.page.evaluate(HIDE, True)  # noqa: FBT003 - the page's own flag
    anna.in_menu("I am unsure")
    ben.page.evaluate(HIDE, False)  # noqa: FBT003 - the page's own flag
    current(ben, "Anna looking … unsure")
    guess(ben, "S")
    ben.page.reload()
    typed(ben, "S")


def through_a_closed_tab(ben: Phone) -> Phone:
    guess(ben, "T")
    where = ben.page.url
    ben.page.close()
    again = Phone(ben.page.context, "Ben")
    again.page.goto(where)
    typed(again, "T")
    return again


def guess(phone: Phone, letter: str) -> None:
    """Write on the sheet, and pull it up first where it lies below: once the page knows."""
    handle = phone.page.locator("#pull[aria-expanded]")
    if handle.get_attribute("aria-expanded") == "false":
        handle.click()
    phone.page.get_by_label("Guess for letter 1").fill(letter)


def typed(phone: Phone, letter: str) -> None:
    """Wait until the page shows what was typed: its modules put it there after a reload."""
    expect(phone.page.get_by_label("Guess for letter 1")).to_have_value(letter)


def asking(phone: Phone, how: str, what: str) -> AbstractContextManager[object]:
    """Wait at the end until the page has asked for *what* by itself, with that outcome."""
    return phone.page.expect_event(how, lambda it: what in it.url, timeout=LIMIT_MS)


def current(phone: Phone, told: str) -> None:
    """Wait for what the table has told meanwhile."""
    talk = phone.page.get_by_role("region", name="Clue talk").get_by_role("listitem")
    name, *_, last = told.split()
    item = talk.filter(has_text=name).filter(has=phone.page.get_by_text(last, exact=True))
    expect(item).to_be_visible()
