"""What a seat does not see and no twin of its world changes: there a leak would go unseen."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import msgspec

from companion.engine.game import AnyGame
from companion.ports import Seat
from tests.perception import looks_alike, usual_by_turns
from tests.play import Latest, Player, after, begin, for_tests, steps

Path = tuple[str | int, ...]
Twin = Callable[[Any, Seat, Random], Any]
Place = tuple[Any, Seat, Path]
TRIED = 200
"""So many moments and other values of one field are tried."""
MOMENTS = 2000
"""More than there are of one game: each is looked at for many fields."""


def leaves(thing: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every single value of a state, and where it stands."""
    if is_dataclass(thing):
        for each in fields(thing):
            yield from leaves(getattr(thing, each.name), (*path, each.name))
    elif isinstance(thing, tuple) and thing:
        for at, each in enumerate(thing):
            yield from leaves(each, (*path, at))
    else:
        yield path, thing


def put(thing: Any, path: Path, value: Any) -> Any:
    """Return *thing* with *value* at *path*."""
    if not path:
        return value
    first, *rest = path
    if isinstance(first, int):
        return (*thing[:first], put(thing[first], tuple(rest), value), *thing[first + 1 :])
    return replace(thing, **{first: put(getattr(thing, first), tuple(rest), value)})


def name_of(path: Path) -> str:
    """Return the field that *path* leads to, whichever seat's or card's it is."""
    return ".".join(each for each in path if isinstance(each, str))


def _moments(game: AnyGame, limit: int) -> list[tuple[Any, Seat]]:
    found = []
    for seed in range(2 * len(for_tests(game).variants)):
        random = Random(seed)
        options = for_tests(game).variants[seed % len(for_tests(game).variants)]
        players = usual_by_turns(game.players, seed // len(for_tests(game).variants))
        state = after(game, game.initial, begin(game, players, random, **options))
        for before, _, events in steps(game, state, Player(game, random), limit):
            state = after(game, before, events or [])
            if events:
                found.append((state, random.choice(game.seats(state))))
    return found


moments = Latest[list[tuple[Any, Seat]]](_moments, kept=4)
"""States of random matches, each with a seat to look at it: played once for all twins."""


def lazy_twins(
    game: AnyGame, twin_of: Twin, known: tuple[str, ...] = (), limit: int = 200
) -> Iterator[str]:
    """Yield fields that some seat does not see, and that no twin changes for any.

    Not seen: with another value of some other moment that seat perceives the same. Fields
    that begin like one of the *known* are not looked at.
    """
    changed = set[str]()
    values = defaultdict[str, dict[Any, None]](dict)
    where = defaultdict[str, list[Place]](list)
    random = Random(game.name)
    for state, seat in moments(game, limit):
        twin = dict(leaves(twin_of(state, seat, random)))
        for path, value in leaves(state):
            name = name_of(path)
            if name in changed:
                continue
            if twin.get(path, value) != value:
                changed.add(name)
            values[name][value] = None
            where[name].append((state, seat, path))
    for name in sorted(where.keys() - changed):
        if name.startswith(known):
            continue
        random = Random(name)
        places = _rarest_first(where[name], random)[:TRIED]
        if any(_unseen(game, place, list(values[name]), random) for place in places):
            yield name


def _rarest_first(places: list[Place], random: Random) -> list[Place]:
    """Return the places in chance order, but one of each shape of state before all others.

    A state's shape is which of its fields hold anything: a slip drawn from the hat is rare.
    """
    mixed = random.sample(places, len(places))
    first = {_shape(place): place for place in mixed}
    kept = {id(place) for place in first.values()}
    return [*first.values(), *(place for place in mixed if id(place) not in kept)]


def _shape(place: Place) -> frozenset[str]:
    return _shape_of(place[0])


_shape_of = Latest[frozenset[str]](
    lambda state: frozenset(
        each.name for each in fields(state) if getattr(state, each.name)
    ),
    kept=MOMENTS,
)
_seen_by_all = Latest[bytes](
    lambda game, state: msgspec.json.encode(game.table_view(state)), kept=MOMENTS
)


def forget() -> None:
    """Let go of the matches, which are large."""
    moments.forget()
    _shape_of.forget()
    _seen_by_all.forget()


def _unseen(game: AnyGame, place: Place, values: list[Any], random: Random) -> bool:
    state, seat, path = place
    value = random.choice(values)
    other = put(state, path, value)
    if other == state:
        return False
    try:
        if msgspec.json.encode(game.table_view(other)) != _seen_by_all(game, state):
            return False
        return looks_alike(game, other, state, seat)
    except Exception:  # noqa: BLE001 - no such state can be: it says nothing
        return False
