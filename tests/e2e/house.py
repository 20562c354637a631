"""The whole program in this process: its table at hand, pages served, virtual stands."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.games import GAMES
from companion.ports import NO_RIG, RigConfig
from companion.table.table import Table
from companion.table.values.ids import DeviceId
from hardware.rig.open_rig import virtual_config
from hardware.rig.virtual import VirtualRig
from tests.waiting import LIMIT_S
from web.app import create_app
from web.live.server import Server, listen
from web.pages.game_pages import game_pages

ADDRESS = "http://192.168.178.23:8000"


@contextmanager
def house(
    folder: Path,
    deal: Mapping[str, Any] | None = None,
    rig: VirtualRig | None = None,
    config: RigConfig = NO_RIG,
) -> Iterator[tuple[str, Table]]:
    """Run the whole program in this process, with chance that repeats itself, or *deal*.

    *config* is what the table's file says of *rig*.
    """
    games = {name: make() for name, make in GAMES.items()}
    if deal is not None:
        start = partial(_dealt, deal)
        games["letter_jam"] = replace(games["letter_jam"], start=start)
    pages = {name: game_pages(name, game.pages) for name, game in games.items()}
    catalogues = {name: each.catalogues for name, each in pages.items()}
    rig = rig or VirtualRig(virtual_config())
    log = folder / "table.sqlite3"
    table = Table(games, log, catalogues, random=Random(7), rig=config)
    table.publisher.subscribe(lambda projection: rig.show(projection.faces))
    table.start()
    rig.start(table.on_edge)
    stands = config.stands or virtual_config().stands
    app = create_app(table, pages, bench=rig, stands=stands, addresses=lambda: [ADDRESS])
    server = Server(app, listen("127.0.0.1", 0))
    running = threading.Thread(target=server.run)
    running.start()
    try:
        yield f"http://127.0.0.1:{server.port}", table
    finally:
        server.close()
        running.join()
        rig.stop()
        table.stop()


def host_of(table: Table) -> DeviceId:
    host = table.publisher.latest.host
    assert host is not None
    return host


def adds(table: Table, *names: str) -> None:
    """Let people sit down who play on paper."""
    for name in names:
        table.submit(table.lobby.add_person, host_of(table), name).result(LIMIT_S)


def begin(table: Table, **options: Any) -> None:
    """Begin a match, past the host's page."""
    start = table.matches.start
    table.submit(start, host_of(table), options, "start-of-it").result(LIMIT_S)


def _dealt(deal: Mapping[str, Any], names: Sequence[str], *_: object) -> dict[str, Any]:
    return {**deal, "names": list(names)}
