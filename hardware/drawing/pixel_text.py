"""Small text from fonts whose every pixel was drawn by hand; pure, glyphs cached."""

import functools
from pathlib import Path
from typing import Final

from PIL import Image, ImageFont

BELOW_PX: Final = 18
"""From this size on an outline, shrunk to one bit a pixel, has round forms too."""
NUMERAL_HEIGHT_PX: Final = 20

_FONTS = Path(__file__).parent / "fonts"
_BY_SIZE: Final = ((14, "8x13B"), (12, "7x13"), (10, "6x10"), (0, "5x8"))
_NUMERALS: Final = "8x13B"
# What they lack, and what is put for it.
_SAID_OTHERWISE: Final = str.maketrans(
    {
        "…": "...",
        "–": "-",
        "—": "-",
        "“": '"',
        "”": '"',
        "„": '"',
        "’": "'",
        "‘": "'",
    }
)


def drawn(text: str, size_px: int) -> Image.Image | None:
    """Draw *text* in one line, cropped to its ink; None if a letter of it is not there."""
    text = text.translate(_SAID_OTHERWISE)
    if not all(char.isprintable() and ord(char) <= 0xFF for char in text):  # noqa: PLR2004 - Latin-1
        return None
    name = next(name for least_px, name in _BY_SIZE if size_px >= least_px)
    row = joined([_glyph(name, char) for char in text])
    return row.crop(row.getbbox() or (0, 0, 1, 1))


@functools.lru_cache(maxsize=32)
def numeral(number: int) -> Image.Image:
    """Draw *number* NUMERAL_HEIGHT_PX tall, each digit at most 7 px wide, with stems of two."""
    row = joined([_glyph(_NUMERALS, digit) for digit in str(number)])
    left, top, right, bottom = row.getbbox() or (0, 0, 1, 1)
    size = (right - left, NUMERAL_HEIGHT_PX)
    return row.crop((left, top, right, bottom)).resize(size, Image.Resampling.NEAREST)


def joined(parts: list[Image.Image]) -> Image.Image:
    """Return *parts* side by side, a pixel between them."""
    width = sum(part.width for part in parts) + max(0, len(parts) - 1)
    row = Image.new("1", (max(1, width), max((part.height for part in parts), default=1)))
    left = 0
    for part in parts:
        row.paste(part, (left, 0))
        left += part.width + 1
    return row


@functools.lru_cache(maxsize=256)
def _glyph(name: str, char: str) -> Image.Image:
    """Return one letter, as wide as its ink: i and m take what they need."""
    mask = _font(name).getmask(char, "1")
    cell = Image.new("1", mask.size)
    cell.im.paste(mask, (0, 0, *mask.size))
    ink = cell.getbbox()
    if ink is None:
        return cell.crop((0, 0, cell.width // 2, cell.height))
    return cell.crop((ink[0], 0, ink[2], cell.height))


@functools.cache
def _font(name: str) -> ImageFont.ImageFont:
    return ImageFont.load(str(_FONTS / f"{name}.pil"))
