"""Draws one face of each kind for the games' guide: ``python -m web.pictures.faces``."""

from pathlib import Path
from typing import get_args

from PIL import Image

import companion.games
from companion.ports import (
    BlankFace,
    CardFace,
    Face,
    LedgerFace,
    LinesFace,
    QrFace,
    RollFace,
    WordFace,
)
from hardware.drawing.faces import draw

PAGE = Path(companion.games.__file__).with_name("faces.png")
SIZE = (128, 64)
ZOOM, GAP = 2, 12
FACES: tuple[Face, ...] = (
    CardFace("L", chips=(1, 4), position=(2, 5), name="Anna"),
    WordFace("PLANE", "Ben", "right"),
    LinesFace(("Round 3/5", "Anna 12", "Ben 9")),
    LedgerFace(2, 3, 1, centre_open=False, line="Anna gives"),
    RollFace(("A", "E", "K", "R", "T"), start=2, top="In the kitchen", bottom="Cleo 7"),
    QrFace("http://192.168.1.5:8000", ("PIN", "285", "177")),
    BlankFace(),
)
"""One of each kind, in the order of the guide."""


def sheet() -> Image.Image:
    """Return all of them, four in a row."""
    wide, high = (ZOOM * side + GAP for side in SIZE)
    rows = -(-len(FACES) // 4)
    page = Image.new("L", (4 * wide + GAP, rows * high + GAP), 90)
    for number, face in enumerate(FACES):
        drawn = draw(face, SIZE).convert("L").resize((wide - GAP, high - GAP), 0)
        page.paste(drawn, (GAP + number % 4 * wide, GAP + number // 4 * high))
    return page


def complete() -> bool:
    """Tell whether every kind of face is among them."""
    return {type(each) for each in FACES} == set(get_args(Face))


if __name__ == "__main__":
    sheet().save(PAGE, optimize=True)
