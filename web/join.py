"""The way in: the join page, the short link of the QR code, and asking for a lost seat."""

import unicodedata
from typing import Annotated, Literal

from flask import Blueprint, Response, abort, request
from msgspec import Meta

from companion.errors import refuse
from companion.table.projection import DeviceId, PersonId, Projection
from web.devices import MAX_AGE_S, device_of, introduce
from web.guard import is_here
from web.pages import LANGUAGE_COOKIE, language_of
from web.problems import TooManyAttempts
from web.shell import Body, Shell, body, ok, page_of, pages_of, people
from web.stream import Live, Snapshot

Pin = Annotated[str, Meta(max_length=12)]
PIN_DIGITS = 12


class Join(Body, frozen=True):
    """A new person; the PIN may be left out by a device that holds a page already."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    pin: Pin = ""


class Ask(Body, frozen=True):
    """The wish to hold the seat of *person*."""

    person: Annotated[str, Meta(min_length=1, max_length=80)]
    pin: Pin = ""


class Choose(Body, frozen=True):
    """The reader's language."""

    language: Literal["en", "de"]


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module."""
    blueprint = Blueprint("join", __name__)

    @blueprint.get("/")
    def index() -> Response:
        return introduce(_join_page(shell, ""))

    @blueprint.get("/J/<pin>")
    @blueprint.get("/j/<pin>")
    def short(pin: str) -> Response:
        # Prefilled whatever it is: to say whether it is right would be another attempt.
        known = pin.isascii() and pin.isdigit() and len(pin) <= PIN_DIGITS
        return introduce(_join_page(shell, pin if known else ""))

    @blueprint.post("/join")
    def join() -> Response:
        wish = body(Join)
        device = _admitted(shell, wish.pin)
        language = language_of(request)
        handle = shell.done(
            shell.table.submit(
                shell.table.lobby.join, device, clean_name(wish.name), language
            )
        )
        return ok(go=f"/p/{handle}")

    @blueprint.post("/ask")
    def ask() -> Response:
        wish = body(Ask)
        device = _admitted(shell, wish.pin)
        if not any(person.id == wish.person for person in people(shell.latest)):
            raise refuse("no-such-person")
        shell.done(
            shell.table.submit(
                shell.table.lobby.ask_for_seat, device, PersonId(wish.person)
            )
        )
        return ok(go=f"/asked/{wish.person}")

    @blueprint.post("/language")
    def language() -> Response:
        response = ok()
        chosen = body(Choose).language
        response.set_cookie(
            LANGUAGE_COOKIE, chosen, max_age=MAX_AGE_S, httponly=True, samesite="Lax"
        )
        return response

    _asked_routes(shell, blueprint)
    return blueprint


def _asked_routes(shell: Shell, blueprint: Blueprint) -> None:
    @blueprint.get("/asked/<person>")
    def asked(person: str) -> Response:
        found = _granted(shell.latest, device_of(request))
        if found is not None:
            return _to(f"/p/{found}")
        if _name(shell.latest, person) is None:
            abort(404)
        return shell.live_html("page.html", _asked(shell, person), request.path)

    @blueprint.get("/asked/<person>/stream")
    def asked_stream(person: str) -> Response:
        return shell.stream(_asked(shell, person))

    @blueprint.get("/asked/<person>/state")
    def asked_state(person: str) -> Response:
        return shell.state(_asked(shell, person))


def _asked(shell: Shell, person: str) -> Live:
    """Return the waiting room of a device that asked for the seat of *person*."""
    device, language = device_of(request), language_of(request)
    if device is None:
        abort(404)

    def key(latest: Projection) -> object | None:
        name = _name(latest, person)
        return (
            None
            if name is None
            else (name, _granted(latest, device), _open(latest, person))
        )

    def snapshot(latest: Projection) -> Snapshot:
        found, open_ = _granted(latest, device), _open(latest, person)
        name = _name(latest, person)
        html = shell.renderer.render(
            "asked.html", language, found=found, open=open_, name=name
        )
        return shell.snapshot(int(open_), html, go=f"/p/{found}" if found else "")

    return Live(key, snapshot)


def _name(latest: Projection, person: str) -> str | None:
    return next((each.name for each in people(latest) if each.id == person), None)


def _open(latest: Projection, person: str) -> bool:
    return any(each.person == person for each in latest.requests)


def _granted(latest: Projection, device: DeviceId | None) -> str | None:
    handle = latest.granted.get(device) if device is not None else None
    # A grant outlives the page: the seat may have gone on to yet another phone.
    return handle if handle is not None and page_of(latest, handle, device) else None


def _admitted(shell: Shell, pin: str) -> DeviceId:
    """Return the asking device once it may come in: it is known, or the PIN is right."""
    device = device_of(request)
    if device is None:
        raise refuse("no-cookie")
    if pages_of(shell.latest, device):
        return device
    verdict = shell.gate.attempt(request.remote_addr or "", pin.strip(), shell.latest.pin)
    if verdict.wait_s:
        raise TooManyAttempts(verdict.wait_s)
    if not verdict.right:
        raise refuse("wrong-pin")
    return device


def clean_name(name: str) -> str:
    """Return *name* in one line of printable characters, at most 20; refused when empty."""
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", name)
        if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    short = " ".join(kept.split())[:20].rstrip()
    if not short:
        raise refuse("no-name")
    return short


def _join_page(shell: Shell, pin: str) -> Response:
    latest, device = shell.latest, device_of(request)
    held = pages_of(latest, device)
    return shell.html(
        "join.html",
        held=held,
        others=[
            each
            for each in people(latest)
            if each.id not in {page.person.id for _, page in held}
        ],
        # The machine itself shows the PIN anyway, on its host page.
        pin=pin or (latest.pin if is_here(request) else ""),
        host=is_here(request) or (device is not None and device == latest.host),
        playing=latest.table is not None and latest.table.playing,
    )


def _to(where: str) -> Response:
    return Response(status=303, headers={"Location": where})
