"""A screen that is a stand sleeps, is cut off, stands still: what it shows, what its taps do."""

import logging
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.ports import STAND_PLACES, CardFace
from companion.table.table import Table
from tests.e2e.daemon import Daemon
from tests.e2e.house import begin, host_of
from tests.e2e.many_phones import Browser as Client
from tests.e2e.phones import evaluated, until
from tests.e2e.screens import Log, Stands, evening
from tests.e2e.test_glass import LETTER, NAP
from tests.waiting import LIMIT_S, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOG = logging.getLogger(__name__)

Away = Literal["nap", "still", "short", "long"]
NAPS: tuple[Away, ...] = ("nap", "nap", "still", "nap", "nap")
CUTS: tuple[Away, ...] = ("short", "long") * 3
STILL_MS = 3200
"""Longer than a screen counts as up that is not heard of."""
SHORT_MS = 800
FREE = STAND_PLACES[4:]
LOOK = """() => {
  window.seen = [];
  let before = '';
  const look = () => {
    const letter = document.querySelector('.letter text')?.textContent ?? '';
    const refused = document.querySelector('.stand.refused') !== null;
    const now = `${letter} ${refused}`;
    if (now !== before) window.seen.push([letter, refused, performance.now()]);
    before = now;
  };
  const frame = () => { look(); requestAnimationFrame(frame); };
  new MutationObserver(look).observe(document.getElementById('stand'), { childList: true });
  frame();
}"""
STANDS_STILL = """ms => {
  window.end = 0;
  setTimeout(() => {
    const end = performance.now() + ms;
    while (performance.now() < end);
    window.end = performance.now();
  });
}"""


class Sleeper:
    """A screen that is one of two free stands in turn, and a match in which a tap lays a chip."""

    def __init__(self, stands: Stands, host: Page, table: Table) -> None:
        self.table, self.log = table, Log(table)
        self.page = stands.add(host, FREE[0])
        self.screen = next(iter(table.publisher.latest.screens.values())).id
        self.at = 0
        self.came_ms: list[float] = []
        self.refused = 0

    @property
    def letter(self) -> str:
        face = self.table.publisher.latest.faces[FREE[self.at]]
        assert isinstance(face, CardFace)
        return face.letter

    def do(self, kind: str, **fields: Any) -> None:
        latest = self.table.publisher.latest
        [(handle, page)] = latest.pages.items()
        wish = {"type": kind, **fields}
        id_ = f"{kind}-{self.log.count('ChipsLaid')}"
        self.table.submit(self.table.moves.send, page.device, handle, wish, id_).result(
            LIMIT_S
        )

    def moves(self) -> None:
        """Let the screen be the other stand from now on: another letter."""
        self.at = 1 - self.at
        host, give = host_of(self.table), self.table.screens.give
        self.table.submit(give, host, self.screen, (FREE[self.at],)).result(LIMIT_S)

    @property
    def chips(self) -> list[str]:
        """Where chips lie, as the log tells."""
        _, rows = self.table.submit(self.table.matches.export).result(LIMIT_S)
        laid = [row.body["spots"] for row in rows if row.body["type"] == "ChipsLaid"]
        return list(laid[-1]) if laid else []

    def tap(self) -> None:
        self.page.mouse.click(180, 300)

    def naps(self) -> float:
        """Tap, and be dark at once; the tap acts all the same. Return when it came back."""
        self.tap()
        self.page.evaluate(NAP, True)  # noqa: FBT003 - the page's own argument
        assert self.page.evaluate(LETTER) == ""
        self.looks_again()
        wait_for(lambda: self.chips, "the tap")
        self.moves()
        wakes = f"() => {{ ({NAP})(false); return performance.now(); }}"
        return float(self.page.evaluate(wakes))

    def stands_still(self, *, taps: bool) -> float:
        """Tap, or be another stand afterwards, with a page that does nothing for a while."""
        if taps:
            self.tap()
        self.page.evaluate(STANDS_STILL, STILL_MS)
        if not taps:
            self.moves()
        return float(wait_for(lambda: evaluated(self.page, "window.end"), "its end"))

    def is_cut_off(self, *, taps: bool, long: bool) -> float:
        """Tap without network, or be another stand when it comes back."""
        self.page.context.set_offline(True)
        if taps:
            self.tap()
        if long:
            until(self.page, f"{LETTER} === ''")
            self.looks_again()
        else:
            self.page.wait_for_timeout(SHORT_MS)
        if not taps:
            self.moves()
        back_ms = float(self.page.evaluate("performance.now()"))
        self.page.context.set_offline(False)
        return back_ms

    def looks_again(self) -> None:
        self.page.evaluate("() => { window.seen = []; }")


@contextmanager
def sleeper(browser: Browser, folder: Path) -> Iterator[Sleeper]:
    with evening(browser, folder, ("Anna", "Ben", "Cleo")) as (stands, host, table, url):
        host.page.goto(f"{url}/screens")
        one = Sleeper(stands, host.page, table)
        begin(table, language="en")
        one.do("ChooseCluegiver", giver=0)
        host.page.goto("about:blank")
        until(one.page, f"{LETTER} === '{one.letter}'")
        one.page.evaluate(LOOK)
        yield one


def check(one: Sleeper, number: int, away: Away) -> None:
    """Be away once: no wrong letter is seen, and a tap acts once or is seen to be refused."""
    first = FREE[one.at][-1]
    taps = away in ("nap", "short") or number % 4 < 2
    one.looks_again()
    match away:
        case "nap":
            back_ms = one.naps()
        case "still":
            back_ms = one.stands_still(taps=taps)
        case "short" | "long":
            back_ms = one.is_cut_off(taps=taps, long=away == "long")
    until(one.page, f"{LETTER} === '{one.letter}'")
    what = f"{away} {number}"
    seen = [each for each in one.page.evaluate("window.seen") if each[2] >= back_ms]
    assert {letter for letter, _, _ in seen} <= {"", one.letter}, (what, seen)
    came = [at for letter, _, at in seen if letter == one.letter]
    one.came_ms.append(came[0] - back_ms if came else 0.0)
    refused = False
    if taps:
        wait_for(lambda: one.chips or was_refused(one), f"the tap of {what}")
        refused = was_refused(one)
    assert not refused or away in ("still", "long"), what
    one.refused += refused
    one.tap()  # and one of an awake screen: what lay before it has come by then
    second = FREE[one.at][-1]
    wait_for(
        lambda: one.chips[-1:] == [second] and len(one.chips) > (taps - refused), "a tap"
    )
    assert one.chips == [*([first] if taps and not refused else []), second], what
    for _ in range(len(one.chips)):
        one.do("TakeChip")


def was_refused(one: Sleeper) -> bool:
    return any(refused for _, refused, _ in one.page.evaluate("window.seen"))


@pytest.mark.parametrize(
    "aways",
    [
        pytest.param(NAPS * 2, id="naps"),
        pytest.param(CUTS, id="cuts"),
        pytest.param(NAPS * 10, id="fifty-naps", marks=pytest.mark.long),
        pytest.param(CUTS * 4, id="twenty-cuts", marks=pytest.mark.long),
    ],
)
def test_no_wrong_letter_and_each_tap_once(
    browser: Browser, tmp_path: Path, aways: tuple[Away, ...]
) -> None:
    with sleeper(browser, tmp_path) as one:
        for number, away in enumerate(aways):
            check(one, number, away)
    LOG.info(
        "%d times away, back after %.0f ms, at most %.0f; %d taps refused, none lost",
        len(aways),
        median(one.came_ms),
        max(one.came_ms),
        one.refused,
    )


class Restarts:
    """A table in a process of its own that is killed again and again; a screen at a free stand."""

    def __init__(self, browser: Browser, daemon: Daemon) -> None:
        self.daemon = daemon
        self.anna = anna = Client(daemon.port, 0)
        anna.sit_down("Anna", daemon.pin)
        for name in ("Ben", "Cleo"):
            anna.ask("POST", "/host/people", {"name": name})
        context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
        self.page = context.new_page()
        self.page.goto(f"{daemon.url}/stand")
        self.page.locator("[data-act=ask]").click()
        expect(self.page.locator(".code")).to_be_visible()
        found = re.search(r"data-key=\"?asks-([\w-]+)", anna.ask("GET", "/screens"))
        assert found is not None
        anna.ask("POST", "/stand/give", {"id": found[1], "places": [FREE[0]]})
        anna.ask("POST", "/host/start", {"id": "start-of-it", "options": {}})
        self.do("who-gives", type="ChooseCluegiver", giver=0)
        until(self.page, f"{LETTER} !== ''")
        self.letter = self.page.evaluate(LETTER)
        self.page.evaluate(LOOK)

    def do(self, id_: str, **command: Any) -> None:
        self.anna.ask("POST", f"{self.anna.where}/do", {"id": id_, "command": command})

    @property
    def acted(self) -> int:
        """How often chips were laid, as the file has it."""
        with closing(sqlite3.connect(self.daemon.folder / "table.sqlite3")) as database:
            [(count,)] = database.execute(
                "SELECT count(*) FROM entry WHERE json_extract(body, '$.type') = 'ChipsLaid'"
            )
        return int(count)

    def looks(self) -> list[list[Any]]:
        return list(self.page.evaluate("window.seen"))

    def once(self, number: int) -> bool:
        """Tap, restart the table, tap again; return whether the first tap was refused."""
        before = self.acted
        self.page.evaluate("() => { window.seen = []; }")
        self.page.mouse.click(180, 300)
        self.page.wait_for_timeout(number % 5 * 8)
        self.daemon.stop(signal.SIGKILL if number % 2 else signal.SIGTERM)
        self.daemon.start()
        with self.page.expect_response(
            lambda each: each.url.endswith("/stand/ping") and each.ok
        ):
            pass
        until(self.page, f"{LETTER} === '{self.letter}'")
        wait_for(
            lambda: self.acted > before or self.refused, f"the tap before restart {number}"
        )
        refused = self.refused
        first = self.acted - before
        assert first + refused == 1
        self.page.mouse.click(180, 300)
        wait_for(lambda: self.acted > before + first, "a tap")
        assert self.acted == before + first + 1
        assert {letter for letter, _, _ in self.looks()} <= {"", self.letter}
        for each in range(first + 1):
            self.do(f"take-{number:02}-{each}", type="TakeChip")
        return refused

    @property
    def refused(self) -> bool:
        return any(refused for _, refused, _ in self.looks())


@pytest.mark.parametrize("restarts", [6, pytest.param(20, marks=pytest.mark.long)])
def test_restarts_double_no_tap_and_lose_none(
    browser: Browser, tmp_path: Path, restarts: int
) -> None:
    with Daemon(tmp_path / "data") as daemon:
        table = Restarts(browser, daemon)
        refused = sum(table.once(number) for number in range(restarts))
        LOG.info("%d restarts: %d taps refused, none lost", restarts, refused)
        table.page.context.close()
