"""Words by fields: how they are written, and what is found wrong with them."""

import pytest

from companion.errors import DataError
from companion.words.fields import Word, parse_fields
from companion.words.workshop.check_fields import faults, relatives

TEXT = """# whose words these are
[home]
kitchen: pot spoon | stir  # a comment
[nature]
sky: moon | dark
"""


def test_words_come_with_their_field_their_kind_and_their_world() -> None:
    assert parse_fields(TEXT) == (
        Word("pot", "kitchen", noun=True, world="home"),
        Word("spoon", "kitchen", noun=True, world="home"),
        Word("stir", "kitchen", noun=False, world="home"),
        Word("moon", "sky", noun=True, world="nature"),
        Word("dark", "sky", noun=False, world="nature"),
    )


@pytest.mark.parametrize("line", ["kitchen pot | stir", "kitchen: pot spoon"])
def test_a_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(DataError, match="Line 2: write"):
        parse_fields(f"[home]\n{line}")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Ding: Haus Haus | x", "haus: it stands here 2 times."),
        ("Ding: Streichholz | x", "Streichholz: write one word"),
        ("Ding: Hauus | x", "Hauus: the spelling list does not know it."),
        ("Ding: Schwert | x", "Schwert: it is struck."),
        ("Ding: haus | x", "haus: only nouns begin with a capital"),
        ("Ding: Haus | Baum", "Baum: only nouns begin with a capital"),
        ("Ding: Haus | rot", "Ding: 2 words; 10 to 60 make a field."),
    ],
)
def test_what_is_wrong_is_said(line: str, fault: str) -> None:
    found = list(faults(parse_fields(line), "de"))
    assert any(each.startswith(fault) for each in found), found


def test_words_that_may_be_of_one_family_are_shown() -> None:
    words = parse_fields("Ding: Garten Gartenbau | x")
    assert list(relatives(words, "de")) == [("Garten", "Gartenbau")]
