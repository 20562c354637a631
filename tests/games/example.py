"""The game that the guide shows whole, as a package; a test may change a line of it first."""

import importlib
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import companion.games
from companion import messages
from companion.engine.game import AnyGame

EXAMPLE = Path(companion.games.__file__).with_name("EXAMPLE.md")
FILE = re.compile(r"^`([\w/.]+)`[^\n]*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = "companion.games.galgenraten"


def example() -> dict[str, str]:
    """Return the files of the guide by name."""
    files = dict(FILE.findall(EXAMPLE.read_text("utf-8")))
    return {**files, "__init__.py": "", "pages/__init__.py": ""}


@contextmanager
def installed(files: Mapping[str, str], folder: Path) -> Iterator[AnyGame]:
    """Yield the game of *files*, put into *folder* and among the games as long as this lasts."""
    for name, text in files.items():
        path = folder / "galgenraten" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    companion.games.__path__.append(str(folder))
    importlib.invalidate_caches()
    messages._sentences.cache_clear()
    try:
        yield importlib.import_module(f"{NAME}.game").shipped()
    finally:
        companion.games.__path__.remove(str(folder))
        for each in [name for name in sys.modules if name.startswith(NAME)]:
            del sys.modules[each]
