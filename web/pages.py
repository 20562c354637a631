"""A game's pages as data, and the one place where templates become HTML."""

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from math import ceil
from threading import RLock
from time import monotonic
from typing import Any

from flask import Request
from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    PrefixLoader,
    Template,
)

from companion.messages import LANGUAGES, Catalogue, load
from companion.ports import Message
from web.compiled import Beside

LANGUAGE_COOKIE = "language"


@dataclass(frozen=True, slots=True)
class GamePages:
    """Where the pages of one game lie and how they speak.

    *package* holds the templates, ``phone.css``, ``phone.js`` and ``table.js``; *catalogues*
    maps each language to the sentences of ``web`` and of the game together.
    """

    name: str
    package: str
    catalogues: Mapping[str, Catalogue]

    @property
    def title(self) -> str:
        """The game's name for people: a proper name, the same in every language."""
        return self.name.replace("_", " ").title()

    def read(self, name: str) -> str | None:
        """Return the text of the file *name* in the package, None if there is none."""
        found = files(self.package).joinpath(name)
        return found.read_text("utf-8") if found.is_file() else None

    def source(self, name: str) -> tuple[str, str, None] | None:
        """Return a template as Jinja takes it: with a name no other game's has."""
        text = self.read(name)
        return None if text is None else (text, f"{self.package}/{name}", None)

    def templates(self) -> list[str]:
        """Return the names of all templates."""
        names = (each.name for each in files(self.package).iterdir())
        return sorted(name for name in names if name.endswith(".html"))


def game_pages(name: str, package: str) -> GamePages:
    """Return the pages of the game *name* in every language."""
    catalogues = {language: load(("web", package), language) for language in LANGUAGES}
    return GamePages(name, package, catalogues)


def language_of(asked: Request) -> str:
    """Return a reader's language: as chosen, else as the browser asks, else English."""
    chosen = asked.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    # Not best_match: for it "de-CH, en" means English, as nothing matches de-CH exactly.
    wishes = (wish.split("-")[0].lower() for wish in asked.accept_languages.values())
    return next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0])


class OneAtATime(Environment):
    """Compiles a template once, however many phones ask for it at the same moment.

    Six at a time took 40 MB that never came back.
    """

    def __init__(self, loader: BaseLoader, cache: BytecodeCache) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,  # or every include looks at its file again
            bytecode_cache=cache,
        )
        self._compiling = RLock()

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's own name
    ) -> Template:
        """Return a template, as it is known already or compiled now."""
        with self._compiling:
            return super().get_template(name, parent, globals)


class Renderer:
    """Renders templates of the shell (``join.html``) and of the game (``game/phone.html``).

    It needs no request: open streams render long after theirs has gone.
    """

    def __init__(
        self,
        pages: GamePages,
        boot: str,
        games: Mapping[str, str],
        clock: Callable[[], float] = monotonic,
        cache: BytecodeCache | None = None,
    ) -> None:
        """*boot* names this run of the process; *games* maps names to titles.

        *clock* returns monotonic seconds, of the table's own clock; *cache* keeps compiled
        templates (default: beside the compiled Python).
        """
        self._pages = pages
        own = PrefixLoader({"game": FunctionLoader(pages.source)})
        loader = ChoiceLoader([own, PackageLoader("web")])
        self._environment = OneAtATime(loader, cache or Beside())
        self._environment.globals |= {
            "boot": boot,
            "seconds_left": lambda sand: max(0, ceil(sand.ends_s - clock())),
            "game": pages.name,
            "games": games,
            "title": pages.title,
            "game_css": pages.read("phone.css") is not None,
            "game_js": pages.read("phone.js") is not None,
            "table_js": pages.read("table.js") is not None,
            **_aids(pages.read("phone.html") or ""),
            "paper_js": pages.read("paper.js") is not None,
            "game_house": pages.read("house.html") is not None,
            "game_sheet": pages.read("sheet.html") is not None,
        }

    def compile(self) -> None:
        """Compile every template, for a cache that lasts."""
        shell = PackageLoader("web").list_templates()
        game = (f"game/{name}" for name in self._pages.templates())
        for name in (*shell, *game):
            self._environment.get_template(name)

    def render(self, template: str, language: str, **values: Any) -> str:  # noqa: ANN401 - whatever a template names
        """Return the HTML of *template* in *language*."""
        catalogue = self._pages.catalogues[language]
        return self._environment.get_template(template).render(
            t=catalogue.text,
            say=partial(self.say, language),
            lang=language,
            languages=LANGUAGES,
            **values,
        )

    def say(self, language: str, message: Message) -> str:
        """Return the sentence; a refusal nobody has worded yet becomes a plain one."""
        catalogue = self._pages.catalogues[language]
        said = catalogue.say(message)
        if said == message.id and message.id.startswith("refused."):
            return catalogue.text("web.refused")
        return said

    def text(self, id_: str, language: str, **params: str | int) -> str:
        """Return the sentence *id_* in *language*."""
        return self._pages.catalogues[language].text(id_, **params)

    def has(self, name: str) -> bool:
        """Tell whether the game has the template *name*."""
        return self._pages.read(name) is not None


def _aids(phone: str) -> dict[str, bool]:
    """Return which aids a game's page makes use of: each phone may choose them."""
    return {
        "game_guide": "data-guide=" in phone,
        "game_sounds": "data-tick=" in phone,
    }


class Library:
    """The pages of every game, and the renderer of the one that is on the table."""

    def __init__(
        self, pages: Mapping[str, GamePages], boot: str, playing: Callable[[], str]
    ) -> None:
        """*playing* returns the name of the game that is played or comes next."""
        self.pages = pages
        self._playing = playing
        titles = {name: each.title for name, each in pages.items()}
        self._renderers = {
            name: Renderer(each, boot, titles) for name, each in pages.items()
        }

    def compile(self) -> None:
        """Compile the templates of all games, for a cache that lasts."""
        for each in self._renderers.values():
            each.compile()

    @property
    def now(self) -> Renderer:
        """The renderer of the present game."""
        return self._renderers[self._playing()]

    @property
    def game(self) -> str:
        """The name of the present game."""
        return self._playing()
