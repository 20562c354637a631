"""What the host does for somebody without a phone: answer aloud, or hand one over."""

from flask import Blueprint, Response, abort, request

from companion.table.values.ids import PersonId
from companion.table.values.projection import PersonView, Projection, Request
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.routes.answers import carried_out, done, follow, live_html, ok
from web.routes.asking import Body, Id, body, home_of, host_device
from web.routes.phone import DoBody
from web.services import services

blueprint = Blueprint("paper", __name__, url_prefix="/host/for/<person>")


class LoanBody(Body, frozen=True):
    """Whose phone is handed over; None: the one in the host's hand."""

    owner: Id | None = None


@blueprint.get("")
def page(person: str) -> Response:
    live = _live(person)
    _on_paper(services().latest, person)
    return live_html(live, f"/host/for/{person}")


@blueprint.post("/do")
def do(person: str) -> Response:
    device = host_device()
    wish = body(DoBody)
    found = _on_paper(services().latest, person)
    services().rates.spend(found.id)
    send_for = services().table.moves.send_for
    return carried_out(send_for, device, found.id, wish.command, wish.id, wish.step)


@blueprint.post("/loan")
def lend(person: str) -> Response:
    device, owner = host_device(), body(LoanBody).owner
    moving, whom = services().table.moving, _on_paper(services().latest, person).id
    handle = done(moving.lend, device, whom, PersonId(owner) if owner else None)
    return ok() if owner else ok(go=f"/p/{handle}")


@blueprint.post("/return")
def take_back(person: str) -> Response:
    device, moving = host_device(), services().table.moving
    body(Body)
    whom = _on_paper(services().latest, person).id
    return carried_out(moving.give_back, device, whom)


def _live(person: str) -> LivePage:
    """Return the page for somebody on paper, as long as the asking device is the host's."""
    parts, device, language = services(), host_device(), language_of(request)
    address = request.remote_addr or ""

    def requests(latest: Projection) -> tuple[Request, ...]:
        return latest.requests if device in latest.asked else ()

    if not any(each.id == person for each in parts.latest.table.people):
        abort(404)

    def key(latest: Projection) -> object:
        if latest.host != device:
            return "not the host's"
        parts.table.presence.note(device, address)
        if _without_phone(latest, person) is None:
            return "has a phone, or is gone"
        shown = latest.plain.get(PersonId(person)), latest.aloud.get(PersonId(person))
        return latest.table_version, requests(latest), *shown

    def snapshot(latest: Projection) -> Snapshot:
        if latest.host != device:
            return make_snapshot(parts, 0, go=home_of(latest, device))
        if (view := _without_phone(latest, person)) is None:
            return make_snapshot(parts, 0, go="/host")
        info = latest.table
        html = parts.renderer.render(
            "paper.html",
            language,
            person=view,
            people=latest.table.people,
            requests=requests(latest),
            own=parts.renderer.has("paper.html"),
            table=info.view,
            info=info,
            step=latest.plain.get(PersonId(person)),
            offers=latest.aloud.get(PersonId(person), ()),
        )
        return make_snapshot(parts, latest.table_version, html, info, language)

    return LivePage(key, snapshot)


def _on_paper(latest: Projection, person: str) -> PersonView:
    if (found := _without_phone(latest, person)) is None:
        abort(404)
    return found


def _without_phone(latest: Projection, person: str) -> PersonView | None:
    there = (each for each in latest.table.people if each.id == person)
    return next((each for each in there if not each.has_phone), None)


follow(blueprint, "", _live)
