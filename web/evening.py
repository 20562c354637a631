"""What the host does around a match: sand timer, pause, once more, the evenings so far."""

from typing import Annotated

from flask import Blueprint, Response, abort, jsonify
from msgspec import Meta, to_builtins

from web.phone import CommandId
from web.shell import Body, Shell, body, ok


class Again(Body, frozen=True):
    """The next match after a finished one; the same *id* begins it once."""

    id: CommandId


class Pause(Body, frozen=True):
    """Whether the match rests."""

    paused: bool


class Sand(Body, frozen=True):
    """How long the sand runs; 0 takes the timer away."""

    seconds: Annotated[int, Meta(ge=0, le=900)]


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module."""
    blueprint = Blueprint("evening", __name__, url_prefix="/host")
    table = shell.table

    @blueprint.post("/again")
    def again() -> Response:
        shell.done(table.submit(table.matches.once_more, shell.host(), body(Again).id))
        return ok()

    @blueprint.post("/pause")
    def pause() -> Response:
        shell.done(
            table.submit(table.matches.pause, shell.host(), paused=body(Pause).paused)
        )
        return ok()

    @blueprint.post("/sand")
    def sand() -> Response:
        shell.done(table.submit(table.matches.turn_sand, shell.host(), body(Sand).seconds))
        return ok()

    @blueprint.post("/off")
    def off() -> Response:
        body(Body)
        shell.host()
        if shell.switch_off is None:
            abort(404)
        shell.switch_off()
        return ok()

    @blueprint.post("/evenings/forget")
    def forget() -> Response:
        body(Body)
        shell.done(table.submit(table.matches.forget_evenings, shell.host()))
        return ok()

    @blueprint.get("/evenings.json")
    def evenings() -> Response:
        shell.host()
        response = jsonify(to_builtins(shell.latest.evenings))
        response.headers["Content-Disposition"] = 'attachment; filename="evenings.json"'
        return response

    return blueprint
