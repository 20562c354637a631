"""What routes answer with: pages, live pages, snapshots, the end of a write."""

from collections.abc import Callable
from concurrent.futures import Future
from http import HTTPStatus
from typing import Any, Final, ParamSpec, TypeVar

from flask import Blueprint, Response, jsonify, make_response, request

from web.devices import device_id, keep, new_key, old_key, own_key, set_key
from web.guard import SHARED_FILES
from web.live.stream import LivePage, state, stream
from web.pages.language import LANGUAGE_COOKIE, chosen_language, language_of
from web.services import services

ANSWER_S: Final = 10.0
"""How long a write waits for the table's thread."""

AnswerT = TypeVar("AnswerT")
ParamsT = ParamSpec("ParamsT")


def html(template: str, **values: Any) -> Response:  # noqa: ANN401 - whatever a template names
    """Return a whole page in the reader's language; a device's key lasts anew from then on."""
    language = language_of(request)
    response = make_response(
        services().renderer.render(template, language, path=request.path, **values)
    )
    if (key := own_key(request)) is not None:
        set_key(response, request, key)
    return response


def follow(blueprint: Blueprint, where: str, page: Callable[..., LivePage]) -> None:
    """Serve the stream and the state of *page* below *where*, beside the page itself."""
    name = page.__name__

    @blueprint.get(f"{where}/stream", endpoint=f"{name}_stream")
    def stream_of(**at: str) -> Response:
        return stream(services(), page(**at))

    @blueprint.get(f"{where}/state", endpoint=f"{name}_state")
    def state_of(**at: str) -> Response:
        return state(services(), page(**at))


def live_html(page: LivePage, base: str, **values: Any) -> Response:  # noqa: ANN401 - whatever a template names
    """Return a whole page that goes on to follow *page* at *base*.

    A language that was chosen lasts anew from then on, as the key does.
    """
    snapshot = page.snapshot(services().latest)
    response = html("page.html", snapshot=snapshot, base=base, **values)
    if (chosen := chosen_language(request)) is not None:
        keep(response, LANGUAGE_COOKIE, chosen)
    return response


def ensure_device_cookie(response: Response) -> Response:
    """Give a device without a key a new one.

    Before it joins, not when: an answer that is lost on the way then loses no seat.
    """
    if own_key(request) is None and _key_of_before() is None:
        set_key(response, request, new_key())
    return response


def keep_key_of_before(response: Response) -> Response:
    """Let a device that the table knows by its cookie of before have the key as its own."""
    key = _key_of_before() if response.status_code < HTTPStatus.BAD_REQUEST else None
    if key and own_key(request) is None and request.endpoint not in SHARED_FILES:
        set_key(response, request, key)
    return response


def _key_of_before() -> str | None:
    """Return the asking device's key of before, if it is ours: the table knows it."""
    key = old_key(request)
    return key if key and services().has_met(device_id(key)) else None


def done(
    work: Callable[ParamsT, AnswerT], *args: ParamsT.args, **named: ParamsT.kwargs
) -> AnswerT:
    """Let the table do *work* and wait; a refusal goes on to the handler in problems.py."""
    return answered(services().table.submit(work, *args, **named))


def answered(answer: Future[AnswerT]) -> AnswerT:
    """Wait for what the table was asked for already."""
    return answer.result(ANSWER_S)


def carried_out(
    work: Callable[ParamsT, object], *args: ParamsT.args, **named: ParamsT.kwargs
) -> Response:
    """Let the table do *work* whose result is nobody's business, and say that it has."""
    done(work, *args, **named)
    return ok()


def ok(**more: str) -> Response:
    """Return the JSON answer of a write that was carried out."""
    return jsonify({"ok": True, **more})
