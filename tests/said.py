"""Which ids of sentences the code can say: those it names, and those it puts together.

An id that is put together is said if each part that comes from elsewhere is a word of the code
too, a figure or a letter. What cannot be known without running is taken as said, never the other
way round.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, get_args

from jinja2 import Environment, nodes

from companion.engine.step import Sentence

HOLE: Final = "\0"
"""What stands in a text where something else comes in."""
LITERAL: Final = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`""")
FILLED: Final = re.compile(r"%[ds]|\$\{[^}]*\}")
FIGURE: Final = re.compile(r"\d+|[A-ZÄÖÜ]")
TEMPLATE: Final = Environment(autoescape=True)


@dataclass(frozen=True)
class Said:
    """The texts of some code: whole ones, and those that begin so and have holes."""

    whole: frozenset[str]
    begun: tuple[re.Pattern[str], ...]
    ended: tuple[re.Pattern[str], ...]
    """Those that begin with a hole: no id does, but a part of one may."""

    def has(self, id_: str) -> bool:
        """Return whether the code can say *id_*, of a step by itself or as one of its parts."""
        of, _, part = id_.rpartition(".")
        return self._id(id_) or (part in get_args(Sentence) and self._id(of))

    def _id(self, id_: str) -> bool:
        return id_ in self.whole or self._fits(id_, self.begun)

    def _part(self, text: str) -> bool:
        return (
            bool(FIGURE.fullmatch(text)) or self._id(text) or self._fits(text, self.ended)
        )

    def _fits(self, text: str, patterns: Iterable[re.Pattern[str]]) -> bool:
        fitting = (pattern.fullmatch(text) for pattern in patterns)
        return any(found and all(map(self._part, found.groups())) for found in fitting)


def said(files: Iterable[Path]) -> Said:
    """Return what the code in *files* says."""
    texts = {text for file in files for text in texts_of(file)}
    holed = {each for each in texts if HOLE in each and re.search(r"[a-z]", each)}
    ended = {each for each in holed if each.startswith(HOLE)}
    return Said(frozenset(texts), _patterns(holed - ended), _patterns(ended))


def _patterns(holed: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    """Return one pattern for each text, with a group for each hole."""
    joined = ("(.+)".join(map(re.escape, each.split(HOLE))) for each in sorted(holed))
    return tuple(map(re.compile, joined))


@cache
def texts_of(file: Path) -> frozenset[str]:
    """Return every text of a file, with a hole for each thing that is put into it."""
    source = file.read_text("utf-8")
    if file.suffix == ".py":
        return frozenset(_of_python(ast.parse(source)))
    return frozenset(_of_template(source) if file.suffix == ".html" else _of_script(source))


def _of_python(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text):
                yield text
            case ast.AnnAssign(target=ast.Name(id=text)):
                yield text  # an option's name
            case ast.Assign(value=ast.Constant(value=str() as table)):
                yield from table.split()  # as the signs of the players are drawn
            case ast.JoinedStr(values=parts):
                yield "".join(
                    str(each.value) if isinstance(each, ast.Constant) else HOLE
                    for each in parts
                )


def _of_template(source: str) -> Iterator[str]:
    tree = TEMPLATE.parse(source)
    for each in tree.find_all((nodes.Const, nodes.Concat, nodes.TemplateData)):
        match each:
            case nodes.Const(value=str() as text):
                yield FILLED.sub(HOLE, text)
            case nodes.Concat(nodes=parts):
                yield "".join(
                    str(part.value) if isinstance(part, nodes.Const) else HOLE
                    for part in parts
                )
            case nodes.TemplateData(data=text):
                yield from _of_script(text)


def _of_script(source: str) -> Iterator[str]:
    for found in LITERAL.finditer(source):
        yield FILLED.sub(HOLE, next(filter(None, found.groups()), ""))
