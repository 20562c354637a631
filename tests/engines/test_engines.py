"""Join, start, clue, sheet, reveal and the table's page in other browsers than today's Chromium."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.table.table import Table
from tests.e2e.house import house
from tests.e2e.phones import SMALL, Phone
from tests.engines.engines import Engine, firefox, qt, webkit
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ENGINES: dict[str, Callable[[], AbstractContextManager[Engine]]] = {
    "firefox": firefox,
    "webkit": webkit,
    "chromium-94": partial(qt, "chromium-94"),
}
TAP = """(function () {
  var all = [].slice.call(document.querySelectorAll('button, a, summary'));
  var found = all.filter(function (each) {
    var said = each.getAttribute('aria-label') || each.textContent;
    said = said.replace(/[^!-~]+/g, ' ').trim();
    return !each.disabled && new RegExp(%s).test(said) && each.getClientRects().length;
  })[0];
  if (!found || document.querySelector('[data-shell-dead]')) return false;
  found.click();
  return true;
}())"""
"""Taps the first button, link or fold of that name."""
TYPE = """(function () {
  var field = document.querySelector(%s);
  if (!field) return false;
  field.focus();
  field.value = %s;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field.value;
}())"""
READY = "document.documentElement.dataset.ready === '1' && !window.left"
LEFT = "window.left = true"
"""Else the page before would be taken for the one that is on its way."""


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Anna:
    """The host, with a browser that is not today's Chromium."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine, self.url = engine, url

    def open(self, url: str) -> None:
        self.engine.run(LEFT)
        self.engine.open(url)
        self.engine.until(READY, f"{url} in {self.engine.version}")

    def taps(self, name: str) -> None:
        self.engine.until(TAP % quoted(name), f"{name} in {self.engine.version}")

    def types(self, where: str, text: str) -> Any:
        return self.engine.until(TYPE % (quoted(where), quoted(text)), where)

    def sees(self, text: str) -> None:
        seen = f"document.body.innerText.indexOf({quoted(text)}) >= 0"
        self.engine.until(seen, f"{text} in {self.engine.version}")


@pytest.fixture(name="place")
def _place(tmp_path: Path) -> Iterator[tuple[str, Table]]:
    with house(tmp_path) as (url, table):
        yield url, table


@pytest.mark.parametrize("name", ENGINES)
def test_a_match_is_played_there(
    name: str,
    place: tuple[str, Table],
    browser: Browser,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url, table = place
    with ExitStack() as stack:
        engine = stack.enter_context(ENGINES[name]())
        with capsys.disabled():
            print(f"\n{engine.version}: ", end="")  # noqa: T201 - whoever reads on wants to know
        context = stack.enter_context(browser.new_context(viewport=SMALL, locale="en"))
        anna, ben = Anna(engine, url), Phone(context, "Ben")
        joined(anna, table)
        ben.join(url, table.publisher.latest.pin)
        begun(anna)
        ben.sees("Find a clue")
        clue_given(anna, ben)
        sheet_kept(anna, table)
        revealed(anna, ben)
        anna.open(f"{url}/table")
        anna.sees("Anna")


def joined(anna: Anna, table: Table) -> None:
    anna.open(f"{anna.url}/")
    assert anna.engine.run("document.getElementById('old').hidden") is True
    anna.types("#pin", table.publisher.latest.pin)
    anna.types("#name", "Anna")
    anna.taps("^(Sit down|Hinsetzen|Platz nehmen)")
    anna.engine.until("location.pathname.indexOf('/p/') === 0 && " + READY, "a page")
    if anna.engine.run("document.documentElement.lang") != "en":
        anna.taps("^English$")
        anna.engine.until("document.documentElement.lang === 'en' && " + READY, "English")


def begun(anna: Anna) -> None:
    anna.taps("^Prepare the match$")
    anna.sees("2 people at the table")
    anna.taps("^Start the match")
    anna.sees("Find a clue")
    anna.engine.until(READY)


def clue_given(anna: Anna, ben: Phone) -> None:
    for whose in ("Ben", "Wildcard"):
        anna.taps(f"Add to my clue: {whose} ")
    anna.taps("^Tell the table$")
    anna.taps("I give the clue$")
    anna.taps("^Give this clue")
    ben.sees(re.compile("Do you know letter"))
    ben.button("Do not guess now").or_(ben.button("Keep the letter")).first.click()


def sheet_kept(anna: Anna, table: Table) -> None:
    assert anna.types("#guess-1", "xß") == "X"
    wait_for(lambda: "guess:1" in repr(table.publisher.latest.pages), "the sheet's note")
    anna.open(anna.engine.run("location.href"))
    anna.engine.until("document.querySelector('#guess-1').value === 'X'", "the note")


def revealed(anna: Anna, ben: Phone) -> None:
    ben.in_menu("I need no more clues")
    anna.engine.until("document.querySelector('#menu').open = true")
    anna.taps("^I need no more clues")
    for card in range(1, 6):
        anna.taps(f"^Card {card}, .*: add to the word$")
    anna.taps("^Lay this word face down$")
    ben.sees("Form your final word")
    ben.button("I have no word").click()
    ben.button("Yes, do it").click()
    anna.taps("^Reveal my word$")
    anna.taps("^Yes, do it$")
    ben.sees("Anna's word: does it count?")


@pytest.mark.parametrize("path", ["/", "/table"])
def test_a_real_older_engine_is_told_so(path: str, place: tuple[str, Table]) -> None:
    url, _ = place
    with qt("chromium-87") as engine:
        assert int(engine.version.split()[1].partition(".")[0]) < 94
        engine.open(url + path)
        told = "document.getElementById('old') && !document.getElementById('old').hidden"
        engine.until(told, f"the sentence in {engine.version}")
        assert "Chrome 94" in engine.run("document.getElementById('old').textContent")
        engine.until("!document.querySelector('[aria-busy]')")
