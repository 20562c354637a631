"""Real presses on a real window, whose end Chromium is never told: the page goes on."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.table import Table
from tests.e2e.house import house
from tests.e2e.phones import ARGUMENTS, CHROMIUM, Phone
from tests.engines.engines import screen, started
from tests.waiting import LIMIT_MS, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SOON_MS = 12_000
WINDOW = ["--window-position=0,0", "--window-size=900,700"]
SEEN = """() => {
  window.seen = [];
  for (const name of ['pointerdown', 'pointerup', 'contextmenu']) {
    addEventListener(name, () => window.seen.push(name), true);
  }
}"""
AT = ["mousemove", "450", "560"]
RIGHT = [AT, ["mousedown", "3"], ["sleep", "0.2"], ["mouseup", "3"], ["sleep", "0.8"]]
PRESSES: dict[str, list[list[str]]] = {
    "right click": [*RIGHT, ["key", "Escape"]],
    "right click, its menu left open": RIGHT,
    "drag out of the window": [AT, ["mousedown", "1"], ["mousemove", "1200", "750"]],
    "left button held for ever": [AT, ["mousedown", "1"]],
    "middle button held for ever": [AT, ["mousedown", "2"]],
}


@pytest.fixture(name="display")
def _display() -> Iterator[str]:
    """A screen with a window manager: without one the end of a press is told."""
    missing = [each for each in ("openbox", "xdotool") if not shutil.which(each)]
    if missing:
        pytest.skip(f"not here: apt install {' '.join(missing)}")
    with screen() as display:
        around = {**os.environ, "DISPLAY": display}
        with started(["openbox"], env=around, stdout=subprocess.DEVNULL):
            yield display


@pytest.fixture(name="window")
def _window(browser: Browser, display: str) -> Iterator[Page]:
    around: dict[str, str | float | bool] = {**os.environ, "DISPLAY": display}
    large = browser.browser_type.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, *WINDOW], headless=False, env=around
    )
    context = large.new_context(no_viewport=True, locale="en")
    context.set_default_timeout(LIMIT_MS)
    yield context.new_page()
    large.close()


@pytest.fixture(name="place")
def _place(tmp_path: Path) -> Iterator[tuple[str, Table]]:
    with house(tmp_path) as (url, table):
        yield url, table


@pytest.mark.parametrize("press", PRESSES)
@pytest.mark.parametrize("path", ["/table", "/p/", "/host"])
def test_the_page_goes_on(
    press: str,
    path: str,
    place: tuple[str, Table],
    window: Page,
    display: str,
    browser: Browser,
) -> None:
    url, table = place
    anna = Phone(window.context, "Anna", window)
    anna.join(url, table.publisher.latest.pin)
    if path != "/p/":
        window.goto(url + path)
    window.locator("html[data-ready='1']").wait_for(state="attached")
    window.evaluate(SEEN)
    for each in PRESSES[press]:
        subprocess.run(
            ["xdotool", *each], check=True, env={**os.environ, "DISPLAY": display}
        )
    wait_for(lambda: "pointerdown" in window.evaluate("window.seen"), "the press")
    with ExitStack() as stack:
        context = stack.enter_context(browser.new_context(locale="en"))
        Phone(context, "Ben").join(url, table.publisher.latest.pin)
        expect(window.locator("main")).to_contain_text("Ben", timeout=SOON_MS)
