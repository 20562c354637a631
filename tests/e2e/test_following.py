"""At each new step the phone shows the question, its answers and what it is about."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.links import I2cLink
from companion.ports import NO_RIG, STAND_PLACES, RigConfig, StandConfig
from companion.table.values.match import Match
from tests.e2e.stage import HANDLE, Stage, device
from tests.waiting import LIMIT_S, wait_for

pytestmark = pytest.mark.browser

STEP = re.compile(r'data-step="([\w-]+):')
"""What tells two kinds of moment apart here."""
REAL = RigConfig(tuple(StandConfig(each, I2cLink(1)) for each in STAND_PLACES))
SIZES = [(320, 568), (390, 844)]
TALLEST = {320: 1.9, 390: 1.6}
"""How many screens a page may have, apart from what is read: sheet, poems, score, the picture."""
LARGEST_BAR = {320: 0.36, 390: 0.3}
"""How much of the screen the question and its answers may take."""
MEASURED_LATER = "[data-t-measured] [data-keep]:empty"
"""A sentence that comes, and takes its lines, when a phone has measured its taps."""
OPENED_MS = 3_200
"""A menu that was opened so long ago has been read."""
FAR_DOWN = "scrollTo(0, document.documentElement.scrollHeight)"
TIPS_OPEN = f"localStorage.setItem('own /p/{HANDLE}', JSON.stringify({{guide: '1'}}))"
LONGEST_TIP = 2
LOOK = """() => {
  const now = document.getElementById('now'), bar = document.getElementById('bar');
  const strip = document.querySelector('.strip').getBoundingClientRect();
  const stage = document.getElementById(now.dataset.stage);
  const hit = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return button.contains(found) && height >= 44;
  };
  const ready = () => [...bar.querySelectorAll('.answers > *')].filter((each) => !each.disabled);
  const at = stage && stage.getBoundingClientRect();
  const area = (each) =>
    (each.matches('[type="checkbox"], [type="radio"]') && each.closest('label')) || each;
  const FINGERS = 'button, summary, select, a, input:not([type="hidden"])';
  const small = [...document.querySelectorAll(`main :is(${FINGERS})`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.sr'))
    .filter((each) => getComputedStyle(each).clipPath === 'none')
    .filter((each) => {
      const { width, height } = area(each).getBoundingClientRect();
      return width < 43.5 || height < 43.5;
    });
  const apart = [...document.querySelectorAll('#sheet:not(.pull), #keepsake, #book, #score')]
    .reduce((sum, each) => sum + each.offsetHeight, 0);
  const tip = document.querySelector('#guide:not([hidden])');
  const said = tip && tip.querySelector('p');
  const between = tip && tip.getBoundingClientRect();
  const letters = [...document.querySelectorAll('main [data-spot], main .lj-reading')];
  return {
    lines: said ? Math.round(said.offsetHeight / parseFloat(getComputedStyle(said).lineHeight)) : 0,
    under: letters.map((each) => each.getBoundingClientRect())
      .filter((each) => between && each.width)
      .filter((each) => each.top < between.bottom && each.bottom > between.top).length,
    tall: (document.documentElement.scrollHeight - apart) / innerHeight,
    bar: bar.offsetHeight / innerHeight,
    small: small.map((each) => `${each.localName} ${each.id || each.textContent.trim()}`),
    step: now.dataset.step.split(':')[0],
    dead: 'shellDead' in bar.dataset,
    missed: ready().filter((each) => !hit(each)).map((each) => each.textContent),
    stage: !now.dataset.stage || Boolean(stage),
    seen: !at || (at.top >= strip.bottom - 1 && at.top < bar.getBoundingClientRect().top - 40),
    wide: document.documentElement.scrollWidth > innerWidth,
  };
}"""


def tip_faults(step: str, found: dict[str, Any]) -> Iterator[str]:
    if found["lines"] > LONGEST_TIP:
        yield f"{step}: a tip of {found['lines']} lines"
    if found["under"]:
        yield f"{step}: a tip lies over letters"


def faults(page: Page, stage: Stage, matches: list[Match], width: int) -> Iterator[str]:
    """Yield what is out of sight, or too large, once a step has come to a page far down."""
    shell: list[tuple[Match | None, dict[str, Any]]] = [
        (matches[0], {"paused": True}),
        (matches[0], {"asked_for": True}),
        (None, {}),
    ]
    for match, more in [*((each, {}) for each in matches), *shell]:
        page.evaluate(FAR_DOWN)
        stage.show(match, **more)
        step = stage.table.publisher.latest.pages[HANDLE].step

        def come(wanted: str = step.id) -> bool:
            return page.locator("#now").get_attribute("data-step") == wanted

        wait_for(come, step.id)
        wait_for(lambda: not page.evaluate(LOOK)["dead"], "answers that can be tapped")
        wait_for(lambda: not page.locator(MEASURED_LATER).count(), "what a phone measures")
        found = page.evaluate(LOOK)
        if found["missed"]:
            yield f"{step.name}: {found['missed']} cannot be hit"
        if not found["seen"]:
            yield f"{step.name}: {step.stage} is out of sight"
        if not found["stage"]:
            yield f"{step.name}: there is no section {step.stage}"
        if found["wide"]:
            yield f"{step.name}: it scrolls sideways"
        if found["tall"] > TALLEST[width] and not more:  # a request comes on top
            yield f"{step.name}: {found['tall']:.2f} screens"
        if found["bar"] > LARGEST_BAR[width] and not more:
            yield f"{step.name}: a bar of {found['bar']:.2f} of the screen"
        yield from tip_faults(step.name, found)
        if found["small"]:
            yield f"{step.name}: too small to tap: {found['small']}"


def follow(
    browser: Browser,
    name: str,
    language: str,
    seeds: int,
    *,
    rig: RigConfig = NO_RIG,
    sizes: Sequence[tuple[int, int]] = SIZES,
    tips: bool = False,
) -> list[str]:
    found = []
    stage = Stage(GAMES[name](), players=4, rig=rig)
    matches = [match for _, match in stage.moments(seeds, STEP)]  # it shows each of them
    with stage.served() as url:
        for width, height in sizes:
            stage.show(None)
            context = device(browser, url, language, "light")
            if tips:
                context.add_init_script(TIPS_OPEN)
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{url}/p/{HANDLE}")
            page.wait_for_selector("html[data-ready='1']", state="attached")
            found += [f"{width}: {each}" for each in faults(page, stage, matches, width)]
            context.close()
    return found


def test_the_answers_and_stages_of_a_match_are_in_sight(browser: Browser) -> None:
    assert follow(browser, "letter_jam", "de", seeds=1, sizes=SIZES[:1]) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_tips_of_a_first_match_leave_letters_and_answers_in_sight(
    browser: Browser, language: str
) -> None:
    """The page is longer by the tip, so how tall it is counts without them alone."""
    found = follow(browser, "letter_jam", language, 1, sizes=SIZES[:1], tips=True)
    assert [each for each in found if "screens" not in each] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "seeds", "sizes"),
    [("de", 8, SIZES), ("en", 3, SIZES[:1])],
    ids=["de", "en"],
)
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_and_its_stage_are_in_sight(
    browser: Browser, name: str, language: str, seeds: int, sizes: Sequence[tuple[int, int]]
) -> None:
    """German is the longer one: what it has room for on a larger phone, English has too."""
    assert follow(browser, name, language, seeds, sizes=sizes) == []


@pytest.mark.slow
def test_they_are_where_the_cards_stand_on_the_table(browser: Browser) -> None:
    assert follow(browser, "letter_jam", "de", seeds=6, rig=REAL) == []


def test_menu_and_sheet_leave_the_answers_free(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    match = next(match for _, match in stage.moments(1, STEP))
    with stage.served() as url:
        stage.show(match)
        context = device(browser, url, "de", "light")
        page = context.new_page()
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(f"{url}/p/{HANDLE}")
        page.wait_for_selector("html[data-ready='1']", state="attached")
        wait_for(lambda: not page.evaluate(LOOK)["dead"], "answers that can be tapped")
        page.locator("#menu > summary").click()
        assert page.evaluate(LOOK)["missed"] == []
        page.locator("#menu > summary").click()
        page.locator("#pull").click()
        assert page.evaluate("document.activeElement.id") == "sheet"
        assert page.evaluate(LOOK)["missed"] == []
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") == "pull"
        context.close()


@pytest.mark.slow
def test_a_menu_that_lies_open_makes_room_for_a_new_question(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    one, other = [match for _, match in stage.moments(1, STEP)][:2]
    with stage.served() as url:
        stage.show(one)
        context = device(browser, url, "en", "light")
        page = context.new_page()
        page.clock.install()
        page.goto(f"{url}/p/{HANDLE}")
        page.wait_for_selector("html[data-ready='1']", state="attached")
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LIMIT_S)
        menu = page.locator("#menu")

        def asked(match: Match) -> None:
            stage.show(match)
            wanted = stage.table.publisher.latest.pages[HANDLE].step.id
            expect(page.locator("#now")).to_have_attribute("data-step", wanted)

        menu.locator("> summary").click()
        asked(other)
        expect(menu).to_have_attribute("open", "")  # it was opened just now, for something
        page.clock.run_for(OPENED_MS)
        asked(one)
        expect(menu).not_to_have_attribute("open", "")
        context.close()
