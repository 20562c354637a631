"""A short warning on a face that goes on showing what it shows."""

from dataclasses import replace
from typing import assert_never

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

ROOM = 4
"""So many lines leave room for one more on a display."""


def warned(face: Face, text: str) -> Face:
    """Return *face* with *text* where its name or its line stands, or above its chips."""
    match face:
        case BlankFace():
            return LinesFace((text,))
        case CardFace():
            return replace(face, warning=text)
        case WordFace():
            return replace(face, name=text)
        case LinesFace():
            return replace(face, lines=(*face.lines[:ROOM], text))
        case LedgerFace():
            return replace(face, line=text)
        case RollFace():
            return replace(face, bottom=text)
        case QrFace():
            return replace(face, lines=(*face.lines[:ROOM], text))
        case _:
            assert_never(face)
