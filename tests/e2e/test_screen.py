"""The table page on a television or a tablet: nobody scrolls there."""

from functools import partial

import pytest
from playwright.sync_api import Browser, ViewportSize

from companion.games import GAMES
from tests.e2e.phones import evaluated, until
from tests.e2e.stage import Stage, device
from tests.e2e.test_following import STEP
from tests.test_every_step import seen
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = {
    "television": ViewportSize(width=1920, height=1080),
    "small": ViewportSize(width=1280, height=720),
    "upright": ViewportSize(width=800, height=1280),
}
FITS = "document.documentElement.scrollHeight <= innerHeight"
SHOWS = "version => document.querySelector('main').dataset.version === `${version}`"


OVERLAPS = """() => {
  const words = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const at = node.parentElement;
    const aside = '.sr, s, script, style, template, dialog, noscript, svg, header.top, #title';
    if (!node.data.trim() || at.closest(aside) || !at.checkVisibility()) continue;
    if (getComputedStyle(at).clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 2 && box.height > 2) {
        words.push({ at, text: node.data.trim(), box });
      }
    }
  }
  const bad = [];
  words.forEach((one, n) => {
    const { left, right, top, bottom } = one.box;
    if (left < -1 || right > innerWidth + 1) bad.push(`cut: ${one.text}`);
    for (const other of words.slice(n + 1)) {
      if (one.at === other.at) continue;
      const wide = Math.min(right, other.box.right) - Math.max(left, other.box.left);
      const high = Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top);
      if (wide > 2 && high > 4) bad.push(`${one.text} on ${other.text}`);
    }
  });
  return bad.join(' | ');
}"""


@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_moment_is_on_each_screen(browser: Browser, name: str) -> None:
    """But the end, which is read; with as many people as can play."""
    game = GAMES[name]()
    stage, met = Stage(game, players=max(game.players)), set[str]()
    matches = [match for _, match in stage.moments(4, STEP)]
    with stage.served() as url:
        stage.show(None)
        contexts = {each: device(browser, url, "de", "light") for each in SCREENS}
        pages = {each: context.new_page() for each, context in contexts.items()}
        for each, page in pages.items():
            page.set_viewport_size(SCREENS[each])
            page.goto(f"{url}/table")
            page.wait_for_selector("html[data-ready='1']", state="attached")
        for match in matches:
            shown = stage.show(match)
            assert shown.table is not None
            step, at = shown.table.step.name, shown.table_version
            if step in met or game.finished(match.state):
                continue
            met.add(step)
            for each, page in pages.items():
                until(page, SHOWS, at)
                wait_for(partial(evaluated, page, FITS), f"{step} on a {each} screen")
                assert page.evaluate(OVERLAPS) == "", f"{step} on a {each} screen"
        for context in contexts.values():
            context.close()
    spoken = seen(name).items()
    middle = {each for each, some in spoken if any(seat is None for _, seat, _ in some)}
    assert len(met) >= min(3, len(middle - {"end"}))
