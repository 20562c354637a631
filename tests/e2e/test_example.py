"""The game of the authors' page, put in as the page says, is played to its end in Chromium."""

import re
import shutil
import time
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.daemon import ROOT, Daemon
from tests.e2e.phones import PHONE, come, newest
from tests.games.example import example
from tests.waiting import LIMIT_MS, LIMIT_S

NAMES = ("Anna", "Ben", "Cleo")
ALPHABET = "ENISRATDHULCGMOBWFKZPVJYXQ"
TITLES = {"en": "Hangman", "de": "Galgenraten"}


def tree_with_example(folder: Path) -> Path:
    """Return a copy of the program with the game's folder."""
    for package in ("companion", "hardware", "web"):
        shutil.copytree(ROOT / package, folder / package)
    for name, text in example().items():
        path = folder / "companion" / "games" / "galgenraten" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_match_of_the_example_is_played_to_its_end(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    tree = tree_with_example(tmp_path / "tree")
    with Daemon(tmp_path / "data", tree=tree) as daemon:
        pages = []
        for name in NAMES:
            context = browser.new_context(viewport=PHONE, locale=language)
            context.set_default_timeout(LIMIT_MS)
            pages.append(context.new_page())
            sit_down(pages[-1], daemon, name)
        begin(pages[0], daemon, TITLES[language])
        play(pages)
        for page in pages:
            expect(page.locator("#now")).to_have_attribute("data-step", re.compile("^end"))
            points = page.locator("#points li, #points dd").all()
            assert len(points) >= len(NAMES)
        pages[0].goto(daemon.url + "/host")
        pages[0].locator('[data-post="/host/end"]').click()
        expect(pages[0].locator("#evenings")).to_contain_text(TITLES[language])
        for page in pages:
            page.context.close()


def sit_down(page: Page, daemon: Daemon, name: str) -> None:
    come(page, daemon.url)
    page.locator("#pin").fill(daemon.pin)
    page.locator("#name").fill(name)
    page.locator('form[data-post="/join"] button').click()
    expect(page.locator("#now")).to_be_visible()


def begin(page: Page, daemon: Daemon, title: str) -> None:
    own = page.url
    page.goto(daemon.url + "/host")
    page.get_by_role("button", name=title).click()
    start = page.locator('form[data-post="/host/start"] button').last
    expect(page.locator("button.game[aria-pressed='true']")).to_contain_text(title)
    start.click()
    page.wait_for_url(own)  # once it has begun


def play(pages: list[Page]) -> None:
    """Set the first proposal; ask for letter after letter, the commonest first."""
    until = time.monotonic() + 5 * LIMIT_S
    while time.monotonic() < until:
        for page in pages:
            page.locator("html[data-ready='1']").wait_for(state="attached")
            newest(page)
            step = page.locator("#now").get_attribute("data-step") or ""
            if step.startswith("end"):
                return
            if step.startswith("set-word"):
                tapped = page.locator("#set .row button").first
            elif step.startswith("guess-letter"):
                tapped = next(filter(Locator.count, map(partial(letter, page), ALPHABET)))
            else:
                continue
            gone = page.locator(f"[data-key='{tapped.get_attribute('data-key')}']")
            tapped.click()
            expect(gone).to_have_count(0)
    asked = [page.locator("#now").get_attribute("data-step") for page in pages]
    raise AssertionError(f"the match does not come to an end: {asked}")


def letter(page: Page, sign: str) -> Locator:
    return page.locator(f'#guess [data-key="Guess-{sign}"]')
