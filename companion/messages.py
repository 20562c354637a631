"""Catalogues: a message id and its parameters become a sentence in one language."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files

from companion.languages import LANGUAGES
from companion.ports import Message, Param

ENDS = (".", "!", "?", "…")
"""What ends a sentence; no full stop comes after it."""
_CONSTANT = re.compile(r"\{([A-Z_]+)\}")
"""One that a sentence says, by its name in the CONSTANTS of the catalogue's package."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The sentences of one language, by id.

    A sentence with the parameter ``n`` may have a form for each plural category of the
    language: in English ``id.one`` and ``id.other``.
    """

    language: str
    sentences: Mapping[str, str]

    def say(self, message: Message) -> str:
        """Return the sentence; an unknown id comes back as itself, for a test to find."""
        params = {key: self._said(value) for key, value in message.params.items()}
        sentence = self._sentence(message)
        for key, value in params.items():
            if isinstance(value, str) and value.endswith(ENDS):
                sentence = sentence.replace(f"{{{key}}}.", f"{{{key}}}")
        return sentence.format_map(params)

    def _said(self, value: Param) -> str | int:
        match value:
            case Message():
                return self.say(value)
            case (*others, last) if others:
                return LANGUAGES[self.language].listing.format(", ".join(others), last)
            case tuple():
                return "".join(value)
            case int() if value < 0:
                return f"\N{MINUS SIGN}{-value}"
            case _:
                return value

    def maybe(self, message: Message) -> str:
        """Return the sentence, or nothing where there is none."""
        said = self.say(message)
        return "" if said == message.id else said

    def text(self, id_: str, /, **params: Param) -> str:
        """Return the sentence *id_*: ``say`` for templates."""
        if (
            not params
            and (plain := self.sentences.get(id_)) is not None
            and "{" not in plain
        ):
            return plain
        return self.say(Message(id_, params))

    def _sentence(self, message: Message) -> str:
        if isinstance(n := message.params.get("n"), int):
            for form in (LANGUAGES[self.language].plural(n), "other"):
                if (found := self.sentences.get(f"{message.id}.{form}")) is not None:
                    return found
        return self.sentences.get(message.id, message.id)


def one_after_the_other(*parts: str) -> str:
    """Return the *parts* that say something, each with a sign of its own at its end."""
    return " ".join(each if each.endswith(ENDS) else f"{each}." for each in parts if each)


def load(packages: Iterable[str], language: str) -> Catalogue:
    """Read ``messages.<language>.toml`` of every package, with its CONSTANTS in the sentences.

    Nested tables become dotted ids. KeyError for a figure that the package does not name.
    """
    sentences: dict[str, str] = {}
    for package in packages:
        sentences |= _sentences(package, language)
    return Catalogue(language, sentences)


class Catalogues(Mapping[str, Catalogue]):
    """The sentences of some packages, by language; each read when it is first asked for."""

    def __init__(self, *packages: str) -> None:
        self._packages = packages
        self._read: dict[str, Catalogue] = {}

    def __getitem__(self, language: str) -> Catalogue:
        if language not in LANGUAGES:
            raise KeyError(language)
        if language not in self._read:
            self._read[language] = load(self._packages, language)
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


def constants(package: str) -> Mapping[str, str | float]:
    """Return the constants that sentences and templates of the package say, by name."""
    known: Mapping[str, str | float] = getattr(import_module(package), "CONSTANTS", {})
    return known


def written(package: str, language: str) -> Mapping[str, str]:
    """Return the sentences of one package as its file has them."""
    text = files(package).joinpath(f"messages.{language}.toml").read_text("utf-8")
    return dict(_flat(tomllib.loads(text)))


@cache
def _sentences(package: str, language: str) -> Mapping[str, str]:
    known = constants(package)

    def said(found: re.Match[str]) -> str:
        figure = known[found[1]]
        return figure if isinstance(figure, str) else f"{figure:g}"

    raw = written(package, language)
    return {id_: _CONSTANT.sub(said, each) for id_, each in raw.items()}


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)
