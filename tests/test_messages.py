"""Every sentence the program can say exists, in both languages, with the same parameters."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import GAMES
from companion.messages import LANGUAGES, load
from web.pages.game_pages import SHELL

ROOT = Path(companion.__file__).parent
CASES = [
    pytest.param(name, language, id=f"{name}-{language}")
    for name in GAMES
    for language in LANGUAGES
]


def packages(game: str) -> list[str]:
    return [*SHELL, GAMES[game]().pages]


def spoken(game: str) -> Iterator[tuple[str, str]]:
    """Yield (id, file) of every ``refuse("…")`` and ``Message("…")`` that *game* can bring."""
    games = ROOT / "games"
    for path in ROOT.rglob("*.py"):
        if games in path.parents and games / game not in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="refuse" | "Message" | "_of" as kind), args=[*args]
                ):
                    prefix = "refused." if kind == "refuse" else ""
                    texts = [each for arg in args[:2] for each in constants(arg)]
                    yield from ((f"{prefix}{text}", path.name) for text in texts)


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the ids an argument can be: a constant, or either side of a choice."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from constants(body)
            yield from constants(orelse)


def known(id_: str, sentences: set[str]) -> bool:
    return id_ in sentences or f"{id_}.one" in sentences


@pytest.mark.parametrize(("game", "language"), CASES)
def test_every_sentence_in_the_code_is_in_the_catalogue(game: str, language: str) -> None:
    sentences = set(load(packages(game), language).sentences)
    missing = {(id_, file) for id_, file in spoken(game) if not known(id_, sentences)}
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_sentences_with_the_same_parameters(game: str) -> None:
    def shape(language: str) -> dict[str, set[str | None]]:
        found = load(packages(game), language).sentences
        return {
            id_: {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for id_, text in found.items()
        }

    assert shape("en") == shape("de")
