"""A browser that translates leaves letters, words of the game, names and the PIN alone."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from companion.games import GAMES
from tests.depth import by_default
from tests.e2e.stage import HANDLE, KEY, Stage
from tests.play import NAMES
from tests.web.conftest import OWN_COOKIE
from web.app import create_app

VOID = {"input", "br", "meta", "link", "img", "path", "use", "hr", "source"}
LETTERS = re.compile(r"[A-Z?*]|[A-Z?*]*[A-Z][A-Z?*]+")
OURS = {"A4", "PIN", "OK", "QR", "USB", "I", "W", "WLAN"}
"""Capitals that are no letters of a match."""
PIN = "123456"


class Texts(HTMLParser):
    """Collects the texts that a translator may change, each with its element."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, bool, bool]] = []
        self.free: list[tuple[str, str]] = []
        self.free_words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        kept = given.get("translate", "no" if self._kept() else "yes") == "no"
        hidden = tag in {"script", "style", "template", "textarea"} or self._hidden()
        word = "lang" in given and tag not in {"html", "button", "a", "option"}
        if word and not kept and not hidden:
            self.free_words.append(self.get_starttag_text() or tag)
        if tag not in VOID:
            self._open.append((self.get_starttag_text() or tag, kept, hidden))

    def handle_endtag(self, tag: str) -> None:
        while self._open and not self._open.pop()[0].startswith(f"<{tag}"):
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._kept() and not self._hidden():
            self.free.append((data.strip(), self._open[-1][0] if self._open else ""))

    def _kept(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def _hidden(self) -> bool:
        return bool(self._open) and self._open[-1][2]


def translatable(html: str) -> Iterator[str]:
    """Yield what a translator might spoil in *html*, with the element it stands in."""
    texts = Texts()
    texts.feed(html)
    for text, element in texts.free:
        letters = LETTERS.fullmatch(text) and text not in OURS and len(text) < 12
        if letters or text in {*NAMES, PIN}:
            yield f"{text} in {element[:90]}"
    yield from (f"words in {each[:90]}" for each in texts.free_words)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", by_default(1, of=range(4)))
def test_what_is_the_games_own_stays_as_it_is(name: str, seed: int) -> None:
    stage = Stage(GAMES[name](), players=4)
    client = create_app(stage.table, stage.pages).test_client()
    client.set_cookie(OWN_COOKIE, KEY, domain="127.0.0.1")
    place = {"headers": {"Host": "127.0.0.1"}, "base_url": "http://127.0.0.1"}
    stage.show(None)
    found: set[str] = set()
    for path in ("/", "/table", "/host", "/rules", "/sheet", "/screens", f"/p/{HANDLE}"):
        found |= {
            f"{path}: {each}" for each in translatable(client.get(path, **place).text)
        }
    for number, match in enumerate(stage.played(seed)):
        if number % 5 == 0:
            stage.show(match)
            for path in ("/table", f"/p/{HANDLE}", "/host/for/p3"):
                html = client.get(path, **place).text
                found |= {f"{path}: {each}" for each in translatable(html)}
    assert sorted(found) == []


@pytest.mark.parametrize(
    "html", ["<b>Q</b>", "<p>S?UNK</p>", f"<li>{NAMES[0]}</li>", '<i lang="de">Wal</i>']
)
def test_one_that_might_be_translated_would_be_found(html: str) -> None:
    assert list(translatable(html))
    assert not list(translatable(f'<div translate="no">{html}</div>'))
    assert not list(translatable("<p>Anna and Ben say what they think of A</p>"))
