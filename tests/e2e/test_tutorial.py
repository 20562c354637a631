"""The tutorial on a phone: what each mark points at is there; by ear too; gone at the start."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import violations
from tests.e2e.blind import Blind
from tests.e2e.daemon import Daemon
from tests.e2e.house import house
from tests.e2e.phones import SMALL, come, until

pytestmark = [pytest.mark.browser]
SAYS = "document.querySelector('#mark p').textContent"


def begin(page: Page, url: str, pin: str, name: str) -> None:
    page.goto(f"{url}/J/{pin}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("link", name="Learn it in two minutes").click()
    expect(page.locator("#mark")).to_be_visible()


def goes_on(page: Page, tap: str) -> None:
    """Tap, and wait until the mark says something else; what it means is in sight."""
    said = page.evaluate(SAYS)
    page.locator(tap).first.click()
    until(page, f"said => {SAYS} !== said", said)
    in_sight(page)


def in_sight(page: Page) -> None:
    at = (page.locator("#mark").get_attribute("data-at") or "").split()
    for each in at:
        expect(page.locator(f"[id='{each}'][data-shell-pointed]")).to_be_in_viewport()
    expect(page.locator("[data-shell-pointed]")).to_have_count(len(at))


def test_every_mark_points_at_something_and_the_way_leads_back(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path) as (url, table):
        page = browser.new_context(viewport=SMALL, locale="en-GB").new_page()
        begin(page, url, table.publisher.latest.pin, "Anna")
        in_sight(page)
        go_on = "#now button[data-key^='next']"
        for _ in range(5):
            goes_on(page, go_on)
        page.locator("#move-guess").fill("E")
        page.get_by_role("button", name="Move on").click()
        expect(page.get_by_text("which letter makes it a word")).to_be_visible()
        page.locator("#move-guess").fill("I")
        goes_on(page, "#now button[form='move-on']")
        expect(page.locator("#mark")).to_contain_text("Well done!")
        for _ in range(2):
            goes_on(page, go_on)
        assert violations(page) == []
        for spot in ("6", "4", "2", "3"):
            page.locator(f"button[data-spot='{spot}']").click()
        goes_on(page, "#now button[form='tell-figures']")
        goes_on(page, go_on)
        goes_on(page, "#now button[form='lay-draft']")
        for _ in range(2):
            goes_on(page, go_on)
        page.get_by_role("button", name="Back to the table").click()
        expect(page.locator("#lobby")).to_be_visible()
        page.context.close()


@pytest.mark.slow
def test_it_can_be_left_at_any_mark_and_is_gone_at_the_start(
    browser: Browser, tmp_path: Path
) -> None:
    with Daemon(tmp_path) as daemon:
        pages = [browser.new_context(locale="en-GB").new_page() for _ in range(2)]
        for page, name in zip(pages, ("Anna", "Ben"), strict=True):
            begin(page, daemon.url, daemon.pin, name)
        pages[0].get_by_role("button", name="Leave the tutorial").click()
        expect(pages[0].locator("#lobby")).to_be_visible()
        pages[0].get_by_role("link", name="Prepare the match").click()
        pages[0].get_by_role("button", name="Start the match").click()
        expect(pages[1]).to_have_url(re.compile(r"/p/[^/]+$"))
        expect(pages[1].locator("#stands")).to_contain_text("Anna")
        expect(pages[1].locator("#mark")).to_have_count(0)
        come(pages[1], f"{pages[1].url}/tutorial")
        expect(pages[1].locator("#mark")).to_have_count(0)
        for page in pages:
            page.context.close()


@pytest.mark.slow
def test_the_tutorial_by_ear(browser: Browser, tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        anna = Blind(browser.new_context(locale="de-DE"), "Anna")
        anna.page.goto(f"{daemon.url}/J/{daemon.pin}")
        anna.write("^Dein Name$", "Anna")
        anna.press("^Hinsetzen$")
        anna.press("^In zwei Minuten lernen$", "link")
        for step in range(1, 6):
            anna.hears(f"^Schritt {step} von 14$")
            anna.press("^Weiter$")
        tree = anna.hears("^Kennst du Buchstabe 1")
        assert any("L?NSE" in each.text for each in tree.find("status"))
        anna.write("^Vermutung für Buchstabe 1$", "I")
        anna.press("^Nächster Buchstabe$")
        for step in range(7, 9):
            anna.hears(f"^Schritt {step} von 14$")
            anna.press("^Weiter$")
        anna.hears("^Suche einen Hinweis$")
        for whose in ("Pflaume", "Halter 5", "Halter 6", "Kirsche"):
            anna.press(f"^Zu meinem Hinweis: {whose} ")
        anna.press("^Dem Tisch sagen$")
        anna.hears("^Schritt 10 von 14$")
        anna.press("^Weiter$")
        anna.press("^Diesen Hinweis geben$")
        for step in range(12, 14):
            anna.hears(f"^Schritt {step} von 14$")
            anna.press("^Weiter$")
        anna.press("^Zurück an den Tisch$")
        anna.hears("^Wer da ist$")
        anna.page.context.close()
