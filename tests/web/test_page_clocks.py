"""Durations on pages go by a clock that nobody sets: a phone's own may jump by hours."""

import re
from collections.abc import Iterator
from pathlib import Path

import companion.games
from web import guard

ROOTS = [Path(str(each.__file__)).parent for each in (guard, companion.games)]

CLOCK = re.compile(r"\bDate\b")


def scripts() -> Iterator[Path]:
    """Yield whatever runs on a page."""
    for root in ROOTS:
        for kind in ("*.js", "*.html"):
            yield from sorted(root.rglob(kind))


def code(text: str) -> str:
    """Return a script, or the scripts inside a page, without comments."""
    return re.sub(r"(?<!:)//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def inside(path: Path) -> str:
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        text = "\n".join(re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL))
    return code(text)


def test_no_page_script_asks_the_wall_clock() -> None:
    found = [path.name for path in scripts() if CLOCK.search(inside(path))]
    assert found == []
    assert {"app.js", "own.js", "deadline.js", "course.js"} <= {p.name for p in scripts()}


def test_one_that_did_would_be_found() -> None:
    for line in ("let a = Date.now();", "const { now } = Date;", "new Date() - then"):
        assert CLOCK.search(code(line))
    assert not CLOCK.search(code("go(); // the Date of a letter"))
