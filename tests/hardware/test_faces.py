"""Faces against pictures; RENEW_GOLDENS=1 paints the goldens anew. Then look at them."""

import os
import re
import string
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin, features

from companion.errors import HardwareError
from companion.ports import (
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
from companion.table.values.warning import warned
from hardware.drawing import glyphs, pixel_text
from hardware.drawing.faces import draw
from web.pictures import faces

SIZE = (128, 64)
GOLDENS = Path(__file__).parent / "goldens"
FREETYPE = str(features.version("freetype2"))
EVERYONE = tuple(range(1, 9))

FACES: dict[str, Face] = {
    "blank": BlankFace(),
    "card-letter": CardFace("W", position=(2, 5)),
    "card-q": CardFace("Q", position=(5, 5)),
    "card-alone": CardFace("M"),
    "card-chips": CardFace("W", (1, 4), (2, 5)),
    "card-every-chip": CardFace("A", EVERYONE, (7, 7), moving_on=True),
    "card-too-many-chips": CardFace("I", tuple(range(8, 20)), (10, 12)),
    "card-done": CardFace("R", position="done"),
    "card-bonus": CardFace("E", (3,), "done", bonus=True, moving_on=True),
    "card-stack": CardFace("N", stack=7),
    "card-stack-chips": CardFace("T", (2, 11), stack=10),
    "card-chips-unnumbered": CardFace("H", (3, 12)),
    "card-warning-many-chips": CardFace("W", EVERYONE, (2, 5), warning="NOT SAVED"),
    "card-chips-warning": CardFace("W", (1, 4), (2, 5), warning="NOT SAVED"),
    "card-warning": CardFace("Q", stack=10, name="Anna", warning="NICHT GESICHERT"),
    "card-unknown": CardFace("?", (7,), (1, 5)),
    "card-empty": CardFace(),
    "card-empty-done": CardFace(position="done"),
    "card-name": CardFace(name="Anna"),
    "card-long-name": CardFace(name="Maximiliane", position=(1, 5)),
    "card-letter-name": CardFace("G", name="Peggy", position=(1, 5)),
    "word": WordFace("BANANA", "Anna", "right"),
    "word-wrong": WordFace("ZEPPELIN", "Maximiliane-Charlotte", "wrong"),
    "word-alone": WordFace("CAT"),
    "word-sign": WordFace("", "Anna", "wrong"),
    "word-diamond": WordFace("feather", "diamond", shape="diamond"),
    "word-bar": WordFace("unsichtbar", "Balken", "right", "bar"),
    "word-triangle": WordFace("week", "triangle", shape="triangle"),
    "word-circle": WordFace("Säugling", "Kreis", shape="circle"),
    "lines-one": LinesFace(("OK",)),
    "lines-even": LinesFace(("Anna 1/2:", "cave endless", "whisper /", "dark"), even=True),
    "starting": LinesFace(("Starting …", "Gleich geht es los …"), even=True),
    "lines": LinesFace(("Letter Jam", "5 players", "waiting …")),
    "lines-many": LinesFace(("A rather long first line", *["and more of them"] * 6)),
    "roll": RollFace(tuple("BORVA"), 0, top="Celebrities", bottom="Anna 12 · 2nd"),
    "roll-last": RollFace(tuple("WMWMQ"), 4, top="Gefühle und Eigenschaften", bottom="57"),
    "roll-struck": RollFace(tuple("EASTI"), struck=True, top="Tiere", bottom="KEINER!"),
    "roll-lit": RollFace(tuple("BORVA"), lit=(0, 2, 4), top="Tiere", bottom="Anna: Bart +3"),
    "roll-bare": RollFace(tuple("OBRI")),
    "ledger": LedgerFace(
        4, 3, 2, centre_open=False, wildcard_chips=(2, 6), bonus=(("E", (3,)), ("K", ())),
        line="Anna's turn",
    ),
    "ledger-open": LedgerFace(
        0, 10, 0, centre_open=True, line="Jörg gibt einen Hinweis",
        labels=("rot", "grün", "Mitte"),
    ),
    "ledger-full": LedgerFace(
        1, 1, 1, centre_open=False, wildcard_chips=(2, 6, 7, 8), line="who is next?",
        bonus=(("E", (3, 5, 9)), ("K", (4,)), ("A", (1,))),
    ),
    "qr": QrFace("http://192.168.178.123:8080/j/285177", ("PIN", "285", "177")),
    "qr-wifi": QrFace("WIFI:T:WPA;S:Our table;P:abcdefghjk;;", ("Wi-Fi", "Our table")),
    "qr-too-long": QrFace("http://x/" + "a" * 300, ("PIN", "285", "177")),
    "address": LinesFace(("192.168.178.123", "PIN 285177", "Wi-Fi Our table")),
}  # fmt: skip


@pytest.mark.parametrize("name", FACES)
def test_a_face_looks_as_it_was_approved(name: str) -> None:
    path, image = GOLDENS / f"{name}.png", draw(FACES[name], SIZE)
    if os.environ.get("RENEW_GOLDENS"):
        note = PngImagePlugin.PngInfo()
        note.add_text("freetype", FREETYPE)
        image.save(path, "PNG", pnginfo=note)
    golden = Image.open(path)
    # Another FreeType may set small text a pixel aside; a change of design is far more.
    allowed = 0 if golden.info["freetype"] == FREETYPE else 200
    pairs = zip(image.tobytes(), golden.tobytes(), strict=True)
    assert sum((a ^ b).bit_count() for a, b in pairs) <= allowed


@pytest.mark.parametrize("name", FACES)
def test_a_warning_can_be_read_on_every_face(name: str) -> None:
    warnings = ("", "NOT SAVED", "NICHT GESICHERT")
    pictures = {draw(warned(FACES[name], text), SIZE).tobytes() for text in warnings}
    assert len(pictures) == len(warnings)


def test_no_golden_is_left_over() -> None:
    assert {path.stem for path in GOLDENS.glob("*.png")} == set(FACES)


@pytest.mark.parametrize("letter", [*string.ascii_uppercase, "?"])
def test_a_letter_is_as_tall_as_the_panel(letter: str) -> None:
    alone = draw(CardFace(letter), SIZE).getbbox()
    assert alone is not None
    assert (alone[1], alone[3]) == (0, 64)
    beside = draw(CardFace(letter, position=(1, 5)), SIZE).crop((0, 0, 94, 64)).getbbox()
    assert beside is not None
    assert (beside[1], beside[3]) == (0, 64)
    assert beside[2] - beside[0] < 80


@pytest.mark.parametrize("letter", [*string.ascii_uppercase, "?"])
@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_chips_lie_large_beside_a_letter_that_does_not_move(
    letter: str, count: int
) -> None:
    box = (0, 0, 80, 64)
    bare = draw(CardFace(letter, position=(2, 5)), SIZE)
    chips = draw(CardFace(letter, tuple(range(1, count + 1)), (2, 5)), SIZE)
    assert chips.crop(box).tobytes() == bare.crop(box).tobytes()
    ink = chips.crop((80, 16, 128, 40)).getbbox()
    assert ink is not None
    assert ink[3] - ink[1] >= 18
    warned_of = CardFace(letter, (1,), (2, 5), warning="NOT SAVED")
    tall = draw(warned_of, SIZE).crop((0, 0, 78, 48)).getbbox()
    assert tall is not None
    assert (tall[1], tall[3]) == (0, 47)


def test_no_two_numbers_of_chips_look_alike_and_each_is_tall() -> None:
    for scale in (1, 2):
        pictures = [glyphs.large_chip(number, scale) for number in range(1, 30)]
        assert len({(each.size, each.tobytes()) for each in pictures}) == len(pictures)
        assert {each.height for each in pictures} == {24 * scale}
    digits = [pixel_text.numeral(number) for number in range(10)]
    assert all(each.getbbox() == (0, 0, each.width, 20) for each in digits)


@pytest.mark.parametrize(
    "numbers", [(3, 9, 10), (11, 12), (1, 11), (1, 2), (2, 11), (1, 2, 3, 4, 5, 6, 7, 8)]
)
def test_each_chip_beside_a_letter_is_a_tile_of_its_own(numbers: tuple[int, ...]) -> None:
    """Bright tiles with dark columns between them: 3, 9, 10 cannot be read as 3910."""
    row = glyphs.large_chips(numbers, (48, 48))
    assert row is not None
    tall = row.getpixel((5, 30)) and len(numbers) < 5
    line = row.crop((0, 0, 48, 46 if tall else 22))
    lit = [line.crop((x, 0, x + 1, line.height)).getbbox() is not None for x in range(48)]
    tiles = sum(now and not before for before, now in pairwise([False, *lit]))
    assert tiles == min(len(numbers), 4)
    for x in range(48):  # in a tile no column is all dark
        if lit[x] and not lit[x - 1]:
            assert line.crop((x, 2, x + 1, line.height - 4)).histogram()[0] == 0, "its edge"


@pytest.mark.parametrize("letter", "ÄÖÜ")
@pytest.mark.parametrize("squeezed", [True, False])
def test_dots_above_a_letter_stay_two(letter: str, *, squeezed: bool) -> None:
    face = CardFace(letter, position=(1, 5), name="" if squeezed else "Anna")
    image = draw(face, SIZE).crop((0, 0, 80, 64))
    lit = [bool(image.getpixel((x, 2))) for x in range(80)]
    assert sum(now and not before for before, now in pairwise([False, *lit])) == 2
    plain = {"Ä": "A", "Ö": "O", "Ü": "U"}[letter]
    assert image.tobytes() != draw(CardFace(plain), SIZE).crop((0, 0, 80, 64)).tobytes()


def test_q_is_as_tall_as_the_others() -> None:
    """Its bowl is: left of the tail it reaches from the first row to the last, as O's does."""
    for face in (CardFace("Q", position=(1, 5)), CardFace("Q", name="Anna")):
        ink = draw(face, SIZE).crop((0, 0, 94, 47 if face.name else 64))
        left, top, right, bottom = ink.getbbox() or (0, 0, 0, 0)
        bowl = ink.crop((left, 0, left + (right - left) * 6 // 10, ink.height)).getbbox()
        assert bowl is not None
        assert (bowl[1], bowl[3]) == (top, bottom) == (0, ink.height)


@pytest.mark.parametrize("size_px", range(8, 18))
def test_small_text_has_every_letter_of_both_languages(size_px: int) -> None:
    for char in string.ascii_letters + string.digits + "ÄÖÜäöüß.,:;!?-+/()·…–„“’":
        drawn = pixel_text.drawn(char, size_px)
        assert drawn is not None
        assert drawn.getbbox()
    assert pixel_text.drawn("日", size_px) is None
    tall = [pixel_text.drawn(char, size_px) for char in "AÄOÖUÜ"]
    for plain, dotted in zip(tall[::2], tall[1::2], strict=True):
        assert plain is not None
        assert dotted is not None
        assert (dotted.size, dotted.tobytes()) != (plain.size, plain.tobytes())


@pytest.mark.parametrize("size_px", range(8, 18))
def test_no_two_digits_of_a_pin_look_alike(size_px: int) -> None:
    digits = [pixel_text.drawn(digit, size_px) for digit in string.digits]
    pictures = {(each.size, each.tobytes()) for each in digits if each}
    assert len(pictures) == 10


def test_no_two_letters_look_alike() -> None:
    letters = [*string.ascii_uppercase, "?"]
    pictures = {letter: draw(CardFace(letter), SIZE).tobytes() for letter in letters}
    for one in letters:
        for other in letters:
            if one < other:
                pairs = zip(pictures[one], pictures[other], strict=True)
                assert sum((a ^ b).bit_count() for a, b in pairs) > 200, (one, other)


@pytest.mark.parametrize("count", range(1, 30))
def test_chips_show_all_or_end_in_dots(count: int) -> None:
    numbers = tuple(range(1, count + 1))
    row = glyphs.chips(numbers, 128)
    whole = Image.new("1", (1000, 15))
    whole.paste(glyphs.chips(numbers, 1000))
    box = whole.getbbox()
    assert box is not None
    fits = box[2] <= 128
    assert (row.tobytes() == whole.crop((0, 0, 128, 15)).tobytes()) is fits
    assert fits is (count <= 10)


def test_red_and_green_differ_in_shape_and_word() -> None:
    face = FACES["ledger"]
    picture = draw(face, SIZE)
    red, green = picture.crop((0, 0, 17, 18)), picture.crop((44, 0, 61, 18))
    assert red.tobytes() != green.tobytes()
    assert glyphs.sign("red", 17).tobytes() != glyphs.sign("green", 17).tobytes()
    words = picture.crop((0, 20, 40, 31)), picture.crop((44, 20, 84, 31))
    assert words[0].tobytes() != words[1].tobytes()


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("http://10.0.0.1", 21),
        ("http://192.168.4.1/j/285177", 25),
        ("http://192.168.178.123:65535/j/285177", 29),
        ("http://table-companion.local:65535/j/285177", 29),
        ("http://[fd12:3456:789a:1::23]:65535/j/285177", 29),
        ("WIFI:T:WPA;S:Wörtertisch;P:geheim123;;", 29),
        ("WIFI:T:WPA;S:Anna’s großer Tisch;P:geheim123;;", 29),
    ],
)
def test_a_code_has_two_pixels_a_module_and_a_bright_margin(
    text: str, modules: int
) -> None:
    image = draw(QrFace(text), SIZE)
    dark = [(x, y) for x in range(64) for y in range(64) if not image.getpixel((x, y))]
    assert min(dark)[0] >= 3
    assert max(x for x, _ in dark) - min(x for x, _ in dark) + 1 == 2 * modules
    assert max(y for _, y in dark) - min(y for _, y in dark) + 1 == 2 * modules


@pytest.mark.parametrize(
    "face",
    [
        CardFace(
            "W", tuple(range(1, 40)), (10, 12), 99, bonus=True, moving_on=True, name="x"
        ),
        CardFace("Ж"),
        CardFace("日"),
        WordFace("W" * 40, "n" * 60, "wrong"),
        WordFace(""),
        LinesFace(()),
        LinesFace(("", "", "")),
        LinesFace(("x" * 200,) * 9),
        LedgerFace(100, 100, 100, centre_open=True, wildcard_chips=tuple(range(1, 60))),
        LedgerFace(
            0, 0, 0, centre_open=True, bonus=tuple((c, (1, 2)) for c in "ABCDEFGHIJ")
        ),
        QrFace("http://x/" + "a" * 300, ("y" * 90, "", "z")),
    ],
)
def test_no_face_is_too_much(face: Face) -> None:
    assert draw(face, SIZE).size == SIZE


def test_a_dash_where_there_is_no_word_is_no_bar_across_the_display() -> None:
    lit = draw(WordFace("–", "Anna", "wrong"), SIZE).histogram()[-1]
    assert lit < SIZE[0] * SIZE[1] // 8


def test_a_display_of_another_size_is_refused() -> None:
    with pytest.raises(HardwareError, match="96 x 16 pixels"):
        draw(BlankFace(), (96, 16))


def test_the_guide_for_games_shows_a_face_of_each_kind() -> None:
    guide = faces.PAGE.with_name("README.md").read_text("utf-8")
    assert faces.complete()
    assert re.findall(r"`(\w+Face)`", guide)[:7] == [
        type(each).__name__ for each in faces.FACES
    ]
    with Image.open(faces.PAGE) as shown:
        assert shown.size == faces.sheet().size


OTHER_SCRIPTS = ("李雷", "محمد", "שרה", "💕", "अनु", "김")
SIGN = ("#.#", ".#.", "#.#")


@pytest.mark.parametrize("name", OTHER_SCRIPTS)
@pytest.mark.parametrize(
    "face",
    [
        lambda name, picture: LinesFace((name,), picture=picture),
        lambda name, picture: WordFace("HAUS", name, picture=picture),
        lambda name, picture: CardFace("Q", name=name, picture=picture),
        lambda name, picture: CardFace(name=name, picture=picture, moving_on=True),
    ],
    ids=["lines", "word", "letter", "card"],
)
def test_a_name_in_another_script_is_drawn_as_its_sign_alone(
    face: Callable[[str, Picture], Face], name: str
) -> None:
    drawn = draw(face(name, SIGN), SIZE).tobytes()
    assert drawn == draw(face("\ue000", SIGN), SIZE).tobytes()
    assert drawn != draw(face("", ()), SIZE).tobytes()
    assert draw(face(name, ()), SIZE).tobytes() == draw(face("…", ()), SIZE).tobytes()


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Nguyễn", "Nguyen"),
        ("Anna 💕", "Anna"),
        ("李 Lei", "Lei"),
        ("Zoë", "Zoë"),
        ("Ольга", "Ольга"),
        ("A\u200dB\ufe0f", "AB"),
        ("e\u0301", "é"),
        ("\N{MINUS SIGN}8", "-8"),
    ],
)
def test_what_the_typeface_has_of_a_name_stays(name: str, left: str) -> None:
    assert glyphs.readable(name) == left
    shown = draw(LinesFace((name, "Stand 2"), picture=SIGN), SIZE)
    assert (
        shown.tobytes() == draw(LinesFace((left, "Stand 2"), picture=SIGN), SIZE).tobytes()
    )


def test_a_sentence_goes_on_without_the_name_that_cannot_be_drawn() -> None:
    assert draw(
        LedgerFace(2, 3, 1, centre_open=False, line="李雷 gives"), SIZE
    ).tobytes() == (
        draw(LedgerFace(2, 3, 1, centre_open=False, line="gives"), SIZE).tobytes()
    )
