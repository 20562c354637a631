"""At each new step the phone shows the question, its answers and what it is about."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from companion.links import I2cLink
from companion.ports import NO_RIG, STAND_PLACES, RigConfig, StandConfig
from companion.table.match import Match
from tests.e2e.stage import HANDLE, Stage, device
from tests.waiting import wait_for

pytestmark = pytest.mark.browser

STEP = re.compile(r'data-step="([\w-]+):')
"""What tells two kinds of moment apart here."""
REAL = RigConfig(tuple(StandConfig(each, I2cLink(1)) for each in STAND_PLACES))
SIZES = [(320, 568), (390, 844)]
FAR_DOWN = "scrollTo(0, document.documentElement.scrollHeight)"
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
  return {
    step: now.dataset.step.split(':')[0],
    dead: 'shellDead' in bar.dataset,
    missed: ready().filter((each) => !hit(each)).map((each) => each.textContent),
    stage: !now.dataset.stage || Boolean(stage),
    seen: !at || (at.top >= strip.bottom - 1 && at.top < bar.getBoundingClientRect().top - 40),
    wide: document.documentElement.scrollWidth > innerWidth,
  };
}"""


def faults(page: Page, stage: Stage, matches: list[Match]) -> Iterator[str]:
    """Yield what is out of sight once a step has come to a page that was far down."""
    for match in matches:
        page.evaluate(FAR_DOWN)
        stage.show(match)
        step = stage.table.publisher.latest.pages[HANDLE].step

        def come(wanted: str = step.id) -> bool:
            return page.locator("#now").get_attribute("data-step") == wanted

        wait_for(come, step.id)
        wait_for(lambda: not page.evaluate(LOOK)["dead"], "answers that can be tapped")
        found = page.evaluate(LOOK)
        if found["missed"]:
            yield f"{step.name}: {found['missed']} cannot be hit"
        if not found["seen"]:
            yield f"{step.name}: {step.stage} is out of sight"
        if not found["stage"]:
            yield f"{step.name}: there is no section {step.stage}"
        if found["wide"]:
            yield f"{step.name}: it scrolls sideways"


def follow(
    browser: Browser, name: str, language: str, seeds: int, *, rig: RigConfig = NO_RIG
) -> list[str]:
    found = []
    stage = Stage(GAMES[name](), players=4, rig=rig)
    matches = [match for _, match in stage.moments(seeds, STEP)]  # it shows each of them
    with stage.served() as url:
        for width, height in SIZES:
            stage.show(None)
            context = device(browser, url, language, "light")
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{url}/p/{HANDLE}")
            page.wait_for_selector("html[data-ready='1']", state="attached")
            found += [f"{width}: {each}" for each in faults(page, stage, matches)]
            context.close()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_and_its_stage_are_in_sight(browser: Browser, name: str) -> None:
    assert follow(browser, name, "de", seeds=3) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_they_are_in_the_other_language_too(browser: Browser, name: str) -> None:
    assert follow(browser, name, "en", seeds=8) == []


@pytest.mark.slow
def test_they_are_where_the_cards_stand_on_the_table(browser: Browser) -> None:
    assert follow(browser, "letter_jam", "de", seeds=6, rig=REAL) == []
