"""What somebody sees for the first time: all in sight, once, and drawn as it should be."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.table.values.ids import Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.player_signs import PLAYER_SIGNS
from companion.table.values.projector import project
from companion.table.values.seating import Person
from companion.table.values.state import TableState
from tests.e2e.phones import until
from tests.e2e.stage import HANDLE, KEY, OTHER_KEY, Stage, device, opened
from tests.games.letter_jam.table import NAMES, table
from web.devices import device_id

pytestmark = pytest.mark.browser

LETTERS = "document.querySelectorAll('main .lj-letter, main .lj-reading').length"
ABOVE_THE_BAR = """(which) => {
  const end = document.getElementById('bar').getBoundingClientRect().top;
  return [...document.querySelectorAll(which)].every((each) =>
    each.getBoundingClientRect().bottom <= end);
}"""
IN_SIGHT = """(which) => {
  const { top, bottom } = document.querySelector(which).getBoundingClientRect();
  const above = document.querySelector('.strip').getBoundingClientRect().bottom;
  return top >= above && bottom <= document.getElementById('bar').getBoundingClientRect().top;
}"""
BLACK = """[...document.querySelectorAll('main svg:not(.sign) *')].filter((each) =>
  each.getClientRects().length && getComputedStyle(each).fill === 'rgb(0, 0, 0)').length"""
FAINT = """() => {
  const light = (colour) => colour.match(/\\d+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
  const felt = light(getComputedStyle(document.querySelector('.lj-felt')).backgroundColor);
  return [...document.querySelectorAll('.lj-felt .sign')]
    .map((sign) => light(getComputedStyle(sign).color) / felt).filter((much) => much < 3);
}"""
"""Signs on the felt that do not stand out, on a page as narrow as a phone."""
NARROW = (320, 568)


@contextmanager
def page_of(
    browser: Browser, stage: Stage, key: str = KEY, handle: str = HANDLE
) -> Iterator[Page]:
    """Open a page of the smallest size on what *stage* shows."""
    with stage.served() as url, device(browser, url, "en", "light", key) as context:
        yield opened(context, url, f"/p/{handle}", NARROW)


def at(stage: Stage, *steps: str) -> Match:
    """Return a match in which the first phone is asked one of *steps*."""
    return next(
        match
        for seed in range(12)
        for match in stage.played(seed)
        if stage.show(match).pages[HANDLE].step.name in steps
    )


def test_in_a_pause_no_letter_stays_though_somebody_types(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    match = at(stage, "decide-move")
    stage.show(match)
    with page_of(browser, stage) as page:
        page.locator("#move-guess").fill("E")
        expect(page.locator("#move-guess")).to_be_focused()
        stage.show(match, paused=True)
        until(page, f"{LETTERS} === 0")
        stage.show(match)
        expect(page.locator("#move-guess")).to_have_value("E")  # and nothing is lost


def test_a_card_that_is_done_with_goes_though_its_field_is_typed_in(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    decides, looks = at(stage, "decide-move"), at(stage, "clue-look")
    stage.show(decides)
    with page_of(browser, stage) as page:
        page.locator("#move-guess").fill("E")
        expect(page.locator("#move-guess")).to_be_focused()
        stage.show(looks)
        expect(page.locator("#now")).to_have_attribute(
            "data-step", re.compile("^clue-look")
        )
        expect(page.locator("#decide")).to_have_count(0)


def test_a_word_that_is_made_is_in_sight_while_it_grows(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=3)  # the fewer, the more letters
    stage.show(at(stage, "making-word"))
    with page_of(browser, stage) as page:
        letters = page.locator("#making [data-letter]")
        for number in range(3):
            letters.nth(number).click()
        until(page, f"({ABOVE_THE_BAR})('#word-input')")
        assert len(page.locator("#word-input").input_value()) == 3


def test_letters_that_the_made_word_uses_are_marked_and_can_be_taken_back(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=3)
    stage.show(at(stage, "making-word"))
    with page_of(browser, stage) as page:
        letters, word = page.locator("#making [data-letter]"), page.locator("#word-input")
        signs = [letters.nth(at).get_attribute("data-letter") or "" for at in (0, 4, 5)]
        used = page.locator("#making [data-letter][aria-pressed='true']")
        letters.nth(4).click()
        letters.nth(5).click()
        expect(used).to_have_text(signs[1:])
        word.press("End")
        word.press_sequentially(signs[0].lower())
        expect(used).to_have_text(signs)
        letters.nth(5).click()  # once more: it is put back
        expect(word).to_have_value(signs[1] + signs[0])
        page.get_by_role("button", name="Take one back").click()
        expect(word).to_have_value(signs[1])
        expect(used).to_have_text(signs[1:2])
        expect(letters.nth(4)).to_have_attribute("aria-pressed", "true")


SPOKEN_OF = {
    "letter_jam": ("making-word", "word-unlisted", "#making .lj-check"),
    "buchstabenbluff": ("turn-lay", "lay-word-length", "#lay-word"),
}
"""A question, what may be refused there, and the control that this speaks of."""


@pytest.mark.parametrize("name", SPOKEN_OF)
def test_what_a_refusal_speaks_of_is_in_sight_above_the_bar_that_tells_it(
    browser: Browser, name: str
) -> None:
    step, code, control = SPOKEN_OF[name]
    stage = Stage(GAMES[name](), players=3)
    stage.show(at(stage, step))
    refusal = {"code": code, "message": "Not so: look at it once more, please. " * 4}
    with page_of(browser, stage) as page:
        page.route("**/do", lambda route: route.fulfill(status=409, json=refusal))
        page.evaluate("scrollTo(0, 0)")  # whoever begins with the cards
        page.locator("[name='word']").evaluate("field => { field.value = 'A'; }")
        page.locator("#now button[form]").first.click()
        expect(page.locator("#bar .refusal")).to_contain_text("Not so")
        until(page, f"({IN_SIGHT})('{control}')")


def test_a_clue_that_lies_is_read_once(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    stage.show(
        next(
            match
            for seed in range(12)
            for match in stage.played(seed)
            if match.state.chips
            and stage.show(match).pages[HANDLE].step.name == "clue-gives"
        )
    )
    with page_of(browser, stage) as page:
        expect(page.locator("#draft-echo")).to_be_in_viewport(ratio=1)
        expect(page.locator("#clue .lj-cluetext")).to_be_hidden()


def test_signs_are_light_on_the_dark_felt(browser: Browser) -> None:
    stage, t = Stage(GAMES["letter_jam"](), players=6, names=NAMES), table(6)
    for giver in NAMES[1:6]:  # as many as are told
        t.round(giver, "1 *")
    signed = zip(stage.seating.people, PLAYER_SIGNS, strict=False)
    people = tuple(replace(person, sign=sign) for person, sign in signed)
    stage.seating = replace(stage.seating, people=people)
    stage.show(Match.begin(stage.game, "match").with_entries(t.log, "all", None))
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = opened(context, url, "/table")
        expect(page.locator(".lj-marks .sign")).to_have_count(5)
        assert page.evaluate(FAINT) == []


def test_who_comes_late_sees_nothing_that_is_not_drawn_for_a_phone(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    match = at(stage, "clue-look")
    late = Person(PersonId("late"), "Emil", device_id(OTHER_KEY), Handle("late"))
    seating = replace(
        stage.seating,
        people=(*stage.seating.people, late),
        playing=tuple(each.id for each in stage.seating.people),
    )
    shown = project(TableState(seating, match), stage.config, stage.table.publisher.latest)
    stage.table.publisher.publish(shown)
    with page_of(browser, stage, OTHER_KEY, "late") as page:
        expect(page.locator("#late")).to_be_visible()
        assert page.evaluate(BLACK) == 0
        expect(page.locator("#table-now > p:not(.muted)")).to_have_count(0)
