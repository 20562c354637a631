"""From how the table stands to what is shown; a page grows from its own seat's view."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from companion.engine.events import Undo
from companion.engine.game import Say
from companion.engine.offers import Offer
from companion.engine.replay import UndoRefused
from companion.engine.step import Step
from companion.ports import (
    CENTRE,
    STAND_PLACES,
    CardFace,
    Face,
    Faces,
    LinesFace,
    Message,
    Place,
    QrFace,
    Seat,
)
from companion.table.values.consent import UndoRequest, price
from companion.table.values.courses import Running
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.match import Match
from companion.table.values.people import people_of
from companion.table.values.player_signs import with_pictures
from companion.table.values.projection import (
    Announcement,
    NextGame,
    Projection,
    Request,
    ScreenView,
    SeatPage,
    Show,
    TableInfo,
    UndoView,
)
from companion.table.values.screens import Screen, number_of
from companion.table.values.seating import Person, Seating
from companion.table.values.state import TableState
from companion.table.values.steps import seat_step, table_step
from companion.table.values.table_config import TableConfig
from companion.table.values.warning import warned


def project(state: TableState, config: TableConfig, before: Projection) -> Projection:
    """Return the next projection; versions rise only where something changed."""
    seating, spoken = state.seating, _without_phone(state)
    faces = _faces(state, config)
    table = _table(state, config, faces)
    pages, rights = {}, state.screens.rights
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
        next_game=_next_game(state, config),
        requests=_requests(state),
        asked=state.question.waiting if state.question else frozenset(),
        here=state.question is not None and state.question.answerers.here,
        granted=seating.granted,
        lent={each.id: each.before for each in seating.people if each.before},
        faces=faces,
        screens={each.device: _screen(each, state) for each in rights.screens},
        asking_screens={
            each.device: ScreenView(each.id, each.device, each.label, middle=each.middle)
            for each in state.screens.asking
        },
        left=rights.left(seating, config.wired(state)),
        screen_health=config.screen_health(state),
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


def _next_game(state: TableState, config: TableConfig) -> NextGame | None:
    name = config.game_name(state.seating)
    return None if state.match else NextGame(name, state.house.get(name, {}), config.games)


def _versioned(page: SeatPage, before: SeatPage | None, match: Match | None) -> SeatPage:
    if before is None:
        return replace(page, version=1)
    # Only with a change that this seat sees: any other tag would tell of what it does not.
    seen = match is not None and page.view is not None and page.view != before.view
    witness = match.log[-1].tag if match and seen else before.witness if match else ""
    page = replace(page, version=before.version, witness=witness)
    return page if page == before else replace(page, version=before.version + 1)


def _table(state: TableState, config: TableConfig, faces: Faces) -> TableInfo:
    match, seating = state.match, state.seating
    view = match.table if match else None
    return TableInfo(
        game=match.game.name if match else config.game_name(seating),
        people=people_of(seating, config),
        playing=match is not None,
        finished=match is not None and match.game.finished(match.state),
        announcements=_announcements(match, state.course) if match else (),
        broken_off=state.broken_off,
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
        on_stands=config.on_stands(state, faces),
        displays=bool(config.shown_places(state)),
        own_stands=match is not None and match.game.own_stands,
        closed=seating.closed,
        dark=config.dark_places(state),
        free=config.free_faces(state, faces),
        keepsake=match.game.keepsake(view) if match else None,
        album=seating.album,
        match=match.tag if match else "",
        house=match.game.house.told(state.house.get(match.game.name, {}))
        if match
        else None,
    )


def _screen(screen: Screen, state: TableState) -> ScreenView:
    return ScreenView(
        screen.id,
        screen.device,
        screen.label,
        screen.places,
        screen.since,
        screen.id in state.screens.up,
        rest=screen.rest,
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


def _page(
    state: TableState, person: Person, device: DeviceId, table: TableInfo
) -> SeatPage:
    seating, match = state.seating, state.match
    seat = seating.seat(person.id)
    view = match.game.seat_view(match.state, seat) if match and seat is not None else None
    offers = match.game.offers(view) if match and view is not None else ()
    shown = next(each for each in table.people if each.id == person.id)
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
            broken_off=state.broken_off,
        ),
        sheet={} if seat is None else dict(state.sheets.get(seat, {})),
        undo=_undo(state, match, seat),
        requests=_requests(state, device),
        host_wish=_host_wish(state, person),
    )


def _host_wish(state: TableState, person: Person) -> Literal["", "asked", "denied"]:
    question = state.question
    if question is None or (question.right, question.person) != ("host", person.id):
        return ""
    return "asked" if question.denied_s is None else "denied"


def _undo(state: TableState, match: Match | None, seat: Seat | None) -> UndoView:
    if match is None or seat is None or (step := match.undoable()) is None:
        return UndoView("never")
    cost, request = price(match, seat, state.seating.seats_with_phone), state.undo
    what = None if cost is Undo.NEVER else step.told
    if request is None:
        last = match.log[-1].entry
        mine = isinstance(last, UndoRefused) and last.asked_by == seat
        return UndoView(cost.value, what, refused=match.refusal(last) if mine else None)
    names = match.game.names(match.state)
    waiting = sorted(request.asked - request.agreed)
    return UndoView(
        possible=cost.value,
        what=what,
        asked_by=names[request.asked_by],
        waiting_for=tuple(names[each] for each in waiting),
        my_answer=_answer(request, seat),
        request=request.command,
    )


def _answer(request: UndoRequest, seat: Seat) -> Literal["", "asked", "yes"]:
    if seat in request.agreed:
        return "yes"
    return "asked" if seat in request.asked else ""


def _requests(state: TableState, device: DeviceId | None = None) -> tuple[Request, ...]:
    """Return the open question; with *device* where it is asked and has not agreed yet."""
    question = state.question
    if question is None or question.denied_s is not None:
        return ()
    if device is not None and device not in question.waiting:
        return ()
    name = state.seating.person(question.person).name
    press = question.answerers.place is not None
    asks = question.device if device is None else None
    return (Request(question.id, question.person, name, question.right, press, asks),)


def _faces(state: TableState, config: TableConfig) -> Faces:
    faces = with_pictures(_bare_faces(state, config), state.seating.people)
    if state.saved:
        return faces
    text = config.say(state.seating)(Message("told.unsaved"))
    return {place: warned(face, text) for place, face in faces.items()}


def _bare_faces(state: TableState, config: TableConfig) -> Faces:
    seating, match = state.seating, state.match
    if match is not None:
        faces = dict(match.game.shown(match.state, config.say(seating)))
        if state.course is not None:
            faces |= state.course.course.faces(state.course.begun, config.say(seating))
        if state.question is not None and (place := state.question.answerers.place):
            text = config.say(seating)(Message(f"told.asks_{state.question.right}"))
            faces[place] = warned(faces[place], text)
        dark = _dark(config.dark_places(state), config.say(seating))
        if dark and CENTRE in faces:
            faces[CENTRE] = warned(faces[CENTRE], dark)
        return faces
    faces = _way_in(config, seating)
    for place, person in zip(STAND_PLACES, seating.people, strict=False):
        picked = CardFace(name=person.name, moving_on=True)
        faces[place] = picked if person.id == state.picked else LinesFace((person.name,))
    return faces


def _dark(dark: tuple[Place, ...], say: Say) -> str:
    """Return which stands show nothing, in one short line."""
    numbers = ", ".join(str(number_of(place)) for place in dark if number_of(place))
    return say(Message("told.screens_dark", {"numbers": numbers})) if numbers else ""


def _way_in(config: TableConfig, seating: Seating) -> dict[Place, Face]:
    """Return a code and the address by turns: whoever comes finds both.

    The network's own code is a third, where its password is known. At a closed door there
    is none: the PIN is for those who come back.
    """
    lines, say, pin = config.lobby_lines(), config.say(seating), seating.pin
    wifi = [say(Message("told.wifi", {"name": config.rig.wifi}))] if config.rig.wifi else []
    shut = [say(Message("told.door_closed"))] if seating.closed else []
    address = LinesFace((*shut, *lines, f"PIN {pin}", *wifi))
    if shut or not lines:
        return dict.fromkeys((CENTRE, *STAND_PLACES), address)
    half = (len(pin) + 1) // 2  # two short lines are larger than one
    shown: list[Face] = [
        QrFace(f"http://{lines[0]}/j/{pin}", ("PIN", pin[:half], pin[half:])),
        address,
    ]
    if config.rig.wifi_code:
        shown.append(QrFace(config.rig.wifi_code, ("Wi-Fi", config.rig.wifi)))
    places = (CENTRE, *STAND_PLACES)
    return {place: shown[k % len(shown)] for k, place in enumerate(places)}
