"""The one reader of word lists as people have them: out of bytes, or out of a page's field."""

import codecs
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final
from unicodedata import normalize

from companion.errors import DataError

BETWEEN = re.compile(r"[,;|\t]")
INVISIBLE = re.compile(
    "[\ufeff\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\x1a\x00]"
)
BULLET = re.compile(
    r"^(?:[-–—•·*▪◦‣●○■□☐☑✓✔>+→⇒➔➜➤►▶]\s*|\[[ xX]?\]\s*|\(?\d+\s*[.):\]]+\s*"
    r"|\(?[a-zA-Z]\)\s+|\d+\s+(?:[-–—]\s+)?)+"
)
AROUND = re.compile(r"""^[\s"'“”„‚‘’«»*_]+|[\s"'“”„‚‘’«»*_.]+$""")
ASIDE = re.compile(r"(?:^|\s+)[(\[][^()\[\]]*[)\]](?=\s|$)")
_ONE_ARTICLE = r"(?:der|die|das|ein|eine|the|an?)"
ARTICLE = re.compile(rf"{_ONE_ARTICLE}(?:/{_ONE_ARTICLE})*", re.IGNORECASE)
_WITH_ARTICLE = re.compile(rf"^{ARTICLE.pattern}\s+(?=\S\S+$)", re.IGNORECASE)
_FLAGGED = re.compile(r"[^\s/]+/(?!-?[A-Z]?[a-z]+(?:\s|$))[A-Za-z0-9,~_-]+(?:\s+\w\w:.*)?")
"""Flags that no word or ending would be: people write Hund/Katze and Lehrer/-in."""
_ANY_FLAGS = re.compile(r"[^\s/]+/[^\s/]+(?:\s+\w\w:.*)?")
"""In a file that begins with a count: any sign of Unicode may be a flag."""
NO_TEXT: Final = (
    b"PK\x03\x04",
    b"%PDF",
    b"\x1f\x8b",
    b"\xd0\xcf\x11\xe0",
    b"{\\rtf",
    b"\x89PNG",
)
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE: Final = 200
"""Lines that say whether the text is a table."""
_LEAST_ROWS: Final = 3
_MOSTLY: Final = 0.8


def list_text(data: bytes) -> str:
    """Return what a file of words says, whichever program wrote it; DataError: no text."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _checked(data.decode(name, "replace"))
    if data.startswith(NO_TEXT):
        raise DataError(_no_text())
    even, odd = data[:4000:2].count(0), data[1:4000:2].count(0)
    if max(even, odd) * 4 > len(data[:4000]):  # two bytes a sign, without their mark
        wide = "utf-16-be" if even > odd else "utf-16-le"
        return _checked(data.decode(wide, "replace"))
    data = data.replace(b"\0", b"")  # a stray one says nothing
    try:
        return _checked(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _checked(_not_quite_utf8(data))


def _not_quite_utf8(data: bytes) -> str:
    """Return the text of old Windows programs; or UTF-8 in which a few bytes are not."""
    text = data.decode("utf-8-sig", "surrogateescape")
    odd = sum("\udc80" <= each <= "\udcff" for each in text)
    if 2 * odd > sum(each > "\x7f" for each in text) - odd:
        try:
            return data.decode("cp1252")
        except UnicodeDecodeError:
            return data.decode("latin-1")  # every byte is a sign
    return re.sub("[\udc80-\udcff]", lambda each: chr(ord(each[0]) - 0xDC00), text)


def is_text(text: str) -> bool:
    """Tell whether *text* is one that a person may have written: no picture, no archive."""
    odd = len(re.findall("[\x00-\x08\x0e-\x19\x1b\ufffd]", text[:4000]))
    return odd * 50 <= len(text[:4000])


def _checked(text: str) -> str:
    if is_text(text):
        return text
    raise DataError(_no_text())


def _no_text() -> str:
    return (
        "it is no text but a file of some other program; save the list there as text "
        "(.txt or .csv, UTF-8) and take that"
    )


def is_checkers(text: str) -> bool:
    """Tell whether *text* is a spelling checker's file of stems, ``Katze/N``."""
    lines = [each.strip() for each in islice(_lines(text), 1, 4000)]
    counted = text[:20].lstrip("\ufeff").partition("\n")[0].strip().isdecimal()
    shape = _ANY_FLAGS if counted else _FLAGGED
    flagged = sum(shape.fullmatch(each) is not None for each in lines)
    return flagged > (0 if counted else len(lines) // 20)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines one by one: of a long list no second copy is made."""
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if line.isalpha():  # nearly every one of a long list
            yield line
        else:
            yield from line.splitlines() or ("",)
        at = end + 1


def entries(text: str) -> Iterator[str]:
    """Yield what stands in a list as people have them, one entry each; ``#`` begins a comment.

    Lines, commas, semicolons and cells part them; of a table the column of words counts. Quotes,
    bullets, numbers, articles, brackets, a full stop and the invisible signs of files go.
    """
    for _, entry in numbered_entries(text):
        yield entry


def numbered_entries(text: str, *, strict: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the same with the numbers of their lines; *strict*: a table has one column of words."""
    column = _column(list(islice(_rows(text), _SAMPLE)), strict=strict)
    for number, cells in _rows(text):
        kept = cells if column is None else cells[column : column + 1]
        for cell in kept:
            if cell and not (len(cells) > 1 and ARTICLE.fullmatch(cell)):
                yield number, cell


def _rows(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield each line that says anything, and its cells; some may be empty."""
    for number, line in enumerate(_lines(text), 1):
        if line.isalpha():
            yield number, (line if line.isascii() else normalize("NFC", line),)
            continue
        bare = normalize("NFC", INVISIBLE.sub("", line)).partition("#")[0]
        if cells := [_entry(cell) for cell in BETWEEN.split(bare)] if bare.strip() else ():
            yield number, cells


def _entry(cell: str) -> str:
    bare = AROUND.sub("", cell.strip())
    if bare.isdecimal():
        return bare
    bare = AROUND.sub("", ASIDE.sub("", AROUND.sub("", BULLET.sub("", bare))))
    return _WITH_ARTICLE.sub("", bare)


def _column(rows: Sequence[tuple[int, Sequence[str]]], *, strict: bool) -> int | None:
    """Return which cell of each row is the word; None: each of them is one."""
    wide = [cells for _, cells in rows if len(cells) > 1]
    widths = {len(cells) for cells in wide}
    if strict and 2 * len(wide) <= len(rows):
        return 0
    if len(widths) != 1 or len(wide) < max(_LEAST_ROWS, _MOSTLY * len(rows)):
        return None
    columns = [*zip(*wide, strict=True)]
    words = [at for at, cells in enumerate(columns) if _are_words(cells)]
    filled = [at for at, cells in enumerate(columns) if any(cells)]
    return words[0] if words and (strict or words != filled) else None


def _are_words(cells: Sequence[str]) -> bool:
    letters = sum(each.replace("-", "").isalpha() for each in cells)
    return min(letters, len(set(cells))) >= _MOSTLY * len(cells)
