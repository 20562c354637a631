"""``python -m companion.process.compile_pages``: compile the templates while installing."""

import sys

from companion.games import NAMES, pages_of
from web.pages.game_pages import game_pages
from web.pages.renderer import Renderers


def main() -> None:
    """Compile the templates of every game."""
    sys.dont_write_bytecode = False  # it was asked for by name
    pages = {name: game_pages(name, pages_of(name)) for name in NAMES}
    Renderers(pages, "", lambda: next(iter(pages))).compile()


if __name__ == "__main__":
    main()
