"""All seats on one page, for whoever writes a game; there in ``companion run --dev`` alone."""

from dataclasses import replace
from typing import Annotated, Final, Protocol

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request
from msgspec import Meta

from companion.errors import refuse
from companion.table.values.ids import DeviceId
from companion.table.values.seating import MOST_PEOPLE
from web.devices import device_of
from web.guard import is_here, let_frame
from web.pages.language import language_of
from web.routes.answers import ensure_device_cookie, html, ok
from web.routes.asking import Body, body, pages_of
from web.services import services, services_of

MOST_MOVES: Final = 50
_EXTENSION: Final = "desk"

blueprint = Blueprint("dev", __name__, url_prefix="/dev")


class FaultList(Protocol):
    """What has gone wrong, the newest whole."""

    number: int
    text: str


class Desk(Protocol):
    """What whoever writes a game does for all seats."""

    @property
    def faults(self) -> FaultList:
        """What has gone wrong since the start."""

    def begin(self, device: DeviceId, game: str, people: int, language: str) -> None:
        """Begin a match, every seat on *device*; raises Rejected."""

    def move(self, times: int) -> int:
        """Make random moves; return how many were made."""


def install(app: Flask, desk: Desk) -> None:
    """Give *app* the page of all seats, in which our other pages may stand."""
    app.extensions[_EXTENSION] = desk
    replace(services_of(app), side_by_side=True).install(app)
    app.register_blueprint(blueprint)
    # What is first in this list comes last: the headers are there by then.
    app.after_request_funcs.setdefault(None, []).insert(0, let_frame)


class BeginBody(Body, frozen=True):
    """Which game, and how many seats."""

    game: Annotated[str, Meta(max_length=60)]
    people: Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]


class MoveBody(Body, frozen=True):
    """How many random moves."""

    times: Annotated[int, Meta(ge=1, le=MOST_MOVES)]


@blueprint.get("")
def page() -> Response:
    _desk()
    latest, device = services().latest, device_of(request)
    return ensure_device_cookie(
        html(
            "dev.html",
            held=pages_of(latest, device),
            most=MOST_PEOPLE,
            playing=latest.table.playing,
            boot=services().boot,
        )
    )


@blueprint.get("/state")
def state() -> Response:
    faults = _desk().faults
    return jsonify(
        {
            "boot": services().boot,
            "number": services().latest.number,
            "fault": faults.text,
            "faults": faults.number,
        }
    )


@blueprint.post("/begin")
def begin() -> Response:
    desk, wish, device = _desk(), body(BeginBody), device_of(request)
    if device is None:
        raise refuse("no-cookie")
    desk.begin(device, wish.game, wish.people, language_of(request))
    return ok(go="/dev")


@blueprint.post("/move")
def move() -> Response:
    if not _desk().move(body(MoveBody).times):
        raise refuse("not-now")
    return ok()


def _desk() -> Desk:
    """Return the desk; from elsewhere each of these routes is 404."""
    if not is_here(request):
        abort(404)
    desk: Desk = current_app.extensions[_EXTENSION]
    return desk
