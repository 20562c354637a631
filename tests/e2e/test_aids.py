"""What a phone does for its owner: explains, spells, sounds; and what the host may do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.table.table import Table
from companion.table.values.ids import Handle
from tests.e2e.axe import violations
from tests.e2e.house import begin, host_of, house
from tests.e2e.phones import OVER, SMALL, Phone, come, sat_down, until, up_to_date
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.browser

HEARD = """
window.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.heard.push(this.frequency.value);
  return start.call(this, at);
};
"""


@pytest.fixture(name="evening")
def _evening(browser: Browser, tmp_path: Path) -> Iterator[tuple[Phone, Phone, Table]]:
    """Anna, the host, and Ben, each with a phone."""
    how: dict[str, Any] = {"size": SMALL, "script": HEARD, "locale": "en"}
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna", "Ben", **how) as (anna, ben),
    ):
        yield anna, ben, table


def test_each_step_is_explained_once_to_whoever_wants_it(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, ben, table = evening
    ben.page.get_by_label("My first match").check()
    begin(table, lengths=[3, 3])
    told = ben.page.get_by_role("region", name="Explained once")
    expect(told).to_contain_text("Never say which letters are in it")
    anna.sees("Find a clue")
    expect(anna.page.get_by_role("region", name="Explained once")).to_have_count(0)
    assert violations(ben.page) == []
    ben.button("Got it").click()
    expect(told).to_have_count(0)
    ben.page.reload()
    anna.button(re.compile("Choose ?: I give the clue")).click()
    expect(told).to_contain_text("A chip at your stand")


def test_a_choice_made_before_the_page_has_all_its_scripts_counts(
    evening: tuple[Phone, Phone, Table],
) -> None:
    _, ben, table = evening
    late: list[Route] = []
    ben.page.route("**/static/own.js", lambda route: late.append(route))  # noqa: PLW0108 - Playwright writes into what it calls
    with ben.page.expect_request("**/static/own.js"):
        ben.page.reload(wait_until="commit")
    ben.page.get_by_label("My first match").check()
    late[0].continue_()
    begin(table, lengths=[3, 3])
    told = ben.page.get_by_role("region", name="Explained once")
    expect(told).to_contain_text("Never say which letters are in it")


def test_sound_is_offered_to_a_phone_until_somebody_has_chosen(
    evening: tuple[Phone, Phone, Table],
) -> None:
    _, ben, table = evening
    offered = ben.page.locator("#lobby").get_by_label("Sounds")
    offered.check()
    expect(offered).to_be_checked()
    ben.page.reload()
    expect(ben.page.get_by_label("My first match")).to_be_visible()
    expect(offered).to_be_hidden()
    begin(table, lengths=[3, 3])
    ben.sees("Find a clue")
    expect(ben.page.locator("#own").get_by_label("Sounds")).to_be_checked()


def test_the_host_lets_every_phone_explain_and_each_may_stop_it(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, ben, table = evening
    anna.page.get_by_role("link", name="Prepare the match").click()
    anna.button("explain each step on every phone").click()
    expect(ben.page.get_by_label("My first match")).to_be_checked()
    begin(table, lengths=[3, 3])
    anna.page.get_by_role("link", name="Play on as Anna").click()
    for phone in (anna, ben):
        told = phone.page.get_by_role("region", name="Explained once")
        expect(told).to_contain_text("Never say which letters are in it")
    ben.page.locator("#menu > summary").click()
    ben.page.get_by_text("This phone", exact=True).click()
    ben.page.get_by_label("My first match").uncheck()
    expect(ben.page.get_by_role("region", name="Explained once")).to_have_count(0)
    come(ben.page)
    expect(ben.page.get_by_role("region", name="Explained once")).to_have_count(0)
    expect(anna.page.get_by_role("region", name="Explained once")).to_be_visible()


@pytest.mark.slow
def test_letters_are_spelled_when_asked_and_covered_with_the_rest(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, _, table = evening
    begin(table, lengths=[3, 3])
    anna.sees("Find a clue")
    letter = anna.letters()["Ben"]
    # On a phone this small it is there for those who read by ear.
    anna.button("Say the letters: A as in Alfa").press("Enter")
    dialog = anna.page.get_by_role("dialog", name="Spelled out")
    expect(dialog).to_contain_text(re.compile(f"Ben{letter} as in {letter}", re.IGNORECASE))
    expect(dialog).to_contain_text("Youyour letter")
    assert violations(anna.page) == []
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_letters_are_spelled_only_as_long_as_the_page_shows_them(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, ben, table = evening
    begin(table, lengths=[3, 3])
    anna.sees("Find a clue")
    anna.button("Say the letters: A as in Alfa").press("Enter")
    dialog = anna.page.get_by_role("dialog", name="Spelled out")
    expect(dialog).to_contain_text("Ben")
    expect(dialog).not_to_contain_text("Clue 1")
    handle = Handle(ben.page.url.rpartition("/")[2])
    own = table.publisher.latest.pages[handle].device
    clue: tuple[dict[str, Any], ...] = (
        {"type": "ChooseCluegiver", "giver": 1},
        {"type": "LayClue", "spots": ["1", "3"]},
        {"type": "GiveClue"},
    )
    for number, each in enumerate(clue):
        told = table.submit(table.moves.send, own, handle, each, f"clue-of-ben-{number}")
        told.result(LIMIT_S)
    expect(dialog).to_contain_text("Clue 1")
    table.submit(table.matches.pause, host_of(table), paused=True).result(LIMIT_S)
    expect(dialog).to_have_count(0)
    expect(anna.page.locator("#main")).to_be_focused()


@pytest.mark.slow
def test_a_chip_and_a_token_are_heard_where_sounds_are_on(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, ben, table = evening
    begin(table, lengths=[3, 3])
    ben.sees("Find a clue")
    ben.page.locator("#menu > summary").click()
    ben.page.get_by_text("This phone").click()
    ben.page.get_by_label("Sounds").check()
    expect.soft(ben.page.get_by_label("Sounds")).to_be_checked()
    until(ben.page, "heard.length >= 2")
    assert ben.page.evaluate("heard") == [660, 880]  # a sample, so that one knows them
    anna.button(re.compile("Choose ?: I give the clue")).click()
    anna.button(re.compile("^Lay chip 1: Ben ")).click()
    ben.page.get_by_text("Chips: 1").wait_for(state="attached")
    anna.button(re.compile("^Give this clue")).click()
    ben.sees(re.compile("Do you know|Nobody|others"))
    until(ben.page, "heard.length >= 5")
    assert ben.page.evaluate("heard") == [660, 880, 1500, 660, 880]
    up_to_date([anna])
    assert anna.page.evaluate("heard") == []


def test_the_host_turns_sand_pauses_and_sends_somebody_away(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, ben, table = evening
    begin(table, lengths=[3, 3])
    anna.sees("Find a clue")
    anna.page.locator("#menu > summary").click()
    anna.page.get_by_role("link", name="Host's page").click()
    anna.button("2 min").click()
    expect(ben.page.get_by_role("timer")).to_have_text(re.compile(r"^(2:00|[01]:\d\d)$"))
    assert violations(ben.page) == []
    anna.button("Pause").click()
    expect(ben.page.get_by_role("heading", name="Pause")).to_be_visible()
    expect(ben.page.get_by_role("region", name="The stands")).to_have_count(0)
    assert anna.fits()
    anna.button("Go on").click()
    ben.sees("Find a clue")
    anna.page.locator("summary", has_text="More about Ben").click()
    anna.button("Remove Ben").click()
    anna.button("Yes, do it").click()
    expect(
        ben.page.get_by_role("heading", name="This page is not on this phone")
    ).to_be_visible()
    assert violations(ben.page) == []
    ben.page.get_by_role("link", name="To the start page").click()
    expect(ben.page.get_by_text("I was here with another phone")).to_be_visible()


def test_sand_of_the_same_length_is_turned_again(
    evening: tuple[Phone, Phone, Table],
) -> None:
    _, ben, table = evening
    begin(table, lengths=[3, 3])
    ben.page.clock.install()
    ben.page.route(
        "**/now", lambda route: route.abort()
    )  # the table's clock is another one
    come(ben.page)
    ben.page.clock.pause_at(ben.page.evaluate("Date.now()") / 1000 + 1)
    timer = ben.page.get_by_role("timer")
    for _ in range(2):  # the table renders the same seconds both times
        table.submit(table.matches.turn_sand, host_of(table), 60).result(LIMIT_S)
        expect(timer).to_have_text(re.compile(r"^(1:00|0:5[1-9])$"))
        ben.page.clock.run_for(10_000)
        expect(timer).to_have_text(re.compile(r"^0:(50|4\d)$"))


def test_sand_is_heard_to_run_out_by_whoever_wants_sounds_and_not_long_afterwards(
    evening: tuple[Phone, Phone, Table],
) -> None:
    _, ben, table = evening
    begin(table, lengths=[3, 3])
    ben.page.clock.install()
    ben.page.route("**/now", lambda route: route.abort())
    for wanted, asleep_ms, heard in (
        ("1", 0, [880, 659, 523]),
        ("1", 600_000, []),
        ("0", 0, []),
    ):
        ben.page.evaluate("wanted => localStorage.setItem('sounds', wanted)", wanted)
        come(ben.page)
        ben.page.mouse.click(2, 2)  # a page is silent until it is touched
        if wanted == "1":
            until(ben.page, "import('/static/sounds.js').then(({ heard }) => heard())")
        table.submit(table.matches.turn_sand, host_of(table), 60).result(LIMIT_S)
        expect(ben.page.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
        if asleep_ms:
            ben.page.clock.fast_forward(60_000 + asleep_ms)
        else:
            ben.page.clock.run_for(70_000)
        expect(ben.page.get_by_text("The sand has run out.")).to_be_visible()
        assert ben.page.evaluate("heard") == heard
        table.submit(table.matches.turn_sand, host_of(table), 0).result(LIMIT_S)
        expect(ben.page.get_by_role("timer")).to_have_count(0)


@pytest.fixture(name="windows")
def _windows(evening: tuple[Phone, Phone, Table]) -> tuple[Page, Page, Table]:
    """Two windows with Ben's page side by side that would sound; the first is in use."""
    _, ben, table = evening
    begin(table, lengths=[3, 3])
    first = ben.page
    first.clock.install()
    first.context.route("**/now", lambda route: route.abort())
    first.evaluate("localStorage.setItem('sounds', '1')")
    second = first.context.new_page()
    for page in (first, second):
        come(page, first.url)
        page.mouse.click(2, 2)  # a page is silent until it is touched
        until(page, "import('/static/sounds.js').then(({ heard }) => heard())")
    second.evaluate("document.hasFocus = () => false")
    table.submit(table.matches.turn_sand, host_of(table), 60).result(LIMIT_S)
    for page in (first, second):
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    return first, second, table


def test_sand_is_heard_once_on_a_device(windows: tuple[Page, Page, Table]) -> None:
    first, second, _ = windows
    first.clock.run_for(55_000)
    for _ in range(100):
        first.clock.run_for(100)
    for page in (first, second):
        expect(page.get_by_text("The sand has run out.")).to_be_visible()
    assert first.evaluate("heard") + second.evaluate("heard") == [880, 659, 523]


def test_a_window_that_nobody_sees_knows_nothing_of_the_sand(
    windows: tuple[Page, Page, Table],
) -> None:
    first, second, table = windows
    first.evaluate("""() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    }""")
    table.submit(table.matches.turn_sand, host_of(table), 0).result(LIMIT_S)
    expect(second.get_by_role("timer")).to_have_count(0)
    first.clock.run_for(70_000)
    assert first.evaluate("heard") == []


def finish(table: Table) -> None:
    """Play the shortest match there is, past the pages."""
    pages = table.publisher.latest.pages.items()
    moves: tuple[dict[str, Any], ...] = (
        {"type": "WantEnd", "want": True},
        {"type": "LayFinalWord", "tiles": [], "guesses": "???"},
        {"type": "RevealWord"},
    )
    for number, move in enumerate(moves):
        for handle, page in pages:
            table.submit(
                table.moves.send, page.device, handle, move, f"move-{number}-of-it"
            ).result(LIMIT_S)


@pytest.mark.slow
def test_once_more_and_the_list_of_the_evenings(
    evening: tuple[Phone, Phone, Table],
) -> None:
    anna, ben, table = evening
    pin = table.publisher.latest.pin
    begin(table, lengths=[3, 3])
    finish(table)
    ben.sees(OVER)
    anna.button("Play another match").click()
    anna.button("Yes, do it").click()
    ben.sees("Find a clue")
    assert table.publisher.latest.pin == pin
    anna.page.locator("#menu > summary").click()
    anna.page.get_by_role("link", name="Host's page").click()
    anna.page.get_by_text("Everything else").click()
    anna.page.get_by_text("Past evenings").click()
    expect(anna.page.get_by_role("listitem").filter(has_text="points")).to_have_count(1)
    with anna.page.expect_download() as saved:
        anna.page.get_by_role("link", name="Save as a file").click()
    (played,) = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert played["names"] == ["Anna", "Ben"]
    anna.button("Delete all of them").click()
    anna.button("Yes, do it").click()
    expect(anna.page.locator("#evenings")).to_have_count(0)
