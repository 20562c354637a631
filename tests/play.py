"""Random play of any game through its offers: a player who tries anything, soon bored."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Generic, TypeVar

import pytest

from companion.engine.codec import Codec
from companion.engine.events import public_part, tells
from companion.engine.for_tests import ForTests
from companion.engine.game import AnyGame, Gesture, Touch
from companion.engine.offers import DictionaryWord, Offer, fill
from companion.errors import Rejected
from companion.languages import Language
from companion.ports import CENTRE, STAND_PLACES, Message, Seat
from companion.table.values.match import Match
from companion.words.lexicon import load_lexicon

R = TypeVar("R")

NAMES = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"),
    *("Gerda", "Hugo", "Ida", "Jan", "Kim", "Lou"),
)


TOUCHES = (
    *((place, "main") for place in STAND_PLACES),
    *((CENTRE, button) for button in ("wildcard", "undo", "next")),
)


def for_tests(game: AnyGame) -> ForTests[Any]:
    """Return what tests ask of *game*: it stands beside it, in its folder."""
    found: ForTests[Any] = import_module(f"companion.games.{game.name}.for_tests").FOR_TESTS
    return found


CLOCK = 0.3
"""How often it is left to the clock where only fingers could do something."""
FITS = 0.6
"""How often somebody says what fits, where the game knows what does."""


def variant_of(game: AnyGame, number: int) -> Mapping[str, Any]:
    """Return the host's options of a variant: every one has its turn."""
    variants = for_tests(game).variants
    return variants[number % len(variants)]


def seated(game: AnyGame, wish: int) -> int:
    """Return how many play: as near to *wish* as the game allows."""
    return max(min(game.players), min(wish, max(game.players)))


def begin(
    game: AnyGame,
    players: int,
    random: Random,
    names: Sequence[str] = NAMES,
    /,
    **options: Any,
) -> list[Any]:
    """Return the events that begin a match of *players*."""
    setup = game.start(tuple(names[:players]), options, ())
    command = Codec(game.setup_commands).load(setup)
    return list(game.decide(game.initial, command, random))


def command_of(game: AnyGame, seat: Seat, offer: Offer, random: Random) -> Any:
    """Return a command that takes up *offer* with random values."""
    data: dict[str, Any] = {"type": offer.kind, "seat": seat}
    for name, value in fill(offer, random, any_word).items():
        *outer, last = name.split(".")
        inner = data
        for key in outer:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return Codec(game.seat_commands).load(data)


def any_word(field: DictionaryWord, random: Random) -> str:
    """Return some word that fits the field: one that might be dealt as a secret, too."""
    return random.choice(_words(field.language, field.least, field.most))


@cache
def _words(language: Language, least: int, most: int) -> tuple[str, ...]:
    lexicon = load_lexicon(language)
    lengths = [
        lexicon.secret_words("normal", n) for n in range(max(3, least), min(7, most) + 1)
    ]
    return tuple(word for words in lengths for word in words)


class Latest(Generic[R]):
    """What a pure function has returned for its latest arguments, asked for again and again.

    They are the same as before if they are the very same things: a state is long to compare.
    """

    def __init__(self, function: Callable[..., R], kept: int = 64) -> None:
        self._function, self._kept = function, kept
        self._known: dict[tuple[int, ...], tuple[tuple[Any, ...], R]] = {}

    def __call__(self, *arguments: Any) -> R:
        key = tuple(map(id, arguments))
        if (found := self._known.get(key)) is None:
            if len(self._known) == self._kept:
                del self._known[next(iter(self._known))]
            found = self._known[key] = arguments, self._function(*arguments)
        return found[1]

    def forget(self) -> None:
        """Let go of all that was asked."""
        self._known.clear()


evolved = Latest[Any](lambda game, state, event: game.evolve(state, event))
"""The state after an event: match, twin and whoever looks at both ask for the same one."""


def only_waits(offers: Sequence[Offer]) -> bool:
    """Return whether there is nothing to do but come and go."""
    return all(offer.kind in ("Leave", "ComeBack") for offer in offers)


@dataclass
class Player:
    """Picks seats and offers by a taste of its own; what it did often it does less."""

    game: AnyGame
    random: Random
    done: Counter[str] = field(default_factory=Counter)
    taste: dict[str, float] = field(default_factory=dict)

    def pick(self, state: Any) -> tuple[Seat, Any] | None:
        """Return a seat and a command it was offered, None where there is none."""
        seat = self.random.choice(self.game.seats(state))
        offers = self.game.offers(self.game.seat_view(state, seat))
        if not offers or only_waits(offers):
            touched = self._touch(state)
            if touched is not None:
                return seat, touched
            if (ring := self._ring(state)) is not None:
                return seat, ring
            if not offers:
                return None
        weights = [self._wish(offer.kind) for offer in offers]
        offer = self.random.choices(offers, weights)[0]
        self.done[offer.kind] += 1
        return seat, self.says(state, seat, offer)

    def says(self, state: Any, seat: Seat, offer: Offer) -> Any:
        """Return a command that takes up *offer*: what fits, now and then, or anything."""
        command = command_of(self.game, seat, offer, self.random)
        fits = for_tests(self.game).fits
        if fits is None or not offer.fields or self.random.random() > FITS:
            return command
        return replace(command, **(fits(state, seat, offer.kind, self.random) or {}))

    def _touch(self, state: Any) -> Any:
        """Return what some finger does, now and then, in a game that is played by them."""
        if not for_tests(self.game).on_stands or self.random.random() < CLOCK:
            return None
        meant = (
            self.game.control(state, Touch(place, button, gesture, at_ns=1))
            for place, button in TOUCHES
            for gesture in Gesture
        )
        commands = [each for each in meant if each is not None]
        return self.random.choice(commands) if commands else None

    def _ring(self, state: Any) -> Any:
        """Return what the clock says where nobody has anything to do but wait for it."""
        try:
            if self.game.deadline(state) is None:
                return None
            views = (self.game.seat_view(state, seat) for seat in self.game.seats(state))
            if not all(only_waits(self.game.offers(view)) for view in views):
                return None
            ring = self.game.time_up(state, frozenset())
            list(self.game.decide(state, ring, Random(0)))
        except Exception:  # noqa: BLE001 - what is wrong with a clock another test says
            return None
        return ring

    def _wish(self, kind: str) -> float:
        taste = self.taste.setdefault(kind, 10 ** self.random.uniform(-3, 1))
        return taste / (1 + self.done[kind]) ** 2


def steps(
    game: AnyGame, state: Any, player: Player, limit: int
) -> Iterator[tuple[Any, Any, list[Any] | None]]:
    """Yield (state before, command, its events or None where it was refused)."""
    for _ in range(limit):
        if game.finished(state):
            yield from _afterwards(game, state, player.random)
            return
        picked = player.pick(state)
        if picked is None:
            continue
        try:
            events = list(game.decide(state, picked[1], player.random))
        except Rejected:
            yield state, picked[1], None
            continue
        yield state, picked[1], events
        for event in events:
            state = evolved(game, state, event)


def _afterwards(
    game: AnyGame, state: Any, random: Random
) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Yield what seats are still offered once the match is over, each of it once."""
    for seat in game.seats(state):
        for offer in game.offers(game.seat_view(state, seat)):
            command = command_of(game, seat, offer, random)
            events = list(game.decide(state, command, random))
            yield state, command, events
            state = after(game, state, events)


def sentence(game: AnyGame, state: Any, event: Any) -> Message | None:
    """Return what the table is told of *event* in *state*."""
    tables = game.table_view(state), game.table_view(evolved(game, state, event))
    return game.announce(*tables, public_part(event))


def begun(
    game: AnyGame,
    players: int,
    random: Random,
    names: Sequence[str] = NAMES,
    /,
    **options: Any,
) -> Match:
    """Return a match of *players* that has just begun."""
    events = begin(game, players, random, names, **options)
    return Match.begin(game, "match").with_entries(events, "begin", None)


def played(match: Match, random: Random, limit: int) -> Iterator[Match]:
    """Yield *match*, and it after each of its steps by random play."""
    yield match
    walk = steps(match.game, match.state, Player(match.game, random), limit)
    for number, (_, command, events) in enumerate(walk):
        if events is not None:
            seat: Seat | None = getattr(command, "seat", None)  # the clock has none
            match = match.with_entries(events, f"command-{number}", seat)
            yield match


def refusal(act: Callable[..., object], *wish: Any, **more: Any) -> str:
    """Return the code with which *act* is refused."""
    with pytest.raises(Rejected) as caught:
        act(*wish, **more)
    return caught.value.code


def standing(match: Match, state: Any) -> Match:
    """Return *match* in another state."""
    return replace(match, state=state, table=match.game.table_view(state))


def twins(
    game: AnyGame, players: int, seed: int, steps: int = 150
) -> Iterator[tuple[Match, Match, tuple[Seat, Any] | None]]:
    """Yield a match, one that seat *seed* cannot tell from it, and what was tried last.

    Both are played on side by side; the twin is drawn anew once something was told or hidden.
    """
    random, seat = Random(seed), Seat(seed % players)
    match = begun(game, players, random, **variant_of(game, seed))
    twin = standing(match, for_tests(game).twin(match.state, seat, random))
    player, picked = Player(game, random), None
    for step in range(steps):
        if game.finished(match.state):
            return
        yield match, twin, picked
        picked = player.pick(match.state)
        if picked is None:
            continue
        moved = [carried(each, picked[1], step, picked[0]) for each in (match, twin)]
        if None in moved:
            continue
        new = moved[0].log[len(match.log) :]
        match, twin = moved
        if any(tells(logged.entry) for logged in new):
            twin = standing(match, for_tests(game).twin(match.state, seat, random))


def carried(match: Match, command: Any, step: int, actor: Seat) -> Any:
    """Return *match* after *command*, or None where it was refused."""
    try:
        return match.carry_out(command, f"command-{step}", actor, Random(step))
    except Rejected:
        return None


def after(game: AnyGame, state: Any, events: list[Any]) -> Any:
    """Return the state after *events*."""
    for event in events:
        state = evolved(game, state, event)
    return state


def given(game: AnyGame, state: Any, *commands: Any) -> Any:
    """Return the state after *commands*; where there is chance, it is always the same."""
    for command in commands:
        state = after(game, state, list(game.decide(state, command, Random(1))))
    return state
