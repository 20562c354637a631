"""The tutorial of one person: a page of its own, of a match that is in memory alone."""

from typing import Annotated

from flask import Blueprint, Response, redirect, request
from msgspec import Meta

from companion.table.acts.tutorials import Lesson, lesson_page
from companion.table.values.ids import Handle
from companion.table.values.projection import Projection, SeatPage
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.routes.answers import follow, live_html, ok
from web.routes.asking import Body, body, own_page, page_of
from web.routes.phone import DoBody, NoteBody, values_of, writer
from web.services import services

blueprint = Blueprint("tutorial", __name__, url_prefix="/p/<handle>/tutorial")


class NextBody(Body, frozen=True):
    """Which mark is left: a second tap on it means nothing."""

    at: Annotated[int, Meta(ge=0, le=100)]


@blueprint.get("")
def page(handle: str) -> Response:
    own = own_page(services().latest, Handle(handle))
    if own.table.playing or not services().renderer.has_tutorial(language_of(request)):
        return redirect(f"/p/{handle}", 303)  # type: ignore[return-value]  # Flask's answer is one
    services().table.tutorials.begin(Handle(handle), own, language_of(request))
    return live_html(_live(handle), request.path, owner=own.person.name)


@blueprint.post("/do")
def do(handle: str) -> Response:
    writer(handle)
    wish = body(DoBody)
    services().table.tutorials.send(Handle(handle), wish.command, wish.id)
    return _changed()


@blueprint.put("/sheet")
def sheet(handle: str) -> Response:
    writer(handle)
    note = body(NoteBody)
    services().table.tutorials.note(Handle(handle), note.key, note.text)
    return _changed()


@blueprint.post("/next")
def go_on(handle: str) -> Response:
    writer(handle)
    more = services().table.tutorials.go_on(Handle(handle), body(NextBody).at)
    return _changed() if more else ok(go=f"/p/{handle}")


@blueprint.post("/leave")
def leave(handle: str) -> Response:
    writer(handle)
    body(Body)
    services().table.tutorials.leave(Handle(handle))
    return ok(go=f"/p/{handle}")


def _changed() -> Response:
    services().writer.wake()
    return ok()


def _live(handle: str) -> LivePage:
    """Return the tutorial behind *handle*, for the asking device as long as it holds the page."""
    parts, language = services(), language_of(request)
    device = own_page(parts.latest, Handle(handle)).device
    address = request.remote_addr or ""

    def found(latest: Projection) -> tuple[SeatPage | None, Lesson | None]:
        return page_of(latest, Handle(handle), device), parts.table.tutorials.find(
            Handle(handle)
        )

    def key(latest: Projection) -> object | None:
        own, lesson = found(latest)
        if own is None:
            return None
        parts.table.presence.note(device, address)
        if own.table.playing:
            return "a match is on"
        return (lesson.version, lesson.language, own.requests) if lesson else "over"

    def snapshot(latest: Projection) -> Snapshot:
        own, lesson = found(latest)
        if own is None or own.table.playing or lesson is None:
            return make_snapshot(parts, 0, go=f"/p/{handle}")
        shown = lesson_page(lesson, own)
        values = {
            **values_of(shown, Handle(handle), is_host=False),
            "base": f"/p/{handle}/tutorial",
            "mark": lesson.mark,
            "at": lesson.at,
        }
        html = parts.renderer.render("tutorial.html", language, **values)
        return make_snapshot(parts, shown.version, html, shown.table, language)

    return LivePage(key, snapshot)


follow(blueprint, "", _live)
