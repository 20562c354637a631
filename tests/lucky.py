"""Random play that reaches a game's heart: it says what stands in the state, and touches stands.

Of some candidates the one is taken whose outcome was met least, so rare things come about soon.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

import msgspec

from companion.engine.game import AnyGame, Gesture, Touch
from companion.engine.offers import DictionaryWord, Offer, Text
from companion.ports import Seat
from tests.perception import outcome
from tests.play import (
    FITS,
    TOUCHES,
    Player,
    after,
    begin,
    for_tests,
    only_waits,
    seated,
    steps,
    variant_of,
)

USUAL = (0.2, 0.2, 0.9, 0.9)
WAITING, NEW, SPELT = 0.7, 0.7, 0.2
"""How often it plays as any random player, by seed: what is rare comes about early in a round,
and late. How often it leaves alone who only waits, says what has come
in this match, and spells it a little differently."""
LONGEST = 30
TEXTS = 12
"""So many texts are tried for one offer."""


def texts(thing: Any) -> Iterator[str]:
    """Yield every text in *thing*, made of built-in types."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for each in thing.values():
            yield from texts(each)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from texts(each)


def standing_in(state: Any) -> list[str]:
    """Return the words and letters that stand in *state*: secrets and others' words too."""
    found = {*texts(msgspec.to_builtins(state))}
    return sorted(each for each in found if each.isalpha() and len(each) <= LONGEST)


def worded(offer: Offer) -> list[Text | DictionaryWord]:
    """Return the fields of *offer* that take a text."""
    return [
        each
        for each in offer.fields
        if isinstance(each, Text | DictionaryWord) and "." not in each.name
    ]


def fitting(each: Text | DictionaryWord, known: Sequence[str]) -> list[str]:
    """Return which of the texts are as long as the field wants."""
    return [text for text in known if each.least <= len(text) <= each.most]


def kinds(events: Sequence[Any]) -> tuple[Any, ...]:
    """Return what tells two outcomes apart: classes, and each yes or no."""
    return tuple(
        (
            type(each).__name__,
            *(
                value
                for value in (getattr(each, one.name) for one in fields(each))
                if isinstance(value, bool)
            ),
        )
        for each in events
    )


def shape(thing: Any, counts: Counter[str] | None = None) -> tuple[tuple[str, int], ...]:
    """Return how often a view says yes, twice at most, and its small numbers."""
    counts = Counter() if counts is None else counts
    if isinstance(thing, dict):
        for name, each in thing.items():
            if each is True:
                counts[name] = min(2, counts[name] + 1)
            elif type(each) is int and 0 < each < 10:
                counts[f"{name} {each}"] = 1
            else:
                shape(each, counts)
    elif isinstance(thing, list | tuple):
        for each in thing:
            shape(each, counts)
    return tuple(sorted(counts.items()))


@dataclass
class Lucky(Player):
    """Takes of what could be done now what it has met least."""

    met: Counter[Any] = field(default_factory=Counter)
    first: frozenset[str] | None = None
    """What stood in the state at the beginning."""
    at_ns: int = 0
    usual: float = USUAL[0]

    def pick(self, state: Any) -> tuple[Seat, Any] | None:
        """Return a seat and a command, of an offer or of a finger."""
        known = standing_in(state)
        if self.first is None:
            self.first = frozenset(known)
        if self.random.random() < self.usual:
            return super().pick(state)
        ways: dict[Any, list[tuple[Any, Any]]] = {}
        for seat, command in self._candidates(state, known):
            events, refusal = outcome(self.game, state, command, 1)
            if refusal or not events:
                continue
            view = self.game.table_view(after(self.game, state, events))
            key = kinds(events), shape(msgspec.to_builtins(view))
            ways.setdefault(key, []).append((seat, command))
        if not ways:
            return super().pick(state)
        rare_kind = self.random.random() < 0.5
        key = min(
            sorted(ways, key=repr), key=lambda each: self._seen(each, rare_kind=rare_kind)
        )
        self.met[key] += 1
        self.met[key[0]] += 1
        return self.random.choice(ways[key])

    def _seen(self, key: Any, *, rare_kind: bool) -> tuple[float, ...]:
        of_kind = (self.met[key[0]],) if rare_kind else ()
        return (*of_kind, self.met[key], self.random.random())

    def _candidates(self, state: Any, known: list[str]) -> Iterator[tuple[Any, Any]]:
        self.at_ns += self.random.randrange(1, 10**9)
        for place, button in TOUCHES:
            for gesture in Gesture:
                touch = Touch(place, button, gesture, at_ns=self.at_ns)
                command = self.game.control(state, touch)
                if command is not None:
                    yield getattr(command, "seat", None), command
        seats = [*self.game.seats(state)]
        for seat in self.random.sample(seats, min(2, len(seats))):
            offers = self.game.offers(self.game.seat_view(state, seat))
            if only_waits(offers) and self.random.random() < WAITING:
                continue
            for offer in offers:
                for _ in range(TEXTS if worded(offer) else 1):
                    yield seat, self._said(state, seat, offer, known)

    def _said(self, state: Any, seat: Seat, offer: Offer, known: list[str]) -> Any:
        command = self.says(state, seat, offer)
        if for_tests(self.game).fits is not None and self.random.random() < FITS:
            return command
        for each in worded(offer):
            fit = fitting(each, known)
            new = [text for text in fit if text not in (self.first or ())]
            if new and self.random.random() < NEW:
                fit = new
            if not fit:
                continue
            said = self.random.choice(fit)
            if isinstance(each, Text) and self.random.random() < SPELT:
                said = self.random.choice((said.lower(), f"{said}S"[: each.most]))
            command = replace(command, **{each.name: said})
        return command


def lucky_steps(
    game: AnyGame, seed: int, limit: int, **options: Any
) -> Iterator[tuple[Any, Any, list[Any] | None]]:
    """Yield what `play.steps` yields, of a lucky match of one variant or of *options*."""
    random = Random(seed)
    wish = (min(game.players), 4)[seed % 2]
    chosen = options or variant_of(game, seed)
    begun = begin(game, seated(game, wish), random, **chosen)
    state = after(game, game.initial, begun)
    yield from steps(game, state, Lucky(game, random, usual=USUAL[seed % 4]), limit)
