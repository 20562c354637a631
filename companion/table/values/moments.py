"""What sounds, lights and movements go with: each moment once, when it comes about. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from companion.ports import STAND_PLACES, Place
from companion.table.values.match import MOMENTS, Match
from companion.table.values.projection import Moment

LIT = frozenset({"stack", "turn", "buzzed", "accepted", "rejected", "won", "lost"})
"""With these the light of the stand blinks where they come about."""
LIT_ALL = frozenset({"gong", "ended"})
"""With these all do."""


def stamped(
    before: Match | None, match: Match, numbers: Iterator[int], now_s: float
) -> tuple[Moment, ...]:
    """Return the moments that *match* has come to since *before*, with *now_s* for a stamp.

    *numbers* rise as long as the program runs: so a page knows what it has heard.
    """
    same = before is not None and before.id == match.id
    heard = before.moments[-1].number if before and same and before.moments else 0
    new = [each for each in match.moments if each.number > heard]
    return tuple(replace(each, number=next(numbers), at_s=round(now_s, 3)) for each in new)


def kept(moments: tuple[Moment, ...], new: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """Return the latest of both: some, for whoever skips what was shown between."""
    return (*moments, *new)[-MOMENTS:]


def lights(moment: Moment) -> tuple[Place, ...]:
    """Return the places whose lights blink with it."""
    if moment.word in LIT_ALL:
        return STAND_PLACES
    return (moment.place,) if moment.word in LIT and moment.place else ()
