"""What everybody in the house may look at: table, rules, sheet, the game's own files."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import Final

from flask import Blueprint, Response, abort, current_app, request
from markupsafe import Markup

from companion.ports import CardFace
from companion.table.values.ids import DeviceId
from companion.table.values.player_signs import PLAYER_SIGNS, SIDE, outline
from companion.table.values.projection import Projection
from web.devices import device_of
from web.guard import is_here
from web.live.snapshot import Snapshot
from web.live.stream import LivePage, make_snapshot
from web.pages.language import language_of
from web.pages.stand_faces import Cell, drawn_code
from web.routes.answers import ensure_device_cookie, follow, html, live_html
from web.routes.host import qr_svg
from web.services import Services, holds_place, is_middle, services

GAME_FILES: Final = {".css": "text/css", ".js": "text/javascript"}

blueprint = Blueprint("public", __name__)


@blueprint.get("/table")
def table() -> Response:
    return ensure_device_cookie(live_html(_live(), "/table"))


@blueprint.get("/table/qr.svg")
def table_qr() -> Response:
    """Return the code that leads in; whoever may not read the PIN gets the mere address."""
    latest, addresses = services().latest, services().addresses()
    if not addresses or latest.table.closed:
        abort(404)
    pin = _pin_for_reader()(latest)
    link = f"{addresses[0]}/j/{pin}" if pin else addresses[0]
    return Response(qr_svg(link), mimetype="image/svg+xml")


@blueprint.get("/rules")
def rules() -> Response:
    return html("rules.html", text=_rules(language_of(request)))


@blueprint.get("/sheet")
def sheet() -> Response:
    if not services().renderer.has("sheet.html"):
        abort(404)
    return html("sheet.html")


@blueprint.get("/game/<game>/<string(maxlength=60):name>")  # no file can have a longer one
def game_file(game: str, name: str) -> Response:
    kind = GAME_FILES.get(PurePosixPath(name).suffix)
    pages = services().renderers.pages.get(game)
    text = pages.read(name) if pages is not None and kind is not None else None
    if text is None:
        abort(404)
    response = Response(text, mimetype=kind)
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/now")
def now() -> Response:
    """Return the seconds of the table's clock: pages tie theirs to it."""
    return Response(f"{monotonic():.3f}", mimetype="text/plain")


@blueprint.get("/signs.svg")
def player_signs() -> Response:
    """Return every player's sign as a symbol of its name, in the colour of its place."""
    symbols = (
        f'<symbol id="{name}" viewBox="0 0 {SIDE} {SIDE}">'
        f'<path fill="currentColor" d="{outline(picture)}"/></symbol>'
        for name, picture in PLAYER_SIGNS.items()
    )
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
    response = Response(drawn, mimetype="image/svg+xml")
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    icon = Path(current_app.static_folder or "") / "icon.svg"
    return Response(icon.read_bytes(), mimetype="image/svg+xml")


def _live() -> LivePage:
    parts, language, pin = services(), language_of(request), _pin_for_reader()
    device = device_of(request)

    def make(latest: Projection, language: str, pin: str, address: str) -> Snapshot:
        info = latest.table
        html = parts.renderer.render(
            "table.html",
            language,
            info=info,
            table=info.view,
            people=latest.table.people,
            address=address,
            pin=pin,
            free_cells=[
                Cell(place, face)
                for place, face in info.free.items()
                if isinstance(face, CardFace)
            ],
        )
        return make_snapshot(parts, latest.table_version, html, info, language)

    def asked(latest: Projection) -> tuple[bool, str, str] | None:
        return _asks(parts, latest, device, pin(latest))

    def snapshot(latest: Projection) -> Snapshot:
        shared = parts.table_page.get(latest, language, pin(latest), parts.address(), make)
        asks = asked(latest)
        return shared if asks is None else _with_words(shared, latest, language, asks)

    return LivePage(
        lambda latest: (latest.table_version, pin(latest), parts.address(), asked(latest)),
        snapshot,
    )


def _with_words(
    shared: Snapshot, latest: Projection, language: str, asks: tuple[bool, str, str]
) -> Snapshot:
    """Return *shared* with how this very screen is let in as the middle."""
    middle, label, link = asks
    own = services().renderer.render(
        "middle_screen.html",
        language,
        middle=middle,
        label=label,
        playing=latest.table.view is not None,
        **drawn_code(link),
    )
    return replace(shared, html=shared.html + own)


def _asks(
    parts: Services, latest: Projection, device: DeviceId | None, pin: str
) -> tuple[bool, str, str] | None:
    """Return how *device* is let in as the middle; None: it needs no such words.

    Whether it is the middle; else the number it asks with, and where its code leads.
    """
    if is_middle(latest, device):
        return True, "", ""
    if pin or latest.table.closed:
        return None
    return False, *parts.asks_with(latest, device)


def _pin_for_reader() -> Callable[[Projection], str]:
    """Return what tells the asking device the PIN: empty where it may not read it.

    Whoever needs none to sit down may: this machine, the host, who holds a page, the screen let in
    as the middle. It is asked anew with every change, for a place can be lost meanwhile.
    """
    device, here = device_of(request), is_here(request)

    def pin(latest: Projection) -> str:
        may = here or holds_place(latest, device) or is_middle(latest, device)
        return latest.pin if may else ""

    return pin


def _rules(language: str) -> Markup | None:
    """Return the game's rules: one file a language, or one template for all of them."""
    renderer = services().renderer
    for name in (f"rules.{language}.html", "rules.html"):
        if renderer.has(name):
            return Markup(renderer.render(f"game/{name}", language))  # noqa: S704 - the game's own text, rendered with escaping
    return None


follow(blueprint, "/table", _live)
