"""The languages people read and play in: one line each, and files that end in its code.

Whatever else knows of languages (types, choices, menus, tests) is derived from ``LANGUAGES``.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from companion.errors import DataError

PluralRule = Callable[[int], str]
"""A number's plural category by Unicode's CLDR: zero, one, two, few, many or other."""

_LETTERS: Final = re.compile("[A-Z]+")
_PLAIN: Final = {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "ẞ": "SS"}
# Letters that Unicode does not take apart into a base letter and an accent.


def one_other(n: int) -> str:
    """Return the plural category in English, German and their like."""
    return "one" if n == 1 else "other"


@dataclass(frozen=True, slots=True)
class Traits:
    """What sets a language apart, beside the files of its code."""

    name: str
    """In the language itself."""
    deck: str
    """The 64 letter cards of a box in this language, as ``A4 B2 …``."""
    estimated: bool = False
    """Whether nobody has told us what that box holds."""
    plural: PluralRule = one_other
    listing: str = "{}, {}"
    """How the last of some names is joined to those before it."""
    own_words: str = ""
    """What the program says where names stand: nobody is called so, blanks between."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """Capitals that become others on cards, before all other accents go."""

    @property
    def folds(self) -> dict[str, str | int | None]:
        """Every capital that is no base letter with an accent, and what it becomes."""
        return {**_PLAIN, **self.letters}


# A deal code holds the place of its language: new ones come last, none ever goes.
LANGUAGES: Final[Mapping[str, Traits]] = MappingProxyType(
    {
        "en": Traits(
            "English",
            "A4 B2 C3 D3 E6 F2 G2 H3 I4 K2 L3 M2 N3 O4 P2 R4 S4 T4 U3 W2 Y2",
            listing="{} and {}",
            own_words="You Yours Me Host Bot Stand Table Wildcard Everybody Nobody",
        ),
        # No source prints the German cards. The English counts follow the square root of the
        # letter frequency in common five-letter words, at least two each; so do these.
        "de": Traits(
            "Deutsch",
            "A4 B2 C2 D3 E6 F2 G2 H3 I4 K2 L3 M3 N4 O3 P2 R4 S4 T4 U3 W2 Z2",
            estimated=True,
            listing="{} und {}",
            own_words="Du Dein Ich Spielleitung Gastgeber Halter Tisch Joker Alle Niemand",
            letters={"Ä": "AE", "Ö": "OE", "Ü": "UE"},
        ),
    }
)

# A checker sees a string, for the set is open; what is read (a form, a log) has to be one of these.
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]

DEFAULT_LANGUAGE: Final[Language] = next(iter(LANGUAGES))
"""What is spoken where nobody has said anything."""


def fold(text: str, language: Language) -> str:
    """Return *text* as capitals A to Z, as the cards have them; umlauts are two letters in German.

    Raises DataError if *text* is empty or holds anything but letters.
    """
    # Composed first: an umlaut typed as a letter and two dots is the same umlaut.
    capitals = unicodedata.normalize("NFC", text).upper()
    folded = capitals.translate(str.maketrans(LANGUAGES[language].folds))
    parts = unicodedata.normalize("NFD", folded)
    folded = "".join(part for part in parts if not unicodedata.combining(part))
    if not _LETTERS.fullmatch(folded):
        raise DataError(f"{text!r} is not a word of letters; write letters only.")
    return folded
