"""The album: the pictures of all evenings at one address that nobody guesses."""

from hmac import compare_digest
from typing import NamedTuple

from flask import Blueprint, Response, abort, request

from companion.ports import Keepsake
from companion.table.values.projection import PlayedMatch, Projection
from web.devices import device_of
from web.keepsake import key_of, key_of_played
from web.pages.language import language_of
from web.routes.answers import carried_out, html
from web.routes.asking import Body, Id, body, host_device
from web.routes.host import qr_svg
from web.routes.picture import day_of, said, today
from web.services import services

blueprint = Blueprint("album", __name__)


class Leaf(NamedTuple):
    """One picture: its name, what it tells, the day, the game; *kept* once it is put away."""

    key: str
    keepsake: Keepsake
    day: str
    game: str
    kept: bool
    result: str


class OutBody(Body, frozen=True):
    """The picture that is taken out."""

    picture: Id


@blueprint.get("/album/<string(length=32):key>")
def album(key: str) -> Response:
    latest = _opened(key)
    device = device_of(request)
    hosts = device is not None and latest.host == device
    return html("album.html", leaves=_leaves(latest), hosts=hosts)


@blueprint.get("/album/<string(length=32):key>.svg")
def code(key: str) -> Response:
    _opened(key)
    address = services().address() or abort(404)
    return Response(qr_svg(f"{address}/album/{key}"), mimetype="image/svg+xml")


@blueprint.post("/host/album/out")
def out() -> Response:
    """Take one picture out, for good."""
    wish, device = body(OutBody), host_device()
    evenings = services().latest.evenings
    pictured = tuple(each for each in evenings if key_of_played(each) == wish.picture)
    return carried_out(services().table.matches.take_out, device, pictured)


def _opened(key: str) -> Projection:
    latest = services().latest
    known = latest.table.album
    if not known or not compare_digest(key.encode(), known.encode()):
        abort(404)
    return latest


def _leaves(latest: Projection) -> list[Leaf]:
    """Return what there is to see, the latest first; what is on the table before all others."""
    info, language = latest.table, language_of(request)
    kept = [_leaf(each, language) for each in reversed(latest.evenings) if each.keepsake]
    if info.keepsake is None or not (key := key_of(info)):
        return kept
    day, result = (
        day_of(today(), language),
        said(info.game, info.keepsake.result, language),
    )
    return [Leaf(key, info.keepsake, day, info.game, kept=False, result=result), *kept]


def _leaf(played: PlayedMatch, language: str) -> Leaf:
    assert played.keepsake is not None  # noqa: S101 - only those are asked for
    result = said(played.game, played.keepsake.result, language)
    day = day_of(played.on, language)
    return Leaf(
        key_of_played(played), played.keepsake, day, played.game, kept=True, result=result
    )
