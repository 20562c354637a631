"""Letters, text and signs in one bit a pixel; pure, the small ones cached as faces repeat."""

import functools
import math
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from companion.legible import legible
from companion.ports import Picture
from hardware.drawing import pixel_text

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are just outside."""

SMALLEST_PX = 8
CHIP_GAP_PX = 3
CHIP_ROW_PX = 24  # three pages of the panel
ELLIPSIS = "…"
_NO_SIGN = "\uffff"  # never a letter: drawn as what the typeface lacks

FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"

# Letters and signs are drawn this much larger and then shrunk: at these sizes that gives
# rounder forms than the font's hints, and the same ones with every FreeType.
_FINE = 4
_LARGE_PX = 96 * _FINE
_STEM = 0.21  # a stem's width, in letter heights
_NARROWEST = 0.72  # the most that a word is squeezed
_Q_WIDTH = 1.04  # of an O's
_Q_TAIL = ((0.47, 0.6), (0.67, 0.6), (_Q_WIDTH, 1.0), (0.78, 1.0))
_Q_CUT = ((0.39, 0.6), (0.67, 0.6), (_Q_WIDTH, 1.0), (0.69, 1.0))


@functools.lru_cache(maxsize=8)
def font(size_px: int) -> ImageFont.FreeTypeFont:
    """Return the face's only typeface at *size_px* (the em, not the letter height)."""
    # By its path: of a file's bytes each size would keep a copy, 0.1 MB of memory.
    return ImageFont.truetype(FONT, size_px, layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=256)
def readable(text: str) -> str:
    """Return what of *text* the typeface has; "…" if that is nothing."""
    return (legible(text, _has) or ELLIPSIS) if text else ""


@functools.lru_cache(maxsize=512)
def _has(sign: str) -> bool:
    chosen = font(SMALLEST_PX * 2)
    drawn, missing = (chosen.getmask(each, "1") for each in (sign, _NO_SIGN))
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


@functools.lru_cache(maxsize=128)
def glyph(letter: str, height_px: int, squeeze: float, widest_px: int) -> Image.Image:
    """Draw one letter whose ink is *height_px* tall and *squeeze* of its natural width.

    What squeezing takes from its stems is given back to them.
    """
    large = _q() if letter == "Q" else _drawn(letter, _LARGE_PX, "L")
    thicker = round(large.height * _STEM * (1 / squeeze - 1))
    if thicker:
        large = _thickened(large, thicker)
    width_px = round(large.width * height_px / large.height * squeeze)
    return _shrunk(large, (max(1, min(widest_px, width_px)), height_px))


def _thickened(large: Image.Image, by_px: int) -> Image.Image:
    """Widen the stems; dots above a letter (Ä, Ö, Ü) would run together, so they stay."""
    bold = Image.new("L", (large.width + by_px, large.height))
    dots_px = _dots_px(large)
    bold.paste(large.crop((0, 0, large.width, dots_px)), (by_px // 2, 0))
    base = large.crop((0, dots_px, large.width, large.height))
    for dx in range(0, by_px + 1, 4):
        bold.paste(255, (dx, dots_px), base)
    return bold


def _dots_px(large: Image.Image) -> int:
    """Return how many rows at the top belong to what stands above a letter; mostly none."""
    for row in range(large.height // 3):
        if large.crop((0, row, large.width, row + 1)).getbbox() is None:
            return row
    return 0


def _q() -> Image.Image:
    """Draw Q as an O with its tail within: the font's tail hangs below, and took its height."""
    large = _drawn("O", _LARGE_PX, "L")
    width, height = large.size
    image = Image.new("L", (round(width * _Q_WIDTH), height))
    image.paste(large)
    pen = ImageDraw.Draw(image)
    for polygon, fill in ((_Q_CUT, 0), (_Q_TAIL, 255)):  # a dark line beside it sets it off
        pen.polygon([(x * width, y * height) for x, y in polygon], fill=fill)
    return image


@functools.lru_cache(maxsize=64)
def headline(text: str, size: tuple[int, int]) -> Image.Image:
    """Draw *text* as large as *size* allows, squeezed if that makes it taller."""
    large = _drawn(text, _LARGE_PX, "L")
    width_px, height_px = size
    if not any(map(str.isalnum, text)):  # a dash is as thick as beside a capital
        height_px = height_px * large.height // _drawn("H", _LARGE_PX, "L").height
    height_px = min(height_px, int(large.height * width_px / (large.width * _NARROWEST)))
    width_px = min(width_px, round(large.width * height_px / large.height))
    return _shrunk(large, (max(1, width_px), max(1, height_px)))


def _drawn(text: str, size_px: int, mode: str) -> Image.Image:
    """Draw *text* in one line, cropped to its ink."""
    chosen = font(size_px)
    # Ink may reach a pixel beyond the box that the font tells.
    left, top, right, bottom = (round(edge) for edge in chosen.getbbox(text))
    image = Image.new(mode, (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=chosen, fill=255)
    return image.crop(image.getbbox() or (0, 0, 1, 1))


@functools.lru_cache(maxsize=256)
def words(text: str, size_px: int) -> Image.Image:
    """Draw *text* in one line, cropped to its ink."""
    small = pixel_text.drawn(text, size_px) if size_px < pixel_text.BELOW_PX else None
    return small or _drawn(text, size_px, "1")


def fitting_px(text: str, size: tuple[int, int], largest_px: int) -> int:
    """Return the largest font size whose ink fits *size*, SMALLEST_PX if none does."""
    ink = words(text, largest_px)
    # Ink grows almost evenly with the size: larger ones than that need not be tried.
    share = min(1.0, size[0] / ink.width, size[1] / ink.height)
    most_px = max(pixel_text.BELOW_PX, int(largest_px * share) + 3)
    for size_px in range(min(largest_px, most_px), SMALLEST_PX, -1):
        ink = words(text, size_px)
        if ink.width <= size[0] and ink.height <= size[1]:
            return size_px
    return SMALLEST_PX


def shortened(text: str, width_px: int, size_px: int) -> str:
    """Cut *text* and end it in "…" so that it is not wider than *width_px*."""
    if words(text, size_px).width <= width_px:
        return text
    for length in range(len(text) - 1, 0, -1):
        cut = text[:length].rstrip() + ELLIPSIS
        if words(cut, size_px).width <= width_px:
            return cut
    return ELLIPSIS


def write(
    image: Image.Image, box: Box, text: str, largest_px: int, align: float = 0.5
) -> None:
    """Write *text* as large as *box* allows; *align* is 0 for left, 1 for right."""
    width_px, height_px = box[2] - box[0], box[3] - box[1]
    size_px = fitting_px(text, (width_px, height_px), largest_px)
    place(image, box, words(shortened(text, width_px, size_px), size_px), align)


def place(image: Image.Image, box: Box, part: Image.Image, align: float = 0.5) -> None:
    """Paste *part* into *box*, in the middle of its height."""
    left = box[0] + round((box[2] - box[0] - part.width) * align)
    top = box[1] + (box[3] - box[1] - part.height) // 2
    image.paste(part, (left, top))


def _shrunk(large: Image.Image, size: tuple[int, int]) -> Image.Image:
    grey = large.resize(size, Image.Resampling.BOX)
    return grey.point([0] * 128 + [255] * 128).convert("1", dither=Image.Dither.NONE)


# -- signs: polygons on a square of side one --

_Polygon = Sequence[tuple[float, float]]


def _star() -> _Polygon:
    turns = [math.radians(36 * k - 90) for k in range(10)]
    radii = [0.54 if k % 2 == 0 else 0.23 for k in range(10)]
    return [
        (0.5 + r * math.cos(t), 0.54 + r * math.sin(t))
        for r, t in zip(radii, turns, strict=True)
    ]


_POLYGONS: dict[str, Sequence[_Polygon]] = {
    "right": [
        [(0, 0.55), (0.15, 0.38), (0.37, 0.6), (0.84, 0.08), (1, 0.24), (0.37, 0.94)]
    ],
    "wrong": [
        [(0.02, 0.18), (0.18, 0.02), (0.98, 0.82), (0.82, 0.98)],
        [(0.82, 0.02), (0.98, 0.18), (0.18, 0.98), (0.02, 0.82)],
    ],
    "arrow": [
        [(0, 0.36), (0.5, 0.36), (0.5, 0.06), (1, 0.5), (0.5, 0.94), (0.5, 0.64), (0, 0.64)]
    ],
    "star": [_star()],
    "green": [[(0.5, 0), (1, 1), (0, 1)]],
    "triangle": [[(0.5, 0.05), (1, 0.95), (0, 0.95)]],
    "diamond": [[(0.5, 0), (0.88, 0.5), (0.5, 1), (0.12, 0.5)]],
    "bar": [[(0.62, 0), (0.98, 0), (0.38, 1), (0.02, 1)]],
    "asterisk": [
        [
            (
                0.5 + x * math.cos(a) - y * math.sin(a),
                0.5 + x * math.sin(a) + y * math.cos(a),
            )
            for x, y in ((-0.5, -0.1), (0.5, -0.1), (0.5, 0.1), (-0.5, 0.1))
        ]
        for a in (math.radians(30), math.radians(90), math.radians(150))
    ],
}


@functools.lru_cache(maxsize=64)
def sign(name: str, size_px: int) -> Image.Image:
    """Draw a sign in a square: red, circle, lock, open, or one of the polygons above."""
    side = size_px * _FINE * 2
    large = Image.new("L", (side, side))
    draw = ImageDraw.Draw(large)
    if name in ("red", "circle"):
        draw.ellipse((0, 0, side - 1, side - 1), fill=255)
    elif name in ("lock", "open"):
        _draw_lock(draw, side, shut=name == "lock")
    else:
        for polygon in _POLYGONS[name]:
            draw.polygon([(x * side, y * side) for x, y in polygon], fill=255)
    return _shrunk(large, (size_px, size_px))


@functools.lru_cache(maxsize=24)
def picture(rows: Picture, scale: int) -> Image.Image:
    """Draw *rows* of points, each *scale* pixels wide and tall."""
    drawn = Image.new("1", (len(rows[0]), len(rows)))
    drawn.putdata([point == "#" for row in rows for point in row])
    size = drawn.width * scale, drawn.height * scale
    return drawn.resize(size, Image.Resampling.NEAREST)


def _draw_lock(draw: ImageDraw.ImageDraw, side: int, *, shut: bool) -> None:
    """Draw a padlock; open, its shackle stands beside the body."""
    left = 0.18 if shut else 0.46
    shackle = [round(side * v) for v in (left, 0.0, left + 0.52, 0.72)]
    draw.arc(shackle, 180, 360, fill=255, width=round(side * 0.14))
    for x in (left, left + 0.38) if shut else (left,):
        draw.rectangle([round(side * v) for v in (x, 0.34, x + 0.14, 0.5)], fill=255)
    right = 0.92 if shut else 0.68
    draw.rectangle(
        [round(side * v) for v in (0.06 if shut else 0.0, 0.47, right, 1)], fill=255
    )


@functools.lru_cache(maxsize=32)
def large_chip(number: int, scale: int) -> Image.Image:
    """Draw a chip beside a letter: dark digits on a bright tile, by itself even in a row.

    It is CHIP_ROW_PX tall, or twice that with a *scale* of two, a gap below it counted.
    """
    digits = pixel_text.numeral(number)
    width_px, height_px = digits.width * scale, digits.height * scale
    digits = digits.resize((width_px, height_px), Image.Resampling.NEAREST)
    image = Image.new("1", (width_px + 2 * scale, CHIP_ROW_PX * scale))
    tile = (0, 0, image.width - 1, height_px + 2 * scale - 1)
    ImageDraw.Draw(image).rounded_rectangle(tile, radius=2, fill=1)
    image.paste(0, (scale, scale), digits)
    return image


def large_chips(numbers: Sequence[int], size: tuple[int, int]) -> Image.Image | None:
    """Draw chips as tall as *size* allows, or None if it has not room for all of them."""
    return _tiled(numbers, size, 2) or _tiled(numbers, size, 1)


def _tiled(numbers: Sequence[int], size: tuple[int, int], scale: int) -> Image.Image | None:
    image, left, top = Image.new("1", size), 0, 0
    for number in numbers:
        token = large_chip(number, scale)
        if left + token.width > size[0]:
            left, top = 0, top + token.height
        if token.width > size[0] or top + token.height > size[1]:
            return None
        image.paste(token, (left, top))
        left += token.width + CHIP_GAP_PX
    return image


@functools.lru_cache(maxsize=32)
def chip(number: int) -> Image.Image:
    """Draw a chip: dark digits on a bright token, 15 px tall, 8 px wide for one digit.

    It has two pages of the panel, so each pixel of its width is two bytes on the wire.
    """
    digits = headline(str(number), (6 if number < 10 else 13, 11))  # noqa: PLR2004 - two digits
    image = Image.new("1", (max(8, digits.width + 2), 15))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, image.width - 1, 14), radius=2, fill=1)
    image.paste(0, ((image.width - digits.width) // 2, (15 - digits.height) // 2), digits)
    return image


def chips(numbers: Sequence[int], width_px: int) -> Image.Image:
    """Draw a row of chips, left to right; what does not fit is told by "…"."""
    row = Image.new("1", (width_px, 15))
    tokens = [chip(number) for number in numbers]
    dots, left = words(ELLIPSIS, SMALLEST_PX), 0
    fits = sum(token.width + CHIP_GAP_PX for token in tokens) - CHIP_GAP_PX <= width_px
    for token in tokens:
        if not fits and left + token.width > width_px - dots.width - 2:
            row.paste(dots, (left + 1, 12 - dots.height))
            break
        row.paste(token, (left, 0))
        left += token.width + CHIP_GAP_PX
    return row
