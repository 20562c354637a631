"""The picture to keep of each match that was played, and the code that leads to it."""

from datetime import datetime

from flask import Blueprint, Response, abort, request

from companion.ports import Keepsake, Message
from companion.table.values.people import signs_of
from web.keepsake import Signs, key_of, key_of_played
from web.pages.language import language_of
from web.routes.host import qr_svg
from web.services import services

blueprint = Blueprint("picture", __name__, url_prefix="/picture")


@blueprint.get("/<string(length=16):key>.png")
def png(key: str) -> Response:
    (kept, signs, on, game), language = _kept(key), language_of(request)
    about = kept.about or Message("web.keepsake.best", {"name": kept.best_by})
    result, best = (said(game, each, language) for each in (kept.result, about))
    day = day_of(on, language)
    drawn = services().pictures.png(kept, signs, result, best, day)
    return Response(drawn, mimetype="image/png")


@blueprint.get("/<string(length=16):key>.svg")
def code(key: str) -> Response:
    _kept(key)
    address = services().address() or abort(404)
    return Response(qr_svg(f"{address}/picture/{key}.png"), mimetype="image/svg+xml")


def said(game: str, message: Message, language: str) -> str:
    """Return what *game* says by *message*, "" where it is not installed any more."""
    pages = services().renderers.pages
    return pages[game].catalogues[language].say(message) if game in pages else ""


def day_of(on: str, language: str) -> str:
    """Return the day of *on* (as an evening keeps it) as one writes it in *language*."""
    year, month, day = on.split(maxsplit=1)[0].split("-")
    text = services().renderer.text
    return text("web.keepsake.day", language, day=int(day), month=int(month), year=year)


def _kept(key: str) -> tuple[Keepsake, Signs, str, str]:
    """Return what *key* names, everybody's sign, the day and the game: of table or evening."""
    latest = services().latest
    info = latest.table
    if info.keepsake is not None and key_of(info) == key:
        return info.keepsake, signs_of(info.people), today(), info.game
    of_key = (each for each in reversed(latest.evenings) if key_of_played(each) == key)
    played = next(of_key, None)
    if played is None or played.keepsake is None:
        abort(404)
    return played.keepsake, played.signs, played.on, played.game


def today() -> str:
    """Return the day as this machine knows it."""
    return f"{datetime.now().astimezone():%Y-%m-%d}"
