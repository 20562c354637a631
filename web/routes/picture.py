"""The picture to keep of each match that was played, and the code that leads to it."""

from flask import Blueprint, Response, abort, request

from companion.ports import Keepsake
from web.keepsake import Signs, key_of, key_of_played, signs_of
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
    """Return what *key* names, and everybody's sign: of the table, or an evening that is kept."""
    latest = services().latest
    info = latest.table
    if info is not None and info.keepsake is not None and key_of(info) == key:
        return info.keepsake, signs_of(info)
    of_key = (each for each in reversed(latest.evenings) if key_of_played(each) == key)
    played = next(of_key, None)
    if played is None or played.keepsake is None:
        abort(404)
    return played.keepsake, played.signs
