"""One person plays Haiclue with a simple bot, in either language, to a poem of the evening."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import PHONE
from tests.waiting import LIMIT_MS, LIMIT_S

MATCH_S = 5 * LIMIT_S
TRIES = 100
SAID = {
    "en": (
        "plays simply",
        "Looking back",
        "The poem of the evening",
        "of 8 points. Poem of",
    ),
    "de": (
        "spielt einfach",
        "Rückblick",
        "Das Gedicht des Abends",
        "von 8 Punkten. Gedicht",
    ),
}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_one_person_and_a_simple_bot_play_to_the_poem_of_the_evening(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    simply, back, best, kept = SAID[language]
    with Daemon(tmp_path, options=("--bot-pause", "0.05")) as daemon:
        context = browser.new_context(viewport=PHONE, locale=language)
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        sit_down(page, daemon, simply)
        play(page)
        expect(page.locator("#look-back h2")).to_have_text(back)
        expect(page.locator("#book .hc-poem")).to_have_count(8)
        page.locator(".hc-vote").first.click()
        expect(page.locator(".hc-best")).to_have_count(1)
        expect(page.locator(".hc-best")).to_contain_text(best)
        page.goto(daemon.url + "/host")
        page.locator('[data-post="/host/end"]').click()
        expect(page.locator("#evenings")).to_contain_text(re.compile(kept))
        context.close()


def sit_down(page: Page, daemon: Daemon, simply: str) -> None:
    page.goto(daemon.url)
    page.locator("html[data-ready='1']").wait_for(state="attached")
    page.locator("#pin").fill(daemon.pin)
    page.locator("#name").fill("Anna")
    page.locator('form[data-post="/join"] button').click()
    expect(page.locator("#now")).to_be_visible()
    page.goto(daemon.url + "/host")
    page.get_by_role("button", name="Haiclue").click()
    expect(page.locator("#bot-strength")).to_contain_text(simply)
    page.locator('form[data-post="/host/bots"] button').click()
    expect(page.locator("#people .tag").filter(has_text=simply)).to_be_visible()
    page.locator('form[data-post="/host/start"] button').last.click()
    expect(page.locator("#targets")).to_be_visible()


def swap(page: Page) -> None:
    """Let the two laid tiles change places, by an arrow key; its script comes late."""
    laid = page.locator('.hc-draft [data-build="select"]')
    first = laid.first.get_attribute("data-which") or ""
    for _ in range(TRIES):
        laid.first.press("ArrowRight")
        if laid.last.get_attribute("data-which") == first:
            break
        page.wait_for_timeout(20)
    expect(laid.last).to_have_attribute("data-which", first)
    expect(laid.last).to_be_focused()


def play(page: Page) -> None:
    """Lay two tiles, guess the first target, go on: whatever is asked, until it is over."""
    until = time.monotonic() + MATCH_S
    while time.monotonic() < until:
        page.locator("html[data-ready='1']").wait_for(state="attached")
        step = page.locator("#now").get_attribute("data-step") or ""
        if page.locator("#cover").is_visible():
            page.locator("#cover button, button#cover").first.click()
        elif step.startswith("end"):
            return
        elif step.startswith("clue-lay:"):
            for _ in range(2):
                page.locator('[data-build="add"]').first.click()
            swap(page)
            page.locator("#now .answers button").first.click()
            expect(page.locator("#now")).not_to_have_attribute("data-step", step)
        elif step.startswith("guess-word:"):
            page.locator("#targets button.hc-target").first.click()
            expect(page.locator("#now")).not_to_have_attribute("data-step", step)
        elif step.startswith("result"):
            page.locator("#now .answers button").first.click()
            expect(page.locator("#now")).not_to_have_attribute("data-step", step)
    raise AssertionError("the match does not come to an end")
