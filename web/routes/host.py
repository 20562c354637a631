"""The host's page: who is here, the way in. Nothing private of any seat."""

import io
from typing import Annotated, Any, Literal

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta

from companion.codes import code
from companion.errors import refuse
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.projection import Projection
from web.devices import device_of
from web.guard import is_here
from web.keepsake import key_of_played
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.routes.answers import (
    carried_out,
    done,
    ensure_device_cookie,
    follow,
    live_html,
    ok,
)
from web.routes.asking import (
    Body,
    Id,
    body,
    home_of,
    host_device,
    host_visitor,
    pages_of,
    plays_alone,
)
from web.routes.boards import boards_shown
from web.routes.join import clean_name
from web.routes.phone import SeatAnswerBody
from web.routes.screens import screens_key, screens_values
from web.services import Services, services

blueprint = Blueprint("host", __name__, url_prefix="/host")


class NameBody(Body, frozen=True):
    """Somebody without a phone."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class BotBody(Body, frozen=True):
    """A bot to play with."""

    strength: Annotated[str, Meta(min_length=1, max_length=20)]


class PersonBody(Body, frozen=True):
    """Somebody at the table."""

    person: Id


class DoorBody(Body, frozen=True):
    """Whether nobody new may sit down with a phone."""

    closed: bool


class OrderBody(Body, frozen=True):
    """Somebody's wish for the place before (-1) or after (1) the own one."""

    person: Id
    by: Literal[-1, 1]


@blueprint.get("")
def page() -> Response:
    return ensure_device_cookie(live_html(live_host(), "/host"))


@blueprint.get("/qr/<int:number>.svg")
def qr(number: int) -> Response:
    host_visitor()
    addresses = services().addresses()
    if number >= len(addresses):
        abort(404)
    link = f"{addresses[number]}/j/{services().latest.pin}"
    return Response(qr_svg(link), mimetype="image/svg+xml")


@blueprint.get("/qr/table.svg")
def table_qr() -> Response:
    host_visitor()
    address = services().address() or abort(404)
    return Response(qr_svg(f"{address}/table"), mimetype="image/svg+xml")


@blueprint.get("/pin")
def pin() -> Response:
    """Tell a program on this very machine the way in, as the page here tells people."""
    if not is_here(request):
        abort(403)
    return jsonify({"pin": services().latest.pin, "addresses": [*services().addresses()]})


@blueprint.post("/pin")
def new_pin() -> Response:
    body(Body)
    return carried_out(services().table.lobby.change_pin, host_device())


@blueprint.post("/door")
def door() -> Response:
    device, closed = host_device(), body(DoorBody).closed
    return carried_out(services().table.lobby.close_door, device, closed=closed)


@blueprint.post("/take")
def take() -> Response:
    body(Body)
    device = device_of(request)
    if not is_here(request):
        abort(403)
    if device is None:
        raise refuse("no-cookie")
    return carried_out(services().table.lobby.take_host, device)


@blueprint.post("/people")
def add_person() -> Response:
    done(services().table.lobby.add_person, host_device(), clean_name(body(NameBody).name))
    return ok()


@blueprint.post("/bots")
def add_bot() -> Response:
    return carried_out(
        services().table.lobby.add_bot, host_device(), body(BotBody).strength
    )


@blueprint.post("/remove")
def remove() -> Response:
    person = PersonId(body(PersonBody).person)
    return carried_out(services().table.lobby.remove_person, host_device(), person)


@blueprint.post("/order")
def order() -> Response:
    wish = body(OrderBody)
    ids = [each.id for each in services().latest.table.people]
    moved = _moved(ids, PersonId(wish.person), wish.by)
    return carried_out(services().table.lobby.order_people, host_device(), tuple(moved))


@blueprint.post("/hand-over")
def hand_over() -> Response:
    person = PersonId(body(PersonBody).person)
    return carried_out(services().table.lobby.hand_over, host_device(), person)


@blueprint.post("/answer")
def answer_request() -> Response:
    device, wish, moving = host_visitor(), body(SeatAnswerBody), services().table.moving
    services().rates.spend("host")
    hosts = device == services().latest.host and not wish.grant
    if device is not None and (device in services().latest.asked or hosts):
        return carried_out(moving.answer, device, wish.request, grant=wish.grant)
    if not is_here(request):
        raise refuse("not-asked")
    return carried_out(moving.answer_here, wish.request, grant=wish.grant)


def live_host() -> LivePage:
    """Return the host's page, for the host's device or for this machine."""
    parts, device, language = services(), host_visitor(), language_of(request)
    here, address = is_here(request), request.remote_addr or ""

    def may_answer(latest: Projection) -> bool:
        return (here and latest.here) or device in latest.asked

    def key(latest: Projection) -> object:
        own = [(handle, page.version) for handle, page in pages_of(latest, device)]
        if not ((mine := _hosts(latest, device)) or here):
            return "not the host's"
        if mine and device is not None:
            parts.table.presence.note(device, address)
        kept = latest.incidents[:1], latest.rescue, screens_key(parts, latest)
        shown = (latest.table_version, latest.requests, latest.options, latest.next_game)
        asked = mine, latest.pin, parts.addresses(), may_answer(latest)
        return asked, shown, own, kept, latest.evenings, boards_shown(parts, latest)

    def snapshot(latest: Projection) -> Snapshot:
        if not ((mine := _hosts(latest, device)) or here):
            return make_snapshot(parts, 0, go=home_of(latest, device))
        html = parts.renderer.render(
            "host.html",
            language,
            mine=mine,
            pin=latest.pin,
            addresses=parts.addresses(),
            info=latest.table,
            people=latest.table.people,
            requests=latest.requests if mine or may_answer(latest) else (),
            only_no=not may_answer(latest),
            options=latest.options,
            may_switch_off=bool(parts.switch_off),
            next_game=latest.next_game,
            own=pages_of(latest, device),
            alone=plays_alone(latest, device),
            **_rare(parts, latest, language),
            **screens_values(parts, latest, device),
            rescue=latest.rescue,
            incidents=[each for each in latest.incidents if each.kind != "started"][:8],
        )
        return make_snapshot(parts, latest.table_version, html, latest.table, language)

    return LivePage(key, snapshot)


def _rare(parts: Services, latest: Projection, language: str) -> dict[str, Any]:
    """Return what the page tells besides people and match."""
    return {
        "evenings": _evenings(parts, latest, language),
        "suits": _suits(parts, language),
        "boards": boards_shown(parts, latest),
    }


def _hosts(latest: Projection, device: DeviceId | None) -> bool:
    return device is not None and latest.host == device


def _suits(parts: Services, language: str) -> dict[str, str]:
    """Return for whom each game is, by its name."""
    pages = parts.renderers.pages.items()
    return {name: each.catalogues[language].text("suits") for name, each in pages}


def _evenings(parts: Services, latest: Projection, language: str) -> list[Any]:
    """Return each match that was played, its result in words, and the name of its picture."""
    pages = parts.renderers.pages
    return [
        (
            each,
            pages[each.game].catalogues[language].say(each.result)
            if each.result and each.game in pages
            else "",
            key_of_played(each),
        )
        for each in latest.evenings
    ]


def _moved(ids: list[PersonId], person: PersonId, by: int) -> list[PersonId]:
    if person not in ids:
        raise refuse("no-such-person")
    at = ids.index(person)
    to = min(max(at + by, 0), len(ids) - 1)
    ids.insert(to, ids.pop(at))
    return ids


def qr_svg(link: str) -> bytes:
    """Return the QR code of *link* as SVG."""
    out = io.BytesIO()
    code(link).save(out, kind="svg", scale=8, border=3, dark="#000", light="#fff")
    return out.getvalue()


follow(blueprint, "", live_host)
