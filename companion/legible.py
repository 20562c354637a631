"""What of a text a font can show: the rest is left out, for a box tells nobody anything."""

import unicodedata
from collections.abc import Callable
from typing import Final

_SAID_OTHERWISE: Final = {"\N{MINUS SIGN}": "-"}
"""What is put for a sign without which the rest would say something else."""


def legible(text: str, drawable: Callable[[str], bool]) -> str:
    """Return *text* without what is not *drawable*, a sign at a time; "" if nothing is left.

    A letter whose accents alone the font lacks goes without them: Nguyễn is Nguyen then.
    """
    left = (_shown(sign, drawable) for sign in unicodedata.normalize("NFC", text))
    return " ".join("".join(left).split())


def _shown(sign: str, drawable: Callable[[str], bool]) -> str:
    if sign.isspace():
        return " "
    if sign.isprintable() and drawable(sign):
        return sign
    parts = unicodedata.normalize("NFKD", _SAID_OTHERWISE.get(sign, sign))
    return "".join(
        part for part in parts if not unicodedata.combining(part) and drawable(part)
    )
