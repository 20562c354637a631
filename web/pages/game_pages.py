"""A game's pages as data: templates, scripts, looks and sentences out of its package."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final
from urllib.parse import urljoin

from companion.messages import Catalogue, Catalogues

SHELL: Final = ("companion.table", "web")
"""Whose sentences every game's pages may say, besides its own."""
IMPORT: Final = re.compile(r"""^import\s[^"';]*["']([^"']+)["']""", re.MULTILINE)
"""What a module cannot begin without; what it asks for later stands in brackets."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """Where the pages of one game lie and how they speak.

    *package* holds the templates, ``phone.css``, ``phone.js`` and ``table.js``; *catalogues*
    maps each language to the sentences of the shell and of the game together.
    """

    name: str
    package: str
    catalogues: Mapping[str, Catalogue]

    def title(self, language: str) -> str:
        """Return what people call the game: its sentence ``title``, else the folder's name."""
        own = self.catalogues[language].sentences.get("title")
        return own or self.name.replace("_", " ").title()

    def read(self, name: str) -> str | None:
        """Return the text of the file *name* in the package, None if there is none."""
        found = files(self.package).joinpath(name)
        return found.read_text("utf-8") if found.is_file() else None

    def source(self, name: str) -> tuple[str, str, None] | None:
        """Return a template as Jinja takes it: with a name no other game's has."""
        text = self.read(name)
        return None if text is None else (text, f"{self.package}/{name}", None)

    def modules(self, *addresses: str) -> tuple[str, ...]:
        """Return these addresses and those of all that the modules there import, each once."""
        found: dict[str, None] = {}
        wanted = [*addresses]
        while wanted:
            address = wanted.pop(0)
            if address not in found:
                found[address] = None
                imported = IMPORT.findall(self._module(address))
                wanted += (urljoin(address, each) for each in imported)
        return tuple(found)

    def _module(self, address: str) -> str:
        name = address.rpartition("/")[2]
        if address.startswith("/game/"):
            return self.read(name) or ""
        return files("web").joinpath("static", name).read_text("utf-8")

    def templates(self) -> list[str]:
        """Return the names of all templates."""
        names = (each.name for each in files(self.package).iterdir())
        return sorted(name for name in names if name.endswith(".html"))


def game_pages(name: str, package: str) -> GamePages:
    """Return the pages of the game *name* in every language."""
    return GamePages(name, package, Catalogues(*SHELL, package))
