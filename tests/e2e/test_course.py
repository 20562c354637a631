"""A revealed word is shown card by card: on phones, table page and stands at the same time."""

import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.letter_jam import shows
from companion.ports import STAND_PLACES, CardFace
from companion.table.table import Table
from companion.table.values.projection import Projection
from tests.e2e.house import begin, house
from tests.e2e.phones import OVER, SMALL, Phone, come, phones_of, sat_down, until
from tests.e2e.test_aids import HEARD
from tests.e2e.test_taps import Played
from tests.waiting import LIMIT_MS, wait_for

pytestmark = pytest.mark.browser

KEEP = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const all = document.querySelectorAll('.lj-lies > [data-shell-seen]');
    for (const each of [...all].slice(window.seen.length))
      window.seen.push([each.textContent, Number(each.dataset.shellSeen) / 1000]);
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""

SOUNDS = "import('/static/sounds.js').then(({ heard }) => heard())"
TONES = 5 * 2 + 1
"""Those of five cards and of the question after them."""


class House(NamedTuple):
    """Two phones, the table page, and the table itself."""

    phones: list[Phone]
    screen: Page
    table: Table


@pytest.fixture(name="two")
def _two(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    monkeypatch.setattr(shows, "LAST_MS", LIMIT_MS)  # for whoever looks late: it is skipped
    with (
        house(tmp_path) as (url, table),
        sat_down(browser, url, table, "Anna", "Ben", size=SMALL) as (anna, ben),
        phones_of(browser, "the table's page", size=SMALL) as (television,),
    ):
        television.page.goto(f"{url}/table")
        begin(table)
        played = Played(table)
        for phone in (anna, ben):
            played.does(phone, "WantEnd", want=True)
        played.does(anna, "LayFinalWord", tiles=["1", "2", "3", "4", "5"], guesses="?????")
        played.does(ben, "LayFinalWord", tiles=[], guesses="?????")
        for phone in (anna, ben):
            phone.sees("Who is surest?")
        yield House([anna, ben], television.page, table)


def on_stands(table: Table) -> list[tuple[str, float]]:
    """Return a list that fills with each letter that the stands show, and when they did."""
    shown: list[tuple[str, float]] = []
    before: list[CardFace] = []

    def look(latest: Projection) -> None:
        faces = {latest.faces.get(place) for place in STAND_PLACES}
        face = faces.pop()
        if faces or not isinstance(face, CardFace) or face in before:
            return
        before.append(face)
        if face.letter != "?":
            shown.append((face.letter or "", time.time()))

    table.publisher.subscribe(look)
    return shown


def test_each_card_turns_everywhere_at_once_and_then_it_is_asked(two: House) -> None:
    (anna, ben), screen, table = two
    stands = on_stands(table)
    pages = (anna.page, ben.page, screen)
    for page in pages:
        page.evaluate(KEEP)
    anna.reveal()
    ben.sees("Anna turns the cards over")
    info = table.publisher.latest.table
    said = [each.message.id for each in info.announcements]
    assert not any("reveal" in each.lower() for each in said[-1:]), (
        "said before it is shown"
    )
    expect(ben.page.locator("#now .answers button")).to_have_text(["Skip"])
    expect(ben.button("It counts")).to_be_hidden()
    for page in pages:
        until(page, "window.seen.length >= 5")
    wait_for(lambda: len(stands) >= 5, "the stands")
    ben.button("Skip").click()
    ben.sees("Anna's word: does it count?")
    stamps = [page.evaluate("() => window.seen") for page in pages]
    word = "".join(letter for letter, _ in stands)
    assert len(word) == 5
    for each in stamps:
        assert "".join(letter for letter, _ in each[:5]) == word
    times = [
        [*(each[at][1] for each in stamps), stood]
        for at, (_, stood) in enumerate(stands[:5])
    ]
    everywhere_first = [max(one) < min(then) for one, then in pairwise(times)]
    assert everywhere_first.count(False) <= 1, times  # on a busy machine one may be late
    expect(ben.button("It counts")).to_be_visible()


def test_a_show_sounds_in_one_window_in_sight_of_whoever_wants_it(two: House) -> None:
    (anna, ben), screen, _ = two
    in_front, behind, hidden = ben.page, *(ben.page.context.new_page() for _ in "12")
    pages = (anna.page, hidden, in_front, behind, screen)
    for page in pages:
        page.add_init_script(HEARD)
        come(page, ben.page.url if page in (behind, hidden) else page.url)
        page.mouse.click(2, 2)  # from now on it may sound
        until(page, SOUNDS)
    ben.page.evaluate("localStorage.setItem('sounds', '1')")
    behind.evaluate("() => { document.hasFocus = () => false; }")
    hidden.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { get: () => true }); }"
    )
    anna.reveal()
    for page in pages:
        page.locator("[data-frame='6'][data-shell-seen]").first.wait_for(state="attached")
    heard = [int(page.evaluate("heard.length")) for page in pages]
    assert heard[:2] == [0, 0], "nobody wants it here, nobody sees it there"
    assert 0 < heard[2] + heard[3] <= TONES + 2  # on a busy machine one card in both
    assert 0 < heard[4] <= TONES


@pytest.mark.slow
def test_anybody_skips_it_and_who_comes_later_is_in_its_middle(two: House) -> None:
    (anna, ben), screen, table = two
    anna.reveal()
    ben.sees("Anna turns the cards over")
    screen.reload()
    first = screen.locator(".lj-lies > [data-frame='1']")
    expect(first).to_have_attribute("data-shell-seen", re.compile("."))
    ben.button("Skip").click()
    for phone in (anna, ben):
        phone.sees("Anna's word: does it count?")
    expect(screen.locator("#course")).to_have_count(0)
    for card in range(1, 6):
        expect(screen.locator(f".lj-lies > [data-frame='{card}']")).to_be_visible()
    info = table.publisher.latest.table
    assert info.course is None
    # Once more, on this phone alone.
    ben.button("Show it again").click()
    last = ben.page.locator(".lj-lies > [data-frame='5']")
    expect(last).to_be_hidden()
    expect(last).to_be_visible(timeout=LIMIT_MS)


@pytest.mark.slow
def test_the_score_comes_word_by_word(two: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (anna, ben), screen, table = two
    anna.reveal()
    anna.button("Skip").click()
    ben.button("It counts").first.click()
    for page in (ben.page, screen):
        expect(page.locator(".confetti")).to_be_attached()
    expect(screen.locator("#table-reveal .lj-won")).to_be_visible()
    ben.sees("Who is surest?")
    expect(ben.page.locator("#verdicts button")).to_have_count(2)
    expect(ben.page.locator("#verdicts button").first).to_be_hidden()  # folded away
    monkeypatch.setattr(shows, "LAST_MS", 1500)  # this one comes to its end by itself
    monkeypatch.setattr(shows, "LINE_MS", 3000)
    ben.reveal()
    ben.sees("How it went")
    info = table.publisher.latest.table
    assert info.course is not None
    frames = len(info.course.times)
    assert frames == 2 + 2
    jars = screen.locator("#table-score .lj-jars")
    expect(jars).to_be_hidden()
    wait_for(jars.is_visible, "jars")
    ben.sees(OVER)
