"""From the table's state to what is shown; every page is built up from its own seat's view."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.game import Undo
from companion.messages import Catalogue
from companion.ports import CENTRE, STAND_PLACES, Face, Faces, LinesFace, Place, Seat
from companion.table.match import Match
from companion.table.projection import (
    Announcement,
    PersonView,
    Projection,
    Request,
    SeatPage,
    TableInfo,
    UndoView,
)
from companion.table.seating import Person, Seating

SENTENCES = 40
"""Announcements that a page gets; older ones are in the log."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Somebody asks the table to take the last step back."""

    asked_by: Seat
    asked: frozenset[Seat]
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything a projection is made of."""

    game: str
    seating: Seating
    match: Match | None
    sheets: Mapping[int, Mapping[str, str]]
    undo: UndoRequest | None
    catalogue: Catalogue
    """For the displays: the table's language."""
    lobby_lines: tuple[str, ...] = ()
    """What the displays say between matches: how to get in."""


def project(shown: Shown, before: Projection) -> Projection:
    """Return the next projection; versions rise only where something changed."""
    seating = shown.seating
    table = _table(shown)
    pages = {}
    for person in seating.people:
        if person.handle is not None:
            page = _page(shown, person, table)
            pages[person.handle] = _versioned(page, before.pages.get(person.handle))
    return Projection(
        number=before.number + 1,
        table=table,
        table_version=before.table_version + (table != before.table),
        pages=pages,
        host=seating.host,
        pin=seating.pin,
        options=seating.options,
        requests=_requests(seating, None),
        granted=seating.granted,
        faces=_faces(shown),
    )


def _versioned(page: SeatPage, before: SeatPage | None) -> SeatPage:
    if before is None:
        return replace(page, version=1)
    page = replace(page, version=before.version)
    return page if page == before else replace(page, version=before.version + 1)


def _table(shown: Shown) -> TableInfo:
    match, seating = shown.match, shown.seating
    told = match.told if match else ()
    numbered = [Announcement(number, each) for number, each in enumerate(told, 1)]
    return TableInfo(
        game=shown.game,
        people=tuple(_person(seating, each) for each in seating.people),
        playing=match is not None,
        finished=match is not None and match.game.finished(match.state),
        announcements=tuple(numbered[-SENTENCES:]),
        view=match.game.table_view(match.state) if match else None,
    )


def _person(seating: Seating, person: Person) -> PersonView:
    return PersonView(
        id=person.id,
        name=person.name,
        seat=seating.seat(person.id),
        has_phone=person.device is not None,
        is_host=seating.is_host(person),
    )


def _page(shown: Shown, person: Person, table: TableInfo) -> SeatPage:
    seating, match = shown.seating, shown.match
    seat = seating.seat(person.id)
    view = match.game.seat_view(match.state, seat) if match and seat is not None else None
    offers = match.game.offers(view) if match and view is not None else ()
    assert person.device is not None  # noqa: S101 - a page is always held by a device
    return SeatPage(
        version=0,
        device=person.device,
        person=_person(seating, person),
        table=table,
        view=view,
        offers=offers,
        sheet={} if seat is None else dict(shown.sheets.get(seat, {})),
        undo=_undo(shown, seat),
        requests=_requests(seating, person),
    )


def _undo(shown: Shown, seat: Seat | None) -> UndoView:
    match, request = shown.match, shown.undo
    if match is None or seat is None or (step := match.last_step()) is None:
        return UndoView("never")
    cost = match.undo_cost()
    if cost is Undo.FREE and step.actor != seat:
        cost = Undo.CONSENT
    what = match.told[-1] if cost is not Undo.NEVER and match.told else None
    if request is None:
        return UndoView(cost.value, what)
    names = match.game.names(match.state)
    waiting = sorted(request.asked - request.agreed)
    return UndoView(
        possible=cost.value,
        what=what,
        asked_by=names[request.asked_by],
        waiting_for=tuple(names[each] for each in waiting),
        my_answer=_answer(request, seat),
    )


def _answer(request: UndoRequest, seat: Seat) -> Literal["", "asked", "yes"]:
    if seat in request.agreed:
        return "yes"
    return "asked" if seat in request.asked else ""


def _requests(seating: Seating, reader: Person | None) -> tuple[Request, ...]:
    """Return the open requests that *reader* may answer; None: the host's page."""
    device = seating.host if reader is None else reader.device
    return tuple(
        Request(each.id, each.person, seating.person(each.person).name)
        for each in seating.requests
        if device is not None and seating.may_answer(device, each)
    )


def _faces(shown: Shown) -> Faces:
    if shown.match is not None:
        return shown.match.game.faces(shown.match.state, shown.catalogue.say)
    faces: dict[Place, Face] = dict.fromkeys(
        (*STAND_PLACES, CENTRE), LinesFace((*shown.lobby_lines, shown.seating.pin))
    )
    for place, person in zip(STAND_PLACES, shown.seating.people, strict=False):
        faces[place] = LinesFace((person.name,))
    return faces
