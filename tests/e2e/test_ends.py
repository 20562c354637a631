"""The end of a match on a small television: no text on text, and who has won is in sight."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from companion.table.values.match import Match
from tests.e2e.phones import until
from tests.e2e.stage import Stage, device, opened
from tests.e2e.test_screen import ADDRESS, LONG, SHOWS
from tests.games.djam.table import BLACK, BORVA, Table
from tests.games.letter_jam.few_words import WORDS, FewWords
from tests.games.letter_jam.table import Table as JamTable
from tests.games.letter_jam.table import set_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL_TV = (1280, 720)
ENDS = {"djam": "#table-stones", "buchstabenbluff": "#table-players"}
"""The game, and what has to be in sight without scrolling."""


def djam_ended(stage: Stage) -> Match:
    """Return a match of Djam with something of everything that its end tells."""
    t = Table(4, BLACK, BORVA, stones=(40, 30, 10, 5), language="de")
    t.roll()
    t.find("Ann", "Bora")
    t.time_up()
    t.say("Bob", "Seehund")
    t.object("Cleo", ("Cleo", True), ("Ann", True), ("Dan", False))
    t.roll()
    t.find("Cleo", "Bergarbeiterverein")
    t.say("Dan", "Bravo")
    t.time_up()
    return Match.begin(stage.game, "match").with_entries(t.log, "all", None)


def played_to_the_end(stage: Stage) -> Match:
    """Return the last match of random play that was over."""
    return [each for each in stage.asked(4) if stage.game.finished(each.state)][-1]


def shared_by_long_names(stage: Stage) -> Match:
    """Return a match of Letter Jam in which three with long names have told as many letters."""
    start = replace(set_table(3), names=tuple(stage.names[:3]))
    t = JamTable(start, words=FewWords(*WORDS))
    for giver, whose in (("Ann", "Bob"), ("Bob", "Cleo"), ("Cleo", "Ann")):
        t.give(giver, f"{t.seat(whose) + 1} 4")
        t.move_on(whose, t.letter(t.seat(whose) + 1))
        t.finish_round()
    t.end_clues()
    for name in ("Ann", "Bob", "Cleo"):
        t.lay(name, "1 2 3 4 5")
    for name in ("Ann", "Bob", "Cleo"):
        t.reveal(name, accepted=True)
    return Match.begin(stage.game, "match").with_entries(t.log, "all", None)


ENDED = {"djam": djam_ended, "buchstabenbluff": played_to_the_end}
CLASHES = """() => {
  const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('.sr, script, style, [hidden], .top')) continue;
    if (!parent.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const clip = getComputedStyle(parent.closest('section, p, div') ?? parent).clipPath;
      if (box.width > 2 && box.height > 2 && clip === 'none') texts.push([node, box]);
    }
  }
  const found = [];
  texts.forEach(([one, a], at) => texts.slice(at + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const low = Math.min(a.height, b.height) * 0.4;
    if (one !== other && wide > 2 && high > low) found.push([one.data.trim(), other.data.trim()]);
  }));
  return found;
}"""


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.lj-awards > li, #keepsake > div')]
    .map((each) => [each.textContent.trim(), each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => [one, other]));
}"""


@pytest.mark.parametrize("name", ENDS)
def test_at_the_end_no_text_runs_into_text_and_the_places_are_in_sight(
    browser: Browser, name: str
) -> None:
    game = GAMES[name]()
    stage = Stage(game, players=4)
    ended = ENDED[name](stage)
    stage.show(None)
    with stage.served() as url, device(browser, url, "de", "light") as context:
        page = opened(context, url, "/table", SMALL_TV)
        shown = stage.show(ended)
        until(page, SHOWS, shown.table_version)
        assert page.evaluate(CLASHES) == []
        box = page.locator(ENDS[name]).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL_TV[1]


def test_long_names_push_no_code_off_the_screen(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=3, names=LONG)
    stage.album = "album"
    ended = shared_by_long_names(stage)
    shown = stage.show(ended)
    with (
        stage.served(told=[ADDRESS]) as url,
        device(browser, url, "en", "light") as context,
    ):
        page = opened(context, url, "/table", (1280, 800))
        until(page, SHOWS, shown.table_version)
        expect(page.locator("[data-key='award-helpful'] .lj-name")).to_contain_text(LONG[2])
        codes = page.locator("#keepsake img")
        expect(codes).to_have_count(2)
        for code in codes.all():
            expect(code).to_be_in_viewport(ratio=1)
            box = code.bounding_box()
            assert box is not None
            assert box["width"] > 80
        assert page.evaluate(OVERLAPS) == []
