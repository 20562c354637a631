"""The virtual stands, drawn from the very bytes the panels get; on this machine only."""

from collections.abc import Callable, Iterator
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta

from companion.ports import Bench, Place
from companion.table.values.projection import Projection
from web.guard import is_here
from web.live.open_streams import OpenStream
from web.live.snapshot import event
from web.live.stream import respond, without_words
from web.pages.stand_faces import owners_of
from web.routes.answers import html, ok
from web.routes.asking import Body, body
from web.services import services

_SLICE_S = 0.2
"""How long one look at the bench may block: a stopping server waits for it."""

blueprint = Blueprint("bench", __name__, url_prefix="/bench")


class ButtonBody(Body, frozen=True):
    """A finger goes down on a virtual button, or up."""

    place: Annotated[str, Meta(max_length=20)]
    button: Annotated[str, Meta(max_length=20)]
    down: bool


@blueprint.get("")
def page() -> Response:
    newest = _bench().wait(-1, 0.0)
    latest = services().latest
    return html(
        "bench.html",
        stands=services().stands,
        newest=newest,
        playing=latest.table.playing,
        whose=_whose(latest),
        labels=_labels(latest),
    )


def _whose(latest: Projection) -> dict[Place, str]:
    """Return whose each stand is, where players have their own."""
    if not latest.table.own_stands:
        return {}
    return {place: owner.name for place, owner in owners_of(latest).items()}


def _labels(latest: Projection) -> str:
    """Return what differs whenever the names on the page do, of the game and of the stands."""
    info = latest.table
    return " ".join([info.game, *_whose(latest).values()]) if info.playing else ""


@blueprint.get("/picture/<place>")
def picture(place: str) -> Response:
    found = _bench()
    if place not in {stand.place for stand in services().stands}:
        abort(404)
    return Response(found.picture(Place(place)), mimetype="image/png")


@blueprint.get("/state")
def state() -> Response:
    return jsonify({"picture": _bench().wait(-1, 0.0)})


@blueprint.get("/stream")
def stream() -> Response:
    found, parts = _bench(), services()

    def labels() -> str:
        return _labels(parts.latest)

    def chunks(open_: OpenStream) -> Iterator[bytes]:
        return without_words(pictures(found, open_, parts.heartbeat_s, labels))

    return respond(parts, chunks, who="bench")


@blueprint.post("/button")
def button() -> Response:
    found, press = _bench(), body(ButtonBody)
    if (press.place, press.button) not in {
        (stand.place, name) for stand in services().stands for name in stand.buttons
    }:
        abort(404)
    found.set_button(Place(press.place), press.button, down=press.down)
    return ok()


def _bench() -> Bench:
    """Return the bench; without one, or from elsewhere, each of these routes is 404."""
    found = services().bench
    if found is None or not is_here(request):
        abort(404)
    return found


def pictures(
    bench: Bench, stream: OpenStream, heartbeat_s: float, labels: Callable[[], str]
) -> Iterator[bytes]:
    """Yield the newest picture's number whenever it rises, with *labels* then; heartbeats."""
    yield b"retry: 1000\n" + event("hello", {})
    seen, silent_s = -1, 0.0
    while not stream.over:
        newest = bench.wait(seen, _SLICE_S)
        if newest > seen:
            seen, silent_s = newest, 0.0
            yield event("picture", {"picture": newest, "labels": labels()}, newest)
            continue
        silent_s += _SLICE_S
        if silent_s >= heartbeat_s:
            silent_s = 0.0
            yield event("beat", {})
