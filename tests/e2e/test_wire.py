"""What a first visit costs on the wire, and that all of it comes from this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

import web
from companion.games import GAMES
from tests.e2e.early import held
from tests.e2e.phones import come
from tests.e2e.stage import Stage, device
from tests.waiting import wait_for

pytestmark = pytest.mark.browser

JOIN_BYTES = 19_000
PAGE_BYTES = 56_000
TYPEFACE = Path(web.__file__).parent / "static" / "fonts" / "zilla-slab.woff2"
TYPEFACE_BYTES = 12_000


def cost(browser: Browser, url: str, path: str) -> int:
    """Return the bytes of a first visit; streams, typeface and the picture to keep left out."""
    context = device(browser, url, "de", "light")
    page = context.new_page()
    hosts: set[str | None] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    open_: set[str] = set()
    sizes: list[int] = []

    def sent(begin: dict[str, Any]) -> None:
        streams = begin.get("type") == "EventSource"  # which never ends
        asked = begin["request"]["url"]
        # A match that is over has one picture; it is what the page is for then.
        if not streams and not asked.endswith(TYPEFACE.name) and "/picture/" not in asked:
            open_.add(begin["requestId"])

    def loaded(end: dict[str, Any]) -> None:
        if end["requestId"] in open_:
            open_.discard(end["requestId"])
            sizes.append(end["encodedDataLength"])

    network.on("Network.requestWillBeSent", sent)
    network.on("Network.loadingFinished", loaded)
    come(page, url + path)
    page.wait_for_load_state("load")
    wait_for(lambda: page.title() and not open_, "everything that was asked for")
    context.close()
    assert hosts == {"127.0.0.1"}
    return int(sum(sizes))


def pages(stage: Stage) -> Iterator[tuple[str, int]]:
    """Put the table into a few moments; yield each path with what it may cost."""
    stage.show(None)
    yield "/J/123456", JOIN_BYTES
    for path in ("/p/h0", "/host", "/table", "/rules", "/status"):
        yield path, PAGE_BYTES
    if stage.renderer.has("sheet.html"):
        yield "/sheet", PAGE_BYTES
    for number, (_, match) in enumerate(stage.moments(1)):
        if number % 12 == 0:
            stage.show(match)
            yield "/p/h0", PAGE_BYTES
            yield "/table", PAGE_BYTES


def test_the_typeface_is_small_and_the_one_that_headings_and_cards_are_set_in(
    browser: Browser,
) -> None:
    assert TYPEFACE.stat().st_size <= TYPEFACE_BYTES
    stage = Stage(GAMES["letter_jam"](), players=4)
    stage.show(None)
    with stage.served() as url, device(browser, url, "de", "light") as context:
        page = context.new_page()
        refused: list[str] = []
        page.on("console", lambda said: refused.append(said.text))
        page.goto(f"{url}/p/h0")
        assert page.evaluate(
            "document.fonts.ready.then(() => [...document.fonts].map((each) => each.status))"
        ) == ["loaded"]
        assert (
            page.evaluate("getComputedStyle(document.querySelector('h2')).fontFamily")[:12]
            == '"Zilla Slab"'
        )
        assert not refused


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pages_are_small_and_nothing_leaves_the_machine(
    browser: Browser, name: str
) -> None:
    stage = Stage(GAMES[name](), players=4)
    with stage.served() as url:
        for path, most in pages(stage):
            found = cost(browser, url, path)
            assert found <= most, f"{path} of {name} is {found} bytes on the wire"


SCRIPTS = """() => performance.getEntriesByType('resource')
  .map(({ name }) => name).filter((name) => name.endsWith('.js'))"""


def test_a_page_asks_for_all_its_modules_at_once(browser: Browser) -> None:
    stage = Stage(GAMES["letter_jam"](), players=4)
    stage.show(next(match for _, match in stage.moments(1)))
    with (
        stage.served() as url,
        device(browser, url, "en", "light") as context,
        held(context) as page,
    ):
        page.visit(url + "/p/h0")
        asked = page.waiting
        page.let_go()
        assert asked == {*page.page.evaluate(SCRIPTS)}
