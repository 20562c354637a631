"""The page of one person: everything here comes out of one SeatPage and nothing else."""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, request
from msgspec import Meta

from companion.table.projection import DeviceId, Handle, Projection, SeatPage
from web.pages import language_of
from web.shell import Body, Shell, body, ok, page_of, pages_of
from web.stream import Live, Snapshot

CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]


class Do(Body, frozen=True):
    """One command of the game; the same *id* is carried out once."""

    id: CommandId
    command: dict[str, Any]


class Note(Body, frozen=True):
    """One entry of the private sheet."""

    key: Annotated[str, Meta(min_length=1, max_length=40)]
    text: Annotated[str, Meta(max_length=2000)]


class Seen(Body, frozen=True):
    """The tag of the last row that this phone was shown before the table started anew."""

    tag: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class TakeBack(Body, frozen=True):
    """The wish to take the last step back; the same *id* takes back once."""

    id: CommandId


class Answer(Body, frozen=True):
    """Whether this seat agrees to take the last step back."""

    agree: bool


class Decide(Body, frozen=True):
    """A word on somebody who asks for a seat with another phone."""

    request: Annotated[str, Meta(min_length=1, max_length=80)]
    grant: bool


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module."""
    blueprint = Blueprint("phone", __name__, url_prefix="/p/<handle>")

    @blueprint.get("")
    def page(handle: str) -> Response:
        live, _ = _asked_for(shell, handle)
        return shell.live_html("page.html", live, request.path)

    @blueprint.get("/stream")
    def stream(handle: str) -> Response:
        return shell.stream(_asked_for(shell, handle)[0])

    @blueprint.get("/state")
    def state(handle: str) -> Response:
        return shell.state(_asked_for(shell, handle)[0])

    _writes(shell, blueprint)
    return blueprint


def _writes(shell: Shell, blueprint: Blueprint) -> None:
    table = shell.table

    @blueprint.post("/do")
    def do(handle: str) -> Response:
        _, device = _asked_for(shell, handle)
        wish = body(Do)
        shell.done(table.send(device, Handle(handle), wish.command, wish.id))
        return ok()

    @blueprint.put("/sheet")
    def sheet(handle: str) -> Response:
        _, device = _asked_for(shell, handle)
        note = body(Note)
        shell.done(
            table.submit(table.sheets.write, device, Handle(handle), note.key, note.text)
        )
        return ok()

    @blueprint.post("/seen")
    def seen(handle: str) -> Response:
        _, device = _asked_for(shell, handle)
        shell.done(
            table.submit(table.lobby.bear_witness, device, Handle(handle), body(Seen).tag)
        )
        return ok()

    @blueprint.post("/undo")
    def undo(handle: str) -> Response:
        _, device = _asked_for(shell, handle)
        wish = body(TakeBack)
        shell.done(table.submit(table.undo.ask, device, Handle(handle), wish.id))
        return ok()

    @blueprint.post("/answer")
    def answer_request(handle: str) -> Response:
        # The host's own seat is given by the others; who may answer, the table knows.
        _, device = _asked_for(shell, handle)
        wish = body(Decide)
        shell.done(
            table.submit(table.lobby.answer_request, device, wish.request, grant=wish.grant)
        )
        return ok()

    @blueprint.post("/undo/answer")
    def answer_undo(handle: str) -> Response:
        _, device = _asked_for(shell, handle)
        agree = body(Answer).agree
        shell.done(table.submit(table.undo.answer, device, Handle(handle), agree=agree))
        return ok()


def _asked_for(shell: Shell, handle: str) -> tuple[Live, DeviceId]:
    """Return the live page behind *handle*, and the device that holds it, or 404."""
    page = shell.own_page(shell.latest, Handle(handle))
    return phone_live(shell, Handle(handle), page.device, language_of(request)), page.device


def phone_live(shell: Shell, handle: Handle, device: DeviceId, language: str) -> Live:
    """Return the page behind *handle* as long as *device* holds it."""

    def key(latest: Projection) -> object | None:
        page = page_of(latest, handle, device)
        return page and (page.version, latest.host == device, _shared(latest, device))

    def snapshot(latest: Projection) -> Snapshot:
        page = page_of(latest, handle, device)
        if page is None:  # went between two looks; the next one says bye
            return shell.snapshot(0)
        shared = _shared(latest, device)
        values = values_of(page, handle, is_host=latest.host == device, shared=shared)
        html = shell.renderer.render("phone.html", language, **values)
        return shell.snapshot(page.version, html, page.table, language, seen=page.witness)

    return Live(key, snapshot)


def _shared(latest: Projection, device: DeviceId) -> bool:
    """Tell whether several people pass *device* round."""
    return len(pages_of(latest, device)) > 1


def values_of(
    page: SeatPage, handle: Handle, *, is_host: bool, shared: bool = False
) -> Mapping[str, Any]:
    """Return what the game's phone.html is promised, and what the shell's frame needs."""
    return {
        "page": page,
        "view": page.view,
        # A game may draw the public things as this seat sees them.
        "table": getattr(page.view, "table", page.table.view),
        "offers": {offer.kind: offer for offer in page.offers},
        "sheet": page.sheet,
        "people": page.table.people,
        "base": f"/p/{handle}",
        "is_host": is_host,
        "shared": shared,
    }
