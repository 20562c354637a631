import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import DataError
from companion.languages import LANGUAGES, Language, fold


@pytest.mark.parametrize(
    ("text", "language", "folded"),
    [
        ("cafe", "en", "CAFE"),
        ("café", "en", "CAFE"),
        ("Über", "en", "UBER"),
        ("Über", "de", "UEBER"),
        ("Straße", "de", "STRASSE"),
        ("STRAẞE", "de", "STRASSE"),
        ("Café", "de", "CAFE"),
        ("Œuvre", "de", "OEUVRE"),
        ("Smørrebrød", "en", "SMORREBROD"),
        (unicodedata.normalize("NFD", "Bär"), "de", "BAER"),
    ],
)
def test_text_is_folded_to_the_capitals_on_the_cards(
    text: str, language: Language, folded: str
) -> None:
    assert fold(text, language) == folded


@pytest.mark.parametrize(
    "text", ["", " ", "two words", "don't", "A1", "日本", "E-Mail", "A\n"]
)
def test_anything_but_letters_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="letters only"):
        fold(text, "en")


@given(st.text(), st.sampled_from([*LANGUAGES]))
def test_folding_gives_capitals_or_an_error_and_is_stable(
    text: str, language: Language
) -> None:
    try:
        folded = fold(text, language)
    except DataError:
        return
    assert folded.isascii()
    assert folded.isalpha()
    assert folded.isupper()
    assert fold(folded, language) == folded
