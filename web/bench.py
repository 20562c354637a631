"""The virtual stands, drawn from the very bytes the panels get; on this machine only."""

from collections.abc import Iterator
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta

from companion.ports import Bench, Place
from web.guard import is_here
from web.shell import Body, Shell, body, ok, streaming
from web.stream import Ticket, event

_SLICE_S = 0.2
"""How long one look at the bench may block: a stopping server waits for it."""


class Press(Body, frozen=True):
    """A finger goes down on a virtual button, or up."""

    place: Annotated[str, Meta(max_length=20)]
    button: Annotated[str, Meta(max_length=20)]
    down: bool


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module; without a bench each of them is 404."""
    blueprint = Blueprint("bench", __name__, url_prefix="/bench")
    _pictures(shell, blueprint)
    _button(shell, blueprint)
    return blueprint


def _bench(shell: Shell) -> Bench:
    if shell.bench is None or not is_here(request):
        abort(404)
    return shell.bench


def _pictures(shell: Shell, blueprint: Blueprint) -> None:

    @blueprint.get("")
    def page() -> Response:
        newest = _bench(shell).wait(-1, 0.0)
        return shell.html("bench.html", stands=shell.stands, newest=newest)

    @blueprint.get("/picture/<place>")
    def picture(place: str) -> Response:
        found = _bench(shell)
        if place not in {stand.place for stand in shell.stands}:
            abort(404)
        return Response(found.picture(Place(place)), mimetype="image/png")

    @blueprint.get("/state")
    def state() -> Response:
        return jsonify({"picture": _bench(shell).wait(-1, 0.0)})

    @blueprint.get("/stream")
    def stream() -> Response:
        found = _bench(shell)
        ticket = shell.streams.open("bench", request.args.get("tab", "")[:16])
        if ticket is None:
            abort(503)
        response = streaming(pictures(found, ticket, shell.heartbeat_s))
        response.call_on_close(lambda: shell.streams.close(ticket))
        return response


def _button(shell: Shell, blueprint: Blueprint) -> None:
    @blueprint.post("/button")
    def button() -> Response:
        found, press = _bench(shell), body(Press)
        if (press.place, press.button) not in {
            (stand.place, name) for stand in shell.stands for name in stand.buttons
        }:
            abort(404)
        found.set_button(Place(press.place), press.button, down=press.down)
        return ok()


def pictures(bench: Bench, ticket: Ticket, heartbeat_s: float) -> Iterator[bytes]:
    """Yield the number of the newest picture whenever it rises, and heartbeats."""
    yield b"retry: 1000\n" + event("hello", {})
    seen, silent_s = -1, 0.0
    while not ticket.over:
        newest = bench.wait(seen, _SLICE_S)
        if newest > seen:
            seen, silent_s = newest, 0.0
            yield event("picture", {"picture": newest}, newest)
            continue
        silent_s += _SLICE_S
        if silent_s >= heartbeat_s:
            silent_s = 0.0
            yield event("beat", {})
