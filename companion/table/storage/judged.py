"""Whether what a file tells can be a table: judged whole, before any of it is taken up.

Types are not enough: a file whose seals are right may name a seat that its match has not, or a
move after which no page can be drawn. Pure functions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from companion.engine.game import AnyGame
from companion.errors import DataError
from companion.ports import Seat
from companion.table.values.match import Match
from companion.table.values.seating import Seating
from companion.table.values.state import TableState

PEOPLE_READ: Final = 24
LONGEST_NAME: Final = 64
LONGEST_WORD: Final = 200
"""Of an id, a key, a device's name."""
EVENINGS_READ: Final = 2000
LONGEST_WAIT_S: Final = 10 * 86_400
_PIN: Final = re.compile("[0-9]{0,12}")


def judge(state: TableState) -> None:
    """Raise DataError, one sentence, where no table can stand so."""
    if (finding := next(_findings(state), None)) is not None:
        raise DataError(f"{finding}.")
    try:
        if state.match is not None:
            _look_at(state.match)
    except Exception as error:
        raise DataError(f"Its match cannot be shown ({type(error).__name__}).") from error


def judge_house(house: Mapping[str, Any], games: Mapping[str, AnyGame]) -> None:
    """Raise DataError where the host's page could not show what a house keeps."""
    for name, kept in house.items():
        try:
            if name in games:
                house_of = games[name].house
                house_of.view(house_of.known(kept))
        except Exception as error:
            raise DataError(f"What it keeps for {name!r} cannot be read.") from error


def _findings(state: TableState) -> Iterator[str]:
    yield from _of_people(state.seating)
    if len(state.evenings) > EVENINGS_READ:
        yield f"It tells of {len(state.evenings)} evenings, {EVENINGS_READ} are the most"
    if state.match is not None:
        yield from _of_seats(state, state.match)
    for wait in (state.wait,) if state.wait else ():
        if not all(0 <= each <= LONGEST_WAIT_S for each in (wait.duration_s, wait.left_s)):
            yield "It waits longer than any match"


def _of_people(seating: Seating) -> Iterator[str]:
    people = seating.people
    if len(people) > PEOPLE_READ:
        yield f"{len(people)} people sit at it, {PEOPLE_READ} are the most"
    if any(not 0 < len(each.name) <= LONGEST_NAME for each in people):
        yield f"A name in it has no letter, or more than {LONGEST_NAME}"
    if _twice(each.id for each in people) or _twice(seating.playing):
        yield "Somebody sits in two places"
    if _twice(each.handle for each in people if each.handle is not None):
        yield "Two people have one page"
    words = (
        seating.host,
        *(w for p in people for w in (p.id, p.device, p.handle, p.before)),
    )
    if any(word is not None and len(word) > LONGEST_WORD for word in words):
        yield "An id in it is too long"
    if not _PIN.fullmatch(seating.pin):
        yield "Its PIN is none"


def _of_seats(state: TableState, match: Match) -> Iterator[str]:
    names = match.game.names(match.state)
    seats = range(len(names))
    if any(len(each) > LONGEST_NAME for each in names):
        yield f"A name in its match has more than {LONGEST_NAME} letters"
    if len(state.seating.playing) != len(seats):
        yield (
            f"Its match has {len(seats)} seats, and {len(state.seating.playing)} people "
            "play it"
        )
    named = [each.actor for each in match.log]
    named += map(Seat, state.sheets)
    if state.undo is not None:
        named += [state.undo.asked_by, *state.undo.asked, *state.undo.agreed]
    if any(each is not None and each not in seats for each in named):
        yield "It names a seat that its match has not"
    if any(len(each.command) > LONGEST_WORD for each in match.log):
        yield "An id in it is too long"


def _twice(all_of: Iterable[str]) -> bool:
    listed = [*all_of]
    return len(listed) != len({*listed})


def _look_at(match: Match) -> None:
    """Look at the match as every page and every display would."""
    game, state = match.game, match.state
    game.shown(state, lambda message: message.id)
    game.table_step(match.table)
    game.keepsake(match.table)
    game.deadline(state)
    game.finished(state)
    match.undo_cost()
    for seat in range(len(game.names(state))):
        view = game.seat_view(state, Seat(seat))
        offers = game.offers(view)
        game.asked(view, offers)
