"""The words that the simple bot knows for the themes of our cards, by language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def known_words(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words by theme; a language that has no such file has none."""
    path = files("companion.games.djam.bots").joinpath(f"words_{language}.txt")
    if not path.is_file():
        return {}
    lines = (line.partition("#")[0] for line in path.read_text("utf-8").splitlines())
    parts = (line.partition(":") for line in lines if line.strip())
    return {
        theme.strip(): tuple(word.strip() for word in words.split(","))
        for theme, _, words in parts
    }
