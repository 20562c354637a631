"""Rules pages: the same sections in every language, and no class for the shell to know."""

import re
from collections.abc import Sequence
from importlib.resources import files

import pytest

from companion.games import GAMES, pages_of
from companion.languages import LANGUAGES

TAGS = re.compile(r"<(/?)(\w+)([^>]*)>")
PLAIN = {
    *("section", "h1", "h2", "h3", "p", "ul", "ol", "li", "strong", "em", "b", "i", "br"),
    *("details", "summary", "figure", "figcaption", "sub"),
}


def outline(text: str) -> Sequence[tuple[str, str]]:
    """Return each section and heading with what else stands in its tag."""
    tags = [(name, rest.strip()) for end, name, rest in TAGS.findall(text) if not end]
    return [(name, rest) for name, rest in tags if name in {"section", "h1", "h2", "h3"}]


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_the_same_sections_in_every_language(game: str) -> None:
    pages = files(pages_of(game))
    texts = [pages.joinpath(f"rules.{code}.html").read_text("utf-8") for code in LANGUAGES]
    outlines = [outline(text) for text in texts]
    assert all(each == outlines[0] for each in outlines)
    names = [rest for name, rest in outlines[0] if name == "section"]
    assert all(re.fullmatch(r'id="rules-[a-z]+"', rest) for rest in names)
    assert len(set(names)) == len(names)
    assert [name for name, _ in outlines[0][:2]] == ["section", "h1"]
    for text in texts:
        strange = {
            tag
            for _, tag, rest in TAGS.findall(text)
            if tag not in PLAIN or "class" in rest
        }
        assert not strange


FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
TWO_SCREENS = 1600
"""So many characters, beside five pictures, fill a phone's screen twice."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_letter_jam_is_told_by_an_example_on_two_screens(language: str) -> None:
    path = files(pages_of("letter_jam")).joinpath(f"rules.{language}.html")
    shown = FOLDED.sub("", path.read_text("utf-8"))
    assert shown.count('<figure translate="no">') >= 4
    assert len(TAGS.sub("", shown).split()) > 100
    assert len(" ".join(TAGS.sub("", shown).split())) < TWO_SCREENS
