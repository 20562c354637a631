"""What a game may get wrong in what is written down: catalogues, stored events, choices, cover."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from html.parser import HTMLParser
from random import Random
from typing import Any

import msgspec

from companion.engine.game import AnyGame
from companion.engine.options import SetupField, setup_fields
from companion.errors import Rejected
from companion.languages import DEFAULT_LANGUAGE, LANGUAGES
from companion.messages import load
from companion.table.values.ids import Handle
from tests.lucky import kinds, lucky_steps, texts
from tests.page_faults import VOID
from tests.play import (
    Player,
    after,
    begin,
    begun,
    for_tests,
    seated,
    standing,
    steps,
    variant_of,
)
from tests.test_every_page import World
from web.routes.phone import values_of

WORD = re.compile(r"[^\W\d_]{3,}")
COUNTED = re.compile(r"(?<!of )(?<!all )\{n\} (?!of\b)[a-z]+s\b", re.IGNORECASE)
FORMS = ("zero", "one", "two", "few", "many", "other")
FILLED = ("img", "svg", "input", "button", "canvas", "use", "select")
CHOSEN = 3
"""Letters of a text that no page shows by chance."""

Stored = dict[str, dict[str, bool]]
"""By name the events of a game, and which of their fields have a default."""


def alike(game: AnyGame) -> Iterator[str]:
    """Yield sentences of two words and more that are the same in two languages."""
    first, *others = ({**load([game.pages], each).sentences} for each in LANGUAGES)
    for other in others:
        for id_, text in first.items():
            words = WORD.findall(re.sub(r"\{\w+\}", "", text))
            if other.get(id_) == text and len(words) > 1 and id_ != "title":
                yield f"{id_} is {text!r} in two languages"


def uncounted(game: AnyGame) -> Iterator[str]:
    """Yield sentences that count something and have one form for any number."""
    for id_, text in load([game.pages], DEFAULT_LANGUAGE).sentences.items():
        refusal = id_.startswith("refused.")  # of a number that is too small or too large
        counted = id_.rpartition(".")[2] not in FORMS and COUNTED.search(text)
        if counted and not refusal:
            yield f"{id_} counts, and has no plural forms: {text!r}"


def schema(game: AnyGame) -> Stored:
    """Return the names and fields of the events of *game*, as files hold them."""
    return {
        kind.__name__: {
            each.name: each.default is not MISSING or each.default_factory is not MISSING
            for each in fields(kind)
        }
        for kind in game.events
    }


def unread(game: AnyGame, known: Stored) -> Iterator[str]:
    """Yield what of events as they are *known* would not be read any more."""
    now = schema(game)
    for name, names in known.items():
        if name in game.upcasts:
            continue
        if name not in now:
            yield f"{name} is gone, and no line in upcasts says what it is now"
            continue
        if gone := names.keys() - now[name].keys():
            yield f"{name} has lost {sorted(gone)}, and stands in no upcasts"
        for each in sorted(now[name].keys() - names.keys()):
            if not now[name][each]:
                yield f"{name} has the new field {each!r} without a default"


def idle_choices(game: AnyGame, seeds: int, limit: int) -> Iterator[str]:
    """Yield choices of the host's that change nothing that happens, waits or is offered."""
    for name, choice in setup_fields(game.setup_commands[0]).items():
        quiet = {"language", *for_tests(game).quiet_choices}
        if name not in quiet and not any(
            _differs(game, choice, seed, limit) for seed in range(seeds)
        ):
            yield f"the choice {name!r} changes nothing"


def _differs(game: AnyGame, choice: SetupField, seed: int, limit: int) -> bool:
    traces = set[str]()
    for value in choice.values or (True, False):
        chosen = {**variant_of(game, seed), choice.name: value}
        try:
            traces.add(_trace(game, seed, limit, chosen, choice.name))
        except Rejected:
            continue
        if len(traces) > 1:
            return True
    return False


def _trace(
    game: AnyGame, seed: int, limit: int, chosen: Mapping[str, Any], name: str
) -> str:
    """Return all that comes about, but for the choices themselves, when the same is tried."""
    begun = begin(game, seated(game, 4), Random(seed), **chosen)
    shape = [
        len(value)
        for each in fields(begun[0])
        if isinstance(value := getattr(begun[0], each.name), tuple)
    ]
    told = [repr(shape), *(repr(msgspec.to_builtins(each)) for each in begun[1:])]
    random = Random(seed)
    state = after(game, game.initial, begun)
    for before, _, events in steps(game, state, Player(game, random), limit):
        now = after(game, before, events or [])
        tables = game.table_view(before), game.table_view(now)
        wait, show = game.deadline(now), game.course(*tables)
        offered = [
            [each.kind for each in game.offers(game.seat_view(now, seat))]
            for seat in game.seats(now)
        ]
        glass = list(game.shown(now, repr).items())
        seen = _without(msgspec.to_builtins(tables[1]), name), glass
        told.append(repr((kinds(events or []), wait, show, offered, seen)))
    return "".join(told)


def _without(thing: Any, name: str) -> Any:
    """Return what is shown without the choice itself."""
    if isinstance(thing, dict):
        return {
            key: _without(each, name)
            for key, each in thing.items()
            if key not in (name, "options")
        }
    return [_without(each, name) for each in thing] if isinstance(thing, list) else thing


class Cover(HTMLParser):
    """The texts of a page that the cover leaves, and cards with nothing on them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.empty: list[str] = []
        self._open: list[tuple[str, bool, str]] = []
        self._full: list[bool] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        marks = given.get("class", "").split()
        if tag in FILLED:
            self._full = [True] * len(self._full)
        if tag not in VOID:
            card = given.get("id", tag) if "card" in marks and "hidden" not in given else ""
            self._open.append((tag, "private" in marks, card))
            self._full.append(False)

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _, _ in self._open):
            name, _, card = self._open.pop()
            if not self._full.pop() and card:
                self.empty.append(card)
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._full = [True] * len(self._full)
            if not any(private for _, private, _ in self._open):
                self.said.append(data)


def uncovered(game: AnyGame, seed: int, limit: int) -> Iterator[str]:
    """Yield what a seat alone knows and its page shows beside the cover, and empty cards."""
    players = seated(game, (min(game.players), 4)[seed % 2])  # as many as play lucky
    match = begun(game, players, Random(seed), **variant_of(game, seed))
    world, done = World(game, players), set[object]()
    for number, (before, _, events) in enumerate(lucky_steps(game, seed, limit)):
        state = after(game, before, events or [])
        table = game.table_view(state)
        public = " ".join(texts(msgspec.to_builtins(table))).lower()
        for seat in game.seats(state):
            view = game.seat_view(state, seat)
            kind = getattr(table, "phase", ""), *(each.kind for each in game.offers(view))
            if kind in done and number % 25:
                continue
            done.add(kind)
            world.show(standing(match, state))
            handle = Handle(f"h{seat}")
            values = values_of(world.shown.pages[handle], handle, is_host=False)
            page = Cover(world.renderer.render("phone.html", DEFAULT_LANGUAGE, **values))
            yield from (f"section {each!r} is an empty card" for each in page.empty)
            known = msgspec.to_builtins(view)
            for name in ("table", *for_tests(game).uncovered):
                known.pop(name, None)
            said = " ".join(page.said)
            for secret in sorted({*texts(known)}):
                alone = len(secret) >= CHOSEN and secret.isupper()
                if (
                    alone
                    and secret.lower() not in public
                    and re.search(rf"\b{re.escape(secret)}\b", said)
                ):
                    yield f"{secret!r}, which seat {seat} alone knows, stands uncovered"
