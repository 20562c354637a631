"""What a game's pages may get wrong: sentences, commands, fields, names that are the shell's."""
# Fragments are drawn alone, so whatever stands in them is the game's.

import dataclasses
import json
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from importlib.resources import files
from random import Random
from typing import Any

from companion.engine.codec import Codec
from companion.engine.game import AnyGame
from companion.engine.options import setup_fields
from companion.errors import DataError
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.ports import Seat
from companion.table.values.ids import Handle
from companion.table.values.match import Match
from tests.play import Player, begun, carried, variant_of
from tests.test_every_page import World
from web.pages.game_pages import game_pages
from web.routes.phone import values_of

SENTENCES = ("aria-label", "title", "placeholder", "alt", "data-confirm", "data-who")
FIELDS = ("input", "select", "textarea")
VOID = {"input", "br", "img", "meta", "link", "hr", "source", "wbr"}


@dataclass
class Form:
    """What a form or a button sends."""

    kind: str
    given: Mapping[str, Any] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


class Page(HTMLParser):
    """The parts of a page that may be wrong: texts, ids of sections, forms, names of fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.ids: list[str] = []
        self.forms: list[Form] = []
        self.names: set[str] = set()
        self._open: list[tuple[str, Form | None]] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.texts += [given[key] for key in SENTENCES if key in given]
        if tag == "section" and not any(name == "section" for name, _ in self._open):
            self.ids.append(given.get("id", ""))
        form = None if "disabled" in given else _form(given.get("data-do"))
        if form is not None:
            self.forms.append(form)
        if tag in FIELDS and "name" in given:
            self.names.add(given["name"])
            for _, outer in self._open:
                if outer is not None:
                    outer.names.add(given["name"])
        if tag in ("script", "style"):
            self._silent += 1
        if tag not in VOID:
            self._open.append((tag, form if tag == "form" else None))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent -= 1
        if any(name == tag for name, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def _form(does: str | None) -> Form | None:
    if not does:
        return None
    if not does.startswith("{"):
        return Form(does)
    given = json.loads(does)
    return Form(given.pop("type", ""), given)


page_of = lru_cache(64)(Page)
"""A part of a page is the same for many seats: it is read once."""


def looks_like_one(ids: Iterable[str]) -> re.Pattern[str]:
    """Return what finds an id where a sentence should be."""
    named = {"do", "field", *(each.partition(".")[0] for each in ids)}  # offers as forms
    roots = "|".join(sorted(map(re.escape, named)))
    return re.compile(rf"\b(?:{roots})\.[A-Za-z][\w-]*(?:\.[\w-]+)*")


def raw_ids(page: Page, an_id: re.Pattern[str]) -> Iterator[str]:
    """Yield what stands on the page as an id where a sentence should be."""
    for found in an_id.findall("\n".join(page.texts)):
        yield f"the page says {found!r}"


def wrong_commands(game: AnyGame, page: Page) -> Iterator[str]:
    """Yield what a button or a form would send that no command of a player understands."""
    kinds = {each.__name__: each for each in game.seat_commands}
    codec = Codec(game.seat_commands)
    for form in page.forms:
        kind = kinds.get(form.kind)
        if kind is None:
            yield f"data-do names {form.kind!r}, which is no command of a player"
            continue
        known = {each.name for each in dataclasses.fields(kind)}
        names = {each.partition(".")[0] for each in form.names}
        if strange := (names | form.given.keys()) - known:
            yield f"{form.kind} has no field {sorted(strange)}"
        elif not form.names:
            try:
                codec.load({"seat": 0, **form.given, "type": form.kind})
            except DataError as error:
                yield f"data-do={form.kind}: {error}"


def wrong_sections(page: Page, of_shell: set[str]) -> Iterator[str]:
    """Yield sections without an id, with one of the shell's, or with one twice."""
    for each in page.ids:
        if not each:
            yield "a section at the top level has no id"
        elif each in of_shell:
            yield f"section {each!r} has a name of the shell's"
        elif page.ids.count(each) > 1:
            yield f"section {each!r} is there twice"


def wrong_options(game: AnyGame, page: Page) -> Iterator[str]:
    """Yield fields of the host's form that the setup command does not have."""
    known = {each.name for kind in game.setup_commands for each in dataclasses.fields(kind)}
    for name in sorted(page.names):
        if name.partition(".")[0] not in known:
            yield f"the host's choice {name!r} is no field of {game.setup_commands[0].__name__}"


def _sections(template: str) -> Iterator[str]:
    """Yield the sections of a page of the shell and of all that it includes."""
    page = files("web.pages").joinpath("templates", template).read_text("utf-8")
    yield from re.findall(r'<section id="([\w-]+)"', page)
    for other in re.findall(r'{% include "([\w.-]+)"', page):
        yield from _sections(other)


@dataclass
class Drawn:
    """The pages of one game as a table would draw them, and what is wrong with them."""

    game: AnyGame
    players: int
    done: set[object] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.pages = game_pages(self.game.name, self.game.pages)
        self.an_id = looks_like_one(
            id_ for each in LANGUAGES for id_ in self.pages.catalogues[each].sentences
        )
        self.world = World(self.game, self.players)
        package = files(self.game.pages)
        self.scripts = "".join(
            each.read_text("utf-8")
            for each in package.iterdir()
            if each.name.endswith(".js")
        )
        self.of_shell = set(_sections("phone.html")) | set(_sections("table.html"))

    def unanswered(self) -> Iterator[str]:
        """Yield what was offered so far while nothing on the page ever sent it."""
        for kind in sorted(self.offered - self.sent):
            if kind not in self.scripts:
                yield f"{kind} is offered, and nothing on the page sends it"

    def faults(self, seed: int, limit: int) -> Iterator[str]:
        """Play at random and draw every page at each kind of moment, and at each fiftieth."""
        random = Random(seed)
        variant = variant_of(self.game, seed)
        match = begun(self.game, self.players, random, **variant)
        player = Player(self.game, random)
        yield from self._before(variant)
        for step in range(limit):
            yield from self._at(match, fiftieth=step % 50 == 0)
            if self.game.finished(match.state):
                return
            picked = player.pick(match.state)
            moved = picked and carried(match, picked[1], step, picked[0])
            match = moved or match

    def _before(self, variant: Mapping[str, Any]) -> Iterator[str]:
        people = self.world.shown.table.people
        setup = setup_fields(self.game.setup_commands[0])
        named = {"people": people, "options": {}, "setup": setup}
        for options in ({}, variant):
            chosen = {**named, "options": options}
            own = self.pages.read("setup.html") is not None
            page = yield from self._rendered(f"{'game/' * own}setup.html", chosen)
            if page is not None:
                yield from wrong_options(self.game, page)
        for name in (f"rules.{each}.html" for each in LANGUAGES):
            yield from self._drawn(name, {}, needed=True)
        kept = {"house": self.game.house.view({}), **named}
        yield from self._drawn("house.html", kept)

    def _at(self, match: Match, *, fiftieth: bool) -> Iterator[str]:
        self.world.show(match)
        shown = self.world.shown
        public = {
            "table": shown.table.view,
            "people": shown.table.people,
            "info": shown.table,
            "step": shown.table.step,
        }
        seen_anew = True
        for seat in range(self.players):
            handle = Handle(f"h{seat}")
            offered = {offer.kind for offer in shown.pages[handle].offers}
            kind = ("phone", getattr(shown.table.view, "phase", ""), frozenset(offered))
            if kind in self.done and not fiftieth:
                continue
            self.done.add(kind)
            values = values_of(shown.pages[handle], handle, is_host=True)
            page = yield from self._drawn("phone.html", values, needed=True)
            yield from self._drawn("strip.html", values)
            menu = yield from self._drawn("menu.html", values)
            if page is not None:
                yield from wrong_commands(self.game, page)
                yield from wrong_sections(page, self.of_shell)
                self.offered |= offered
                bar = page_of(
                    self.world.renderer.render("bar.html", DEFAULT_LANGUAGE, **values)
                )
                yield from wrong_commands(self.game, bar)
                leave = page_of(
                    self.world.renderer.render("leave.html", DEFAULT_LANGUAGE, **values)
                )
                parts = (page, bar, leave, menu) if menu else (page, bar, leave)
                self.sent |= {form.kind for each in parts for form in each.forms} & offered
            if seen_anew:
                yield from self._drawn("table.html", public, needed=True)
                seen_anew = False
            person = next(each for each in shown.table.people if each.seat == seat)
            view = self.game.seat_view(match.state, Seat(seat))
            asked = self.game.asked(
                view, self.game.offers(view)
            )  # not the host's, at the end
            offers = asked.aloud(self.game.offers(view))
            own = self.pages.read("paper.html") is not None
            aloud = {**public, "person": person, "step": asked.plain(), "own": own}
            aloud |= {"offers": offers, "requests": ()}
            page = yield from self._rendered("paper.html", aloud)
            if page is not None:
                yield from wrong_commands(self.game, page)

    def _drawn(
        self, name: str, values: Mapping[str, Any], *, needed: bool = False
    ) -> Generator[str, None, Page | None]:
        """Yield what is wrong with a fragment in any language; return it in the first."""
        if self.pages.read(name) is None:
            if needed:
                yield f"there is no {name}"
            return None
        return (yield from self._rendered(f"game/{name}", values))

    def _rendered(
        self, name: str, values: Mapping[str, Any]
    ) -> Generator[str, None, Page | None]:
        """Yield what is wrong with a template in any language; return it in the first."""
        found = None
        for language in LANGUAGES:
            try:
                html = self.world.renderer.render(name, language, **values)
            except Exception as error:  # noqa: BLE001 - whatever a template gets wrong
                yield f"{name} in {language} raises {error!r}"
                continue
            if found is not None and not self.an_id.search(html):
                continue  # there is none between its tags either: that is quickly seen
            page = page_of(html)
            for each in raw_ids(page, self.an_id):
                yield f"{name} in {language}: {each}"
            found = found or page
        return found
