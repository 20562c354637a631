"""What the host does with a match: start, pause, sand, end; and the evenings so far."""

from typing import Annotated, Any

from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta, to_builtins

from companion.limits import LONGEST_SAND_S
from companion.table.storage.backup import EVENING
from companion.table.values.ids import DeviceId
from web.pages.language import language_of
from web.routes.answers import carried_out, done, ok
from web.routes.asking import Body, CommandId, Id, body, host_device, pages_of
from web.services import services

blueprint = Blueprint("host_match", __name__, url_prefix="/host")


class GameBody(Body, frozen=True):
    """The game that comes next."""

    game: Id


class GuideBody(Body, frozen=True):
    """Whether every phone explains each step."""

    on: bool


class CardsBody(Body, frozen=True):
    """Whether the cards are read off the stands."""

    on_stands: bool


class HouseBody(Body, frozen=True):
    """Something of the game's own that is entered once for all evenings."""

    command: dict[str, Any]


class StartBody(Body, frozen=True):
    """The game's own options; the same *id* starts once."""

    id: CommandId
    options: dict[str, Any]


class AgainBody(Body, frozen=True):
    """A match that needs no more choices; the same *id* begins it once."""

    id: CommandId


class PauseBody(Body, frozen=True):
    """Whether the match rests."""

    paused: bool


class SandBody(Body, frozen=True):
    """How long the sand runs; 0 takes the timer away."""

    seconds: Annotated[int, Meta(ge=0, le=LONGEST_SAND_S)]


@blueprint.post("/game")
def game() -> Response:
    return carried_out(
        services().table.lobby.choose_game, host_device(), body(GameBody).game
    )


@blueprint.post("/guide")
def guide() -> Response:
    return carried_out(
        services().table.lobby.set_guide, host_device(), on=body(GuideBody).on
    )


@blueprint.post("/cards")
def cards() -> Response:
    on_stands = body(CardsBody).on_stands
    return carried_out(
        services().table.lobby.set_on_stands, host_device(), on_stands=on_stands
    )


@blueprint.post("/start")
def start() -> Response:
    wish, device = body(StartBody), host_device()
    begun = carried_out(services().table.matches.start, device, wish.options, wish.id)
    return _to_own_page(device) or begun


@blueprint.post("/alone")
def alone() -> Response:
    device, wish = host_device(), body(AgainBody).id
    language = language_of(request)
    begun = carried_out(services().table.matches.start_alone, device, wish, language)
    return _to_own_page(device) or begun


def _to_own_page(device: DeviceId) -> Response | None:
    """Return the way to the page of *device*; who holds several chooses whose comes first."""
    own = pages_of(services().latest, device)
    return ok(go=f"/p/{own[0][0]}") if len(own) == 1 else None


@blueprint.post("/copy")
def take_up_copy() -> Response:
    body(Body)
    return carried_out(services().table.matches.take_up_copy, host_device())


@blueprint.post("/house")
def house() -> Response:
    device = host_device()
    return carried_out(
        services().table.matches.change_house, device, body(HouseBody).command
    )


@blueprint.post("/end")
def end() -> Response:
    body(Body)
    return carried_out(services().table.matches.end, host_device())


@blueprint.post("/again")
def again() -> Response:
    return carried_out(
        services().table.matches.once_more, host_device(), body(AgainBody).id
    )


@blueprint.post("/pause")
def pause() -> Response:
    return carried_out(
        services().table.matches.pause, host_device(), paused=body(PauseBody).paused
    )


@blueprint.post("/sand")
def sand() -> Response:
    return carried_out(
        services().table.matches.turn_sand, host_device(), body(SandBody).seconds
    )


@blueprint.post("/off")
def off() -> Response:
    body(Body)
    host_device()
    switch_off = services().switch_off
    if switch_off is None:
        abort(404)
    switch_off()
    return ok()


@blueprint.post("/evenings/forget")
def forget() -> Response:
    body(Body)
    return carried_out(services().table.matches.forget_evenings, host_device())


@blueprint.get("/backup")
def backup() -> Response:
    """Hand out the file to take along: the host is a player, so no running match is in it."""
    text = done(services().table.matches.backup, host_device())
    response = Response(text, mimetype="application/octet-stream")
    response.headers["Content-Disposition"] = 'attachment; filename="table.companion"'
    return response


@blueprint.post("/backup")
def back_up_here() -> Response:
    body(Body)
    done(services().table.matches.back_up_here, host_device())
    text = services().renderer.text
    return ok(message=text("web.backup.written", language_of(request), file=EVENING))


@blueprint.get("/evenings.json")
def evenings() -> Response:
    host_device()
    response = jsonify(to_builtins(services().latest.evenings))
    response.headers["Content-Disposition"] = 'attachment; filename="evenings.json"'
    return response
