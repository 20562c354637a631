"""The way in: the join page, the short link of the QR code, and asking for a lost seat."""

from typing import Annotated

from flask import Blueprint, Response, abort, request
from msgspec import Meta

from companion.errors import refuse
from companion.languages import Language
from companion.limits import NAME_LENGTH
from companion.table.values.ids import DeviceId, PersonId
from companion.table.values.names import likeness, tidy, visible
from companion.table.values.projection import Projection, Request
from web.devices import device_of, keep
from web.guard import is_here
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import LANGUAGE_COOKIE, language_of
from web.pages.renderer import PIN_FIELD_LENGTH
from web.pin import digits
from web.problems import TooManyAttempts
from web.routes.answers import done, ensure_device_cookie, follow, html, live_html, ok
from web.routes.asking import Body, Id, body, pages_of
from web.services import services

Pin = Annotated[str, Meta(max_length=PIN_FIELD_LENGTH)]

blueprint = Blueprint("join", __name__)


class JoinBody(Body, frozen=True):
    """A new person; the PIN may be left out by a device that holds a page already."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    pin: Pin = ""


class AskBody(Body, frozen=True):
    """The wish to hold the seat of *person*."""

    person: Id
    pin: Pin = ""


class BackBody(Body, frozen=True):
    """The wish of the device that held the page of *person* to hold it again."""

    person: Id


class LanguageBody(Body, frozen=True):
    """The reader's language."""

    language: Language


@blueprint.get("/")
def index() -> Response:
    return ensure_device_cookie(_join_page(""))


@blueprint.get("/J/<pin>")
@blueprint.get("/j/<pin>")
def short(pin: str) -> Response:
    # Prefilled whatever it is: to say whether it is right would be another attempt.
    found = digits(pin) or ""
    return ensure_device_cookie(_join_page(found if len(pin) <= PIN_FIELD_LENGTH else ""))


@blueprint.post("/join")
def join() -> Response:
    wish = body(JoinBody)
    device = _admitted(wish.pin)
    handle = done(services().table.lobby.join, device, clean_name(wish.name))
    return ok(go=f"/p/{handle}")


@blueprint.post("/ask")
def ask() -> Response:
    wish = body(AskBody)
    device = _admitted(wish.pin)
    if _name(services().latest, wish.person) is None:
        raise refuse("no-such-person")
    done(services().table.moving.ask_for_page, device, PersonId(wish.person))
    return ok(go=f"/asked/{wish.person}")


@blueprint.post("/back")
def take_back() -> Response:
    wish, device = body(BackBody), device_of(request)
    _spend(device)
    if device is None or services().latest.lent.get(PersonId(wish.person)) != device:
        raise refuse("no-such-page")
    done(services().table.moving.take_back, device, PersonId(wish.person))
    return ok(go="/")


@blueprint.post("/language")
def language() -> Response:
    response = ok()
    chosen = body(LanguageBody).language
    keep(response, LANGUAGE_COOKIE, chosen)
    return response


@blueprint.get("/asked/<person>")
def asked(person: str) -> Response:
    latest = services().latest
    found = _held(latest, person, device_of(request))
    if found is not None:
        return Response(status=303, headers={"Location": f"/p/{found}"})
    if _name(latest, person) is None:
        abort(404)
    return live_html(_live(person), request.path)


def _live(person: str) -> LivePage:
    """Return the waiting room of a device that asked for the seat of *person*."""
    parts, device, language = services(), device_of(request), language_of(request)
    if device is None:
        abort(404)

    def key(latest: Projection) -> object | None:
        name = _name(latest, person)
        if name is None:
            return None
        return (
            name,
            _held(latest, person, device),
            _open(latest, person, device),
            latest.table.playing,
        )

    def snapshot(latest: Projection) -> Snapshot:
        found, open_ = _held(latest, person, device), _open(latest, person, device)
        name = _name(latest, person)
        html = parts.renderer.render(
            "asked.html",
            language,
            found=found,
            open=open_,
            name=name,
            playing=latest.table.playing,
        )
        go = f"/p/{found}" if found else ""
        return make_snapshot(parts, int(open_ is not None), html, None, language, go=go)

    return LivePage(key, snapshot)


def _name(latest: Projection, person: str) -> str | None:
    return next((each.name for each in latest.table.people if each.id == person), None)


def _open(latest: Projection, person: str, device: DeviceId) -> Request | None:
    """Return the open question, if *device* asks for the page of *person* by it."""
    asked = (each for each in latest.requests if each.right == "page")
    mine = (each for each in asked if each.device == device)
    return next((each for each in mine if each.person == person), None)


def _held(latest: Projection, person: str, device: DeviceId | None) -> str | None:
    """Return the page of *person*, if *device* holds it as its own."""
    held = (page for page in pages_of(latest, device) if page[1].person.id == person)
    return next((handle for handle, page in held if not page.person.on_loan), None)


def _admitted(pin: str) -> DeviceId:
    """Return the asking device once it may come in: it is known, or the PIN is right."""
    device = device_of(request)
    if device is None:
        raise refuse("no-cookie")
    _spend(device)
    latest = services().latest
    if pages_of(latest, device):
        return device
    guest = device in latest.guests
    attempt = services().pins.attempt(
        str(device) if guest else request.remote_addr or "",
        pin,
        latest.pin,
        stranger=not guest and not is_here(request),
    )
    if attempt.wait_s:
        raise TooManyAttempts(attempt.wait_s)
    if not attempt.right:
        raise refuse("wrong-pin")
    return device


def _spend(device: DeviceId | None) -> None:
    """Count one wish of a device that has sat here, else of the address; raises TooFast."""
    latest = services().latest
    if device in latest.guests or pages_of(latest, device):
        services().knocks.spend(f"device {device}")
    elif not is_here(request):
        services().knocks.spend(f"address {request.remote_addr}")


def clean_name(name: str) -> str:
    """Return *name* in one line that can be seen, cut to its length; refused when empty."""
    short = tidy(visible(tidy(name)))[:NAME_LENGTH].rstrip()
    if not likeness(short):
        raise refuse("no-name")
    return short


def _join_page(pin: str) -> Response:
    latest, device = services().latest, device_of(request)
    held = pages_of(latest, device)
    return html(
        "join.html",
        held=held,
        others=[
            each
            for each in latest.table.people
            if not each.bot and each.id not in {page.person.id for _, page in held}
        ],
        # The machine itself shows the PIN anyway, on its host page.
        pin=pin or (latest.pin if is_here(request) else ""),
        host=is_here(request) or (device is not None and device == latest.host),
        playing=latest.table.playing,
        closed=latest.table.closed,
    )


follow(blueprint, "/asked/<person>", _live)
