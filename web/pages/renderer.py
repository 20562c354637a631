"""The one place where templates become HTML."""

import functools
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping
from functools import cached_property, partial
from math import ceil
from threading import RLock
from time import monotonic
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
)
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.limits import NAME_LENGTH
from companion.messages import Catalogue, constants, one_after_the_other
from companion.ports import Message
from companion.table.values.ids import PersonId
from companion.table.values.player_signs import PLAYER_SIGNS
from companion.table.values.projection import Moment, PersonView, TableInfo
from web.keepsake import key_of
from web.pages.game_pages import GamePages
from web.pages.template_cache import TemplateCache

TEMPLATES = ("web", "pages/templates")
PIN_FIELD_LENGTH = 24
"""Characters that a field for the PIN takes: somebody may type blanks or hyphens."""
PARTS = 256
"""So many parts of pages are kept as they were drawn, the latest asked for."""


INDENTATION: Final = re.compile(r"\n[ \t]+")


class LockedEnvironment(Environment):
    """Compiles a template once, however many phones ask for it at the same moment.

    Six at a time took 40 MB that never came back.
    """

    def __init__(self, loader: BaseLoader, cache: BytecodeCache) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,  # or every include looks at its file again
            bytecode_cache=cache,
        )
        self._compiling = RLock()

    def preprocess(
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> str:
        """Return a page indented by one blank: each update brings it. A script has its hash."""
        plain: str = super().preprocess(source, name, filename)
        return INDENTATION.sub("\n ", plain) if (name or "").endswith(".html") else plain

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's own name
    ) -> Template:
        """Return a template, as it is known already or compiled now."""
        with self._compiling:
            return super().get_template(name, parent, globals)


def does(command: Mapping[str, object]) -> Markup:
    """Return the attribute of a button that sends *command*."""
    return Markup("data-do='{}'").format(htmlsafe_json_dumps(command, sort_keys=True))


def drawn_sign(person: PersonView | None) -> Markup:
    """Return the sign of a player, in the colour of the seat; nothing for nobody."""
    if person is None or not person.sign:
        return Markup()
    return _drawn_sign(person.sign, person.colour)


@functools.lru_cache(PARTS)  # a page names everybody several times
def _drawn_sign(sign: str, colour: int) -> Markup:
    form = '<svg class="sign seat-{}" aria-hidden="true"><use href="/signs.svg#{}"/></svg>'
    return Markup(form).format(colour, sign)  # noqa: S704 - a constant, what is put in is escaped


def sign_states(people: Iterable[PersonView], me: PersonId) -> tuple[tuple[str, str], ...]:
    """Return each sign with ``mine``, ``taken`` or, where it is free, ``""``."""
    owners = {each.sign: "mine" if each.id == me else "taken" for each in people}
    return tuple((sign, owners.get(sign, "")) for sign in PLAYER_SIGNS)


OF_A_GAME: Final = {
    "game_css": "phone.css",
    "game_table_css": "table.css",
    "game_js": "phone.js",
    "table_js": "table.js",
    "paper_js": "paper.js",
    "game_house": "house.html",
    "game_strip": "strip.html",
    "game_menu": "menu.html",
    "game_sheet": "sheet.html",
}
"""What a game may have beside its page, and how templates ask whether it does."""


class Renderer:
    """Renders templates of the shell (``join.html``) and of the game (``game/phone.html``).

    It needs no request: open streams render long after theirs has gone.
    """

    def __init__(
        self,
        pages: GamePages,
        boot: str,
        games: Mapping[str, GamePages],
        clock: Callable[[], float] = monotonic,
        cache: BytecodeCache | None = None,
    ) -> None:
        """*boot* names this run of the process; *games* are those of the table, by name.

        *clock* returns monotonic seconds, of the table's own clock; *cache* keeps compiled
        templates (default: beside the compiled Python).
        """
        self._pages, self._games = pages, games
        self._once = functools.lru_cache(PARTS)(self._part)
        own = PrefixLoader({"game": FunctionLoader(pages.source)})
        loader = ChoiceLoader([own, PackageLoader(*TEMPLATES)])
        self._environment = LockedEnvironment(loader, cache or TemplateCache())
        self._environment.globals |= {
            "boot": boot,
            "do": does,
            "name_length": NAME_LENGTH,
            "pin_field_length": PIN_FIELD_LENGTH,
            "seconds_left": lambda sand: max(0, ceil(sand.ends_s - clock())),
            "ago_ms": lambda show: round((clock() - show.began_s) * 1000),
            "picture_of": key_of,
            "one_after_the_other": one_after_the_other,
            "rest_s": lambda wait: round(wait.rest_s(clock()), 1),
            "game": pages.name,
            "constants": constants(pages.package),
            "games": games,
            "signs": tuple(PLAYER_SIGNS),
            "sign_states": sign_states,
            **{name: pages.read(file) is not None for name, file in OF_A_GAME.items()},
            "game_on_stands": "on_stands" in (pages.read("phone.html") or ""),
            "has_tutorial": self.has_tutorial,
            "modules": functools.cache(pages.modules),
        }

    @cached_property
    def _explains(self) -> bool:
        """Whether the game has something to say for a first match; it takes a catalogue."""
        sentences = self._pages.catalogues[DEFAULT_LANGUAGE].sentences
        return any(id_.endswith(".explain") for id_ in sentences)

    def compile(self) -> None:
        """Compile every template, for a cache that lasts."""
        shell = PackageLoader(*TEMPLATES).list_templates()
        game = (f"game/{name}" for name in self._pages.templates())
        for name in (*shell, *game):
            self._environment.get_template(name)

    def render(self, template: str, language: str, **values: Any) -> str:  # noqa: ANN401 - whatever a template names
        """Return the HTML of *template* in *language*."""
        catalogue = self._pages.catalogues[language]
        by_name = {each.name: each for each in values.get("people", ())}
        return self._environment.get_template(template).render(
            t=catalogue.text,
            say=partial(self.say, language),
            asks=lambda step, part: catalogue.maybe(step.sentence(part)),
            moment_line=partial(_moment_line, catalogue),
            once=partial(self._once, language),
            lang=language,
            languages=LANGUAGES,
            game_guide=self._explains,
            aim=catalogue.text("aim"),
            title=self._pages.title(language),
            title_of=partial(self._title_of, language),
            sign_of=lambda name: drawn_sign(by_name.get(name)),
            **values,
        )

    def _part(self, language: str, template: str, **facts: Hashable) -> Markup:
        """Return the HTML of a part that *facts* alone decide: drawn when they first come up."""
        return Markup(self.render(template, language, **facts))  # noqa: S704 - a template's, escaped

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

    def _title_of(self, language: str, game: str) -> str:
        known = self._games.get(game)
        return game if known is None else known.title(language)

    def has_tutorial(self, language: str) -> bool:
        """Tell whether the game has a tutorial for readers of *language*."""
        return self.has(f"tutorial.{language}.toml")

    def has(self, name: str) -> bool:
        """Tell whether the game has the template *name*."""
        return self._pages.read(name) is not None


def _moment_line(catalogue: Catalogue, moment: Moment, info: TableInfo) -> str:
    """Return what is written when *moment* comes about, with whose it is; "" for most."""
    said = catalogue.maybe(Message(f"moment.{moment.word}"))
    if not said or moment.seat is None:
        return said
    return ": ".join((*(p.name for p in info.people if p.seat == moment.seat), said))


class Renderers:
    """The pages of every game, and the renderer of the one that is on the table."""

    def __init__(
        self, pages: Mapping[str, GamePages], boot: str, current_game: Callable[[], str]
    ) -> None:
        """*current_game* returns the name of the game that is played or comes next."""
        self.pages = pages
        self.current_game = current_game
        self._renderers = {
            name: Renderer(each, boot, pages) for name, each in pages.items()
        }

    def compile(self) -> None:
        """Compile the templates of all games, for a cache that lasts."""
        for each in self._renderers.values():
            each.compile()

    @property
    def current(self) -> Renderer:
        """The renderer of the present game."""
        return self._renderers[self.current_game()]
