"""What a display says for a moment to a finger: drawn over its picture, whatever that is."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

from hardware.drawing import glyphs


def refused(image: Image.Image) -> Image.Image:
    """Return *image* under the sign that a press was refused; it tells nothing else."""
    signed = image.copy()
    sign = glyphs.sign("wrong", 40)
    left, top = (image.width - 52) // 2, (image.height - 52) // 2
    pen = ImageDraw.Draw(signed)
    pen.rectangle((left, top, left + 51, top + 51), fill=0, outline=1, width=2)
    signed.paste(sign, (left + 6, top + 6))
    return signed


def accepted(image: Image.Image) -> Image.Image:
    """Return *image* dark on bright: the sign that a hold has acted, seen beside a finger."""
    return ImageChops.invert(image)


@dataclass(frozen=True, slots=True)
class Sign:
    """How it is drawn over the picture, and how long it stands there."""

    over: Callable[[Image.Image], Image.Image]
    duration_s: float


REFUSED = Sign(refused, 0.8)
"""A press was refused, or means nothing."""
ACCEPTED = Sign(accepted, 0.4)
"""A hold has acted: let go."""
