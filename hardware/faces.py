"""What a display shows, drawn: ``draw(face, size)`` is pure and knows no device."""

from typing import assert_never

from PIL import Image, ImageChops, ImageDraw

from companion.errors import HardwareError
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
from hardware import glyphs

SIZE = (128, 64)
_WIDTH, _HEIGHT = SIZE
_SIDE_PX = 32  # the column right of a letter
_STRIP_TOP = 49  # a chip's first row; chips begin on a page boundary, which saves bytes
_BAND_PX = 11  # a warning above a letter that has chips
_MOST_LINES = 5
_QR_MARGIN = 3  # modules; a version 3 code then has just room at two pixels each


def draw(face: Face, size: tuple[int, int]) -> Image.Image:
    """Draw *face* for a display of *size*, which must be (128, 64) pixels; mode ``1``."""
    if size != SIZE:
        raise HardwareError(
            f"a display of {size[0]} x {size[1]} pixels cannot show faces; they are drawn "
            f"for {_WIDTH} x {_HEIGHT}"
        )
    image = Image.new("1", SIZE)
    match face:
        case BlankFace():
            pass
        case CardFace():
            _card(image, face)
        case WordFace():
            _word(image, face)
        case LinesFace():
            _lines(image, (0, 0, _WIDTH, _HEIGHT), face.lines, even=face.even)
        case LedgerFace():
            _ledger(image, face)
        case RollFace():
            _roll(image, face)
        case QrFace():
            _qr(image, face)
        case _:
            assert_never(face)
    return image


def moved(image: Image.Image, shift_px: int) -> Image.Image:
    """Return *image* moved to the right; what leaves it is lost for as long."""
    shifted = ImageChops.offset(image, shift_px, 0)
    edge = (0, 0, shift_px, _HEIGHT) if shift_px > 0 else (_WIDTH + shift_px, 0, *SIZE)
    shifted.paste(0, edge)
    return shifted


def has_chips(face: Face | None) -> bool:
    """Tell whether chips lie there: at a card, or at the wildcard and the bonus letters."""
    match face:
        case CardFace():
            return bool(face.chips)
        case LedgerFace():
            return bool(face.wildcard_chips) or any(chips for _, chips in face.bonus)
        case _:
            return False


# -- a card in its stand --


def _card(image: Image.Image, face: CardFace) -> None:
    said = face.warning or face.name
    name = said if face.letter and not face.chips else ""
    top = _BAND_PX if face.warning and face.chips else 0
    bottom = _STRIP_TOP - 2 if face.chips or name else _HEIGHT
    side = face.position or face.stack is not None or face.bonus or face.moving_on
    right = _WIDTH - _SIDE_PX - 2 if side else _WIDTH
    if face.letter:
        # A full letter is squeezed: as wide as the shorter one, and fewer bytes to change.
        squeeze = 0.72 if bottom == _HEIGHT else 1.0
        letter = glyphs.glyph(face.letter, bottom - top, squeeze, right)
        glyphs.place(image, (0, top, right, bottom), letter)
    elif said:
        name_box = (0, 0, right, bottom)
        glyphs.place(image, name_box, glyphs.headline(said, (right - 4, 40)))
    else:
        _empty_slot(image, right // 2, bottom)
    if top and face.letter:
        glyphs.write(image, (0, 0, right, top), face.warning, top)
    if side:
        _card_side(image, face, bottom)
    if face.chips:
        image.paste(glyphs.chips(face.chips, _WIDTH), (0, _STRIP_TOP))
    elif name:
        glyphs.write(image, (0, _STRIP_TOP, _WIDTH, _HEIGHT), name, 15)


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


# -- words and lines --


def _word(image: Image.Image, face: WordFace) -> None:
    top = 17 if face.name or face.mark or face.shape else 0
    left, right = 0, _WIDTH
    if face.shape:
        left, top = 30, 23
        image.paste(glyphs.sign(face.shape, 22), (0, 0))
    if face.mark:
        right -= 20
        image.paste(glyphs.sign(face.mark, 16), (_WIDTH - 16, 0))
    if face.name:
        glyphs.write(image, (left, 0, right, max(15, top - 4)), face.name, 15, 0)
    word = glyphs.headline(face.word, (_WIDTH - 4, _HEIGHT - top))
    glyphs.place(image, (0, top, _WIDTH, _HEIGHT), word)


def _lines(
    image: Image.Image, box: glyphs.Box, lines: tuple[str, ...], *, even: bool = False
) -> None:
    """Write the first line large and the others alike below it; or all alike."""
    if len(lines) > _MOST_LINES:
        lines = (*lines[: _MOST_LINES - 1], glyphs.ELLIPSIS)
    if not lines:
        return
    left, top, right, bottom = box
    height, rest, head = bottom - top, list(lines), 0
    if not even:
        first, *rest = lines
        head = round(height * (1, 0.58, 0.42, 0.34, 0.29)[len(rest)])
        glyphs.write(image, (left, top, right, top + head - 1), first, 48)
    if rest:
        _even_lines(image, (left, top + head, right, bottom), rest)


def _even_lines(image: Image.Image, box: glyphs.Box, rest: list[str]) -> None:
    left, top, right, bottom = box
    width, step = right - left, (bottom - top) / len(rest)
    sizes_px = (
        glyphs.fitting_px(line, (width, int(step) - 1), 18) for line in rest if line
    )
    size_px = min(sizes_px, default=glyphs.SMALLEST_PX)
    for k, line in enumerate(rest):
        line_top = top + round(step * k)
        text = glyphs.words(glyphs.shortened(line, width, size_px), size_px)
        glyphs.place(image, (left, line_top, right, line_top + int(step)), text)


# -- a roll of letters --


def _roll(image: Image.Image, face: RollFace) -> None:
    """Draw the letters side by side, the one that is picked out dark on bright."""
    top, bottom = 14 if face.top else 0, 51 if face.bottom else _HEIGHT
    glyphs.write(image, (0, 0, _WIDTH, top - 1), face.top, 14)
    glyphs.write(image, (0, bottom + 1, _WIDTH, _HEIGHT), face.bottom, 13)
    cell = _WIDTH // max(1, len(face.letters))
    for k, letter in enumerate(face.letters):
        box = (k * cell, top, (k + 1) * cell - 1, bottom)
        drawn = glyphs.glyph(letter, bottom - top - 5, 0.8, cell - 4)
        if k == face.start:
            tile = Image.new("1", (box[2] - box[0], box[3] - box[1]), 1)
            tile.paste(0, ((tile.width - drawn.width) // 2, 2), drawn)
            image.paste(tile, box[:2])
        else:
            glyphs.place(image, box, drawn)
        if face.struck:
            _strike(image, box)


def _strike(image: Image.Image, box: glyphs.Box) -> None:
    """Cross a letter out; the dark edges keep it apart from the letter's own strokes."""
    pen = ImageDraw.Draw(image)
    line = (box[0] + 1, box[3] - 2, box[2] - 2, box[1] + 1)
    pen.line(line, fill=0, width=5)
    pen.line(line, fill=1, width=2)


# -- the middle of the table --


def _ledger(image: Image.Image, face: LedgerFace) -> None:
    signs = ("red", "green", "open" if face.centre_open else "lock")
    counts = (face.red, face.green, face.centre)
    for k, (name, count, label) in enumerate(zip(signs, counts, face.labels, strict=True)):
        left, right = (0, 44, 88)[k], (40, 84, 128)[k]
        image.paste(glyphs.sign(name, 17), (left, 1))
        glyphs.write(image, (left + 19, 0, right, 19), str(count), 24, 0.5)
        glyphs.write(image, (left, 21, right, 31), label.upper(), 11, 0.5)
    _ledger_spots(image, face)
    if face.line:
        glyphs.write(image, (0, 50, _WIDTH, _HEIGHT), face.line, 15)


def _ledger_spots(image: Image.Image, face: LedgerFace) -> None:
    """Draw the wildcard and the bonus letters, each with the chips lying at it."""
    top, left = 33, 0
    spots = [(glyphs.sign("asterisk", 13), face.wildcard_chips)]
    spots += [(glyphs.words(letter, 17), numbers) for letter, numbers in face.bonus]
    for k, (name, numbers) in enumerate(spots):
        token_widths = sum(glyphs.chip(n).width + glyphs.CHIP_GAP_PX for n in numbers)
        room = _WIDTH - left - (0 if k == len(spots) - 1 else 12)
        if left and name.width + 2 + token_widths > room:
            image.paste(glyphs.words(glyphs.ELLIPSIS, 14), (left, top + 10))
            return
        glyphs.place(image, (left, top, left + name.width, top + 15), name)
        left += name.width + 2
        row = glyphs.chips(numbers, min(token_widths, _WIDTH - left))
        image.paste(row, (left, top))
        left += row.width + 5


def _qr(image: Image.Image, face: QrFace) -> None:
    """Draw the code dark on bright in the left square, as cameras expect it."""
    import segno  # noqa: PLC0415 - it brings urllib and http along; few faces are codes

    code = segno.make(face.text, micro=False, error="l", boost_error=True)
    modules = len(code.matrix)
    scale = max(1, _HEIGHT // (modules + _QR_MARGIN))
    matrix = Image.frombytes(
        "L",
        (modules, modules),
        bytes(0 if dark else 255 for row in code.matrix for dark in row),
    )
    drawn = matrix.resize((modules * scale,) * 2, Image.Resampling.NEAREST).convert("1")
    image.paste(1, (0, 0, _HEIGHT, _HEIGHT))
    glyphs.place(image, (0, 0, _HEIGHT, _HEIGHT), drawn)
    _lines(image, (_HEIGHT + 3, 0, _WIDTH, _HEIGHT), face.lines)
