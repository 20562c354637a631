"""Takes the pictures of the READMEs anew: ``make pictures``. One match in all of them."""

import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from companion.ports import CENTRE, STAND_PLACES, Place
from companion.table.table import Table
from tests.e2e.house import house
from tests.e2e.phones import ARGUMENTS, CHROMIUM, PHONE, Phone
from tests.e2e.screens import Stands
from web.pictures.card import take_card

FOLDER = Path(__file__).parent
NAMES = ("Anna", "Ben", "Cleo", "Dora")
DEAL: Mapping[str, Any] = {
    "type": "SetTable",
    "words": ["LIMIT", "ENTRY", "LYRIC", "TABLE"],
    "scrambles": ["ILTMI", "NETYR", "LCYRI", "TLBAE"],
    "stacks": [list("EAORHGW"), list("SDUOPKCA")],
    "deck": list("AEINORSTHDGWMFU"),
}
CLUE = ("Cleo", "Anna", "Ben", "Stand 5", "Ben")
"""LINEN, as Dora sees it."""

STANDS: tuple[tuple[Place, str, ViewportSize], ...] = (
    (STAND_PLACES[0], "stand", {"width": 640, "height": 360}),
    (CENTRE, "stands-on-television", {"width": 1280, "height": 720}),
)
"""An old phone, and what shows the rest."""


class Camera:
    """Takes pictures of pages at phone size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Keep the top of *page*, or the *whole* of it, as *name*."""
        page.wait_for_timeout(300)  # for the eye only: fonts and pictures have settled
        page.evaluate("window.scrollTo(0, 0)")
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)


def take_all(browser: Browser, camera: Camera) -> None:
    """Play the beginning of one match and take a picture at every moment."""
    with tempfile.TemporaryDirectory() as folder, house(Path(folder), DEAL) as (url, table):
        contexts = [
            browser.new_context(viewport=PHONE, locale="en-GB", device_scale_factor=2)
            for _ in NAMES
        ]
        phones = [Phone(*each) for each in zip(contexts, NAMES, strict=True)]
        anna, _, cleo, dora = phones
        anna.page.goto(url)
        camera.take(anna.page, "join")
        for phone in phones:
            phone.join(url, table.publisher.latest.pin)
        anna.page.get_by_role("link", name="Prepare the match").click()
        camera.take(anna.page, "host", whole=True)
        stands = _stands(browser, url, table, anna)
        anna.button("Start the match").click()
        dora.sees("Find a clue")
        dora.build_clue(list(CLUE))
        camera.take(dora.page, "clue-in-private")
        anna.page.get_by_text("letters").first.wait_for()
        camera.take(anna.page, "find-a-clue")
        dora.page.get_by_role("button", name="I give the clue", exact=True).click()
        for number, name in enumerate(CLUE, 1):
            dora.button(re.compile(rf"^Lay chip {number}: {name} ")).click()
        dora.button(re.compile("^Give this clue")).wait_for()
        for place, name, size in STANDS:
            stands.pages[place].set_viewport_size(size)
            camera.take(stands.pages[place], name)
        camera.take(dora.page, "give-a-clue")
        for name in ("bench", "table"):
            page = contexts[0].new_page()
            wide = {"table": 1280, "bench": 900}[name]
            page.set_viewport_size({"width": wide, "height": wide * 9 // 16})
            page.goto(f"{url}/{name}")
            camera.take(page, name, whole=name == "bench")
            page.close()
        dora.button(re.compile("^Give this clue")).click()
        anna.sees(re.compile("Do you know"))
        camera.take(anna.page, "move-on")
        cleo.button("My sheet").click()
        camera.take(cleo.page, "sheet")
        for context in (*contexts, *(each.context for each in {*stands.pages.values()})):
            context.close()


def _stands(browser: Browser, url: str, table: Table, host: Phone) -> Stands:
    """Let an old phone be Anna's stand, and a television the free ones and the middle."""
    stands = Stands(browser, url, table)
    host.page.goto(f"{url}/screens")
    stands.add(host.page, STAND_PLACES[0])
    stands.add(host.page, *STAND_PLACES[len(NAMES) :], CENTRE)
    host.page.goto(f"{url}/host")
    return stands


def main() -> int:
    """Take the pictures for the READMEs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        take_all(browser, Camera(FOLDER))
        take_card(browser)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
