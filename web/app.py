"""The Flask app, put together from its parts."""

import time
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from secrets import token_hex

from flask import Flask

from companion.links import StandMaker
from companion.ports import Bench, StandConfig
from companion.table.table import Table
from companion.table.values.program_health import Activity, ProgramHealth
from web import guard, problems
from web.keepsake import Pictures
from web.live.open_streams import OpenStreams
from web.live.snapshot import SharedSnapshots
from web.live.stream import HEARTBEAT_S
from web.live.stream_writer import StreamWriter
from web.names import OwnNames
from web.pages.compress import compress_response
from web.pages.game_pages import GamePages
from web.pages.renderer import Renderers
from web.pin import PinAttempts
from web.rates import FINGERS, Rates
from web.routes import (
    album,
    host,
    host_match,
    join,
    paper,
    phone,
    picture,
    probes,
    public,
    screens,
    stand,
    status,
    tutorial,
)
from web.routes import bench as bench_routes
from web.routes import (
    boards as board_routes,
)
from web.routes.answers import keep_key_of_before
from web.services import Services


def create_app(  # noqa: PLR0913 - the composition root hands in what only it can choose
    table: Table,
    pages: Mapping[str, GamePages],
    *,
    bench: Bench | None = None,
    stands: Sequence[StandConfig] = (),
    names: Container[str] | None = None,
    addresses: Callable[[], Sequence[str]] = tuple,
    health: Callable[[], ProgramHealth] | None = None,
    switch_off: Callable[[], None] | None = None,
    boards: StandMaker | None = None,
    font: Path | None = None,
    clock: Callable[[], float] = time.monotonic,
    heartbeat_s: float = HEARTBEAT_S,
) -> Flask:
    """Return the app for *table* with the *pages* of its games, by name.

    *bench* and *stands* draw the virtual stands, *boards* makes stands of what is plugged in;
    *names* are the machine's (default: its own); *addresses* finds URLs for QR codes, best first.
    """
    boot, app, writer = token_hex(4), _bare(), StreamWriter(table.publisher)
    Services(
        table=table,
        renderers=Renderers(pages, boot, lambda: table.publisher.latest.table.game),
        streams=OpenStreams(writer.wake),
        writer=writer,
        table_page=SharedSnapshots(),
        pins=PinAttempts(clock),
        rates=Rates(clock),
        knocks=Rates(clock),
        fingers=Rates(clock, buckets=FINGERS, light=FINGERS[0]),
        boot=boot,
        heartbeat_s=heartbeat_s,
        addresses=addresses,
        bench=bench,
        stands=stands,
        switch_off=switch_off,
        boards=boards,
        pictures=Pictures(font),
        health=health or (lambda: ProgramHealth(Activity.of(table.publisher.latest))),
    ).install(app)
    return _install(app, OwnNames() if names is None else names)


def _bare() -> Flask:
    app = Flask("web", static_folder="static", template_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=guard.BODY_BYTES, PROVIDE_AUTOMATIC_OPTIONS=False)
    return app


def _install(app: Flask, names: Container[str]) -> Flask:
    app.before_request(probes.answers())
    app.before_request(guard.check(names))
    app.after_request(keep_key_of_before)
    app.after_request(guard.add_security_headers)
    app.after_request(compress_response)
    problems.install(app)
    routes = (
        join,
        phone,
        tutorial,
        host,
        host_match,
        board_routes,
        paper,
        public,
        picture,
        album,
        status,
        stand,
        screens,
        bench_routes,
    )
    for each in routes:
        app.register_blueprint(each.blueprint)
    return app
