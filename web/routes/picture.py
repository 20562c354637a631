"""The picture to keep of each match that was played, and the code that leads to it."""

from flask import Blueprint, Response, abort, request

from companion.ports import Keepsake, Message
from web.keepsake import Signs, key_of, key_of_played, signs_of
from web.pages.language import language_of
from web.routes.host import qr_svg
from web.services import services

blueprint = Blueprint("picture", __name__, url_prefix="/picture")


@blueprint.get("/<string(length=16):key>.png")
def png(key: str) -> Response:
    (kept, signs, game), language = _kept(key), language_of(request)
    said = services().renderers.pages[game].catalogues[language]
    best = kept.about or Message("web.keepsake.best", {"name": kept.best_by})
    drawn = services().pictures.png(kept, signs, said.say(kept.result), said.say(best))
    return Response(drawn, mimetype="image/png")


@blueprint.get("/<string(length=16):key>.svg")
def code(key: str) -> Response:
    _kept(key)
    addresses = services().addresses()
    if not addresses:
        abort(404)
    link = f"{addresses[0]}/picture/{key}.png"
    return Response(qr_svg(link), mimetype="image/svg+xml")


def _kept(key: str) -> tuple[Keepsake, Signs, str]:
    """Return what *key* names, everybody's sign, and the game: of the table or an evening."""
    latest = services().latest
    info = latest.table
    if info is not None and info.keepsake is not None and key_of(info) == key:
        return info.keepsake, signs_of(info), info.game
    of_key = (each for each in reversed(latest.evenings) if key_of_played(each) == key)
    played = next(of_key, None)
    if played is None or played.keepsake is None:
        abort(404)
    return played.keepsake, played.signs, played.game
