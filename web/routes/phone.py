"""The page of one person: everything here comes out of one SeatPage and nothing else."""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, request
from msgspec import Meta

from companion.table.values.ids import DeviceId, Handle
from companion.table.values.projection import Projection, SeatPage
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.routes.answers import carried_out, done, follow, live_html, ok
from web.routes.asking import (
    Body,
    CommandId,
    body,
    own_page,
    owners_of,
    page_of,
    pages_of,
    plays_alone,
)
from web.services import Services, services

blueprint = Blueprint("phone", __name__, url_prefix="/p/<handle>")


class DoBody(Body, frozen=True):
    """One command of the game; the same *id* is carried out once.

    As an answer to *step* it means nothing once the page asks something else.
    """

    id: CommandId
    command: dict[str, Any]
    step: Annotated[str, Meta(max_length=80)] = ""


class NoteBody(Body, frozen=True):
    """One entry of the private sheet."""

    key: Annotated[str, Meta(min_length=1, max_length=40)]
    text: Annotated[str, Meta(max_length=2000)]
    match: Annotated[str, Meta(max_length=16)] = ""
    """Of which match; empty where there is but one."""


class SignBody(Body, frozen=True):
    """The picture that is to stand for this player, by its name."""

    sign: Annotated[str, Meta(min_length=1, max_length=20)]


class SkipBody(Body, frozen=True):
    """Which show, by its number."""

    show: int


class SeenBody(Body, frozen=True):
    """The tag of the last row that this phone was shown before the table started anew."""

    tag: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class UndoBody(Body, frozen=True):
    """The wish to take a step back; the same *id* takes back once."""

    id: CommandId
    step: int = 0
    """Which, as the page names it; a page of an older version names none."""


class UndoAnswerBody(Body, frozen=True):
    """Whether this seat agrees to take a step back, as that request wants it."""

    agree: bool
    request: Annotated[str, Meta(max_length=80)] = ""
    """Empty on a page of an older version: that is asked no more."""


class SeatAnswerBody(Body, frozen=True):
    """A word on somebody who asks for a seat with another phone."""

    request: Annotated[str, Meta(min_length=1, max_length=80)]
    grant: bool


@blueprint.get("")
def page(handle: str) -> Response:
    owner = own_page(services().latest, Handle(handle)).person.name
    return live_html(_live(handle), request.path, owner=owner)


@blueprint.post("/do")
def do(handle: str) -> Response:
    device, wish = writer(handle), body(DoBody)
    send, page = services().table.moves.send, Handle(handle)
    return carried_out(send, device, page, wish.command, wish.id, wish.step)


@blueprint.put("/sheet")
def sheet(handle: str) -> Response:
    device, note = writer(handle), body(NoteBody)
    return carried_out(
        services().table.sheets.write,
        device,
        Handle(handle),
        note.key,
        note.text,
        note.match,
    )


@blueprint.post("/seen")
def seen(handle: str) -> Response:
    device, tag = writer(handle), body(SeenBody).tag
    return carried_out(services().table.lobby.bear_witness, device, Handle(handle), tag)


@blueprint.post("/sign")
def choose_sign(handle: str) -> Response:
    device, sign = writer(handle), body(SignBody).sign
    return carried_out(services().table.lobby.choose_sign, device, Handle(handle), sign)


@blueprint.post("/skip")
def skip(handle: str) -> Response:
    device, show = writer(handle), body(SkipBody).show
    return carried_out(services().table.moves.skip, device, Handle(handle), show)


@blueprint.post("/undo")
def undo(handle: str) -> Response:
    device, wish = writer(handle), body(UndoBody)
    ask, page = services().table.undo.ask, Handle(handle)
    return carried_out(ask, device, page, wish.id, wish.step)


@blueprint.post("/answer")
def answer_request(handle: str) -> Response:
    device, wish = writer(handle), body(SeatAnswerBody)
    return carried_out(
        services().table.moving.answer, device, wish.request, grant=wish.grant
    )


@blueprint.post("/host-right")
def ask_for_host(handle: str) -> Response:
    device = writer(handle)
    body(Body)
    return carried_out(services().table.moving.ask_for_host, device, Handle(handle))


@blueprint.post("/return")
def give_back(handle: str) -> Response:
    page = own_page(services().latest, Handle(handle))
    body(Body)
    done(services().table.moving.give_back, page.device, page.person.id)
    return ok(go=owners_of(services().latest, page.device))


@blueprint.post("/undo/answer")
def answer_undo(handle: str) -> Response:
    device, wish = writer(handle), body(UndoAnswerBody)
    answer, page = services().table.undo.answer, Handle(handle)
    return carried_out(answer, device, page, wish.request, agree=wish.agree)


def writer(handle: str) -> DeviceId:
    """Return the asking device, whose page it is, unless its seat writes too fast."""
    page = own_page(services().latest, Handle(handle))
    services().rates.spend(page.person.id)
    return page.device


def _live(handle: str) -> LivePage:
    """Return the page behind *handle*, for the asking device as long as it holds it."""
    parts, language = services(), language_of(request)
    first, back = own_page(parts.latest, Handle(handle)), "back" in request.args
    device, address = first.device, request.remote_addr or ""

    def key(latest: Projection) -> object | None:
        page = page_of(latest, Handle(handle), device)
        if page is None and first.person.on_loan:
            return "given back"
        if page is not None:
            parts.table.presence.note(device, address)
        hosts = latest.host == device
        return page and (
            page.version,
            hosts,
            [at for at, _ in pages_of(latest, device)],
            hosts and (latest.pin, parts.address()),
        )

    def snapshot(latest: Projection) -> Snapshot:
        page = page_of(latest, Handle(handle), device)
        if page is None:  # given back; or it went between two looks: the next one says bye
            home = owners_of(latest, device) if first.person.on_loan else ""
            return make_snapshot(parts, 0, go=home)
        on_loan = page.person.on_loan
        is_host = latest.host == device and not on_loan
        shared = on_loan or back or _shared(parts, latest, device)
        pin = latest.pin if is_host else ""
        values = values_of(page, Handle(handle), is_host=is_host, shared=shared, pin=pin)
        html = parts.renderer.render(
            "phone.html",
            language,
            **values,
            alone=is_host and plays_alone(latest, device),
            address=parts.address() if is_host else "",
            lent=None if on_loan else _lent(latest, device),
        )
        return make_snapshot(
            parts, page.version, html, page.table, language, seen=page.witness
        )

    return LivePage(key, snapshot)


def _shared(parts: Services, latest: Projection, device: DeviceId) -> bool:
    """Tell whether several people pass *device* round."""
    return not parts.side_by_side and len(pages_of(latest, device)) > 1


def _lent(latest: Projection, device: DeviceId) -> tuple[Handle, str] | None:
    """Return for whose page *device* is lent now, and the name of who plays there."""
    held = pages_of(latest, device)
    return next(((at, p.person.name) for at, p in held if p.person.on_loan), None)


def values_of(
    page: SeatPage,
    handle: Handle,
    *,
    is_host: bool,
    shared: bool = False,
    pin: str = "",
) -> Mapping[str, Any]:
    """Return what the game's phone.html is promised, and what the shell's frame needs."""
    return {
        "page": page,
        "view": page.view,
        # A game may draw the public things as this seat sees them.
        "table": getattr(page.view, "table", page.table.view),
        "offers": {offer.kind: offer for offer in page.offers},
        "sheet": page.sheet,
        "step": page.step,
        "people": page.table.people,
        "house": page.table.house,
        "on_stands": page.table.on_stands,
        "base": f"/p/{handle}",
        "is_host": is_host,
        "shared": shared,
        "pin": pin,
    }


follow(blueprint, "", _live)
