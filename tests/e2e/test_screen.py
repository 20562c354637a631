"""The table page on a television or a tablet: nobody scrolls there, and every word is whole."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from companion.games import GAMES
from companion.table.values.match import Match
from tests.drawn import Drawn
from tests.e2e.phones import come, evaluated, until
from tests.e2e.stage import Stage, device
from tests.play import seated
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = {
    "television": ViewportSize(width=1920, height=1080),
    "small": ViewportSize(width=1280, height=720),
    "upright": ViewportSize(width=800, height=1280),
}
MOST_PEOPLE = {"haiclue": 12, "buchstabenbluff": 8}
"""How many people there are at most; else six."""
LONG = (
    *("Maximilian-Alexander", "Wilhelmina", "Bartholomäus", "Anne-Sophie Luise"),
    *("Konstantin", "Friederike", "Theodor", "Magdalena"),
    *("Emil", "Hildegard", "Kim", "Leonhard"),
)
ADDRESS = "http://192.168.178.23:8000"
MOST_CHIPS = 12
LEAST_STEPS = 4
SECTION = re.compile(r'<section id="([a-z-]+)"(?: class="([^"]*)")?')
"""What tells two kinds of moment apart, beside the step."""
NO_WORD = re.compile("[A-Z]{17}")
"""Nobody has such a word; random players do."""
FITS = "document.documentElement.scrollHeight <= innerHeight"
SHOWS = "version => document.querySelector('main').dataset.version === `${version}`"

FAULTS = (Path(__file__).parent / "whole_words.js").read_text()


def fullest(stage: Stage, seeds: int) -> Iterator[tuple[str, Match | None]]:
    """Yield the lobby, and of each kind of moment that the middle shows the fullest one."""
    drawn, found = Drawn(stage.game), dict[object, tuple[int, str, Match]]()
    for seed in range(seeds):
        for match in stage.played(seed):
            view = stage.game.table_view(match.state)
            html = drawn.middle(view, "de")
            if NO_WORD.search(html) or getattr(view, "chips", 0) > MOST_CHIPS:
                continue
            step = stage.game.table_step(view).name
            kind = step, *SECTION.findall(html)
            if kind not in found or found[kind][0] < len(html):
                found[kind] = len(html), step, match
    yield "lobby", None
    yield from ((step, match) for _, step, match in found.values())


def faults(stage: Stage, pages: dict[str, Page], match: Match | None) -> Iterator[str]:
    """Yield what is wrong with a moment on each screen."""
    at = stage.show(match).table_version
    for each, page in pages.items():
        until(page, SHOWS, at)
        if match is None or not stage.game.finished(match.state):  # an end is read
            wait_for(partial(evaluated, page, FITS), f"{at} on a {each} screen")
        yield from (f"{each}: {fault}" for fault in page.evaluate(FAULTS))


@pytest.mark.parametrize(
    ("between", "seeds"),
    [
        pytest.param((), 2, id="few-and-many"),
        pytest.param((4, 6), 3, id="every", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_every_moment_is_whole_on_each_screen_with_few_people_and_many(
    browser: Browser, name: str, between: tuple[int, ...], seeds: int
) -> None:
    game, met, found = GAMES[name](), set[str](), []
    asked = 2, *between, MOST_PEOPLE.get(name, 6)
    counts = {seated(game, count) for count in asked}
    for players in counts:
        stage = Stage(game, players, names=LONG)
        with stage.served(told=[ADDRESS]) as url:
            stage.show(None)
            contexts = {each: device(browser, url, "de", "light") for each in SCREENS}
            pages = {each: context.new_page() for each, context in contexts.items()}
            for each, page in pages.items():
                page.set_viewport_size(SCREENS[each])
                come(page, f"{url}/table")
            for step, match in fullest(stage, seeds):
                met.add(step)
                told = faults(stage, pages, match)
                found += [f"{players} people, {step}, {fault}" for fault in told]
            for context in contexts.values():
                context.close()
    assert found == []
    assert len(met) >= LEAST_STEPS
