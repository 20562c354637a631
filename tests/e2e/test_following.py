"""At each new step the phone shows the question, its answers and what it is about."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine.step import Step
from companion.games import GAMES
from companion.links import I2cLink
from companion.ports import NO_RIG, STAND_PLACES, RigConfig, Seat, StandConfig
from companion.table.values.match import Match
from tests.e2e.stage import HANDLE, Stage, device, opened
from tests.waiting import LIMIT_S, wait_for

pytestmark = pytest.mark.browser

REAL = RigConfig(tuple(StandConfig(each, I2cLink(1)) for each in STAND_PLACES))
SMALL, MIDDLE, LARGE = (320, 568), (360, 740), (390, 844)
TALLEST = {320: 1.9, 360: 1.7, 390: 1.6}
"""How many screens a page may have, apart from what is read: sheet, poems, score, the picture."""
LARGEST_BAR = {320: 0.36, 360: 0.32, 390: 0.3}
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
  const SECONDS = '#word #aloud button'; // on Djam's stage, and tapped within five of them
  const ready = () => [...document.querySelectorAll(`#bar .answers > *, ${SECONDS}`)]
    .filter((each) => !each.disabled);
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
  const letters = [...document.querySelectorAll('main [data-spot], main [translate="no"]')];
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


class Phone(NamedTuple):
    """One screen that follows: its size, its language, and whether its tips are open."""

    size: tuple[int, int]
    language: str
    tips: bool = False

    def __str__(self) -> str:
        return f"{self.size[0]} {self.language}{' tips' if self.tips else ''}"


def tip_faults(found: dict[str, Any]) -> Iterator[str]:
    if found["lines"] > LONGEST_TIP:
        yield f"a tip of {found['lines']} lines"
    if found["under"]:
        yield "a tip lies over letters"


def size_faults(found: dict[str, Any], width: int) -> Iterator[str]:
    if found["tall"] > TALLEST[width]:
        yield f"{found['tall']:.2f} screens"
    if found["bar"] > LARGEST_BAR[width]:
        yield f"a bar of {found['bar']:.2f} of the screen"


def sight_faults(found: dict[str, Any], stage: str) -> Iterator[str]:
    if found["missed"]:
        yield f"{found['missed']} cannot be hit"
    if not found["seen"]:
        yield f"{stage} is out of sight"
    if not found["stage"]:
        yield f"there is no section {stage}"
    if found["wide"]:
        yield "it scrolls sideways"
    if found["small"]:
        yield f"too small to tap: {found['small']}"


def look(page: Page, step: Step) -> dict[str, Any]:
    """Return what a page shows once *step* has come to it and can be answered."""

    def come() -> bool:
        return page.locator("#now").get_attribute("data-step") == step.id

    wait_for(come, step.id)
    wait_for(lambda: not page.evaluate(LOOK)["dead"], "answers that can be tapped")
    wait_for(lambda: not page.locator(MEASURED_LATER).count(), "what a phone measures")
    found: dict[str, Any] = page.evaluate(LOOK)
    return found


def faults(stage: Stage, pages: dict[Phone, Page], matches: list[Match]) -> Iterator[str]:
    """Yield what is out of sight, or too large, once a step has come to a page far down."""
    shell: list[tuple[Match | None, dict[str, Any]]] = [
        (matches[0], {"paused": True}),
        (matches[0], {"asked_for": True}),
        (None, {}),
    ]
    for match, more in [*((each, {}) for each in matches), *shell]:
        for page in pages.values():
            page.evaluate(FAR_DOWN)
        stage.show(match, **more)
        step = stage.table.publisher.latest.pages[HANDLE].step
        for phone, page in pages.items():
            found = look(page, step)
            told = [*sight_faults(found, step.stage), *tip_faults(found)]
            if not more and not phone.tips:  # a request comes on top, and so does a tip
                told += size_faults(found, phone.size[0])
            yield from (f"{phone}, {step.name}: {fault}" for fault in told)


def follow(
    browser: Browser,
    name: str,
    phones: Sequence[Phone],
    seeds: int,
    *,
    rig: RigConfig = NO_RIG,
) -> list[str]:
    """Return what is wrong on *phones*, which all follow the same matches at once."""
    stage = Stage(GAMES[name](), players=4, rig=rig)
    matches = stage.asked(seeds)  # it shows each of them
    stage.show(None)
    with stage.served() as url:
        pages = {}
        for phone in phones:
            context = device(browser, url, phone.language, "light")
            if phone.tips:
                context.add_init_script(TIPS_OPEN)
            pages[phone] = opened(context, url, size=phone.size)
        found = [*faults(stage, pages, matches)]
        for page in pages.values():
            page.context.close()
    return found


def test_answers_and_stages_of_a_match_are_in_sight_with_tips_and_without(
    browser: Browser,
) -> None:
    phones = [Phone(SMALL, "de"), Phone(SMALL, "de", tips=True)]
    assert follow(browser, "letter_jam", phones, seeds=1) == []


@pytest.mark.parametrize(
    ("sizes", "seeds"),
    [
        pytest.param((SMALL, LARGE), 3, id="most", marks=pytest.mark.slow),
        pytest.param((SMALL, MIDDLE, LARGE), 8, id="all", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_and_its_stage_are_in_sight(
    browser: Browser, name: str, sizes: Sequence[tuple[int, int]], seeds: int
) -> None:
    """Each size in each language with its tips open, and, the longer one, without them."""
    tips = [Phone(size, each, tips=True) for size in sizes for each in ("de", "en")]
    phones = [*tips, *(Phone(size, "de") for size in sizes), Phone(SMALL, "en")]
    assert follow(browser, name, phones, seeds) == []


@pytest.mark.slow
def test_they_are_where_the_cards_stand_on_the_table(browser: Browser) -> None:
    sizes = SMALL, LARGE
    phones = [Phone(size, "de", tips=tips) for size in sizes for tips in (True, False)]
    assert follow(browser, "letter_jam", phones, seeds=3, rig=REAL) == []


def test_menu_and_sheet_leave_the_answers_free(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    match = next(stage.played(0))
    stage.show(match)
    with stage.served() as url, device(browser, url, "de", "light") as context:
        page = opened(context, url, size=SMALL)
        wait_for(lambda: not page.evaluate(LOOK)["dead"], "answers that can be tapped")
        page.locator("#menu > summary").click()
        assert page.evaluate(LOOK)["missed"] == []
        page.locator("#menu > summary").click()
        page.locator("#pull").click()
        assert page.evaluate("document.activeElement.id") == "sheet"
        assert page.evaluate(LOOK)["missed"] == []
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") == "pull"


WHOLE = """() => {
  const name = document.querySelector('.strip h1');
  const all = [name, ...document.querySelectorAll('#menu #undo > *')];
  const cut = (each) =>
    each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  const high = ({ offsetHeight }) => offsetHeight > 3 * 16 * 1.5; // a word a line
  return all.filter((each) => cut(each) || high(each)).map((each) => each.textContent);
}"""


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_name_is_whole_in_the_strip_and_so_is_the_way_to_take_back(
    browser: Browser, name: str
) -> None:
    names = ("Christopher-Alexande", "Oma Gisela", "Mum", "Ben")
    stage = Stage(GAMES[name](), players=4, names=names)
    asks = (
        match
        for match in stage.played(0)
        if stage.show(match).pages[HANDLE].undo.possible == "consent"
        and stage.show(match).pages[HANDLE].undo.what
    )
    match = next(asks)
    with stage.served() as url:
        stage.show(match)
        for language, size in (("de", SMALL), ("en", SMALL), ("de", MIDDLE)):
            page = opened(device(browser, url, language, "light"), url, size=size)
            page.locator("#menu > summary").click()
            expect(page.locator("#menu #undo > *")).to_have_count(2)
            assert page.evaluate(WHOLE) == [], (language, size)
            page.context.close()


def test_a_sheet_that_a_question_pushes_down_leaves_the_keys_at_its_handle(
    browser: Browser,
) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    one, other = stage.asked(1)[:2]
    stage.show(one)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        page = opened(context, url)
        handle = page.locator("#pull")
        handle.press("Enter")
        expect(page.locator("#sheet")).to_be_focused()
        stage.show(one, sheets={Seat(0): {"guess:1": "X"}})  # as in another window
        expect(page.locator("#guess-1")).to_have_value("X")
        expect(page.locator("#sheet[tabindex='-1']")).to_be_focused()
        stage.show(other)
        expect(handle).to_have_attribute("aria-expanded", "false")
        expect(handle).to_be_focused()


@pytest.mark.slow
def test_a_menu_that_lies_open_makes_room_for_a_new_question(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    one, other = stage.asked(1)[:2]
    stage.show(one)
    with stage.served() as url, device(browser, url, "en", "light") as context:
        context.clock.install()
        page = opened(context, url)
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
