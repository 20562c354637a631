"""Where in a TOML file a key stands: tomllib reads the values, but keeps no lines."""

import re
from collections.abc import Iterator, Mapping

Path = tuple[str, ...]

_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(#.*)?$")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*[\w\"'-]+)*)\s*=")


def key_lines(text: str) -> Mapping[Path, int]:
    """Return the line, counted from one, of each table and each key outside braces."""
    return dict(_found(text))


def _found(text: str) -> Iterator[tuple[Path, int]]:
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _parts(header[1])
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *_parts(key[1])), number


def _parts(dotted: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of *path*, or of the nearest table around it; 1 if there is none."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
