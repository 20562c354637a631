"""Codes hold what they were given: addresses in small letters, names in UTF-8 with its mark."""

from collections.abc import Callable

import pytest
import segno

from companion.codes import code

NAMES = ["Käse", "Wörtertisch", "Größe", "Anna’s Tisch", "Žofie", "李雷", "стол", "🎲"]
ECI, UTF_8, BYTES = "0111", f"{26:08b}", "0100"


def bits(made: segno.QRCode) -> str:
    """Read a code's data back out of its modules; of one block alone, as small ones are."""
    rows = [list(row) for row in made.matrix]
    side = len(rows)
    mask = _mask(rows)
    fixed = _fixed(side)
    found: list[str] = []
    upward, right = True, side - 1
    while right > 0:
        right -= right == 6
        found += [
            str(rows[y][x] ^ mask(x, y))
            for y in (range(side - 1, -1, -1) if upward else range(side))
            for x in (right, right - 1)
            if (x, y) not in fixed
        ]
        right, upward = right - 2, not upward
    return "".join(found)


def _mask(rows: list[list[int]]) -> Callable[[int, int], bool]:
    told = [rows[8][x] for x in (2, 3, 4)]
    number = (told[0] << 2 | told[1] << 1 | told[2]) ^ 0b101
    return (
        lambda x, y: (x + y) % 2 == 0,
        lambda _, y: y % 2 == 0,
        lambda x, _: x % 3 == 0,
        lambda x, y: (x + y) % 3 == 0,
        lambda x, y: (y // 2 + x // 3) % 2 == 0,
        lambda x, y: x * y % 2 + x * y % 3 == 0,
        lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
        lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
    )[number]


def _fixed(side: int) -> set[tuple[int, int]]:
    corner = {(x, y) for x in range(9) for y in range(9)}
    corner |= {(side - 1 - x, y) for x in range(8) for y in range(9)}
    corner |= {(x, side - 1 - y) for x in range(9) for y in range(8)}
    corner |= {(6, k) for k in range(side)} | {(k, 6) for k in range(side)}
    middle = side - 7
    small = side > 21
    return corner | (
        {(middle + x, middle + y) for x in range(-2, 3) for y in range(-2, 3)}
        if small
        else set()
    )


def read(made: segno.QRCode) -> tuple[bool, str]:
    """Return whether the code says that it is UTF-8, and its text."""
    found = bits(made)
    marked = found.startswith(ECI + UTF_8)
    found = found[12:] if marked else found
    assert found.startswith(BYTES)
    count = int(found[4:12], 2)
    raw = bytes(int(found[12 + 8 * k : 20 + 8 * k], 2) for k in range(count))
    return marked, raw.decode("utf-8" if marked else "iso-8859-1")


@pytest.mark.parametrize(
    "text",
    [
        "http://10.0.0.1/j/285177",
        "http://192.168.178.123:65535/j/285177",
        "http://[fd12::23]:8000/j/285177",
        "http://table-companion.local:8000/j/285177",
    ],
)
def test_an_address_stays_in_small_letters_and_is_short(text: str) -> None:
    made = code(text, "l")
    assert read(made) == (False, text)
    assert len(made.matrix) <= 29


@pytest.mark.parametrize("name", NAMES)
def test_a_name_beyond_ascii_is_utf_8_and_says_so(name: str) -> None:
    text = f"WIFI:T:WPA;S:{name};P:geheim123;;"
    assert read(code(text, "l")) == (True, text)
