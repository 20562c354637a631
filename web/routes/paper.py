"""The host answers for somebody who plays on paper: by public choices only."""

from flask import Blueprint, Response, abort, request

from companion.table.projection import PersonView, Projection
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.routes.answers import answered, follow, live_html, ok
from web.routes.asking import body, host_device, people
from web.routes.phone import DoBody
from web.services import services

blueprint = Blueprint("paper", __name__, url_prefix="/host/for/<person>")


@blueprint.get("")
def page(person: str) -> Response:
    return live_html(_live(person), f"/host/for/{person}")


@blueprint.post("/do")
def do(person: str) -> Response:
    device = host_device()
    wish = body(DoBody)
    found = _on_paper(services().latest, person)
    services().rates.spend(found.id)
    answered(services().table.send_for(device, found.id, wish.command, wish.id))
    return ok()


def _live(person: str) -> LivePage:
    """Return the page for somebody on paper, as long as the asking device is the host's."""
    parts, device, language = services(), host_device(), language_of(request)
    _on_paper(parts.latest, person)

    def key(latest: Projection) -> object | None:
        there = any(each.id == person for each in people(latest))
        return latest.table_version if latest.host == device and there else None

    def snapshot(latest: Projection) -> Snapshot:
        info = latest.table
        html = parts.renderer.render(
            "paper.html",
            language,
            person=_on_paper(latest, person),
            people=people(latest),
            own=parts.renderer.has("paper.html"),
            table=info and info.view,
            info=info,
            step=info and info.step,
        )
        return make_snapshot(parts, latest.table_version, html, info, language)

    return LivePage(key, snapshot)


def _on_paper(latest: Projection, person: str) -> PersonView:
    found = next((each for each in people(latest) if each.id == person), None)
    if found is None or found.has_phone:
        abort(404)
    return found


follow(blueprint, "", _live)
