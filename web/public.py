"""What everybody in the house may look at: table, rules, sheet, the game's own files."""

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from threading import Lock
from time import monotonic
from typing import Final

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from companion.table.projection import Projection
from web.pages import language_of
from web.shell import Shell, people
from web.stream import Live, Snapshot

GAME_FILES: Final = {".css": "text/css", ".js": "text/javascript"}
_ICON = Path(__file__).parent / "static" / "icon.svg"


def routes(shell: Shell) -> Blueprint:
    """Return the routes of this module."""
    blueprint = Blueprint("public", __name__)
    watched = _watched(shell)

    @blueprint.get("/table")
    def table() -> Response:
        return shell.live_html("page.html", _live(watched), "/table")

    @blueprint.get("/table/stream")
    def table_stream() -> Response:
        return shell.stream(_live(watched))

    @blueprint.get("/table/state")
    def table_state() -> Response:
        return shell.state(_live(watched))

    @blueprint.get("/rules")
    def rules() -> Response:
        text = _rules(shell, language_of(request))
        return shell.html("rules.html", text=text)

    @blueprint.get("/sheet")
    def sheet() -> Response:
        if not shell.renderer.has("sheet.html"):
            abort(404)
        return shell.html("sheet.html")

    @blueprint.get("/game/<game>/<name>")
    def game_file(game: str, name: str) -> Response:
        kind = GAME_FILES.get(PurePosixPath(name).suffix)
        pages = shell.library.pages.get(game)
        text = pages.read(name) if pages is not None and kind is not None else None
        if text is None:
            abort(404)
        response = Response(text, mimetype=kind)
        response.add_etag()
        response.make_conditional(request)
        return response

    @blueprint.get("/favicon.ico")
    def favicon() -> Response:
        return Response(_ICON.read_bytes(), mimetype="image/svg+xml")

    return blueprint


class _Once:
    """Everybody who watches in one language gets the same bytes, rendered once."""

    def __init__(self, make: Callable[[Projection, str], Snapshot]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: dict[str, tuple[object, Snapshot]] = {}

    def get(self, latest: Projection, language: str) -> Snapshot:
        """Return what *latest* looks like in *language*."""
        sand = latest.table.sand if latest.table is not None else None
        ticks = sand and monotonic() // 1  # what is left runs on
        key = latest.table_version, latest.table, ticks
        with self._lock:
            found = self._made.get(language)
            if found is None or found[0] != key:
                found = self._made[language] = key, self._make(latest, language)
        return found[1]


def _watched(shell: Shell) -> _Once:
    def make(latest: Projection, language: str) -> Snapshot:
        info = latest.table
        html = shell.renderer.render(
            "table.html",
            language,
            info=info,
            table=info and info.view,
            people=people(latest),
        )
        return shell.snapshot(latest.table_version, html, info, language)

    return _Once(make)


def _live(watched: _Once) -> Live:
    language = language_of(request)
    return Live(
        lambda latest: latest.table_version,
        lambda latest: watched.get(latest, language),
    )


def _rules(shell: Shell, language: str) -> Markup | None:
    """Return the game's rules: one file a language, or one template for all of them."""
    for name in (f"rules.{language}.html", "rules.html"):
        if shell.renderer.has(name):
            return Markup(shell.renderer.render(f"game/{name}", language))  # noqa: S704 - the game's own text, rendered with escaping
    return None
