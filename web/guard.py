"""Who may talk to this server at all, and the headers on every answer."""

import re
from base64 import b64encode
from collections.abc import Callable, Container
from hashlib import sha256
from importlib.resources import files
from typing import Final

from flask import Request, Response, abort, g, request

from companion.network import at_home, is_loopback

BODY_BYTES: Final = 16 * 1024
LONG_BODY_BYTES: Final = 64 * 1024
LONG_BODIES: Final = frozenset({"host_match.house"})
"""The endpoints that take a whole word list."""
READS: Final = frozenset({"GET", "HEAD"})

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)*)\.?(?::\d{1,5})?")
_INLINE: Final = (
    files("web.pages").joinpath("templates", "early_taps.js").read_bytes().rstrip()
)
_HASH: Final = b64encode(sha256(_INLINE).digest()).decode()
"""Of the one script that stands inside a page."""
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
_PAGE: Final = (
    f"{_NOTHING}; script-src 'self' 'sha256-{_HASH}'; style-src 'self'; img-src 'self'; "
    "media-src 'self'; font-src 'self'; "
    # No form goes off by itself: what a module does not send stands in no address.
    "connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'"
)
LOOKS: Final = files("web").joinpath("static", "app.css").read_text("utf-8")
"""They stand inside the one page under a name that nothing else answers to."""
_MISDIRECTED: Final = (
    f"{_NOTHING}; style-src 'sha256-{b64encode(sha256(LOOKS.encode()).digest()).decode()}'"
)
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SHARED_FILES: Final = frozenset(
    {"static", "public.game_file", "public.favicon", "public.player_signs"}
)
_AN_HOUR: Final = frozenset({"public.player_signs"})
"""What a page asks for anew at each change; without the network it would vanish."""
_NEEDLESS: Final = (
    *("Content-Disposition", "Last-Modified"),  # it has an ETag
    *("X-Frame-Options", "Referrer-Policy"),  # no page; frame-ancestors says the first, too
)
"""What a static file goes without: some twenty come with a first visit."""
_NEEDLESS_OF_TEXT: Final = ("Accept-Ranges", "Content-Security-Policy")
"""What a style or a module goes without: it is no document, and comes whole."""


def host_name(header: str) -> str | None:
    """Return the name in a Host header without brackets, port and last dot; None: nonsense."""
    found = _HOST.fullmatch(header.lower())
    return found["name"].strip("[]") if found else None


def host_allowed(name: str, names: Container[str]) -> bool:
    """Tell whether *name* can only mean a machine in this house.

    A stranger's domain may be made to point at us (DNS rebinding); a number cannot.
    """
    return name == "localhost" or at_home(name) or name in names


def is_here(asked: Request) -> bool:
    """Tell whether the request comes from this very machine, by address and by name.

    Sound only without a proxy in front: behind one, everybody would be here.
    """
    name = host_name(asked.headers.get("Host", ""))
    return name is not None and is_loopback(asked.remote_addr or "") and is_loopback(name)


def same_origin(asked: Request) -> bool:
    """Tell whether a browser says that our own page sent this request."""
    # Sec-Fetch-Site is absent over http on a LAN, so Origin has to carry the proof.
    site = asked.headers.get("Sec-Fetch-Site", "same-origin")
    own = f"{asked.scheme}://{asked.headers.get('Host', '')}"
    return site == "same-origin" and asked.headers.get("Origin", "").lower() == own.lower()


def check(names: Container[str]) -> Callable[[], None]:
    """Return what has to hold before any request is looked at; it aborts where not."""

    def before() -> None:
        name = host_name(request.headers.get("Host", ""))
        if name is None or not host_allowed(name, names):
            abort(421)
        if request.method in READS:
            return
        if not same_origin(request):
            abort(403)
        most = LONG_BODY_BYTES if request.endpoint in LONG_BODIES else BODY_BYTES
        request.max_content_length = most
        if (request.content_length or 0) > most:
            abort(413)
        if request.mimetype != "application/json":
            abort(415)

    return before


def add_security_headers(response: Response) -> Response:
    """Set the security headers; everything but static files must not be stored."""
    response.headers.update(_HEADERS)
    page = response.mimetype == "text/html"
    allowed = _MISDIRECTED if response.status_code == 421 else _PAGE  # noqa: PLR2004 - as above
    response.headers["Content-Security-Policy"] = allowed if page else _NOTHING
    ours = response.status_code < 400 and "probe" not in g  # noqa: PLR2004 - errors begin there
    static = ours and request.endpoint in SHARED_FILES
    kept = "max-age=3600" if request.endpoint in _AN_HOUR else "no-cache"
    response.headers["Cache-Control"] = kept if static else "no-store"
    script = static and response.mimetype in {"text/css", "text/javascript"}
    for name in (*_NEEDLESS, *(_NEEDLESS_OF_TEXT if script else ())) if static else ():
        response.headers.pop(name, None)
    return response


def let_frame(response: Response) -> Response:
    """Let a page of ours stand in another one of ours: the page of all seats."""
    policy = response.headers.get("Content-Security-Policy", "")
    framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    response.headers["Content-Security-Policy"] = f"{framed}; frame-src 'self'"
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response
