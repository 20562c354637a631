"""What goes wrong, said in a friendly way: never a trace, always the way on."""

import logging
from http import HTTPStatus

from flask import Flask, Request, Response, jsonify, make_response, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, DataError, Rejected, location
from web.devices import device_of
from web.guard import LOOKS
from web.pages.language import language_of
from web.rates import TooFast
from web.routes.asking import pages_of
from web.services import services

log = logging.getLogger(__name__)

WORDED = frozenset({400, 403, 404, 405, 409, 413, 415, 421, 422, 429, 500, 503, 507})
"""The statuses with sentences of their own in the catalogue."""


def log_fault(where: str, fault: BaseException) -> None:
    """Log which error came from which lines, not its text: that may hold a letter."""
    log.error("%s failed: %s", where, location(fault))


def install(app: Flask) -> None:
    """Let *app* answer every error as a page, or as JSON where a script asked."""
    for kind, handler in (
        (HTTPException, _http),
        (TooManyAttempts, _too_many),
        (TooFast, _too_fast),
        (NotSeated, lambda _: _answer(403, "not-seated", _text("web.problem.not-seated"))),
        (Rejected, _refused),
        (DataError, lambda _: _plain(422)),
        (TimeoutError, lambda _: _plain(503)),
        # The table could not keep anything, so nothing happened; the same id may come again.
        (CompanionError, lambda _: _plain(507)),
        (Exception, _broken),
    ):
        app.register_error_handler(kind, handler)


class TooManyAttempts(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Too many wrong PINs; the next attempt counts in *wait_s* seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many wrong PINs, the next one counts in {wait_s} s")
        self.wait_s = wait_s


class NotSeated(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Whoever asks does not sit here, and what is asked for is for those who do."""


def _answer(status: int, code: str, message: str) -> Response:
    if _by_script(request):
        response = jsonify({"code": code, "message": message})
    else:
        refused = status == HTTPStatus.MISDIRECTED_REQUEST
        home = services().address() if refused else ""
        lost = status == 404 and request.endpoint == "phone.page"  # noqa: PLR2004 - nothing there
        template = "elsewhere.html" if refused else "gone.html" if lost else "error.html"
        latest, device = services().latest, device_of(request)
        lent = [
            each
            for each in latest.table.people
            if device and latest.lent.get(each.id) == device
        ]
        values = {
            "status": status,
            "message": message,
            "lent": lent,
            "held": pages_of(latest, device),
            "home": home,
            "looks": Markup(LOOKS),  # noqa: S704 - our own file
        }
        html = services().renderer.render(template, language_of(request), **values)
        response = make_response(html)
    response.status_code = status
    return response


def _plain(status: int, **params: int) -> Response:
    known = status if status in WORDED else 500 if status >= 500 else 400  # noqa: PLR2004 - server or client
    if status == HTTPStatus.MISDIRECTED_REQUEST and (found := services().addresses()):
        return _answer(
            status, str(status), _text("web.problem.elsewhere", address=found[0])
        )
    return _answer(status, str(status), _text(f"web.problem.{known}", **params))


def _text(id_: str, **params: str | int) -> str:
    return services().renderer.text(id_, language_of(request), **params)


def _http(error: HTTPException) -> Response:
    response = _plain(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _too_many(error: TooManyAttempts) -> Response:
    response = _plain(429, minutes=-(-error.wait_s // 60))
    response.headers["Retry-After"] = str(error.wait_s)
    return response


def _too_fast(error: TooFast) -> Response:
    response = _answer(429, "too-fast", _text("web.problem.too-fast"))
    response.headers["Retry-After"] = str(error.wait_s)
    return response


def _refused(refusal: Rejected) -> Response:
    said = services().renderer.say(language_of(request), refusal.message)
    return _answer(409, refusal.code, said)


def _broken(fault: Exception) -> Response:
    log_fault(request.endpoint or "a request", fault)
    return _plain(500)


def _by_script(asked: Request) -> bool:
    if asked.method not in {"GET", "HEAD"} or asked.path.endswith(("/stream", "/state")):
        return True
    best = asked.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"
