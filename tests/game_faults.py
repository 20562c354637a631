"""What a game may get wrong beyond its rules: buttons, deadlines, ends, what its events say."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.engine.events import FREELY, tells, undo_of
from companion.engine.game import AnyGame, Gesture, Touch
from companion.errors import Rejected
from companion.ports import STAND_PLACES, Place
from tests.perception import outcome
from tests.play import TOUCHES, Player, after, begin, steps, variant_of

MOST_RINGS = 60
"""So many deadlines may follow one another until that is taken for ever."""
ENOUGH, ONE_IN = 20, 12
"""What is tried so often, and is done less than once in so many times, comes to nothing."""


def faults(game: AnyGame, players: int, seed: int, limit: int) -> Iterator[str]:
    """Play at random; touch every button and ring every deadline on the way, and tell faults."""
    random = Random(seed)
    options = variant_of(game, seed)
    log = begin(game, players, random, **options)
    yield from _declared(log)
    state = after(game, game.initial, log)
    yield from _looked_at(game, state, random)
    for before, _, events in steps(game, state, Player(game, random), limit):
        if not events:
            continue
        yield from _declared(events)
        state = after(game, before, events)
        yield from _looked_at(game, state, random)
    if game.finished(state):
        yield from _raised("result", lambda: game.result_of(state))


def hopeless(game: AnyGame, seeds: int, limit: int) -> Iterator[str]:
    """Yield kinds of offers that random play takes up in vain: what follows is never met."""
    tried, done, last = Counter[str](), Counter[str](), dict[str, str]()
    for seed in range(seeds):
        random = Random(seed)
        players = random.choice(game.players)
        state = after(
            game, game.initial, begin(game, players, random, **variant_of(game, seed))
        )
        for before, command, events in steps(game, state, Player(game, random), limit):
            kind = type(command).__name__
            tried[kind] += 1
            done[kind] += events is not None
            if events is None:
                last[kind] = outcome(game, before, command, 1)[1]
    for kind, times in tried.items():
        if times >= ENOUGH and done[kind] * ONE_IN < times:
            yield (
                f"{kind} is refused {times - done[kind]} times of {times}, at last as"
                f" {last[kind]!r}: say by fits in for_tests.py what the rules take"
            )


def _looked_at(game: AnyGame, state: Any, random: Random) -> Iterator[str]:
    yield from _raised("faces", lambda: game.shown(state, repr))
    meant: dict[str, Place] = {}
    for place, button in TOUCHES:
        for gesture in Gesture:
            touch = Touch(place, button, gesture, at_ns=1)
            yield from _touched(game, state, touch, random, meant)
    yield from _rung(game, state)


def _touched(
    game: AnyGame, state: Any, touch: Touch, random: Random, meant: dict[str, Place]
) -> Iterator[str]:
    what = f"control of {touch.gesture.value} at {touch.place} {touch.button}"
    try:
        command = game.control(state, touch)
    except Exception as error:  # noqa: BLE001 - whatever a game gets wrong
        yield f"{what} raises {error!r}"
        return
    if command is None:
        return
    yield from _carried_out(game, state, command, what, random)
    seat = getattr(command, "seat", None)
    if game.own_stands and touch.place in STAND_PLACES and seat is not None:
        other = meant.setdefault(f"{touch.gesture} {command}", touch.place)
        if other != touch.place:
            yield f"{what} is the same move of seat {seat} as at {other}"


def _rung(game: AnyGame, state: Any) -> Iterator[str]:
    """Ring the deadline again and again: in the end it has to lead on."""
    for held in (frozenset[Place](), frozenset(STAND_PLACES)):
        at, seen = state, set[str]()
        while len(seen) < MOST_RINGS:
            try:
                deadline = game.deadline(at)
                command = None if deadline is None else game.time_up(at, held)
            except Exception as error:  # noqa: BLE001 - as above
                yield f"deadline or time_up raises {error!r}"
                return
            if deadline is None or (command is None and held):  # a finger may be waited for
                break
            if command is None:
                yield f"time_up says nothing when {deadline.id} has passed"
                return
            seen.add(deadline.id)
            try:
                at = after(game, at, list(game.decide(at, command, Random(1))))
                coming = game.deadline(at)
            except Exception as error:  # noqa: BLE001 - a refusal too: nobody could answer it
                yield f"{type(command).__name__} of {deadline.id} raises {error!r}"
                return
            if coming is not None and coming.id in seen:
                yield f"{coming.id} comes round again"
                return
        else:
            yield f"after {MOST_RINGS} deadlines there is another one"


def _carried_out(
    game: AnyGame, state: Any, command: Any, what: str, random: Random
) -> Iterator[str]:
    known = (*game.seat_commands, *game.table_commands)
    if hasattr(command, "seat") and not isinstance(command, known):
        yield f"{what} gives {type(command).__name__}, which the game does not list"
        return
    try:
        after(game, state, list(game.decide(state, command, random)))
    except Rejected:
        return
    except Exception as error:  # noqa: BLE001 - as above
        yield f"{what}: {type(command).__name__} raises {error!r}"


def _declared(events: list[Any]) -> Iterator[str]:
    for event in events:
        if tells(event) and undo_of(event) in FREELY:
            yield f"{type(event).__name__} tells something and is taken back freely"


def _raised(what: str, act: Any) -> Iterator[str]:
    try:
        act()
    except Exception as error:  # noqa: BLE001 - as above
        yield f"{what} raises {error!r}"
