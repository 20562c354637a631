"""What stands in a list of words as people have them."""

import re
from collections.abc import Iterator
from unicodedata import normalize

BETWEEN = re.compile(r"[,;|\t\u2028\u2029]")
INVISIBLE = re.compile("[\ufeff\u200b-\u200f\u00ad]")
BULLET = re.compile(r"^(?:[-–—•·*▪◦]\s*|\d+[.):]\s*)+")
AROUND = re.compile(r"""^[\s"'“”„‚‘’«»]+|[\s"'“”„‚‘’«».]+$""")


def entries(text: str) -> Iterator[str]:
    """Yield what stands in a list as people have them, one entry each.

    Lines, commas, semicolons and the cells of a spreadsheet part them; quotes, bullets,
    numbering, a full stop and the invisible signs of files and phones go. ``#`` begins a
    comment.
    """
    for line in normalize("NFC", INVISIBLE.sub("", text)).splitlines():
        for cell in BETWEEN.split(line.partition("#")[0]):
            if entry := AROUND.sub("", BULLET.sub("", cell.strip())):
                yield entry
