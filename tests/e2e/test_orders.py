"""Each tutorial by its orders alone: what an order speaks of is in sight, and it can be obeyed."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.engine.tutorial import Mark
from companion.languages import LANGUAGES
from tests.e2e.house import house
from tests.e2e.phones import evaluated
from tests.table.lessons import FRAME, KNOWN, TAUGHT
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser]

SMALLEST: ViewportSize = {"width": 320, "height": 568}
SIZES: list[ViewportSize] = [{"width": 360, "height": 740}, SMALLEST]
MOST_LINES = {320: 3, 360: 2}
READS_A_SECOND = 14
"""Signs of an order that somebody reads who has never seen the page: a slow reader's."""
TAP_S, LETTER_S = 1.5, 0.5
PROMISED_S = {"30": 30, "a minute|einer Minute": 60, "two|zwei": 120}
"""By what the link to it says."""
SAYS = "document.querySelector('#mark p')?.textContent ?? ''"
LOOK = """async () => {
  for (const _ of 'two') await new Promise((drawn) => requestAnimationFrame(drawn));
  const mark = document.getElementById('mark'), said = mark.querySelector('p');
  const top = mark.getBoundingClientRect().bottom;
  const bottom = document.getElementById('bar').getBoundingClientRect().top;
  const faults = [];
  for (const id of mark.dataset.at.split(' ')) {
    const each = document.getElementById(id);
    if (!each || !('shellPointed' in each.dataset)) { faults.push(`${id} has no ring`); continue; }
    const box = each.getBoundingClientRect();
    const apart = each.closest('#bar, .strip');
    if (!apart && (box.top < top || box.bottom > bottom)) faults.push(`${id} is out of sight`);
    for (const [x, y] of [[.5, .5], [.04, .1], [.96, .1], [.04, .9], [.96, .9]]) {
      const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      if (!hit || !(each.contains(hit) || hit.contains(each))) faults.push(`${id} is covered`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('it scrolls sideways');
  if (document.querySelectorAll('[data-shell-pointed]').length > mark.dataset.at.split(' ').length)
    faults.push('a ring too many');
  const lines = Math.round(said.offsetHeight / parseFloat(getComputedStyle(said).lineHeight));
  return {faults, lines};
}"""


class Doing(NamedTuple):
    """What somebody does who obeys an order: taps on these in turn, what is typed in the first."""

    taps: tuple[str, ...] = ()
    types: str = ""
    wrong: str = ""
    """What somebody taps who has misread it: that is answered."""


NEXT = Doing(("#now [data-key^='next']",))
OBEYED: Mapping[str, Doing] = {
    "lj.tutorial.guess": Doing(("#move-guess", "#now button[form='move-on']"), types="i"),
    "lj.tutorial.build": Doing(
        (
            *(f"button[data-spot='{spot}']" for spot in "6423"),
            "#now button[form='tell-figures']",
        )
    ),
    "lj.tutorial.give": Doing(("#now button[form='lay-draft']",)),
    "hc.tutorial.card": Doing(("#card > summary", *NEXT.taps)),
    "hc.tutorial.tiles": Doing(("#tile-2", "#tile-5"), wrong="#now .primary"),
    "hc.tutorial.finish": Doing(("#now .primary",)),
    "hc.tutorial.guess": Doing(("#targets .hc-is-circle",), wrong="#targets .hc-is-bar"),
    "dj.tutorial.roll": Doing(("#now .primary",)),
    "dj.tutorial.theme": Doing(("#now .primary",)),
    "dj.tutorial.word": Doing(("#word-1",), types="Bär", wrong="#now .primary"),
    "dj.tutorial.buzz": Doing(("#now .primary",)),
    "bb.tutorial.doubt": Doing(("#now button >> nth=1",), wrong="#now button >> nth=0"),
    "bb.tutorial.draw": Doing(("#now .primary",), wrong="#now .answers :not(.primary)"),
    "bb.tutorial.stop": Doing(("#now .answers :not(.primary)",)),
    "bb.tutorial.cards": Doing(("#builder [data-build='add']",) * 3),
    "bb.tutorial.word": Doing(("#lay-word",), types="kuh"),
    "bb.tutorial.lay": Doing(("#now .primary", "#confirm-yes")),
}


def obey(page: Page, doing: Doing) -> None:
    """Do it, after what is wrong; wait until the tutorial says something else."""
    said = evaluated(page, SAYS)
    if doing.wrong:
        page.locator(doing.wrong).first.click()
        expect(page.locator(".refusal")).to_be_in_viewport()
        assert page.locator(".refusal").inner_text() != said
    if doing.types:
        page.locator(doing.taps[0]).fill(doing.types)
    for tap in doing.taps[bool(doing.types) :]:
        page.locator(tap).first.click()
    wait_for(lambda: evaluated(page, SAYS) != said, f"what comes after {said}")


@pytest.fixture(name="host", scope="module")
def _host(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str, str], Page]]:
    """Yield what puts a game before the host's phone, in some language."""
    with house(tmp_path_factory.mktemp("house")) as (url, table):
        context = browser.new_context(viewport=SMALLEST, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{url}/J/{table.publisher.latest.pin}")
        page.get_by_label("Your name").fill("Anna")
        page.get_by_role("button", name="Sit down").click()
        page.locator("#lobby").wait_for()
        lobby = page.url

        def choose(game: str, language: str) -> Page:
            # A page in sight would come anew by itself, in the middle of what is asked for here.
            page.goto("about:blank")
            context.add_cookies([{"name": "language", "value": language, "url": url}])
            page.goto(lobby)
            own = {"Origin": url}
            page.request.post(f"{url}/host/game", data={"game": game}, headers=own)
            page.locator(f"main[data-table='{game}']").wait_for()
            return page

        yield choose
        context.close()


CASES = [pytest.param(g, lang, id=f"{g}-{lang}") for g in TAUGHT for lang in LANGUAGES]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), CASES)
def test_each_order_can_be_obeyed_and_shows_all_it_speaks_of(
    host: Callable[[str, str], Page],
    capsys: pytest.CaptureFixture[str],
    game: str,
    language: str,
) -> None:
    page, say = host(game, language), FRAME.catalogues[game][language].say
    marks = marks_of(game, language)
    link = page.locator("#lobby a[href$='/tutorial']")
    (promised_s,) = (
        s for words, s in PROMISED_S.items() if re.search(words, link.inner_text())
    )
    link.click()
    faults: list[str] = []
    taps, needed_s = 1, TAP_S
    for mark in marks:
        expect(page.locator("#mark p")).to_have_text(say(mark.text))
        page.locator("html[data-ready='1']").wait_for(state="attached")
        if game != "letter_jam":  # its many cards and long orders: test_tutorial
            faults += seen(page, mark.text.id)
        doing = OBEYED.get(mark.text.id, NEXT)
        obey(page, doing)
        taps += len(doing.taps)
        needed_s += len(say(mark.text)) / READS_A_SECOND + len(doing.types) * LETTER_S
        needed_s += len(doing.taps) * TAP_S
    page.locator("#lobby").wait_for()
    with capsys.disabled():
        print(f"\n{game} {language}: {len(marks)} orders, {taps} taps, {needed_s:.0f} s")  # noqa: T201 - a figure for whoever runs it
    assert faults == []
    assert needed_s <= promised_s


def marks_of(game: str, language: str) -> Sequence[Mark]:
    tutorial = KNOWN[game].tutorial
    assert tutorial is not None
    return tutorial.marks(language)


def seen(page: Page, order: str) -> Iterator[str]:
    """Yield what is not in sight, at either size."""
    for size in SIZES:
        page.set_viewport_size(size)
        found: dict[str, Any] = page.evaluate(LOOK)
        width = size["width"]
        yield from (f"{order} at {width}: {each}" for each in found["faults"])
        if found["lines"] > MOST_LINES[width]:
            yield f"{order} at {width}: {found['lines']} lines"
