"""Draws every face on the glass of screens, shrunk to a quarter, as from across the table.

``python -m tests.glass_gallery [FOLDER]``: a picture for each size, of all faces, dark and light.
"""

import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.ports import CENTRE, STAND_PLACES, CardFace, Face, Place
from tests.e2e.glass import FACES, SCREEN_KEY, Glass, place_of
from tests.e2e.phones import ARGUMENTS, CHROMIUM, until
from tests.e2e.stage import device
from tests.e2e.test_glass import NEWER, SIZES, VERSION, opened

QUARTER, GAP, WIDE = 4, 6, 1900
ROOMS = ("dark", "light")
ALL_FITTED = "document.querySelectorAll('.fit:not(.fitted)').length === 0"
Shown = Mapping[Place, Face]


def screens() -> Iterator[Shown]:
    """Yield what one screen shows: each face alone, and places side by side."""
    for face in FACES.values():
        yield {place_of(face): face}
    cards = [CardFace("ABCDEF"[n], chips=(n + 1,)) for n in range(len(STAND_PLACES))]
    free = dict(zip(STAND_PLACES[4:], cards[4:], strict=True))
    yield {**free, CENTRE: FACES["ledger"]}
    yield dict(zip(STAND_PLACES, cards, strict=True))


def drawn(browser: Browser, url: str, glass: Glass, room: str) -> Iterator[Image.Image]:
    """Yield the picture of each screen in each size, size by size."""
    glass.faces({place_of(FACES["card"]): FACES["card"]})
    context = device(browser, url, "en", room, SCREEN_KEY)
    page = opened(context, url)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for shown in screens():
            before = page.evaluate(VERSION)
            glass.faces(shown)
            until(page, NEWER, before)
            until(page, ALL_FITTED)
            yield _shot(page)
    context.close()


def _shot(page: Page) -> Image.Image:
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    size = picture.width // QUARTER, picture.height // QUARTER
    return picture.resize(size, Image.Resampling.LANCZOS)


def sheet(pictures: list[Image.Image]) -> Image.Image:
    """Return all *pictures*, which are of one size, in rows."""
    wide, high = pictures[0].width + GAP, pictures[0].height + GAP
    row = max(1, WIDE // wide)
    page = Image.new(
        "RGB", (row * wide + GAP, -(-len(pictures) // row) * high + GAP), "grey"
    )
    for number, picture in enumerate(pictures):
        page.paste(picture, (GAP + number % row * wide, GAP + number // row * high))
    return page


def main(folder: str = "build/glass") -> None:
    path, glass, many = Path(folder), Glass(), len(list(screens()))
    path.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, glass.served() as url:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for room in ROOMS:
            pictures = [*drawn(browser, url, glass, room)]
            for number, (width, height) in enumerate(SIZES):
                name = path / f"{width}x{height}-{room}.png"
                sheet(pictures[number * many : (number + 1) * many]).save(name)
                sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
