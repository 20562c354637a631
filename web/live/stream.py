"""Pages that change: whole snapshots as server-sent events, heartbeats, the polling answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Final, TypeVar

from flask import Response, abort, jsonify, request

from companion.languages import DEFAULT_LANGUAGE
from companion.table.publisher import Publisher
from companion.table.values.projection import Projection, TableInfo
from web.devices import device_of
from web.live.connections import Connection
from web.live.open_streams import OpenStream
from web.live.snapshot import Snapshot, event
from web.live.stream_writer import LOOK_S, Pieces
from web.problems import log_fault
from web.services import Services

HEARTBEAT_S: Final = 10.0
PieceT = TypeVar("PieceT")
CONNECTION: Final = "table.connection"
"""Where a request's environ has our own socket, if our own server took it."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page that changes.

    *key* tells two states of the page apart, None once its reader may not see it any more;
    *snapshot* is what the reader gets.
    """

    key: Callable[[Projection], object | None]
    snapshot: Callable[[Projection], Snapshot]


def make_snapshot(
    services: Services,
    version: int,
    html: str = "",
    info: TableInfo | None = None,
    language: str = DEFAULT_LANGUAGE,
    **more: str,
) -> Snapshot:
    """Return *html* with the table's sentences, where there are any to tell."""
    say = services.renderer.say
    told: list[Mapping[str, str | int]] = [
        {"number": each.number, "text": say(language, each.message)}
        for each in (info.announcements if info is not None else ())
    ]
    game = services.renderers.current_game()
    return Snapshot(game, version, html, told, language=language, **more)


def state(services: Services, page: LivePage) -> Response:
    """Return what a stream would say now; 404 where it would say bye."""
    latest = services.latest
    if page.key(latest) is None:
        abort(404)
    return jsonify({"boot": services.boot, **asdict(page.snapshot(latest))})


def stream(services: Services, page: LivePage) -> Response:
    """Return the event stream of *page*, or 503: the page polls instead."""
    publisher = services.table.publisher
    hung_up = request.environ.get("waitress.client_disconnected", lambda: False)
    connection: Connection | None = request.environ.get(CONNECTION)
    chunked = request.environ["SERVER_PROTOCOL"] != "HTTP/1.0"

    def chunks(open_: OpenStream) -> Iterator[bytes]:
        def over() -> bool:
            return open_.over or hung_up()

        pieces = without_words(
            events(
                page,
                publisher,
                over,
                boot=services.boot,
                heartbeat_s=services.heartbeat_s,
            )
        )
        if connection is None:
            return _waited(pieces, publisher, over)
        return services.writer.write(connection, pieces, chunked=chunked)

    return respond(services, chunks)


def _waited(
    pieces: Pieces, publisher: Publisher, over: Callable[[], bool]
) -> Iterator[bytes]:
    """Yield *pieces* on the request's own thread: a server that is not ours."""
    latest = publisher.latest
    for piece in pieces:
        if isinstance(piece, bytes):
            yield piece
            continue
        publisher.wait(
            lambda new, old=latest: new is not old or over(),  # type: ignore[misc]  # mypy knows no default in a lambda
            piece,
        )
        latest = publisher.latest


def respond(
    services: Services, chunks: Callable[[OpenStream], Iterator[bytes]], who: str = ""
) -> Response:
    """Return *chunks* as an event stream, if the asking device may have one more; else 503.

    *who* is whom to count it for, where that is not the device.
    """
    if request.method == "HEAD":  # waitress would end what has no length with a chunk
        return Response(mimetype="text/event-stream")
    # A key without a page is anybody's invention.
    stranger = not who and not services.knows(request)
    who = f"address {request.remote_addr}" if stranger else who or str(device_of(request))
    tab = request.args.get("tab", "")[:16]
    open_ = services.streams.open(who, tab, stranger=stranger)
    if open_ is None:
        abort(503)
    response = Response(chunks(open_), mimetype="text/event-stream")
    # Not in the generator's finally: one that never began has none.
    response.call_on_close(lambda: services.streams.close(open_))
    return response


def events(  # noqa: PLR0913 - a page, its source, its end, and what a heart needs
    page: LivePage,
    publisher: Publisher,
    over: Callable[[], bool],
    *,
    boot: str,
    heartbeat_s: float,
    clock: Callable[[], float] = monotonic,
) -> Pieces:
    """Yield the newest state of *page* whenever it differs, and heartbeats in between.

    When one is due, its own page's last change alone decides: any other moment would tell
    that something was shown to somebody else just now.
    """
    yield b"retry: 1000\n" + event("hello", {"boot": boot})
    seen: object = object()
    told_s = clock()
    while not over():
        latest, left_s = publisher.latest, told_s + heartbeat_s - clock()
        key = page.key(latest)
        if key is None:
            yield event("bye", {})
            return
        if key == seen and left_s > 0:
            yield min(left_s, LOOK_S)
            continue
        chunk = event("beat", {}) if key == seen else page.snapshot(latest).event
        seen, told_s = key, clock()
        yield chunk


def without_words(pieces: Iterator[PieceT]) -> Iterator[PieceT]:
    """Yield *pieces*; what goes wrong among them ends them, and is logged without its text."""
    try:
        yield from pieces
    except Exception as fault:  # noqa: BLE001 - the server would log its text, secrets and all
        log_fault("a stream", fault)
