"""A board that is plugged in becomes a stand, at a word of the host or of this machine."""

from typing import Annotated, Any, Literal

from flask import Blueprint, Response, abort
from msgspec import Meta

from companion.links import BRIDGE, BoardWish
from companion.table.values.projection import Projection
from web.routes.answers import ok
from web.routes.asking import Body, Id, body, host_visitor
from web.services import Services, services

blueprint = Blueprint("boards", __name__, url_prefix="/host")


class BoardBody(Body, frozen=True):
    """``BoardWish``, as a form writes it."""

    board: Id
    stand: Annotated[str, Meta(pattern=f"^([1-9]|{BRIDGE})$")]
    known: Annotated[str, Meta(min_length=1, max_length=40)]
    replace: Literal["", "yes"] = ""
    air: bool = False


@blueprint.post("/boards")
def make_stand() -> Response:
    host_visitor()
    said, parts = body(BoardBody), services()
    wish = BoardWish(said.board, said.stand, said.known, bool(said.replace), said.air)
    parts.rates.spend("host")
    if parts.boards is None:
        abort(404)
    parts.boards.make(wish)
    return ok()


@blueprint.post("/boards/undo")
def undo() -> Response:
    host_visitor()
    body(Body)
    parts = services()
    parts.rates.spend("host")
    if parts.boards is None:
        abort(404)
    parts.boards.undo()
    return ok()


def boards_shown(parts: Services, latest: Projection) -> Any:  # noqa: ANN401 - for a template
    """Return what the host's page says of boards: nothing in a match, or without any."""
    return parts.boards.shown() if parts.boards and not latest.table.playing else None
