"""The one picture to keep of a match that is over, and the code that leads to it."""

from flask import Blueprint, Response, abort, request

from companion.ports import Keepsake
from web.keepsake import Signs, key_of, signs_of
from web.pages.language import language_of
from web.routes.host import qr_svg
from web.services import services

blueprint = Blueprint("picture", __name__, url_prefix="/picture")


@blueprint.get("/<string(length=16):key>.png")
def png(key: str) -> Response:
    (kept, signs), language = _kept(key), language_of(request)
    renderer, pictures = services().renderer, services().pictures
    best = renderer.text("web.keepsake.best", language, name=kept.best_by)
    drawn = pictures.png(kept, signs, renderer.say(language, kept.result), best)
    return Response(drawn, mimetype="image/png")


@blueprint.get("/<string(length=16):key>.svg")
def code(key: str) -> Response:
    _kept(key)
    addresses = services().addresses()
    if not addresses:
        abort(404)
    link = f"{addresses[0]}/picture/{key}.png"
    return Response(qr_svg(link), mimetype="image/svg+xml")


def _kept(key: str) -> tuple[Keepsake, Signs]:
    """Return what *key* names, and everybody's sign; 404 once something else is on the table."""
    info = services().latest.table
    if info is None or info.keepsake is None or key_of(info) != key:
        abort(404)
    return info.keepsake, signs_of(info)
