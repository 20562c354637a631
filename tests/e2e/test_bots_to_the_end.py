"""One person plays Buchstabenbluff, Djam and Haiclue with bots, in either language, to the end."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.e2e.daemon import Daemon
from tests.e2e.phones import PHONE, come
from tests.waiting import LIMIT_MS, LIMIT_S, wait_for

MATCH_S = 10 * LIMIT_S
TRIES = 100
TAP_MS = 1_000
"""So long a button may take that a bot's move can take away."""
BLUFF_SAID: Final = {
    "en": ("relaxed, misses some", "The count", "wins? with [0-9−]+"),
    "de": ("entspannt, übersieht manches", "Die Zählung", "gewinn(t|en) mit (je )?[0-9−]+"),
}
HAICLUE_SAID: Final = {
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
DJAM_SAID: Final = {
    "en": ("plays simply", "0 stones in the middle", "with [0-9]+ stones"),
    "de": ("spielt einfach", "0 Steine in der Mitte", "mit (je )?[0-9]+ Steinen"),
}

KINDS: Final = """() => {
  const now = document.getElementById('now');
  window.kinds = [now.dataset.step.split(':')[0]];
  new MutationObserver(() => window.kinds.push(now.dataset.step.split(':')[0]))
    .observe(now, { attributes: true, attributeFilter: ['data-step'] });
}"""
"""Keeps what a person was asked, were it for a moment only: bots are quick."""


@pytest.fixture(name="page")
def _page(
    browser: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Page]:
    language = request.getfixturevalue("language")
    with Daemon(tmp_path, options=("--bot-pause", "0.05")) as daemon:
        context = browser.new_context(viewport=PHONE, locale=language)
        context.set_default_timeout(LIMIT_MS)
        page = context.new_page()
        come(page, daemon.url)
        page.locator("#pin").fill(daemon.pin)
        page.locator("#name").fill("Anna")
        page.locator('form[data-post="/join"] button').click()
        expect(page.locator("#now")).to_be_visible()
        page.goto(daemon.url + "/host")
        yield page
        context.close()


def add_bots(page: Page, game: str, how: str, count: int = 2) -> None:
    page.get_by_role("button", name=game).click()
    expect(page.locator("#bot-strength")).to_contain_text(how)
    for number in range(1, count + 1):
        page.locator('form[data-post="/host/bots"] button').click()
        bots = page.locator("#people .tag").filter(has_text=how)
        expect(bots).to_have_count(number)


def begin(page: Page) -> None:
    page.locator('form[data-post="/host/start"] button').last.click()
    expect(page.locator("#options")).to_have_count(0)
    page.locator("html[data-ready='1']").wait_for(state="attached")


def step(page: Page) -> str:
    return page.locator("#now").get_attribute("data-step") or ""


def tap(page: Page, selector: str) -> bool:
    """Tap a button if it stands there; a bot may be quicker, and then it is gone."""
    button = page.locator(selector).first
    with suppress(Error):
        if button.is_visible() and button.is_enabled(timeout=TAP_MS):
            button.click(timeout=TAP_MS)
            return True
    return False


def until_the_end(page: Page, move: Callable[[str], None]) -> set[str]:
    """Let *move* answer whatever is asked, until the match is over; return all that was."""
    expect(page.locator("#now")).to_be_visible()  # its own phone's page, after the host's
    page.evaluate(KINDS)
    until = time.monotonic() + MATCH_S
    while time.monotonic() < until:
        now = step(page)
        if now.split(":")[0].startswith("end"):
            return {*page.evaluate("window.kinds")}
        move(now)
        page.wait_for_timeout(20)
    asked = page.locator("#now").inner_text()
    raise AssertionError(f"the match does not come to an end: {step(page)}, {asked!r}")


# -- Buchstabenbluff --


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("language", "gong"), [("en", "5"), ("de", "0")])
def test_one_person_and_two_bots_bluff_to_the_count(
    page: Page, language: str, gong: str
) -> None:
    how, counted, won = BLUFF_SAID[language]
    add_bots(page, "Buchstabenbluff", how)
    page.locator("#option-gong_s").select_option(gong)
    begin(page)
    answers = count()

    def move(now: str) -> None:
        kind = now.split(":", maxsplit=1)[0]
        if kind == "turn-draw":
            tap(page, '#now [data-do*="StopDrawing"]')
        elif kind == "turn-lay":
            lay(page, "HUT", now)
        elif kind == "doubt-answer":
            given = page.locator('#now [aria-pressed="true"]')
            wish = "Doubt" if next(answers) % 2 else "Believe"
            if not given.count() and tap(page, f'#now [data-do*="{wish}"]'):
                wait_for(lambda: given.count() or step(page) != now, "the answer")
        else:
            tap(page, '#now [data-do*="GoOn"], #now [data-do*="OpenNext"]')

    seen = until_the_end(page, move)
    assert {"turn-lay", "doubt-answer", "truth"} <= seen
    assert any(kind.startswith("reveal") for kind in seen)
    expect(page.locator("#count h2")).to_have_text(counted)
    expect(page.locator("#count .bb-line")).to_have_count(3)
    expect(page.locator("#awards p").first).to_be_visible()
    the_evening_keeps(page, won)


def the_evening_keeps(page: Page, won: str) -> None:
    page.goto(page.url.split("/p/")[0] + "/host")
    page.locator('[data-post="/host/end"]').click()
    expect(page.locator("#evenings")).to_contain_text(re.compile(won))


def lay(page: Page, word: str, now: str) -> None:
    """Lay as many cards as *word* has letters, whatever they are, and say it."""
    cards = page.locator('#builder [data-build="add"]')
    cards.nth(1).focus()
    page.keyboard.press("Enter")
    expect(cards.nth(1)).to_be_focused(timeout=5000)  # the keyboard goes on where it was
    for number in range(2, len(word) + 1):
        cards.first.click()
        expect(page.locator('#builder [data-build="back"]')).to_have_count(number)
    page.locator("#lay-word").fill(word)
    page.locator("#now .answers button").first.click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#now")).not_to_have_attribute("data-step", now)


# -- Djam --


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("language", "tempo"), [("en", "quick"), ("de", "none")])
def test_one_person_and_two_simple_bots_play_djam_to_the_last_stone(
    page: Page, language: str, tempo: str
) -> None:
    how, bare, won = DJAM_SAID[language]
    add_bots(page, "Djam", how)
    page.locator("#fine summary").click()
    page.locator("#option-tempo").select_option(tempo)
    begin(page)
    expect(page.locator("#fair")).to_contain_text(re.compile(r"\d+ ms"))
    objected, words = False, count()

    def move(now: str) -> None:
        nonlocal objected
        kind = now.split(":", maxsplit=1)[0]
        if kind == "claim-judge" and not objected:
            objected = tap(page, '#now [data-do*="Object"]')
        elif kind in ("open-turn", "open-turn-black"):
            say(page, next(words))
        else:
            tap(page, PLAYED)

    seen = until_the_end(page, move)
    assert {"roll-mine", "open-turn", "claim-judge", "claim-mine"} <= seen
    expect(page.locator("#stones h2")).to_have_text(bare)
    expect(page.locator("#stones .dj-list li")).to_have_count(3)
    the_evening_keeps(page, won)


PLAYED: Final = ", ".join(
    f'#now [data-do*="{kind}"]:enabled' for kind in ("RollDice", "Accept", "Vote", "Buzz")
)
"""What the person does unless it has the word: roll, judge, press at once."""


def say(page: Page, number: int) -> None:
    """Say a word of the letters of the dice, in a black round one without them.

    It ends by its *number*: one's own word once more is refused, and no clock may run; bots
    object to many a word that no list has, so five ends are too few.
    """
    letters = page.locator(".dj-dice .letter").all_inner_texts()
    start = page.locator(".dj-start").all_inner_texts()
    free = "".join(each for each in "QXZJVYKW" if each not in letters)
    word = f"{start[0]}{''.join(letters).lower()}" if start else free[:3]
    word += free[0] * (number % 5) + free[1] * (number // 5 % 5)
    with suppress(Error):  # the five seconds may be over
        page.locator("#word input").fill(word, timeout=TAP_MS)
        page.locator("#word form button").first.click(timeout=TAP_MS)


# -- Haiclue --


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_one_person_and_a_simple_bot_play_to_the_poem_of_the_evening(
    page: Page, language: str
) -> None:
    how, back, best, kept = HAICLUE_SAID[language]
    add_bots(page, "Haiclue", how, count=1)
    begin(page)
    expect(page.locator("#targets")).to_be_visible()

    def move(now: str) -> None:
        if page.locator("#cover").is_visible():
            page.locator("#cover button, button#cover").first.click()
            return
        if now.startswith("clue-lay:"):
            for _ in range(2):
                page.locator('[data-build="add"]').first.click()
            swap(page)
            page.locator("#now .answers button").first.click()
        elif now.startswith("guess-word:"):
            page.locator("#targets button.hc-target").first.click()
        elif now.startswith("result"):
            page.locator("#now .answers button").first.click()
        else:
            return
        expect(page.locator("#now")).not_to_have_attribute("data-step", now)

    until_the_end(page, move)
    expect(page.locator("#look-back h2")).to_have_text(back)
    expect(page.locator("#book .hc-poem")).to_have_count(8)
    page.locator(".hc-vote").first.click()
    expect(page.locator(".hc-best")).to_have_count(1)
    expect(page.locator(".hc-best")).to_contain_text(best)
    the_evening_keeps(page, kept)


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
