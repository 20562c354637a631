"""One picture to keep: a match that is over, drawn as a PNG that any phone can save."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from threading import Lock
from typing import Final

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont, ImageFont, load_default, truetype

from companion.legible import legible
from companion.ports import Keepsake, KeptWord
from companion.table.values.people import signs_of
from companion.table.values.player_signs import PLAYER_SIGNS, SIDE
from companion.table.values.projection import PlayedMatch, TableInfo

Colour = tuple[int, int, int]
Font = FreeTypeFont | ImageFont
Box = tuple[float, float, float, float]
Signs = Mapping[str, tuple[str, int]]

WIDTH: Final = 1080
HEIGHT: Final = 1350
"""In pixels: four to five, as messengers show a picture without cutting it."""
EDGE: Final = 70
ROW: Final = 290
"""A row of words is no higher."""
LINE: Final = 140
"""A line of a verse is no higher."""
FELT: Final[Colour] = (20, 62, 60)
PAPER: Final[Colour] = (255, 250, 240)
GOLD: Final[Colour] = (243, 182, 47)
DARK: Final[Colour] = (43, 33, 26)
PALE: Final[Colour] = (176, 196, 190)
SEATS: Final = ("#f0924a", "#f2d249", "#4fcb9f", "#84c8f4", "#b3a7ff", "#efa3c6")
"""Colours of the seats, as they are on a dark page."""
LEAST: Final = 20
"""Pixels of the smallest letters."""
NO_SIGN: Final = "\uffff"
"""Never a letter: drawn as what a font lacks."""
POINT: Final = 4
"""So many pixels is a point of a sign."""
COLOURS: Final = 64
KEPT: Final = 12
"""Pictures in memory: of the latest matches, for an album shows them all."""


def key_of(info: TableInfo) -> str:
    """Return the name of the picture of what is on the table, "" while there is none."""
    if info.keepsake is None or info.course is not None:
        return ""
    return _key(info.keepsake, signs_of(info.people))


def key_of_played(played: PlayedMatch) -> str:
    """Return the same of a match that was put away: the name that it had on the table."""
    return "" if played.keepsake is None else _key(played.keepsake, played.signs)


def _key(kept: Keepsake, signs: Signs) -> str:
    named = {name: tuple(sign) for name, sign in signs.items()}
    return sha256(repr((kept, named)).encode()).hexdigest()[:16]


class Pictures:
    """Draws each picture once, one at a time: on a small Pi it takes a while."""

    def __init__(self, font: Path | None) -> None:
        """*font* is a TrueType file (default: Pillow's own, which knows fewer letters)."""
        self._font = font
        self._lock = Lock()
        self._drawn: dict[str, bytes] = {}

    def png(self, kept: Keepsake, signs: Signs, result: str, best: str, on: str) -> bytes:
        """Return the picture; *result*, *best* and *on* are said in one language."""
        what = repr((kept, signs, result, best, on))
        with self._lock:
            if what not in self._drawn:
                while len(self._drawn) >= KEPT:
                    del self._drawn[next(iter(self._drawn))]
                self._drawn[what] = draw(self._font, kept, signs, result, best, on)
            return self._drawn[what]


def draw(  # noqa: PLR0913, PLR0917 - each is a line of it
    font: Path | None, kept: Keepsake, signs: Signs, result: str, best: str, on: str = ""
) -> bytes:
    """Return the picture as PNG; *on* is the day."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    brush = Brush(ImageDraw.Draw(picture), font, signs)
    brush.line(kept.title, 105, 84, PAPER)
    brush.line(on, 180, 34, PALE)
    y = 210.0
    if kept.stars is not None:
        brush.stars(y + 55, *kept.stars)
        y += 130
    brush.line(result, y + 30, 52, GOLD)
    below = HEIGHT - (240 if kept.best else EDGE)
    if kept.verse:
        brush.verse(kept.verse, kept.verse_by, y + 90, below)
    else:
        brush.words(kept.words, y + 90, below)
    if kept.best:
        brush.line(best, HEIGHT - 200, 40, PALE)
        brush.cards(kept.best, (EDGE, HEIGHT - 165, WIDTH - EDGE, HEIGHT - 65), PAPER)
    file = BytesIO()
    picture.quantize(COLOURS).save(file, "PNG", optimize=True)
    return file.getvalue()


class Brush:
    """Draws the parts of the picture."""

    def __init__(self, pen: ImageDraw.ImageDraw, font: Path | None, signs: Signs) -> None:
        self._pen = pen
        self._signs = signs
        self._font = font
        self._sizes: dict[int, Font] = {}

    def line(self, text: str, y: float, pixels: int, colour: Colour) -> None:
        """Write *text* into the middle at height *y*, smaller or cut where it is too long."""
        text, chosen = self._fitting(text, WIDTH - 2 * EDGE, pixels)
        self._pen.text((WIDTH / 2, y), text, colour, chosen, anchor="mm")

    def stars(self, y: float, count: int, most: int) -> None:
        """Draw *most* stars, *count* of them filled."""
        for n in range(most):
            middle = WIDTH / 2 + (n - (most - 1) / 2) * 124
            corners = ((k * pi / 5, 22 if k % 2 else 54) for k in range(10))
            points = [
                (middle + far * sin(turn), y - far * cos(turn)) for turn, far in corners
            ]
            self._pen.polygon(
                points, fill=GOLD if n < count else None, outline=GOLD, width=4
            )

    def words(self, words: Sequence[KeptWord], top: float, bottom: float) -> None:
        """Lay each word as a row of cards below its name, in two columns if need be."""
        columns = 1 if len(words) <= 3 else 2  # noqa: PLR2004 - as many rows look well
        rows = -(-len(words) // columns)
        high = min((bottom - top) / rows, ROW)
        top += (bottom - top - high * rows) / 2
        wide = (WIDTH - 2 * EDGE) / columns
        for n, each in enumerate(words):
            left = EDGE + wide * (n % columns) + 24
            if n + 1 == len(words) and len(words) % columns:
                left = (WIDTH - wide) / 2 + 24  # the odd one lies in the middle
            right, y = left + wide - 48, top + high * (n // columns)
            self.name(each.name, (left + right) / 2, y + 28, right - left)
            box = (left, y + 60, right, y + min(high - 20, 210))
            self.cards(each.word or "–", box, GOLD if each.counts else PALE)

    def verse(self, lines: Sequence[str], name: str, top: float, bottom: float) -> None:
        """Write *lines* on a sheet of paper, and below it whose they are."""
        high = min((bottom - top - 240) / len(lines), LINE)
        y = (top + bottom - high * len(lines) - 60) / 2
        sheet = (EDGE, y - 50, WIDTH - EDGE, y + high * len(lines) + 50)
        self._pen.rounded_rectangle(sheet, 30, PAPER)
        for n, line in enumerate(lines):
            room = WIDTH - 2 * EDGE - 100
            text, chosen = self._fitting(line, room, round(high * 0.62))
            at = WIDTH / 2, y + high * (n + 0.5)
            self._pen.text(at, text, DARK, chosen, anchor="mm")
        self.name(name, WIDTH / 2, sheet[3] + 50, WIDTH - 2 * EDGE)

    def name(self, name: str, middle: float, y: float, room: float) -> None:
        """Write a player's name, the sign before it, no wider than *room*."""
        sign, colour = self._signs.get(name, ("", 0))
        side = SIDE * POINT if sign else 0
        text, chosen = self._fitting(name, room - side - 14, 40)
        x = middle - (chosen.getlength(text) + (side + 14 if side else 0)) / 2
        for row, line in enumerate(PLAYER_SIGNS.get(sign, ())):
            for column, point in enumerate(line):
                if point == "#":
                    at = x + column * POINT, y + row * POINT - side / 2
                    ends = at[0] + POINT - 1, at[1] + POINT - 1
                    self._pen.rectangle((*at, *ends), SEATS[colour - 1])
        start = x + (side + 14 if side else 0)
        self._pen.text((start, y), text, PAPER, chosen, anchor="lm")

    def cards(self, word: str, box: Box, colour: Colour) -> None:
        """Draw the letters of *word* as cards, in the middle of *box*, as large as they fit."""
        left, top, right, bottom = box
        wide = min((right - left) / len(word), (bottom - top) * 0.84)
        high, first = wide / 0.84, (left + right - wide * len(word)) / 2
        y = (top + bottom - high) / 2
        for n, letter in enumerate(word):
            x, far = first + (n + 0.05) * wide, first + (n + 0.95) * wide
            below = (x, y + high * 0.06, far, y + high)
            self._pen.rounded_rectangle(below, wide * 0.12, DARK)
            self._pen.rounded_rectangle((x, y, far, y + high * 0.94), wide * 0.12, colour)
            middle = ((x + far) / 2, y + high * 0.47)
            self._pen.text(
                middle, letter, DARK, self._sized(round(wide * 0.7)), anchor="mm"
            )

    def _has(self, sign: str) -> bool:
        chosen = self._sized(LEAST)
        drawn, missing = (chosen.getmask(each, "1") for each in (sign, NO_SIGN))
        return drawn.size != missing.size or bytes(drawn) != bytes(missing)

    def _sized(self, pixels: int) -> Font:
        if pixels not in self._sizes:
            font = truetype(str(self._font), pixels) if self._font else load_default(pixels)
            self._sizes[pixels] = font
        return self._sizes[pixels]

    def _fitting(self, text: str, room: float, pixels: int) -> tuple[str, Font]:
        """Return *text* as it fits into *room*: smaller down to the half, then cut."""
        text = legible(text, self._has)
        least = pixels // 2
        while self._sized(pixels).getlength(text) > room and pixels > least:
            pixels -= 2
        whole, chosen = text, self._sized(pixels)
        while text and chosen.getlength(text if text == whole else f"{text}…") > room:
            text = text[:-1]
        return text if text == whole else f"{text.rstrip()}…", chosen
