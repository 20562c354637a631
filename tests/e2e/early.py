"""A page whose scripts are held back, and what comes of tapping everything on it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Route

from tests.e2e.phones import until

SCRIPTS = re.compile(r"/(static|game/\w+)/\w+\.js$")
THERE = """() => document.readyState === 'interactive'
  && [...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)"""
"""All of a page has come but its scripts: what is seen, and with it what is tapped, is settled."""
HAND = Path(__file__).with_suffix(".js")


@dataclass(frozen=True)
class Control:
    """A button or a form: its number in the page, and where it stands."""

    at: str
    reloads: bool
    section: str


@dataclass(frozen=True)
class Outcome:
    """What came of taps: what was sent in order, the notes kept, and how the page stands."""

    sent: tuple[tuple[str, ...], ...]
    notes: dict[str, str]
    state: tuple[str, ...]
    told: tuple[str, ...]
    """What the page says about taps that were not done."""


class Held:
    """A page whose scripts come when they are let go."""

    def __init__(self, context: BrowserContext, *, watched: bool) -> None:
        self.page: Page = context.new_page()
        if watched:
            self.page.add_init_script(path=HAND)
        self.page.on("framenavigated", lambda frame: self.addresses.append(frame.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.route(SCRIPTS, self._hold)
        self.addresses: list[str] = []
        self.faults: list[str] = []
        self._held: list[Route] | None = []

    def _hold(self, route: Route) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def visit(self, url: str) -> None:
        """Open *url* and wait until all of it is there but the scripts."""
        self.drop()
        self._held = []
        self.page.goto(url, wait_until="commit")
        until(self.page, THERE)

    @property
    def waiting(self) -> set[str]:
        """The addresses of the scripts that are held back."""
        return {each.request.url for each in self._held or []}

    def drop(self) -> None:
        """Let what is held come to nothing: the page has gone or goes."""
        for route in self._held or []:
            with suppress(Error):
                route.abort()

    def let_go(self) -> None:
        """Let the scripts come, those that are asked for later too."""
        held, self._held = self._held or [], None
        for route in held:
            route.continue_()
        self.page.wait_for_selector("html[data-ready='1']", state="attached")

    def lose(self, path: str) -> None:
        """Let the scripts come, but for the one at *path*, which gets lost."""
        self.page.route(f"**{path}", lambda route: route.abort())
        held, self._held = self._held or [], None
        for route in held:
            if route.request.url.endswith(path):
                route.abort()
            else:
                route.continue_()

    def found_again(self, path: str) -> None:
        """Let what was lost come too."""
        self.page.unroute(f"**{path}")

    def standing(self, controls: list[Control]) -> list[Control]:
        """Return those in a block that the table would show in just the same way now."""
        path = self.page.evaluate("document.querySelector('main').dataset.live")
        shown = self.page.request.get(f"{self.page.url.partition('/p/')[0]}{path}/state")
        places = self.page.evaluate("html => hand.standing(html)", shown.json()["html"])
        return [each for each in controls if each.at in places]

    def controls(self) -> list[Control]:
        """Fill in every field, and return what can be tapped."""
        return [Control(**each) for each in self.page.evaluate("hand.fill()")]

    def tap(self, controls: list[Control], times: int = 1) -> list[str]:
        """Tap one after the other, so many times each; return which cannot be tapped."""
        places = [each.at for each in controls]
        try:
            return [*self.page.evaluate("what => hand.tap(what)", [places, times])]
        except Error as error:
            if "context was destroyed" not in str(error):  # the page came anew meanwhile
                raise
        return []

    def outcome(self, loads: int = 1) -> Outcome:
        """Wait until the page has come *loads* times and nothing moves."""
        until(self.page, "loads => hand.still(loads)", loads)
        found = self.page.evaluate("hand.outcome()")
        sent = [tuple(each) for each in found["sent"]]
        notes = [json.loads(each[2]) for each in sent if each[0] == "PUT"]
        # A dialog may wait for a script of its own; what is sent keeps its order.
        asked = sorted(each for each in sent if each[0] == "asked")
        return Outcome(
            (*(each for each in sent if each[0] not in {"PUT", "asked"}), *asked),
            {note["key"]: note["text"] for note in notes},
            tuple(found["state"]),
            tuple(found["told"]),
        )

    def early(self, url: str, controls: list[Control], loads: int = 1) -> Outcome:
        """Tap *controls* twice each before the scripts come."""
        self.found(url)
        self.tap(controls, 2)
        self.let_go()
        return self.outcome(loads)

    def late(
        self, url: str, controls: list[Control], loads: int = 1
    ) -> tuple[Outcome, bool]:
        """Tap *controls* once each when the page is ready; tell too whether one was barred."""
        self.visit(url)
        self.let_go()
        self.controls()
        barred = self.tap(controls)
        return self.outcome(loads), bool(barred)

    def found(self, url: str) -> list[Control]:
        """Return what can be tapped at *url*."""
        self.visit(url)
        return self.controls()


@contextmanager
def held(context: BrowserContext, *, watched: bool = True) -> Iterator[Held]:
    """A page of *context*; at the end no field has stood in an address, no script has failed.

    *watched*: what it sends is noted and goes nowhere.
    """
    page = Held(context, watched=watched)
    yield page
    page.drop()
    page.page.close()
    assert page.faults == []
    assert [each for each in page.addresses if "?" in each or "#" in each] == []
