"""What goes wrong, said in a friendly way: never a trace, always the way on."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from flask import Flask, Request, Response, jsonify, make_response, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, DataError, Rejected, location
from web.pages.language import language_of
from web.pages.renderer import Renderers

log = logging.getLogger(__name__)

WORDED = frozenset({400, 403, 404, 405, 409, 413, 415, 421, 422, 429, 500, 503, 507})
"""The statuses with sentences of their own in the catalogue."""


def log_fault(where: str, fault: BaseException) -> None:
    """Log which error came from which lines, not its text: that may hold a letter."""
    log.error("%s failed: %s", where, location(fault))


def install(app: Flask, renderers: Renderers) -> None:
    """Let *app* answer every error as a page, or as JSON where a script asked."""

    def answer(status: int, code: str, message: str) -> Response:
        if _by_script(request):
            response = jsonify({"code": code, "message": message})
        else:
            lost = status == 404 and request.endpoint == "phone.page"  # noqa: PLR2004 - nothing there
            template = "gone.html" if lost else "error.html"
            language = language_of(request)
            response = make_response(
                renderers.current.render(template, language, status=status, message=message)
            )
        response.status_code = status
        return response

    def plain(status: int, **params: int) -> Response:
        known = status if status in WORDED else 500 if status >= 500 else 400  # noqa: PLR2004 - server or client
        text = renderers.current.text(
            f"web.problem.{known}", language_of(request), **params
        )
        return answer(status, str(status), text)

    app.register_error_handler(HTTPException, _http(plain))
    app.register_error_handler(TooManyAttempts, _too_many(plain))
    app.register_error_handler(DataError, lambda _: plain(422))
    app.register_error_handler(TimeoutError, lambda _: plain(503))
    # The table could not keep anything, so nothing happened; the same id may come again.
    app.register_error_handler(CompanionError, lambda _: plain(507))

    @app.errorhandler(Rejected)
    def refused(refusal: Rejected) -> Response:
        return answer(
            409, refusal.code, renderers.current.say(language_of(request), refusal.message)
        )

    @app.errorhandler(Exception)
    def broken(fault: Exception) -> Response:
        log_fault(request.endpoint or "a request", fault)
        return plain(500)


class TooManyAttempts(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Too many wrong PINs; the next attempt counts in *wait_s* seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many wrong PINs, the next one counts in {wait_s} s")
        self.wait_s = wait_s


def _http(plain: Callable[[int], Response]) -> Callable[[HTTPException], Response]:
    def handle(error: HTTPException) -> Response:
        response = plain(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
        for name, value in error.get_headers():
            if name == "Allow":
                response.headers[name] = value
        return response

    return handle


def _too_many(plain: Callable[..., Response]) -> Callable[[TooManyAttempts], Response]:
    def handle(error: TooManyAttempts) -> Response:
        response = plain(429, minutes=-(-error.wait_s // 60))
        response.headers["Retry-After"] = str(error.wait_s)
        return response

    return handle


def _by_script(asked: Request) -> bool:
    if asked.method not in {"GET", "HEAD"} or asked.path.endswith(("/stream", "/state")):
        return True
    best = asked.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"
