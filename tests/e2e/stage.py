"""Any state of any game on the real pages: a server whose table nobody needs to play at."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Thread
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.ports import NO_RIG, RigConfig
from companion.table.acts.presence import Presence
from companion.table.publisher import Publisher
from companion.table.table import Table
from companion.table.values.ids import Handle, PersonId
from companion.table.values.match import Match
from companion.table.values.projection import Projection
from companion.table.values.projector import project
from companion.table.values.seat_question import Answerers, SeatQuestion
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.table_config import TableConfig
from tests.e2e.phones import come
from tests.play import NAMES, begun, played, seated, variant_of
from tests.web.conftest import STANDS
from tests.web.dummy_table import DummyBench
from web.app import create_app
from web.devices import cookie_name, device_id
from web.live.server import Server, listen
from web.pages.game_pages import game_pages
from web.pages.renderer import Renderer
from web.routes.phone import values_of

KEY = "a-key-of-22-characters"
OTHER_KEY = "another-key-of-22-char"
HANDLE = Handle("h0")
KIND = re.compile(r'<section id="[a-z-]+|<form[^>]* data-do="\w+')
"""What tells two kinds of moment apart: the sections and the forms of a page."""
PLAYED = 400


class Still(Table):
    """A table that shows what it is told to show, and takes no wishes."""

    def __init__(self) -> None:
        self.publisher = Publisher()
        self.presence = Presence(monotonic)


class Stage:
    """One game, its people, and a phone: the first one's, who is the host too."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        *,
        rig: RigConfig = NO_RIG,
        names: Sequence[str] = NAMES,
    ) -> None:
        self.game, players, self.names = game, seated(game, players), names
        self.table = Still()
        self.pages = {name: game_pages(name, make().pages) for name, make in GAMES.items()}
        people = [
            Person(PersonId(f"p{n}"), names[n], device_id(f"{n:022}"), Handle(f"h{n}"))
            for n in range(players)
        ]
        people[0] = Person(PersonId("p0"), names[0], device_id(KEY), HANDLE)
        if players > 1:
            people[-1] = Person(PersonId(f"p{players - 1}"), names[players - 1])
        self.seating = Seating(tuple(people), people[0].device, "123456", game=game.name)
        catalogues = {name: each.catalogues for name, each in self.pages.items()}
        self.config = TableConfig({game.name: game}, catalogues, rig=rig)
        self.renderer = Renderer(self.pages[game.name], "boot", self.pages)
        self.paper = people[-1].id
        self.album = ""
        self.show(None)

    def show(
        self,
        match: Match | None,
        *,
        asked_for: bool = False,
        **more: Any,
    ) -> Projection:
        """Put *match* on the table; None: the lobby. *more*: of the `TableState`."""
        playing = () if match is None else tuple(each.id for each in self.seating.people)
        asked = Answerers(frozenset(filter(None, (p.device for p in self.seating.people))))
        other = device_id(OTHER_KEY)
        question = SeatQuestion("r", "page", PersonId("p1"), other, 0.0, asked)
        seating = Seating(
            self.seating.people,
            self.seating.host,
            self.seating.pin,
            playing,
            plain=(self.paper,) if playing else (),
            game=self.game.name,
            album=self.album,
        )
        state = TableState(seating, match, question=question if asked_for else None, **more)
        shown = project(state, self.config, self.table.publisher.latest)
        self.table.publisher.publish(shown)
        return shown

    def asked(self, seeds: int) -> list[Match]:
        """Return matches by random play, one for each question that the first phone is asked."""
        first: dict[str, Match] = {}
        for seed in range(seeds):
            for match in self.played(seed):
                first.setdefault(self.show(match).pages[HANDLE].step.name, match)
        return [*first.values()]

    def moments(
        self, seeds: int, told_by: re.Pattern[str] = KIND
    ) -> Iterator[tuple[str, Match]]:
        """Yield matches by random play, one for each kind of moment on the first phone."""
        seen: set[tuple[str, ...]] = set()
        for seed in range(seeds):
            for match in self.played(seed):
                kind = self.kind(match, told_by)
                if kind not in seen:
                    seen.add(kind)
                    yield f"seed {seed}, {len(match.log)} events", match

    def kind(self, match: Match, told_by: re.Pattern[str] = KIND) -> tuple[str, ...]:
        """Return what kind of moment *match* is at, on the first phone."""
        page = self.show(match).pages[HANDLE]
        values = values_of(page, HANDLE, is_host=True)
        html = self.renderer.render("phone.html", "en", **values)
        return tuple(told_by.findall(html))

    def played(self, seed: int) -> Iterator[Match]:
        """Yield the match of *seed* after each of its steps."""
        random = Random(seed)
        options = variant_of(self.game, seed)
        players = len(self.seating.people)
        match = begun(self.game, players, random, self.names, **options)
        return played(match, random, PLAYED)

    @contextmanager
    def served(
        self, address: str = "127.0.0.1", *, told: Sequence[str] = ()
    ) -> Iterator[str]:
        """Serve the pages at a free port of this machine; *told* is where phones find it."""
        app = create_app(
            self.table,
            self.pages,
            bench=DummyBench(),
            stands=STANDS,
            switch_off=lambda: None,
            addresses=lambda: told,
        )
        server = Server(app, listen(address, 0))
        running = Thread(target=server.run)
        running.start()
        try:
            yield f"http://{address}:{server.port}"
        finally:
            server.close()
            running.join()


def opened(
    context: BrowserContext,
    url: str,
    path: str = f"/p/{HANDLE}",
    size: tuple[int, int] | None = None,
) -> Page:
    """Return a page of *context* that has come, as wide and high as *size*."""
    page = context.new_page()
    if size:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    come(page, url + path)
    return page


def device(
    browser: Browser, url: str, language: str, colours: str, key: str = KEY
) -> BrowserContext:
    """Return a browser that holds the device *key*, in one language and one light."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        locale=language,
        color_scheme="dark" if colours == "dark" else "light",
        reduced_motion="reduce",
    )
    context.add_cookies(
        [
            {"name": cookie_name(urlsplit(url).port or 80), "value": key, "url": url},
            {"name": "language", "value": language, "url": url},
        ]
    )
    return context
