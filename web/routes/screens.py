"""Those who sit here say which device is which stand: by its number, its code, or one of theirs."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Annotated, Any

from flask import Blueprint, Response, request
from msgspec import Meta

from companion.errors import refuse
from companion.ports import Place
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.projection import Projection
from companion.table.values.screens import CODE_S, PLACES, ScreenId
from web.devices import device_of
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.pages.stand_faces import drawn_code, owners_of
from web.problems import NotSeated
from web.routes.answers import carried_out, done, follow, html, live_html, ok
from web.routes.asking import Body, Id, body, own_page, pages_of
from web.services import Services, holds_place, services

blueprint = Blueprint("screens", __name__)

Places = Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=7)]


class GiveBody(Body, frozen=True):
    """Which screen, or which device that asks, is to be the stand where.

    *rest*: at all that is left, now and later.
    """

    id: Id
    places: Places = ()
    rest: bool = False


class PlacesBody(Body, frozen=True):
    """Where a screen is to stand that nobody knows yet; *rest*: as above."""

    places: Places = ()
    rest: bool = False


class ScreenBody(Body, frozen=True):
    """Which screen."""

    id: Id


@blueprint.get("/screens")
def screens_page() -> Response:
    return live_html(_live_screens(), "/screens")


@blueprint.get("/stand/give/<id_>")
def give_page(id_: str) -> Response:
    """Return the page of whoever has scanned the code of a screen that asks."""
    _giver()
    if not any(each.id == id_ for each in services().latest.asking_screens.values()):
        raise refuse("no-such-screen")
    return Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/screens"})


@blueprint.post("/stand/give")
def give() -> Response:
    wish, by = body(GiveBody), _giver()
    services().rates.spend(f"screens {by}")
    give_ = services().table.screens.give
    return carried_out(give_, by, ScreenId(wish.id), wish.places, rest=wish.rest)


@blueprint.post("/stand/code")
def new_code() -> Response:
    wish, by = body(PlacesBody), _giver()
    services().rates.spend(f"screens {by}")
    secret = done(services().table.screens.code, by, wish.places, rest=wish.rest)
    return ok(go=f"/stand/code/{secret}")


@blueprint.get("/stand/code/<string(maxlength=64):secret>")
def code_page(secret: str) -> Response:
    _giver()
    base = services().address() or request.host_url.rstrip("/")
    minutes = int(CODE_S // 60)
    drawn = drawn_code(f"{base}/stand/s/{secret}")
    return html("stand_code.html", minutes=minutes, **drawn)


@blueprint.post("/stand/take")
def take() -> Response:
    wish, by = body(ScreenBody), _giver()
    services().rates.spend(f"screens {by}")
    return carried_out(services().table.screens.take, by, ScreenId(wish.id))


@blueprint.post("/p/<handle>/stand")
def become_own(handle: str) -> Response:
    body(Body)
    page = own_page(services().latest, Handle(handle))
    services().rates.spend(page.person.id)
    done(services().table.screens.become_own, page.device, Handle(handle))
    return ok(go="/stand")


def _giver() -> DeviceId:
    """Return the asking device, the host's or somebody's who sits here; NotSeated otherwise."""
    device = device_of(request)
    if device is None or not gives(services().latest, device):
        raise NotSeated
    return device


def gives(latest: Projection, device: DeviceId) -> bool:
    """Tell whether *device* may say which stand a screen is."""
    own = any(not page.person.on_loan for _, page in pages_of(latest, device))
    return latest.host == device or (own and holds_place(latest, device))


def screens_key(parts: Services, latest: Projection) -> object:
    """Return what differs whenever the list of screens does."""
    return latest.screens, latest.asking_screens, latest.left, _batteries(parts, latest)


def screens_values(
    parts: Services, latest: Projection, device: DeviceId | None
) -> dict[str, Any]:
    """Return what ``screens.html`` needs on the page of *device*."""
    owners = owners_of(latest)
    return {
        "screens": {
            "asking": [*latest.asking_screens.values()],
            "screens": [*latest.screens.values()],
        },
        "batteries": _batteries(parts, latest),
        "places": PLACES,
        "owners": owners,
        "rest_for": _rest_for(latest, owners),
        "may_take": device is not None and device == latest.host,
        "address": parts.address(),
    }


def _rest_for(latest: Projection, owners: Iterable[Place]) -> Mapping[str, bool]:
    """Tell which screen may have the rest; "": a new one. It takes nothing from another."""
    screens = [*latest.screens.values()]
    if any(each.rest for each in screens):
        return {each.id: each.rest for each in screens}
    free = ((each.id, {*each.places} - {*owners}) for each in screens)
    left = bool(latest.left)
    return {"": left, **{id_: left or bool(own) for id_, own in free}}


def _batteries(parts: Services, latest: Projection) -> Mapping[DeviceId, int | None]:
    return {each: parts.table.screens.presence.battery(each) for each in latest.screens}


def _live_screens() -> LivePage:
    """Return the page on which those who sit here make screens stands."""
    device, parts, language = _giver(), services(), language_of(request)

    def key(latest: Projection) -> object | None:
        if not gives(latest, device):
            return None
        return latest.table_version, screens_key(parts, latest), latest.host == device

    def snapshot(latest: Projection) -> Snapshot:
        values = screens_values(parts, latest, device)
        drawing = parts.renderer.render("screens_page.html", language, **values)
        return make_snapshot(parts, latest.table_version, drawing, latest.table, language)

    return LivePage(key, snapshot)


follow(blueprint, "/screens", _live_screens)
