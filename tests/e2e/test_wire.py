"""What a first visit costs on the wire, and that all of it comes from this machine."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from tests.e2e.stage import Stage, device
from tests.waiting import wait_for

pytestmark = pytest.mark.browser

JOIN_BYTES = 16_000
PAGE_BYTES = 48_000


def cost(browser: Browser, url: str, path: str) -> int:
    """Return the bytes of a first visit, heads and bodies, streams left out."""
    context = device(browser, url, "de", "light")
    page = context.new_page()
    hosts: set[str | None] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    open_: set[str] = set()

    def sent(begin: dict[str, Any]) -> None:
        if begin.get("type") != "EventSource":  # which never ends
            open_.add(begin["requestId"])

    network.on("Network.requestWillBeSent", sent)
    network.on("Network.loadingFinished", lambda end: open_.discard(end["requestId"]))
    sizes: list[int] = []
    network.on(
        "Network.loadingFinished", lambda end: sizes.append(end["encodedDataLength"])
    )
    page.goto(url + path)
    page.wait_for_selector("html[data-ready='1']", state="attached")
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
