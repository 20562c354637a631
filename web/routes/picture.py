"""The picture to keep of each match that was played, and the code that leads to it."""

from datetime import datetime

from flask import Blueprint, Response, abort, request

from companion.ports import Keepsake
from web.keepsake import Signs, key_of, key_of_played, signs_of
from web.pages.language import language_of
from web.routes.host import qr_svg
from web.services import services

blueprint = Blueprint("picture", __name__, url_prefix="/picture")


@blueprint.get("/<string(length=16):key>.png")
def png(key: str) -> Response:
    (kept, signs, on), language = _kept(key), language_of(request)
    renderer, pictures = services().renderer, services().pictures
    best = renderer.text("web.keepsake.best", language, name=kept.best_by)
    result, day = renderer.say(language, kept.result), day_of(on, language)
    drawn = pictures.png(kept, signs, result, best, day)
    return Response(drawn, mimetype="image/png")


@blueprint.get("/<string(length=16):key>.svg")
def code(key: str) -> Response:
    _kept(key)
    addresses = services().addresses()
    if not addresses:
        abort(404)
    link = f"{addresses[0]}/picture/{key}.png"
    return Response(qr_svg(link), mimetype="image/svg+xml")


def day_of(on: str, language: str) -> str:
    """Return the day of *on* (as an evening keeps it) as one writes it in *language*."""
    year, month, day = on.split(maxsplit=1)[0].split("-")
    text = services().renderer.text
    return text("web.keepsake.day", language, day=int(day), month=int(month), year=year)


def _kept(key: str) -> tuple[Keepsake, Signs, str]:
    """Return what *key* names, everybody's sign, and when: of the table, or of an evening."""
    latest = services().latest
    info = latest.table
    if info is not None and info.keepsake is not None and key_of(info) == key:
        return info.keepsake, signs_of(info), today()
    of_key = (each for each in reversed(latest.evenings) if key_of_played(each) == key)
    played = next(of_key, None)
    if played is None or played.keepsake is None:
        abort(404)
    return played.keepsake, played.signs, played.on


def today() -> str:
    """Return the day as this machine knows it."""
    return f"{datetime.now().astimezone():%Y-%m-%d}"
