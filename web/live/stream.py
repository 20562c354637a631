"""Pages that change: whole snapshots as server-sent events, heartbeats, the polling answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Final

from flask import Response, abort, jsonify, request

from companion.table.committer import Publisher
from companion.table.projection import Projection, TableInfo
from web.live.open_streams import OpenStream
from web.live.snapshot import Snapshot, event
from web.problems import log_fault
from web.services import Services

HEARTBEAT_S: Final = 10.0
LOOK_S: Final = 1.0
"""So often a stream looks whether its phone has hung up."""


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
    language: str = "en",
    **more: str,
) -> Snapshot:
    """Return *html* with the table's sentences, where there are any to tell."""
    say = services.renderer.say
    told: list[Mapping[str, str | int]] = [
        {"number": each.number, "text": say(language, each.message)}
        for each in (info.announcements if info is not None else ())
    ]
    return Snapshot(services.renderers.current_game, version, html, told, **more)


def state(services: Services, page: LivePage) -> Response:
    """Return what a stream would say now; 404 where it would say bye."""
    latest = services.latest
    if page.key(latest) is None:
        abort(404)
    return jsonify({"boot": services.boot, **asdict(page.snapshot(latest))})


def stream(services: Services, page: LivePage, who: str) -> Response:
    """Return the event stream of *page*, or 503: the page polls instead.

    *who* is whom to count it for.
    """
    publisher = services.table.publisher
    hung_up = request.environ.get("waitress.client_disconnected", lambda: False)

    def chunks(open_: OpenStream) -> Iterator[bytes]:
        def over() -> bool:
            return open_.over or hung_up()

        return events(
            page,
            publisher,
            over,
            boot=services.boot,
            heartbeat_s=services.heartbeat_s,
        )

    return respond(services, who, chunks)


def respond(
    services: Services, who: str, chunks: Callable[[OpenStream], Iterator[bytes]]
) -> Response:
    """Return *chunks* as an event stream, if *who* may have one more; else 503."""
    open_ = services.streams.open(who, request.args.get("tab", "")[:16])
    if open_ is None:
        abort(503)
    response = Response(_without_words(chunks(open_)), mimetype="text/event-stream")
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
) -> Iterator[bytes]:
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
            publisher.wait(
                lambda new, old=latest: new is not old or over(),  # type: ignore[misc]  # mypy knows no default in a lambda
                min(left_s, LOOK_S),
            )
            continue
        chunk = event("beat", {}) if key == seen else page.snapshot(latest).event
        seen, told_s = key, clock()
        yield chunk


def _without_words(chunks: Iterator[bytes]) -> Iterator[bytes]:
    try:
        yield from chunks
    except Exception as fault:  # noqa: BLE001 - the server would log its text, secrets and all
        log_fault("a stream", fault)
