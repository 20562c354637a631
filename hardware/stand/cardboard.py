"""The stand in cardboard: one strip, folded to a wedge; ``python -m hardware.stand.cardboard``."""

import argparse
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple


class Size(NamedTuple):
    """In millimetres, as in stand.scad: the module, and the glass that is seen of it."""

    module: tuple[float, float]
    glass: tuple[float, float]
    glass_up: float


SIZES: Final = {
    "0.96": Size((28, 28.5), (24, 13.5), 1.5),
    "2.42": Size((73, 44), (58, 31), 0),
}
LEAST, MOST = 5, 150
"""Millimetres of what a stand of this kind holds."""
TILT_DEG, FOOT, BUTTON, TAB, MARGIN = 20, 48, 12.2, 12, 8
CUT, FOLD = 'stroke="#d00000"', 'stroke="#0040d0" stroke-dasharray="3 2"'


def svg(size: Size) -> str:
    """Return the strip in its true size: red is cut, blue dashes are folded."""
    width = size.module[0] + 30
    lengths = (TAB, FOOT, front_height(size), back_length(size))
    whole = sum(lengths)
    body = "\n".join(_lines(size, width, lengths))
    across, down = width + 2 * MARGIN, whole + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}mm" '
        f'height="{down:g}mm" viewBox="0 0 {across:g} {down:g}" fill="none" '
        f'stroke-width="0.4" font-family="sans-serif" font-size="3">\n'
        f"<title>A stand of cardboard</title>\n{body}\n</svg>\n"
    )


def front_height(size: Size) -> float:
    """Return how tall the leaning front is."""
    return round(size.module[1] + BUTTON + 22, 1)


def back_length(size: Size) -> float:
    """Return how long the back is that joins the front's top to the foot's end."""
    turn, height = math.radians(TILT_DEG), front_height(size)
    return round(math.hypot(FOOT - height * math.sin(turn), height * math.cos(turn)), 1)


def _lines(size: Size, width: float, lengths: tuple[float, ...]) -> Iterator[str]:
    left, top = MARGIN, MARGIN
    yield _box(left, top, width, sum(lengths))
    edges = [round(top + sum(lengths[:k]), 1) for k in range(1, len(lengths))]
    for y in edges:
        yield f'<path d="M {left} {y} H {left + width}" {FOLD}/>'
    _tab_end, front_low, front_high = edges
    middle = left + width / 2
    # The strip lies with the front's lower edge first: its picture is upside down.
    glass_width, glass_height = size.glass
    glass = front_high - size.module[1] / 2 - 4 + size.glass_up - glass_height / 2
    yield _box(middle - glass_width / 2, glass, glass_width, glass_height)
    button = front_low + 15
    yield f'<circle cx="{middle:g}" cy="{button:g}" r="{BUTTON / 2:g}" {CUT}/>'
    for x in (left + 3, left + width - 11):  # the corners of a strip with the name
        yield f'<path d="M {x:g} {front_low + 5:g} h 8" {CUT}/>'
    for x in (middle - 4, middle + 4):  # a cable tie
        yield f'<path d="M {x:g} {front_high + lengths[-1] - 14:g} v 8" {CUT}/>'
    for y, words in zip(
        (top, *edges),
        ("glue, under the back's end", "foot", "front, upside down", "back"),
        strict=True,
    ):
        yield f'<text x="{left + 2}" y="{y + 3.6:g}" fill="#666666">{words}</text>'
    last = top + sum(lengths) - 2
    yield f'<text x="{left + 2}" y="{last:g}" fill="#666666">this edge is {width:g} mm</text>'


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {CUT}/>'


def main(arguments: Sequence[str]) -> int:
    """Write a file for each panel into a folder, or one in sizes of one's own."""
    parser = argparse.ArgumentParser(
        prog="hardware.stand.cardboard",
        description="Draw a stand to fold; all in millimetres.",
    )
    parser.add_argument("folder", type=Path, help="where the file goes")
    pair: Any = {"type": _millimetres, "metavar": "WIDTHxHEIGHT"}
    parser.add_argument("--module", **pair, help="the display's board, 36x34 say")
    parser.add_argument("--glass", **pair, help="what is seen of it, 30x16 say")
    parser.add_argument(
        "--glass-up",
        type=float,
        default=0.0,
        help="how far its middle is above the board's",
    )
    parser.add_argument("--name", default="own", help="the file's: cardboard-NAME.svg")
    args = parser.parse_args(arguments)
    sizes: Mapping[str, Size] = SIZES
    if args.module or args.glass:
        if not (args.module and args.glass):
            parser.error("give both: --module and --glass")
        if any(of > all_of for of, all_of in zip(args.glass, args.module, strict=True)):
            parser.error("the glass is no larger than its board")
        sizes = {args.name: Size(args.module, args.glass, args.glass_up)}
    for panel, size in sizes.items():
        Path(args.folder, f"cardboard-{panel}.svg").write_text(svg(size), "utf-8")
    return 0


def _millimetres(text: str) -> tuple[float, float]:
    width, _, height = text.partition("x")
    found = float(width), float(height)
    if not all(LEAST <= each <= MOST for each in found):
        raise ValueError(text)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
