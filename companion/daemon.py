"""The composition root: starts everything, stops it in reverse order."""

import signal
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from companion.games import GAMES
from companion.ports import Bench, RigConfig
from companion.table.projection import Projection
from companion.table.table import Table
from hardware.rig import open_rig
from hardware.virtual import twin_config
from web.app import create_app
from web.pages import game_pages
from web.server import serve


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``companion run`` was asked for."""

    game: str
    host: str
    port: int
    data: Path
    rig: RigConfig


def run(settings: Settings) -> int:
    """Serve a table until SIGINT or SIGTERM; return the exit code."""
    game = GAMES[settings.game]()
    pages = game_pages(game.name, game.pages)
    with ExitStack() as stopping:
        rig = open_rig(settings.rig)
        table = Table(
            game,
            settings.data / "table.sqlite3",
            pages.catalogues,
            lobby_lines=_way_in(settings),
            on_refused=rig.refuse,
        )

        def show(shown: Projection) -> None:
            resting = not (shown.table and shown.table.playing)
            rig.show(shown.faces, resting=resting)

        table.publisher.subscribe(show)
        stopping.callback(table.stop)
        table.start()
        stopping.callback(rig.stop)
        rig.start(table.on_edge)
        shown = Projection()
        while shown is not table.publisher.latest:  # what came before the rig was there
            shown = table.publisher.latest
            show(shown)
        app = create_app(
            table,
            pages,
            bench=rig if isinstance(rig, Bench) else None,
            stands=twin_config(settings.rig).stands,
            addresses=lambda: addresses(settings),
        )
        server = serve(app, settings.host, settings.port)

        def stop(_signal: int, _frame: FrameType | None) -> None:
            # Closing waits for the loop, which is the very thread the signal interrupts.
            threading.Thread(target=server.close, name="stopping").start()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        _greet(settings, server.port, table)
        server.run()
    return 0


def addresses(settings: Settings) -> Sequence[str]:
    """Return the URLs at which phones find this table, the best one first."""
    if settings.host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return [f"http://{settings.host}:{settings.port}"]
    return [f"http://{_lan_address()}:{settings.port}"]


def _lan_address() -> str:
    """Return this machine's address in its network; sends nothing, only asks for a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _way_in(settings: Settings) -> tuple[str, ...]:
    return tuple(url.removeprefix("http://") for url in addresses(settings))


def _greet(settings: Settings, port: int, table: Table) -> None:
    local = f"http://localhost:{port}"
    print(
        "The table is open.",
        f"  Phones:         {addresses(settings)[0]}   PIN {table.publisher.latest.pin}",
        f"  Host page here: {local}/host",
        f"  The six stands: {local}/bench   (shows every letter: not for players)",
        f"  Matches are kept in {settings.data}. Ctrl+C stops; nothing is lost.",
        sep="\n",
        file=sys.stdout,
        flush=True,
    )
