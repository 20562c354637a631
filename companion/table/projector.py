"""From how the table stands to what is shown; a page grows from its own seat's view."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.events import Undo
from companion.engine.game import AnyGame, Say
from companion.engine.offers import Offer
from companion.engine.step import Step
from companion.languages import DEFAULT_LANGUAGE
from companion.messages import Catalogue
from companion.ports import (
    CENTRE,
    NO_RIG,
    STAND_PLACES,
    CardFace,
    Face,
    Faces,
    LinesFace,
    Message,
    Place,
    QrFace,
    RigConfig,
    Seat,
)
from companion.table.consent import UndoRequest, price
from companion.table.courses import Running
from companion.table.match import Match
from companion.table.player_signs import colour_at, with_pictures
from companion.table.projection import (
    Announcement,
    DeviceId,
    NextGame,
    PersonId,
    PersonView,
    Projection,
    Request,
    SeatPage,
    Show,
    TableInfo,
    UndoView,
)
from companion.table.seating import Person, Seating
from companion.table.state import TableState
from companion.table.steps import seat_step, table_step
from companion.table.warning import warned


@dataclass(frozen=True, slots=True)
class TableConfig:
    """What stays the same while the program runs."""

    games: Mapping[str, AnyGame]
    catalogues: Mapping[str, Mapping[str, Catalogue]]
    """The sentences of each game, in each language."""
    lobby_lines: Callable[[], tuple[str, ...]] = tuple
    """What the displays say between matches: the table's address, as it is now."""
    rig: RigConfig = NO_RIG
    """What the table is made of."""
    table_file: str = ""
    """The text of the file of the table's hardware, to be taken along."""

    def game_name(self, seating: Seating) -> str:
        """Return which game is played or comes next, without loading it."""
        return seating.game if seating.game in self.games else next(iter(self.games))

    def game(self, seating: Seating) -> AnyGame:
        """Return the game that is played or comes next."""
        return self.games[self.game_name(seating)]

    def on_stands(self, seating: Seating) -> bool:
        """Tell where cards are read: as the host says, else as the hardware is."""
        return self.rig.real if seating.on_stands is None else seating.on_stands

    def say(self, seating: Seating) -> Say:
        """Return how to speak the table's language: for the displays."""
        catalogues = self.catalogues[self.game_name(seating)]
        language = str(seating.options.get("language", DEFAULT_LANGUAGE))
        chosen = catalogues.get(language) or next(iter(catalogues.values()))
        return chosen.say


def project(state: TableState, frame: TableConfig, before: Projection) -> Projection:
    """Return the next projection; versions rise only where something changed."""
    seating, spoken = state.seating, _without_phone(state)
    table = _table(state, frame)
    pages = {}
    for person in seating.people:
        if person.handle is not None and person.device is not None:
            page = _page(state, person, person.device, table)
            was = before.pages.get(person.handle)
            pages[person.handle] = _versioned(page, was, state.match)
    return Projection(
        number=before.number + 1,
        table=table,
        table_version=before.table_version + (table != before.table),
        pages=pages,
        plain={whose: step.plain() for whose, (step, _) in spoken.items()},
        aloud={whose: step.aloud(offers) for whose, (step, offers) in spoken.items()},
        host=seating.host,
        pin=seating.pin,
        guests=seating.guests,
        options=seating.options,
        next_game=_next_game(state, frame),
        requests=_requests(state),
        asked=state.question.waiting if state.question else frozenset(),
        here=state.question is not None and state.question.answerers.here,
        granted=seating.granted,
        lent={each.id: each.before for each in seating.people if each.before},
        faces=_faces(state, frame),
        incidents=state.incidents,
        rescue=state.rescue,
        evenings=state.evenings,
    )


def _without_phone(
    state: TableState,
) -> Mapping[PersonId, tuple[Step, tuple[Offer, ...]]]:
    """Return what everybody without a phone is asked, and could do."""
    match, seating = state.match, state.seating
    if match is None or state.paused:
        return {}
    asked = {}
    for person in seating.people:
        if not person.has_phone and (seat := seating.seat(person.id)) is not None:
            view = match.game.seat_view(match.state, seat)
            offers = match.game.offers(view)
            asked[person.id] = match.game.asked(view, offers), offers
    return asked


def _next_game(state: TableState, frame: TableConfig) -> NextGame | None:
    name = frame.game_name(state.seating)
    return None if state.match else NextGame(name, state.house.get(name, {}), frame.games)


def _versioned(page: SeatPage, before: SeatPage | None, match: Match | None) -> SeatPage:
    if before is None:
        return replace(page, version=1)
    # Only with a change that this seat sees: any other tag would tell of what it does not.
    seen = match is not None and page.view is not None and page.view != before.view
    witness = match.log[-1].tag if match and seen else before.witness if match else ""
    page = replace(page, version=before.version, witness=witness)
    return page if page == before else replace(page, version=before.version + 1)


def _table(state: TableState, frame: TableConfig) -> TableInfo:
    match, seating = state.match, state.seating
    view = match.table if match else None
    return TableInfo(
        game=match.game.name if match else frame.game_name(seating),
        people=tuple(_person(seating, each) for each in seating.people),
        playing=match is not None,
        finished=match is not None and match.game.finished(match.state),
        announcements=_announcements(match, state.course) if match else (),
        view=view,
        step=table_step(
            match.game if match else None, view, paused=state.paused, course=state.shows
        ),
        moments=state.moments if match else (),
        saved=state.saved,
        paused=state.paused,
        sand=state.sand,
        deadline=state.wait,
        course=_show(state.course),
        guide=seating.guide,
        on_stands=frame.on_stands(seating),
        closed=seating.closed,
        keepsake=match.game.keepsake(view) if match else None,
        match=match.tag if match else "",
    )


def _announcements(match: Match, course: Running | None) -> tuple[Announcement, ...]:
    """Return what was said; what a course is about is not said before it is shown."""
    first = match.told_count - len(match.told) + 1
    said = (Announcement(n, each) for n, each in enumerate(match.told, first))
    if course is None or course.course.aside:
        return tuple(said)
    return tuple(each for each in said if each.number <= course.told)


def _show(course: Running | None) -> Show | None:
    if course is None or course.began_s is None or course.course.aside:
        return None
    times = tuple(frame.at_ms for frame in course.course.frames)
    return Show(course.number, course.began_s, times)


def _person(seating: Seating, person: Person) -> PersonView:
    order = seating.playing or tuple(each.id for each in seating.people)
    return PersonView(
        id=person.id,
        name=person.name,
        seat=seating.seat(person.id),
        has_phone=person.has_phone,
        is_host=seating.is_host(person),
        bot=person.bot,
        on_loan=person.on_loan,
        may_borrow=person.id in seating.plain and not person.has_phone,
        sign=person.sign,
        colour=colour_at(person.id, order),
    )


def _page(
    state: TableState, person: Person, device: DeviceId, table: TableInfo
) -> SeatPage:
    seating, match = state.seating, state.match
    seat = seating.seat(person.id)
    view = match.game.seat_view(match.state, seat) if match and seat is not None else None
    offers = match.game.offers(view) if match and view is not None else ()
    shown = _person(seating, person)
    return SeatPage(
        version=0,
        device=device,
        person=shown,
        table=table,
        view=view,
        offers=offers,
        step=seat_step(
            match.game if match else None,
            view,
            offers,
            paused=state.paused,
            finished=table.finished,
            is_host=shown.is_host,
            course=state.shows,
        ),
        sheet={} if seat is None else dict(state.sheets.get(seat, {})),
        undo=_undo(match, seat, state.undo),
        requests=_requests(state, device),
    )


def _undo(match: Match | None, seat: Seat | None, request: UndoRequest | None) -> UndoView:
    if match is None or seat is None or (step := match.undoable()) is None:
        return UndoView("never")
    cost = price(match, seat)
    what = None if cost is Undo.NEVER else step.told
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


def _requests(state: TableState, device: DeviceId | None = None) -> tuple[Request, ...]:
    """Return the open question; with *device* where it is asked and has not agreed yet."""
    question = state.question
    if question is None:
        return ()
    if device is not None and device not in question.waiting:
        return ()
    name = state.seating.person(question.person).name
    press = question.answerers.place is not None
    return (Request(question.id, question.person, name, question.right, press),)


def _faces(state: TableState, frame: TableConfig) -> Faces:
    faces = with_pictures(_bare_faces(state, frame), state.seating.people)
    if state.saved:
        return faces
    text = frame.say(state.seating)(Message("told.unsaved"))
    return {place: warned(face, text) for place, face in faces.items()}


def _bare_faces(state: TableState, frame: TableConfig) -> Faces:
    seating, match = state.seating, state.match
    if match is not None:
        faces = dict(match.game.shown(match.state, frame.say(seating)))
        if state.course is not None:
            faces |= state.course.course.faces(state.course.begun)
        if state.question is not None and (place := state.question.answerers.place):
            text = frame.say(seating)(Message(f"told.asks_{state.question.right}"))
            faces[place] = warned(faces[place], text)
        return faces
    faces = _way_in(frame, seating)
    for place, person in zip(STAND_PLACES, seating.people, strict=False):
        picked = CardFace(name=person.name, moving_on=True)
        faces[place] = picked if person.id == state.picked else LinesFace((person.name,))
    return faces


def _way_in(frame: TableConfig, seating: Seating) -> dict[Place, Face]:
    """Return a code and the address by turns: whoever comes finds both.

    The network's own code is a third, where its password is known. At a closed door there
    is none: the PIN is for those who come back.
    """
    lines, say, pin = frame.lobby_lines(), frame.say(seating), seating.pin
    wifi = [say(Message("told.wifi", {"name": frame.rig.wifi}))] if frame.rig.wifi else []
    shut = [say(Message("told.door_closed"))] if seating.closed else []
    address = LinesFace((*shut, *lines, f"PIN {pin}", *wifi))
    if shut or not lines:
        return dict.fromkeys((CENTRE, *STAND_PLACES), address)
    half = (len(pin) + 1) // 2  # two short lines are larger than one
    shown: list[Face] = [
        # In capitals it takes the code of fewer, larger modules.
        QrFace(f"http://{lines[0]}/J/{pin}".upper(), ("PIN", pin[:half], pin[half:])),
        address,
    ]
    if frame.rig.wifi_code:
        shown.append(QrFace(frame.rig.wifi_code, ("Wi-Fi", frame.rig.wifi)))
    places = (CENTRE, *STAND_PLACES)
    return {place: shown[k % len(shown)] for k, place in enumerate(places)}
