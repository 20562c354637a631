"""The moving picture of the README: a clue lands, a phone reads it, a word is turned.

``make pictures`` makes it of the real pages, of the match that all pictures show: table
page, six stands, and Anna's phone.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from companion.games.letter_jam import shows
from companion.ports import STAND_PLACES
from companion.table.table import Table
from tests.e2e.house import house
from tests.e2e.phones import ARGUMENTS, CHROMIUM, Phone, until
from tests.waiting import LIMIT_S, wait_for
from web.pictures.take import CLUE, DEAL, FOLDER, NAMES

FILM = FOLDER / "film.gif"
SCREEN = (1280, 720)
PHONE = (360, 640)
SIZE = (1000, 520)
WOOD = "#b98d5a"
FELT = "#17413f"
SPOTS = {"Anna": "1", "Ben": "2", "Cleo": "3", "Dora": "4", "Stand 5": "5"}
COLOURS = 250
COMMON = 130
SLOW_MS = 2500
"""Between two cards while the film is taken: a picture of all takes its time."""


class Film:
    """Frames of table page, stands and one phone, each with how long it stands, in ms."""

    def __init__(self, screen: Page, phone: Page, url: str) -> None:
        self._screen, self._phone, self._url = screen, phone, url
        self._frames: list[Image.Image] = []
        self._times: list[int] = []

    def take(self, ms: int) -> None:
        """Add the pages as they are now."""
        frame = Image.new("RGB", SIZE, FELT)
        frame.paste(_fit(_shot(self._screen), (700, 394)), (15, 15))
        frame.paste(_fit(_shot(self._phone), (255, 453)), (730, 33))
        for n, place in enumerate(STAND_PLACES):
            x, y = 15 + n * 118, 430
            frame.paste(WOOD, (x, y, x + 110, y + 70))
            answer = self._screen.request.get(f"{self._url}/bench/picture/{place}")
            glass = Image.open(BytesIO(answer.body())).convert("RGB").resize((102, 51))
            frame.paste(glass, (x + 4, y + 6))
        self._frames.append(frame)
        self._times.append(ms)

    def save(self, file: Path) -> None:
        """Write it; all frames share the colours of all."""
        every = Image.new("RGB", (SIZE[0], SIZE[1] * len(self._frames)))
        for n, frame in enumerate(self._frames):
            every.paste(frame, (0, SIZE[1] * n))
        palette = _palette(every)
        first, *rest = (
            frame.quantize(palette=palette, dither=Image.Dither.NONE)
            for frame in self._frames
        )
        times = self._times
        first.save(file, save_all=True, append_images=rest, duration=times, loop=0)


def _palette(every: Image.Image) -> Image.Image:
    """Return the commonest colours as they are, and the rest by what covers most of it."""
    counts = sorted(every.getcolors(1 << 24) or [], reverse=True)
    common = [colour for _, colour in counts[:COMMON]]
    rest = every.quantize(COLOURS - COMMON, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in common for part in colour] + rest)  # type: ignore[attr-defined]  # of an RGB picture
    return palette


def _shot(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot(type="jpeg", quality=95))).convert("RGB")


def _fit(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    return picture.resize(size, Image.Resampling.LANCZOS)


Do = Callable[..., None]


def doer(table: Table) -> Do:
    """Return what lets somebody do something by the rules, as their phone would."""
    number = count()

    def do(name: str, kind: str, **fields: object) -> None:
        pages: Mapping[Any, Any] = table.publisher.latest.pages
        handle, page = next(each for each in pages.items() if each[1].person.name == name)
        command, id_ = {"type": kind, **fields}, f"film-{next(number):06}"
        send = table.moves.send
        table.submit(send, page.device, handle, command, id_).result(LIMIT_S)

    return do


def shoot(browser: Browser, file: Path) -> None:
    """Play the match as far as the film goes, and write it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(shows, "CARD_MS", SLOW_MS),
        house(Path(folder), DEAL) as (url, table),
    ):
        looks: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
        sizes = {"Anna": PHONE}
        contexts = [
            browser.new_context(viewport=_size(sizes.get(name, PHONE)), **looks)
            for name in NAMES
        ]
        phones = [Phone(*each) for each in zip(contexts, NAMES, strict=True)]
        for phone in phones:
            phone.join(url, table.publisher.latest.pin)
        anna = phones[0]
        anna.page.get_by_role("link", name="Prepare the match").click()
        anna.button("Start the match").click()
        anna.sees("Find a clue")
        screen = contexts[0].new_page()
        screen.set_viewport_size(_size(SCREEN))
        screen.goto(f"{url}/table")
        film, do = Film(screen, anna.page, url), doer(table)
        _clue(film, do, anna)
        _reveal(film, do, anna, table)
        film.save(file)
        for context in contexts:
            context.close()


def _size(wide_high: tuple[int, int]) -> ViewportSize:
    return {"width": wide_high[0], "height": wide_high[1]}


def _clue(film: Film, do: Do, anna: Phone) -> None:
    do("Dora", "ChooseCluegiver", giver=3)
    anna.sees("Dora gives the clue")
    anna.page.wait_for_timeout(500)  # for the eye: pictures have settled, here and below
    film.take(900)
    for name in CLUE:
        do("Dora", "LayChip", spot=SPOTS[name])
        anna.page.wait_for_timeout(400)
        film.take(450)
    do("Dora", "GiveClue")
    anna.page.locator("#move-guess").wait_for()
    anna.page.wait_for_timeout(400)
    film.take(1500)
    anna.page.locator("#move-guess").fill("I")
    film.take(1100)
    anna.button("Move on").click()
    anna.sees("You have decided")
    for name, guess in (("Ben", "N"), ("Cleo", "L")):
        do(name, "MoveOn", guess=guess)
    anna.sees("Find a clue")


def _reveal(film: Film, do: Do, anna: Phone, table: Table) -> None:
    for name in NAMES:
        do(name, "WantEnd", want=True)
    for name, word, row in zip(NAMES, DEAL["words"], DEAL["scrambles"], strict=True):
        left = list(enumerate(row, 1))
        tiles = []
        for letter in word:
            card = next(each for each in left if each[1] == letter)
            left.remove(card)
            tiles.append(str(card[0]))
        do(name, "LayFinalWord", tiles=tiles, guesses=row)
    do("Anna", "RevealWord", guesses=DEAL["scrambles"][0])
    _follow(film, anna.page, len(DEAL["words"][0]) + 1)
    wait_for(lambda: _still(table), "the end of the show")
    for judge, whose in (("Ben", 0), ("Anna", 1), ("Anna", 2), ("Anna", 3)):
        if whose:
            do(NAMES[whose], "RevealWord", guesses=DEAL["scrambles"][whose])
            _skip(table)
        do(judge, "JudgeWord", whose=whose, accepted=True)
    wait_for(lambda: _still(table), "the end of the score")
    anna.page.wait_for_timeout(600)
    film.take(2500)


def _follow(film: Film, page: Page, frames: int) -> None:
    """Take a frame whenever one more card has been turned."""
    turned = "document.querySelectorAll('#shown [data-frame][data-shell-seen]').length"
    for number in range(1, frames + 1):
        until(page, f"n => {turned} >= n", number)
        film.take(550 if number < frames else 1300)


def _still(table: Table) -> bool:
    return table.publisher.latest.table.course is None


def _skip(table: Table) -> None:
    """End a show of which the film has seen one already."""
    wait_for(lambda: not _still(table), "a show")
    latest = table.publisher.latest
    if latest.table.course is None:
        return  # it is over by itself
    handle, page = next(iter(latest.pages.items()))
    show, skip = latest.table.course.number, table.moves.skip
    table.submit(skip, page.device, handle, show).result(LIMIT_S)


def main() -> int:
    """Make the film."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        shoot(browser, Path(sys.argv[1]) if len(sys.argv) > 1 else FILM)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
