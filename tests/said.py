"""Which ids of sentences the code can say: those it names, and those it puts together.

An id that is put together is said if each part that comes from elsewhere is a word of the code
too, a figure or a letter. What cannot be known without running is taken as said, never the other
way round.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
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
    begun: Mapping[str, list[re.Pattern[str]]]
    """By what stands before the first hole."""
    ended: Mapping[str, list[re.Pattern[str]]]
    """Those that begin with a hole, by what stands after the last one: no id is one, but a
    part of an id may be."""

    def has(self, id_: str) -> bool:
        """Return whether the code can say *id_*, of a step by itself or as one of its parts."""
        of, _, part = id_.rpartition(".")
        return self._id(id_) or (part in get_args(Sentence) and self._id(of))

    def _id(self, id_: str) -> bool:
        beginnings = (id_[:n] for n in range(len(id_) + 1))
        return id_ in self.whole or self._fits(id_, self.begun, beginnings)

    def _part(self, text: str) -> bool:
        endings = (text[n:] for n in range(len(text) + 1))
        return (
            bool(FIGURE.fullmatch(text))
            or self._id(text)
            or self._fits(text, self.ended, endings)
        )

    def _fits(
        self,
        text: str,
        patterns: Mapping[str, list[re.Pattern[str]]],
        edges: Iterable[str],
    ) -> bool:
        near = (pattern for edge in edges for pattern in patterns.get(edge, ()))
        fitting = (pattern.fullmatch(text) for pattern in near)
        return any(found and all(map(self._part, found.groups())) for found in fitting)


def said(files: Iterable[Path]) -> Said:
    """Return what the code in *files* says."""
    texts = {text for file in files for text in texts_of(file)}
    holed = {each for each in texts if HOLE in each and re.search(r"[a-z]", each)}
    ended = {each for each in holed if each.startswith(HOLE)}
    return Said(frozenset(texts), _patterns(holed - ended, 0), _patterns(ended, -1))


def _patterns(holed: Iterable[str], edge: int) -> dict[str, list[re.Pattern[str]]]:
    """Return one pattern for each text, with a group for each hole, by its part at *edge*."""
    found = defaultdict[str, list[re.Pattern[str]]](list)
    for each in sorted(holed):
        parts = each.split(HOLE)
        found[parts[edge]].append(re.compile("(.+)".join(map(re.escape, parts))))
    return dict(found)


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
