"""What a seat perceives, compared in worlds that it must not be able to tell apart."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import msgspec

from companion.engine.events import mark_of, moment_of, public_part, tells
from companion.engine.game import AnyGame, Gesture, Touch
from companion.errors import Rejected
from companion.ports import Message, Seat
from tests.play import (
    TOUCHES,
    Latest,
    Player,
    after,
    begin,
    command_of,
    evolved,
    for_tests,
    sentence,
    steps,
    variant_of,
)

ANEW = 0.1
"""How often a twin is drawn anew though nothing was told or hidden."""

LIMIT, USUAL = 400, 250
"""So many steps are compared with those of a twin, and by default."""


def usual(players: range) -> set[int]:
    """Return how many play by default: the fewest, and one number between."""
    return {players[0], players[len(players) // 3]}


def usual_by_turns(players: range, number: int) -> int:
    """Return how many play the match of that *number*; there may be one number alone."""
    counts = sorted(usual(players))
    return counts[number % len(counts)]


def once_each(players: int, variants: int) -> list[int]:
    """Return seeds of leaks() that meet every seat and every variant at least once."""
    rounds = range(max(players, variants))
    return [each % variants * players + each % players for each in rounds]


def perceived(game: AnyGame, state: Any, seat: Seat) -> tuple[Any, ...]:
    """Return all of the game that *seat* gets: view, offers, table, glass, transcript."""
    return tuple(glances(game, state, seat))


def glances(game: AnyGame, state: Any, seat: Seat) -> Iterator[Any]:
    """Yield the same bit by bit, what is cheap first."""
    yield game.table_view(state)
    shown = game.shown(state, repr)
    yield {place: face for place, face in shown.items() if game.sees(seat, place)}
    view = game.seat_view(state, seat)
    yield view
    yield game.offers(view)
    yield game.describe(state, seat, repr)


def looks_alike(game: AnyGame, one: Any, other: Any, seat: Seat) -> bool:
    """Tell whether *seat* perceives the same bytes in two states; no more than that takes."""
    both = (glances(game, each, seat) for each in (one, other))
    encode = msgspec.json.encode
    return all(encode(here) == encode(there) for here, there in zip(*both, strict=True))


bytes_for = Latest[bytes](
    lambda game, state, seat: msgspec.json.encode(perceived(game, state, seat))
)
"""The same as bytes."""


def outcome(game: AnyGame, state: Any, command: Any, seed: int) -> tuple[list[Any], str]:
    """Return (events, refusal): what a command brings about, and what its sender hears."""
    try:
        return list(game.decide(state, command, Random(seed))), ""
    except Rejected as refused:
        return [], str(refused)


def told(game: AnyGame, state: Any, events: list[Any]) -> list[Message | None]:
    """Return the public sentences of *events*."""
    sentences = []
    for event in events:
        sentences.append(sentence(game, state, event))
        state = evolved(game, state, event)
    return sentences


def heard(game: AnyGame, state: Any, events: list[Any]) -> list[Any]:
    """Return the public sentences of *events*, what sounds with them, what they call public."""
    moments = filter(None, map(moment_of, events))
    return [*told(game, state, events), *moments, *map(called_public, events)]


def called_public(event: Any) -> dict[str, Any]:
    """Return the public fields of *event*."""
    part, names = public_part(event), (each.name for each in fields(event))
    return {name: getattr(part, name) for name in names if hasattr(part, name)}


def hides(event: Any) -> bool:
    """Tell whether *event* has a field that not everybody may know."""
    return mark_of(type(event)).secret


def difference(game: AnyGame, worlds: tuple[Any, Any], seat: Seat, random: Random) -> str:
    """Return what tells *worlds* apart for *seat* before anything is done there; "": nothing.

    It sees a page and the glass, and it could try one of its offers: how is it answered then?
    """
    if len({bytes_for(game, each, seat) for each in worlds}) > 1:
        return f"what seat {seat} perceives differs"
    offers = game.offers(game.seat_view(worlds[0], seat))
    if not offers:
        return ""
    command = command_of(game, seat, random.choice(offers), random)
    (events, refusal), (events2, refusal2) = (
        outcome(game, each, command, 1) for each in worlds
    )
    if refusal != refusal2:
        return f"{command} is answered {refusal or 'yes'!r} or {refusal2!r}"
    if any(map(tells, events)):
        return ""
    same = heard(game, worlds[0], events) == heard(game, worlds[1], events2)
    return "" if same else f"{command} is announced differently"


def leaks(game: AnyGame, players: int, seed: int, limit: int) -> Iterator[str]:
    """Play a match and a twin of it side by side; yield where a seat could tell them apart."""
    random = Random(seed)
    options = variant_of(game, seed // players)
    state = after(game, game.initial, begin(game, players, random, **options))
    seat = Seat(seed % players)
    twins = [for_tests(game).twin(state, seat, random)]
    player = Player(game, random)
    for step in range(limit):
        found = [difference(game, (state, twin), seat, random) for twin in twins]
        if any(found):
            yield f"step {step}: {''.join(found)}"
            return
        if game.finished(state):
            return
        picked = player.pick(state)
        if picked is None:
            continue
        actor, command = picked
        (events, refusal), (events2, refusal2) = (
            outcome(game, each, command, step) for each in (state, twins[-1])
        )
        if actor == seat and refusal != refusal2:
            yield f"step {step}: {command} is answered {refusal or 'yes'!r} or {refusal2!r}"
        if refusal:
            continue
        if refusal2 or any(map(tells, events)) or random.random() < ANEW:
            # Drawn anew too where a twin's hidden hand cannot do what somebody else's can:
            # what has just been hidden is another there.
            state = after(game, state, events)
            twins = [for_tests(game).twin(state, seat, random)]
            continue
        if heard(game, state, events) != heard(game, twins[-1], events2):
            yield f"step {step}: {command} is announced differently"
        state, twins = after(game, state, events), [after(game, twins[-1], events2)]
        if any(map(hides, events)):
            # What has just been hidden is the same in a twin that was played on: so one more.
            twins.append(for_tests(game).twin(state, seat, random))


def usual_leaks(game: AnyGame, players: int) -> Iterator[str]:
    """Yield what leaks() finds by default."""
    for seed in once_each(players, len(for_tests(game).variants)):
        yield from (f"seed {seed}, {found}" for found in leaks(game, players, seed, USUAL))


FEW, MANY, FIFTH = 12, 80, 5
"""Most matches are only begun, and each fifth goes so far that what comes later is met."""


def telling_sentences(game: AnyGame, seeds: int) -> Iterator[str]:
    """Yield sentences that say what the table's own view does not.

    The same table before and after, the same kind of event of the same seat: then the same
    sentence, sound and public fields, whatever cards are hidden. Begun many times, a match
    meets that often; and each command is tried with other values too.
    """
    known: dict[object, tuple[Message | None, str, dict[str, Any]]] = {}
    again = 0
    for seed in range(seeds):
        variant = seed % len(for_tests(game).variants)
        limit = FEW if seed % FIFTH else MANY
        for state, event, end in _ways(game, seed, limit):
            before = _public(game, state)
            later = _public(game, evolved(game, state, event))
            told, sound = sentence(game, state, event), moment_of(event)
            shown = told or before != later
            said = told, sound, called_public(event) if shown else {}
            about = (type(event).__name__, getattr(event, "seat", None), variant)
            key = (*about, before, later, _public(game, end))
            if hides(event) and sound and not shown:
                yield f"{about[0]} sounds as {sound} where nothing is seen or told"
            again += key in known
            if known.setdefault(key, said) != said:
                yield f"{about[0]} is told as {known[key]} and as {said}"
    if again < seeds:
        yield f"only {again} moments were met twice: nothing to compare"


def _begun(game: AnyGame, seed: int, random: Random) -> list[Any]:
    variants = len(for_tests(game).variants)
    players = usual_by_turns(game.players, seed // variants)
    return begin(game, players, random, **for_tests(game).variants[seed % variants])


def _ways(game: AnyGame, seed: int, limit: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (state, event, state in the end) of a match, and of what else could be done."""
    random, others = Random(seed), Random(seed)
    begun = _begun(game, seed, random)
    yield from _events(game, game.initial, begun)
    state = after(game, game.initial, begun)
    for before, command, events in steps(game, state, Player(game, random), limit):
        yield from _events(game, before, events or [])
        if isinstance(command, game.seat_commands):
            for other in _others(game, before, command, others):
                yield from _events(game, before, outcome(game, before, other, seed)[0])


def telling_ends(game: AnyGame, seeds: int) -> Iterator[str]:
    """Yield commands after which the table shows more than their events call public.

    Two choices of one seat that tell nothing, and have the same public part: then the table
    and the deadline are the same after either.
    """
    for seed in range(seeds):
        random, others = Random(seed), Random(seed)
        state = after(game, game.initial, _begun(game, seed, random))
        limit = FEW if seed % FIFTH else MANY
        for before, command, _ in steps(game, state, Player(game, random), limit):
            if not isinstance(command, game.seat_commands):
                continue
            ends: dict[str, tuple[Any, Any]] = {}
            for way in (command, *_others(game, before, command, others)):
                events, _ = outcome(game, before, way, seed)
                if any(map(tells, events)):
                    continue
                end = after(game, before, events)
                seen = _public(game, end), game.deadline(end)
                public = [(type(each).__name__, called_public(each)) for each in events]
                first, known = ends.setdefault(repr(public), (way, seen))
                if known != seen:
                    yield f"after {first} and after {way} the table is not the same"


def _others(game: AnyGame, state: Any, command: Any, random: Random) -> Iterator[Any]:
    """Yield what else the same seat could have sent: by the same offer, and by another."""
    offers = game.offers(game.seat_view(state, command.seat))
    same = [each for each in offers if each.kind == type(command).__name__]
    for some in filter(None, (same, offers)):
        yield command_of(game, command.seat, random.choice(some), random)


def _events(game: AnyGame, state: Any, events: list[Any]) -> Iterator[tuple[Any, Any, Any]]:
    end = after(game, state, events)
    for event in events:
        yield state, event, end
        state = evolved(game, state, event)


_public = Latest[bytes](lambda game, state: msgspec.json.encode(game.table_view(state)))


def telling_waits(game: AnyGame, seeds: int, limit: int = 80) -> Iterator[str]:
    """Yield deadlines, and answers to a finger, that differ in a twin world.

    All see how long is waited, and the cross by which a stand refuses: a stranger may press.
    """
    for seed in range(seeds):
        random = Random(seed)
        players = (min(game.players), min(4, max(game.players)))[seed % 2]
        options = variant_of(game, seed)
        state = after(game, game.initial, begin(game, players, random, **options))
        for before, _, events in steps(game, state, Player(game, random), limit):
            state = after(game, before, events or [])
            seat = random.choice(game.seats(state))
            twin = for_tests(game).twin(state, seat, random)
            if game.deadline(state) != game.deadline(twin):
                yield f"seat {seat} learns something by {game.deadline(state)}"
            for place, button in TOUCHES:
                for gesture in Gesture:
                    touch = Touch(place, button, gesture, at_ns=1)
                    if _answered(game, state, touch) != _answered(game, twin, touch):
                        yield f"seat {seat} learns something by a {gesture.value} at {place}"


def _answered(game: AnyGame, state: Any, touch: Touch) -> str:
    command = game.control(state, touch)
    if command is None:
        return "nothing"
    return "refused" if outcome(game, state, command, 1)[1] else "done"


def idle_twins(game: AnyGame, seeds: int, limit: int = 600) -> Iterator[str]:
    """Yield events that are said to declassify, while no twin of the moment before differs then.

    So the twin leaves a secret alone that it has to change, or there was none to tell. What
    stood in the command itself its sender has told: that is no twin's to change.
    """
    idle, told_something = set[str](), set[str]()
    for seed in range(seeds):
        random = Random(seed)
        players = random.choice(game.players)
        options = variant_of(game, seed)
        state = after(game, game.initial, begin(game, players, random, **options))
        player = Player(game, random)
        for step in range(limit):
            if game.finished(state):
                break
            picked = player.pick(state)
            if picked is None:
                continue
            events, refusal = outcome(game, state, picked[1], step)
            if refusal:
                continue
            telling = {type(each).__name__ for each in events if tells(each)}
            later = after(game, state, events)
            if telling - told_something and not game.finished(later):
                idle |= telling
                if _carried(picked[1], events) or _tells(
                    game, (state, picked[1], step), events, random
                ):
                    told_something |= telling
            state = later
    for name in sorted(idle - told_something):
        yield f"{name} is said to tell something, and no twin differs after it"


def _carried(command: Any, events: list[Any]) -> bool:
    """Tell whether the telling ones of *events* hold a field of the command beside its seat."""
    asked = msgspec.to_builtins(command)
    asked.pop("seat", None)
    return any(
        asked.get(name, ...) == value
        for event in events
        if tells(event)
        for name, value in msgspec.to_builtins(event).items()
    )


def _tells(
    game: AnyGame, moment: tuple[Any, Any, int], events: list[Any], random: Random
) -> bool:
    """Tell whether a seat perceives something else in a twin world after a command.

    *moment*: the state, the command, and the step; *events*: what it brings about there. Whoever
    gave the command is asked, and two more: what happens often is tried in all its moments.
    """
    state, command, step = moment
    told, here = heard(game, state, events), after(game, state, events)
    seats = game.seats(state)
    giver = [seat for seat in seats if seat == getattr(command, "seat", None)]
    for seat in (*giver, *random.sample(seats, min(2, len(seats)))):
        twin = for_tests(game).twin(state, seat, random)
        events2, refusal = outcome(game, twin, command, step)
        if refusal:  # another's hidden hand cannot do it there: that is no answer to *seat*
            continue
        there = after(game, twin, events2)
        if told != heard(game, twin, events2):
            return True
        if bytes_for(game, here, seat) != bytes_for(game, there, seat):
            return True
    return False
