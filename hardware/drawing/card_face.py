"""A letter card in its stand, drawn: the letter, and beside it the chips or what else is told."""

from PIL import Image, ImageDraw

from companion.ports import CardFace
from hardware.drawing import glyphs

SIZE = (128, 64)
_WIDTH, _HEIGHT = SIZE
COLUMN_PX = 48
"""The width of the column beside a letter."""
_SIDE_PX = 32  # what a column without chips takes of it
_STRIP_TOP = 49  # a name's first row
# Where large chips begin; page boundaries save bytes.
_COLUMN_LEFT, _COLUMN_TOP = _WIDTH - COLUMN_PX, 16
_BAND_PX = 11  # a warning above a letter that has more chips than the column takes


def paint(image: Image.Image, face: CardFace) -> None:
    """Draw *face* on *image*, which is black and of SIZE."""
    chips = _chips_beside(face)
    said = face.warning or face.name
    below = face.warning if chips else "" if face.chips else said if face.letter else ""
    top = _BAND_PX if face.warning and face.chips and not chips else 0
    bottom = _STRIP_TOP - 2 if below or (face.chips and not chips) else _HEIGHT
    right = _card_right(face)
    if face.letter:
        # A full letter is squeezed: as wide as the shorter one, and fewer bytes to change.
        squeeze = 0.72 if bottom == _HEIGHT else 1.0
        letter = glyphs.glyph(face.letter, bottom - top, squeeze, right)
        glyphs.place(image, (0, top, right, bottom), letter)
    elif said.isspace():  # nobody's letters: the sign alone
        glyphs.place(image, (0, 0, right, bottom), glyphs.picture(face.picture, 3))
    elif said:
        name_box = (0, 0, right, bottom)
        glyphs.place(image, name_box, glyphs.headline(said, (right - 4, 40)))
    else:
        _empty_slot(image, right // 2, bottom)
    if top and face.letter:
        glyphs.write(image, (0, 0, right, top), face.warning, top)
    if chips:
        _card_head(image, face)
        image.paste(chips, (_COLUMN_LEFT, _COLUMN_TOP))
    elif _has_side(face):
        _card_side(image, face, bottom)
    if face.chips and not chips:
        image.paste(glyphs.chips(face.chips, _WIDTH), (0, _STRIP_TOP))
    elif below:
        left, align = 0, 0.5
        if face.picture and below == face.name:
            drawn = glyphs.picture(face.picture, 1)
            image.paste(drawn, (0, _STRIP_TOP + 2))
            left, align = drawn.width + 3, 0.0
        glyphs.write(image, (left, _STRIP_TOP, _WIDTH, _HEIGHT), below, 15, align)


def has_column(face: CardFace) -> bool:
    """Tell whether something stands in the column beside the letter."""
    return bool(face.chips) or _has_side(face)


def _has_side(face: CardFace) -> bool:
    return bool(face.position or face.stack is not None or face.bonus or face.moving_on)


def _chips_beside(face: CardFace) -> Image.Image | None:
    """Draw a letter's chips large, for the column beside it, if it has room for them."""
    if not (face.letter and face.chips):
        return None
    bottom = _STRIP_TOP - 2 if face.warning else _HEIGHT
    return glyphs.large_chips(face.chips, (COLUMN_PX, bottom - _COLUMN_TOP))


def _card_right(face: CardFace) -> int:
    """Return where a letter's place ends; the first chip beside it does not move it."""
    if face.letter and has_column(face):
        return _COLUMN_LEFT - 2
    return _WIDTH - _SIDE_PX - 2 if _has_side(face) else _WIDTH


def _card_head(image: Image.Image, face: CardFace) -> None:
    """Draw position or stack and signs side by side, above the chips."""
    high, right = _COLUMN_TOP - 2, _WIDTH
    for name, on in (("star", face.bonus), ("arrow", face.moving_on)):
        if on:
            right -= high
            image.paste(glyphs.sign(name, high), (right, 0))
            right -= 1
    box = (_COLUMN_LEFT, 0, right, high)
    if face.position == "done":
        glyphs.place(image, box, glyphs.sign("right", high), 0)
    elif face.position:
        glyphs.write(image, box, "{}/{}".format(*face.position), 19, 0)
    elif face.stack is not None:
        _stack(image, box, face.stack)


def _empty_slot(image: Image.Image, middle: int, bottom: int) -> None:
    """Draw the four corners of a card that is not there."""
    pen = ImageDraw.Draw(image)
    left, right, top, low = middle - 22, middle + 21, 2, bottom - 3
    for x, dx in ((left, 9), (right, -9)):
        for y, dy in ((top, 9), (low, -9)):
            for inset in (0, 1):
                x0, y0 = x + inset * (dx // 9), y + inset * (dy // 9)
                pen.line((x0, y0, x + dx, y0), fill=1)
                pen.line((x0, y0, x0, y + dy), fill=1)


def _card_side(image: Image.Image, face: CardFace, bottom: int) -> None:
    """Draw position, signs and stack, one below the other."""
    left, third = _WIDTH - _SIDE_PX, bottom / 3
    top_box, middle_box, low_box = (
        (left, round(third * k), _WIDTH, round(third * (k + 1))) for k in range(3)
    )
    sign_px = min(round(third) - 1, 18)
    if face.position == "done":
        glyphs.place(image, top_box, glyphs.sign("right", sign_px), 1)
    elif face.position:
        glyphs.write(image, top_box, "{}/{}".format(*face.position), 20, 1)
    marks = [name for name, on in (("star", face.bonus), ("arrow", face.moving_on)) if on]
    sign_px = min(sign_px, 15) if len(marks) > 1 else sign_px
    for k, name in enumerate(reversed(marks)):
        box = (left, middle_box[1], _WIDTH - k * (sign_px + 2), middle_box[3])
        glyphs.place(image, box, glyphs.sign(name, sign_px), 1)
    if face.stack is not None:
        _stack(image, low_box, face.stack)


def _stack(image: Image.Image, box: glyphs.Box, count: int) -> None:
    """Draw a small pile of cards and how many they are."""
    top = (box[1] + box[3]) // 2 - 7
    pen = ImageDraw.Draw(image)
    pen.rectangle((box[0] + 3, top, box[0] + 11, top + 11), outline=1)
    pen.rectangle((box[0], top + 3, box[0] + 8, top + 14), fill=0, outline=1)
    glyphs.write(image, (box[0] + 13, box[1], box[2], box[3]), str(count), 18, 1)
