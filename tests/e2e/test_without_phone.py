"""A whole match of Haiclue in a browser: Opa has no phone, and Anna hands hers over."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.table.values.ids import Handle
from companion.table.values.projection import Projection
from companion.table.values.projector import project
from companion.table.values.state import TableState
from tests.e2e.daemon import Daemon
from tests.e2e.house import host_of, house
from tests.e2e.phones import SMALL, until
from tests.e2e.stage import Stage, device
from tests.e2e.test_haiclue import ROUNDS, Reader
from tests.waiting import LIMIT_S

COVER = "Opa's page is covered. Tap to show it."
TILES = re.compile("^Add ")


def begin(anna: Reader) -> None:
    """Let Opa sit down without a phone, and begin."""
    page = anna.page
    page.get_by_role("link", name="Prepare the match").click()
    page.get_by_label("Name (no phone)").fill("Opa")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("2 people at the table")).to_be_visible()
    page.get_by_role("button", name="Haiclue").click()
    page.get_by_label("The youngest, who reads first").select_option("Anna")
    page.get_by_role("button", name="Start the match").click()


def for_opa(page: Page) -> None:
    """Go from the own page to the one of what is done for Opa."""
    page.locator("#menu > summary").click()
    page.get_by_role("link", name="Answer for Opa").click()
    expect(page.get_by_role("heading", name="A phone for Opa")).to_be_visible()


def lent(page: Page) -> None:
    """Hand the phone over: it shows nothing until Opa touches it."""
    assert page.get_by_role("button", name=TILES).count() == 0
    page.get_by_role("button", name="Hand over this phone").click()
    expect(page.get_by_role("heading", name="Opa", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=COVER)).to_be_visible()
    expect(page.get_by_role("button", name=TILES)).to_have_count(0)


def given_back(page: Page) -> None:
    """Give the phone back: its owner's page comes next, covered, and says whose it is."""
    page.get_by_role("button", name="Give back").click()
    expect(page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()
    page.get_by_role("button", name="Anna's page is covered. Tap to show it.").click()


def play_round(anna: Reader, opa: Reader) -> None:
    """Both lay a clue; Opa's is read first, then Anna's."""
    shape = anna.target()
    anna.lay(2)
    for_opa(anna.page)
    lent(anna.page)
    opa_shape = opa.target()
    opa.lay(3)
    given_back(anna.page)
    anna.sees("Which word does Opa mean?")
    anna.guess(opa_shape)
    on(anna)
    for_opa(anna.page)
    expect(anna.page.get_by_role("button", name="No guess for this clue")).to_be_visible()
    lent(anna.page)
    opa.sees("Which word does Anna mean?")
    opa.guess(shape)
    given_back(anna.page)
    on(anna)


def on(anna: Reader) -> None:
    anna.button(
        re.compile("^(On to the next clue|Turn the tiles over|Swap your tiles|See how)")
    ).click()


@pytest.mark.slow
@pytest.mark.browser
def test_a_phone_goes_to_and_fro_to_the_end_of_the_match(
    browser: Browser, tmp_path: Path
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 568}, locale="en-GB")
    anna = Reader(context, "Anna")
    opa = Reader(context, "Opa", anna.page)
    with Daemon(tmp_path) as daemon:
        anna.join(daemon.url, daemon.pin)
        begin(anna)
        for _ in range(ROUNDS):
            play_round(anna, opa)
        anna.sees("A perfect match: 8 of 8!")
        context.close()


@pytest.mark.browser
def test_the_last_note_before_the_phone_is_given_back_goes_along_and_leaves_nothing_here(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path) as (url, table):
        context = browser.new_context(viewport=SMALL, locale="en-GB")
        anna = Reader(context, "Anna")
        anna.sits(url, table)
        begin(anna)
        for_opa(anna.page)
        anna.page.clock.install()
        lent(anna.page)
        anna.page.get_by_role("button", name=COVER).click()
        anna.page.clock.pause_at(anna.page.evaluate("Date.now()") / 1000 + LIMIT_S)
        anna.button(TILES).first.click()
        anna.button("Give back").click()
        anna.page.wait_for_url(f"{url}/p/*?back")
        until(anna.page, "document.documentElement.dataset.ready")
        own, here = next(iter(table.publisher.latest.pages)), table.publisher.latest.table
        kept = anna.page.evaluate("Object.keys(localStorage)")
        assert [each for each in kept if "/p/" in each and own not in each] == []
        assert here
        lend, opa = table.moving.lend, here.people[1].id
        again = table.submit(lend, host_of(table), opa, None).result(LIMIT_S)
        assert table.publisher.latest.pages[again].sheet == {"clue:1": "1"}
        context.close()


@pytest.mark.browser
def test_a_page_on_a_phone_that_goes_round_is_covered_before_its_modules_come(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["haiclue"](), players=3)
    (_, match), *_ = stage.moments(1)
    anna, *_, opa = stage.seating.people
    lent = replace(opa, device=anna.device, handle=Handle("lent"), on_loan=True)
    people = (*stage.seating.people[:-1], lent)
    playing = tuple(each.id for each in people)
    seating = replace(stage.seating, people=people, playing=playing, plain=(opa.id,))
    shown = project(TableState(seating, match), stage.config, Projection())
    stage.table.publisher.publish(shown)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = context.new_page()
        page.route("**/*.js", lambda route: route.abort())
        page.goto(f"{url}/p/lent")
        composer = page.locator("form.private")
        expect(composer).to_have_count(1)
        expect(composer).to_be_hidden()
