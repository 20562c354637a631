"""What a display shows, drawn: ``draw(face, size)`` is pure and knows no device."""

from dataclasses import replace
from typing import assert_never

from PIL import Image, ImageChops, ImageDraw

from companion.codes import code
from companion.errors import HardwareError
from companion.ports import (
    MOST_LINES,
    BlankFace,
    CardFace,
    Face,
    LedgerFace,
    LinesFace,
    Picture,
    QrFace,
    RollFace,
    WordFace,
)
from hardware.drawing import card_face as card
from hardware.drawing import glyphs
from hardware.drawing.card_face import SIZE

_WIDTH, _HEIGHT = SIZE
_REST_STEPS = (0, 1, 2, 1, 0, -1, -2, -1)
_STEM_PX = 16  # the widest stem of a letter, and a little
_ROLL_GAP_PX = 7  # between letters that were rolled: they are no word
_LEAST_MODULE_PX = 2
_QR_MARGIN = 3  # modules; a version 3 code then has just room at two pixels each


def draw(face: Face, size: tuple[int, int]) -> Image.Image:
    """Draw *face* for a display of *size*, which must be (128, 64) pixels; mode ``1``."""
    if size != SIZE:
        raise HardwareError(
            f"a display of {size[0]} x {size[1]} pixels cannot show faces; they are drawn "
            f"for {_WIDTH} x {_HEIGHT}"
        )
    image = Image.new("1", SIZE)
    face = legibly(face)
    match face:
        case BlankFace():
            pass
        case CardFace():
            card.paint(image, face)
        case WordFace():
            _word(image, face)
        case LinesFace():
            left = _shapes(image, face) if face.shapes else _picture(image, face)
            _lines(image, (left, 0, _WIDTH, _HEIGHT), face.lines, even=face.even)
        case LedgerFace():
            _ledger(image, face)
        case RollFace():
            _roll(image, face)
        case QrFace():
            _qr(image, face)
        case _:
            assert_never(face)
    return image


def legibly(face: Face) -> Face:
    """Return *face* without what no display can show; a name that goes leaves its sign."""
    told = glyphs.readable
    match face:
        case CardFace():
            name = _named(face.name, face.picture)
            return replace(face, name=name, warning=told(face.warning))
        case WordFace():
            name = _named(face.name, face.picture)
            return replace(face, name=name, word=told(face.word))
        case LinesFace(lines=(first, *rest)):
            lines = (_named(first, face.picture), *map(told, rest))
            return replace(face, lines=lines)
        case LedgerFace():
            return replace(face, line=told(face.line))
        case RollFace():
            return replace(face, top=told(face.top), bottom=told(face.bottom))
        case _:
            return face


def _named(name: str, picture: Picture) -> str:
    left = glyphs.readable(name)
    return " " if picture and left == glyphs.ELLIPSIS else left


def rested(image: Image.Image, face: Face | None, step: int) -> Image.Image:
    """Return *image* as it stands at the *step*-th minute of rest, so that no stem burns in.

    A letter and the column beside it change sides for half of the time. Whatever has room
    moves as far as a stem is wide; the rest by two pixels, and what leaves it is lost then.
    """
    step %= len(_REST_STEPS)
    if isinstance(face, CardFace) and face.letter and card.has_column(face):
        return ImageChops.offset(image, card.COLUMN_PX, 0) if step % 2 else image
    ink = image.getbbox()
    room = min(ink[0], _WIDTH - ink[2]) if ink else 0
    shift_px = _REST_STEPS[step] * (_STEM_PX // 2 if room >= _STEM_PX else 1)
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


# -- words and lines --


def _word(image: Image.Image, face: WordFace) -> None:
    top = 17 if face.name or face.mark or face.shape else 0
    left, right = 0, _WIDTH
    if face.shape:
        left, top = 30, 23
        image.paste(glyphs.sign(face.shape, 22), (0, 0))
    alone = face.mark and not face.word
    if face.mark and not alone:
        right -= 20
        image.paste(glyphs.sign(face.mark, 16), (_WIDTH - 16, 0))
    if face.name and face.picture:
        image.paste(glyphs.picture(face.picture, 1), (left, 1))
        left += len(face.picture) + 3
    if face.name:
        glyphs.write(image, (left, 0, right, max(15, top - 4)), face.name, 15, 0)
    room = _HEIGHT - top
    word = (
        glyphs.sign(face.mark, room - 4)
        if alone
        else glyphs.headline(face.word, (_WIDTH - 4, room))
    )
    glyphs.place(image, (0, top, _WIDTH, _HEIGHT), word)


def _lines(
    image: Image.Image, box: glyphs.Box, lines: tuple[str, ...], *, even: bool = False
) -> None:
    """Write the first line large and the others alike below it; or all alike."""
    if len(lines) > MOST_LINES:
        lines = (*lines[: MOST_LINES - 1], glyphs.ELLIPSIS)
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


def _picture(image: Image.Image, face: LinesFace) -> int:
    """Draw the sign of whoever is named, large, before the lines; return where they begin."""
    if not face.picture or face.even:
        return 0
    drawn = glyphs.picture(face.picture, 3 if len(face.lines) == 1 else 2)
    glyphs.place(image, (0, 0, drawn.width, _HEIGHT), drawn)
    return drawn.width + 4


def _shapes(image: Image.Image, face: LinesFace) -> int:
    """Draw a shape before each line; return where the text begins."""
    step = _HEIGHT // max(1, len(face.lines))
    size_px = min(step - 3, 16)
    for k, shape in enumerate(face.shapes):
        if shape:
            top = step * k + (step - size_px) // 2
            image.paste(glyphs.sign(shape, size_px), (0, top))
    return size_px + 4


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
    """Draw the letters side by side, those that are picked out dark on bright."""
    top, bottom = 14 if face.top else 0, 51 if face.bottom else _HEIGHT
    glyphs.write(image, (0, 0, _WIDTH, top - 1), face.top, 14)
    glyphs.write(image, (0, bottom + 1, _WIDTH, _HEIGHT), face.bottom, 14)
    cell = _WIDTH // max(1, len(face.letters))
    for k, letter in enumerate(face.letters):
        box = (k * cell, top, (k + 1) * cell - 1, bottom)
        drawn = glyphs.glyph(letter, bottom - top - 5, 0.8, cell - _ROLL_GAP_PX)
        if k == face.start or k in face.lit:
            tile = Image.new("1", (drawn.width + 4, box[3] - box[1]), 1)
            tile.paste(0, (2, 2), drawn)
            image.paste(tile, ((box[0] + box[2] - tile.width) // 2, top))
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
    matrix = code(face.text, "l").matrix
    modules = len(matrix)
    scale = _HEIGHT // (modules + _QR_MARGIN)
    if scale < _LEAST_MODULE_PX:  # no camera would read it
        _lines(image, (0, 0, _WIDTH, _HEIGHT), face.lines, even=True)
        return
    small = Image.frombytes(
        "L",
        (modules, modules),
        bytes(0 if dark else 255 for row in matrix for dark in row),
    )
    drawn = small.resize((modules * scale,) * 2, Image.Resampling.NEAREST).convert("1")
    image.paste(1, (0, 0, _HEIGHT, _HEIGHT))
    glyphs.place(image, (0, 0, _HEIGHT, _HEIGHT), drawn)
    _beside_code(image, face.lines)


def _beside_code(image: Image.Image, lines: tuple[str, ...]) -> None:
    """Write what it is, small, and below it the rest as large as it gets: to be typed."""
    left, top = _HEIGHT + 4, 15
    head, *rest = lines[:MOST_LINES] or ("",)
    glyphs.write(image, (left, 0, _WIDTH, top - 1), head, 14)
    high = (_HEIGHT - top) // max(1, len(rest))
    for k, line in enumerate(rest):
        line_top = top + k * high
        glyphs.write(image, (left, line_top, _WIDTH, line_top + high - 4), line, 36)
