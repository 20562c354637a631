"""The Flask app, put together from its parts."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from secrets import token_hex

from flask import Flask

from companion.ports import Bench, StandConfig
from companion.table.program_health import Activity, ProgramHealth
from companion.table.table import Table
from web import bench as bench_routes
from web import evening, host, join, phone, problems, public, status
from web.compress import squeeze
from web.guard import BODY_BYTES, check, harden, own_names
from web.herald import TICK_S, Herald
from web.pages import GamePages, Library
from web.pin import PinGate
from web.shell import Shell
from web.stream import HEARTBEAT_S, Streams

_SHELL = "shell"


def create_app(  # noqa: PLR0913 - the composition root hands in what only it can choose
    table: Table,
    pages: Mapping[str, GamePages],
    *,
    bench: Bench | None = None,
    stands: Sequence[StandConfig] = (),
    names: Collection[str] | None = None,
    addresses: Callable[[], Sequence[str]] | None = None,
    health: Callable[[], ProgramHealth] | None = None,
    switch_off: Callable[[], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
    heartbeat_s: float = HEARTBEAT_S,
) -> Flask:
    """Return the app for *table* with the *pages* of its games, by name.

    *bench* and *stands* draw the virtual stands; *names* are the host names this machine
    answers to besides its addresses (default: its ``.local`` name); *addresses* finds the
    base URLs for the QR codes (default: guessed from the request that asks); *health* looks
    at the running program; *switch_off* switches the machine off, where that is
    allowed; *clock* returns monotonic seconds.
    """
    boot = token_hex(4)

    def playing() -> str:
        info = table.publisher.latest.table
        return info.game if info is not None else next(iter(pages))

    library = Library(pages, boot, playing)
    herald = Herald(table.publisher, min(TICK_S, heartbeat_s / 4))
    shell = Shell(
        table=table,
        library=library,
        streams=Streams(herald.stir),
        herald=herald,
        gate=PinGate(clock),
        boot=boot,
        heartbeat_s=heartbeat_s,
        addresses=addresses,
        bench=bench,
        stands=stands,
        switch_off=switch_off,
        health=health or (lambda: ProgramHealth(Activity.of(table.publisher.latest))),
    )
    app = Flask("web", static_folder="static", template_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=BODY_BYTES, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.before_request(check(own_names() if names is None else names))
    app.after_request(harden)
    app.after_request(squeeze)
    problems.install(app, library)
    for module in (join, phone, host, evening, public, status, bench_routes):
        app.register_blueprint(module.routes(shell))
    app.extensions[_SHELL] = shell
    return app


def shell_of(app: Flask) -> Shell:
    """Return the parts of a running *app*, for the server that ends its streams."""
    shell = app.extensions[_SHELL]
    if not isinstance(shell, Shell):
        raise TypeError("the app was not made by create_app; make it there")
    return shell
