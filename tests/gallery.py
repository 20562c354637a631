"""Draws every kind of moment of a game: ``python -m tests.gallery NAME [LANGUAGE [FILE]]``.

A row is a moment: the table page, two phones, and the seven displays.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from companion.ports import CENTRE, STAND_PLACES
from companion.table.values.match import Match
from hardware.drawing.faces import draw
from tests.e2e.phones import ARGUMENTS, CHROMIUM
from tests.e2e.stage import Stage, device
from web.pages.game_pages import game_pages

MOST, SEEDS = 12, 6
PHONE, TABLE = (320, 600), (1066, 600)
GLASS, GAP, HIGH = (128, 64), 8, 300
READY = "html[data-ready='1']"


def gallery(
    game: AnyGame, language: Language, browser: Browser, most: int = MOST
) -> Image.Image:
    """Return the picture of some *most* kinds of moments."""
    stage = Stage(game, 3)
    rows = [[*map(_half, each)] for each in _rows(stage, language, browser, most)]
    wide = max(sum(each.width + GAP for each in row) for row in rows)
    sheet = Image.new("RGB", (wide, len(rows) * (HIGH + GAP)), "white")
    for number, row in enumerate(rows):
        left = 0
        for each in row:
            sheet.paste(each, (left, number * (HIGH + GAP)))
            left += each.width + GAP
    return sheet


def _rows(
    stage: Stage, language: Language, browser: Browser, most: int
) -> Iterator[list[Image.Image]]:
    with stage.served() as url:
        stage.show(None)
        keys: tuple[dict[str, str], ...] = ({}, {"key": f"{1:022}"})
        phones = keys[: max(1, len(stage.seating.people) - 1)]
        pages = [_page(browser, url, language, PHONE, **each) for each in phones]
        table = _page(browser, url, language, TABLE)
        for match in moments(stage, most):
            stage.show(match)
            row = [_shot(table, f"{url}/table")]
            row += [_shot(page, f"{url}/p/h{seat}") for seat, page in enumerate(pages)]
            yield [*row, _displays(stage.game, match.state, language)]
        for page in (*pages, table):
            page.context.close()


def moments(stage: Stage, most: int) -> list[Match]:
    """Return some kinds of moments, as they came; where nobody is away, if there is such a one."""
    played = [match for seed in range(SEEDS) for match in stage.played(seed)]
    numbers = sorted(range(len(played)), key=lambda each: (away(played[each]), each))
    kinds = dict[tuple[str, ...], int]()
    for number in numbers:
        kinds.setdefault(stage.kind(played[number]), number)
        if len(kinds) == most:
            break
    return [played[number] for number in sorted(kinds.values())]


def away(match: Match) -> int:
    """Return how many have left the table."""
    return sum(not player.present for player in match.table.players)


def _page(
    browser: Browser, url: str, language: str, size: tuple[int, int], **more: str
) -> Page:
    page = device(browser, url, language, "light", **more).new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def _shot(page: Page, url: str) -> Image.Image:
    page.goto(url)
    page.wait_for_selector(READY, state="attached")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _displays(game: AnyGame, state: Any, language: Language) -> Image.Image:
    """Return the six stands, two in a row, and the middle below."""
    say = game_pages(game.name, game.pages).catalogues[language].say
    faces = game.shown(state, say)
    wide, high = (each + GAP for each in GLASS)
    sheet = Image.new("L", (2 * wide, 4 * high), 90)
    for number, place in enumerate((*STAND_PLACES, CENTRE)):
        if place in faces:
            face = draw(faces[place], GLASS).convert("L")
            sheet.paste(face, (GAP // 2 + number % 2 * wide, GAP // 2 + number // 2 * high))
    return sheet.convert("RGB").resize((sheet.width * 2, sheet.height * 2))


def _half(image: Image.Image) -> Image.Image:
    high = min(HIGH, image.height // 2)
    return image.resize((image.width * high // image.height, high))


def main(name: str, language: str = DEFAULT_LANGUAGE, file: str = "") -> None:
    known = next(each for each in LANGUAGES if each == language)
    path = Path(file or f"build/{name}.{language}.png")
    path.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        gallery(GAMES[name](), known, browser).save(path)
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
