"""What every route needs, in one place that is handed round."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

import msgspec
from flask import Response, abort, jsonify, make_response, request

from companion.errors import DataError
from companion.ports import Bench, StandConfig
from companion.table.program_health import ProgramHealth
from companion.table.projection import (
    DeviceId,
    Handle,
    PersonView,
    Projection,
    SeatPage,
    TableInfo,
)
from companion.table.table import Table
from web.devices import device_of
from web.herald import HAND_OVER, Held, Herald
from web.pages import Library, Renderer, language_of
from web.pin import PinGate
from web.problems import log_fault
from web.stream import Beat, Live, Snapshot, Streams, events

ANSWER_S: Final = 10.0
"""How long a write waits for the table's thread."""

AnswerT = TypeVar("AnswerT")
BodyT = TypeVar("BodyT", bound=msgspec.Struct)


class Body(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Base of what a page may send: anything unknown is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """The parts of the running app; *boot* names this run of the process."""

    table: Table
    library: Library
    streams: Streams
    herald: Herald
    gate: PinGate
    boot: str
    heartbeat_s: float
    addresses: Callable[[], Sequence[str]] | None
    bench: Bench | None
    stands: Sequence[StandConfig]
    switch_off: Callable[[], None] | None
    health: Callable[[], ProgramHealth]

    @property
    def latest(self) -> Projection:
        """The newest projection."""
        return self.table.publisher.latest

    @property
    def renderer(self) -> Renderer:
        """Renders the pages of the game that is played or comes next."""
        return self.library.now

    # -- who asks ------------------------------------------------------------------------

    def own_page(self, latest: Projection, handle: Handle) -> SeatPage:
        """Return the asking device's page; foreign and unknown handles are both 404."""
        page = page_of(latest, handle, device_of(request))
        if page is None:
            abort(404)
        return page

    def host(self) -> DeviceId:
        """Return the asking device where it is the host's; 403 otherwise."""
        device = device_of(request)
        if device is None or device != self.latest.host:
            abort(403)
        return device

    # -- answers -------------------------------------------------------------------------

    def html(self, template: str, **values: Any) -> Response:  # noqa: ANN401 - whatever a template names
        """Return a whole page in the reader's language."""
        language = language_of(request)
        return make_response(
            self.renderer.render(template, language, path=request.path, **values)
        )

    def live_html(self, template: str, live: Live, base: str, **values: Any) -> Response:  # noqa: ANN401 - whatever a template names
        """Return a whole page that goes on to follow *live* at *base*."""
        snapshot = live.snapshot(self.latest)
        return self.html(template, snapshot=snapshot, base=base, **values)

    def done(self, answer: "Future[AnswerT]") -> AnswerT:
        """Wait for the table; a refusal goes on to the handler in problems.py."""
        return answer.result(ANSWER_S)

    def stream(self, live: Live) -> Response:
        """Return the event stream of *live*, or 503: the page polls instead."""
        ticket = self.streams.open(self._who(), request.args.get("tab", "")[:16])
        if ticket is None:
            abort(503)
        publisher = self.table.publisher
        beat = Beat(self.heartbeat_s, self.herald.tick_s)
        chunks = events(live, ticket, lambda: publisher.latest, self.boot, beat)
        # Not in the generator's finally: one that never began has none.
        held = Held(
            _guarded(chunks),
            lambda: self.streams.close(ticket),
            request.environ.get(HAND_OVER),
        )
        return Response(held, mimetype="text/event-stream")

    def _who(self) -> str:
        """Return whose streams to count: a key without a page is anybody's invention."""
        device = device_of(request)
        known = device is not None and pages_of(self.latest, device)
        return str(device) if known else f"address {request.remote_addr}"

    def state(self, live: Live) -> Response:
        """Return what a stream would say now; 404 where it would say bye."""
        latest = self.latest
        if live.key(latest) is None:
            abort(404)
        return jsonify({"boot": self.boot, **asdict(live.snapshot(latest))})

    def snapshot(
        self,
        version: int,
        html: str = "",
        info: TableInfo | None = None,
        language: str = "en",
        **more: str,
    ) -> Snapshot:
        """Return *html* with the table's sentences, where there are any to tell."""
        told: list[Mapping[str, str | int]] = [
            {"number": each.number, "text": self.renderer.say(language, each.message)}
            for each in (info.announcements if info is not None else ())
        ]
        return Snapshot(self.library.game, version, html, told, **more)


def page_of(latest: Projection, handle: Handle, device: DeviceId | None) -> SeatPage | None:
    """Return the page behind *handle* where *device* holds it."""
    page = latest.pages.get(handle)
    return page if page is not None and page.device == device else None


def pages_of(latest: Projection, device: DeviceId | None) -> list[tuple[Handle, SeatPage]]:
    """Return every page that *device* holds."""
    return [
        (handle, page) for handle, page in latest.pages.items() if page.device == device
    ]


def people(latest: Projection) -> tuple[PersonView, ...]:
    """Return everybody at the table, in order."""
    return latest.table.people if latest.table is not None else ()


def body(kind: type[BodyT]) -> BodyT:
    """Decode the request's JSON strictly; DataError where it is anything else."""
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        # Its text may quote what was typed, so it stays out of logs and answers.
        raise DataError("the request's body is not what this address takes") from error


def ok(**more: str) -> Response:
    """Return the JSON answer of a write that was carried out."""
    return jsonify({"ok": True, **more})


def streaming(chunks: Iterator[bytes]) -> Response:
    """Return *chunks* as an event stream whose faults never carry contents into the log."""
    return Response(_guarded(chunks), mimetype="text/event-stream")


def _guarded(chunks: Iterator[bytes]) -> Iterator[bytes]:
    try:
        yield from chunks
    except Exception as fault:  # noqa: BLE001 - the server would log its text, secrets and all
        log_fault("a stream", fault)
