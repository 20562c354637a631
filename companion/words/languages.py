"""The two languages of the word lists, and their way onto cards that know A to Z only."""

import re
import unicodedata
from pathlib import Path
from typing import Final, Literal, get_args

from companion.errors import DataError

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

DATA: Final = Path(__file__).with_name("data")
"""Where the lists of every language lie."""

_LETTERS = re.compile("[A-Z]+")
# Letters that Unicode does not take apart into a base letter and an accent.
_LIGATURES = str.maketrans({"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "ẞ": "SS"})
_UMLAUTS = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})


def fold(text: str, language: Language) -> str:
    """Return *text* as capitals A to Z; umlauts become two letters in German.

    Raises DataError if *text* is empty or holds anything but letters.
    """
    # Composed first: an umlaut typed as a letter and two dots is the same umlaut.
    folded = unicodedata.normalize("NFC", text).upper().translate(_LIGATURES)
    if language == "de":
        folded = folded.translate(_UMLAUTS)
    parts = unicodedata.normalize("NFD", folded)
    folded = "".join(part for part in parts if not unicodedata.combining(part))
    if not _LETTERS.fullmatch(folded):
        raise DataError(f"{text!r} is not a word of letters; write letters only.")
    return folded
