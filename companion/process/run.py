"""The composition root: starts everything, stops it in reverse order."""

import faulthandler
import logging
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from types import FrameType

from flask import Flask

from companion.config.made_stands import MadeStands
from companion.errors import refuse
from companion.games import Games, pages_of
from companion.ports import Bench, Rig
from companion.process.demo import begin_demo
from companion.process.descriptors import raise_descriptors
from companion.process.folder_lock import claimed
from companion.process.health import HealthMonitor
from companion.process.heap import enough_memory, freeze_heap, limit_heaps
from companion.process.lights import Lights
from companion.process.log import LogEvent, set_up_logging
from companion.process.lost_displays import LostDisplays
from companion.process.restore import take_first
from companion.process.settings import Settings
from companion.process.stand_maker import stand_maker
from companion.process.startup import RigSession
from companion.process.stick_news import StickNews
from companion.process.systemd import Systemd, inherited_socket
from companion.process.watchdog import Liveness, Watchdog
from companion.process.way_in import AddressWatcher, PinPrinter, WayIn
from companion.table.storage.event_log import LOG_FILE
from companion.table.storage.set_aside import clear_pipes
from companion.table.table import Table
from companion.table.values.projection import Projection
from hardware.boards.shared_ports import SharedPorts
from hardware.drawing.glyphs import FONT
from hardware.pins.drivers import Drivers, open_port
from hardware.rig.open_rig import open_rig
from hardware.rig.virtual import twin_config
from web.app import create_app
from web.live.server import Server, listen
from web.names import OwnNames
from web.pages.game_pages import GamePages, game_pages

LOG = logging.getLogger(__name__)
SWITCH_S = 8.0
"""How long the command that switches the machine off may take to say yes or no."""


def run(settings: Settings) -> int:
    """Serve a table until SIGINT or SIGTERM; return the exit code.

    SIGINT leaves the displays dark; SIGTERM leaves their pictures for the next start.
    """
    limit_heaps()
    raise_descriptors()
    systemd = Systemd.of(os.environ)
    set_up_logging(os.environ, quiet=not systemd)
    # The watchdog's SIGABRT tells where the web's loop was; Watchdog has told of the table's.
    faulthandler.enable(all_threads=False)
    with ExitStack() as stopping:
        # First of all: from here on whoever knocks waits in the queue and is not refused.
        listener = stopping.enter_context(
            inherited_socket(os.environ, os.getpid())
            or listen(settings.host, settings.port)
        )
        if settings.demo is not None:
            folder = Path(stopping.enter_context(TemporaryDirectory(prefix="companion-")))
            settings = replace(settings, data=folder)
        stopping.enter_context(claimed(settings.data))
        with suppress(OSError):  # what is wrong with the folder the table will find
            clear_pipes(settings.data / LOG_FILE)
        with systemd.patient():  # as a long match in it, too
            take_first(settings.data)
        with enough_memory():
            serve = _start(settings, listener, systemd, stopping)
        serve()
    LOG.info(LogEvent("stopped"))
    return 0


def _start(
    settings: Settings, listener: socket, systemd: Systemd, stopping: ExitStack
) -> Callable[[], None]:
    """Start rig, table and server, in this order; return what serves until a signal comes."""
    way_in = WayIn(settings.host, listener.getsockname()[1], house_only=bool(systemd))
    rig, ports = _rig(settings)
    session = RigSession(rig)
    stopping.callback(session.stop)
    session.start()
    pages, table = _table(settings, rig, way_in)
    stopping.callback(table.stop)
    with systemd.patient():  # a long match takes its time to be read
        table.start()
    boards = stand_maker(settings, rig, ports, Drivers(), table)
    if boards is not None:
        stopping.callback(boards.stop)
    stopping.callback(session.listen, None)
    session.listen(table.on_edge)
    liveness = Liveness(table.ping)
    monitor = HealthMonitor(table.publisher, liveness, rig.health, settings.data)
    app = create_app(
        table,
        pages,
        bench=rig if isinstance(rig, Bench) else None,
        stands=twin_config(settings.rig).stands,
        addresses=way_in.urls,
        names=OwnNames(settings.host),
        health=monitor.look,
        switch_off=_switch(settings.switch_off),
        boards=boards,
        font=FONT,
    )
    if settings.dev:
        _give_desk(app, table, rig)
    server = Server(app, listener, shared=bool(systemd))
    _close_on_signals(server, session, systemd)
    _greet(settings, way_in, table, quiet=bool(systemd))
    freeze_heap()
    LOG.info(LogEvent("started", address=way_in.urls()[0]))
    systemd.tell(READY=1)
    watched = _watched(settings, systemd, table, way_in, rig)
    watchdog = Watchdog(systemd, liveness, monitor.look, note=table.note_incident)
    return lambda: server.run((watchdog, *watched))


def _give_desk(app: Flask, table: Table, rig: Rig) -> None:
    """Give *app* the desk of whoever writes a game, who is told every fault whole."""
    from companion.process.desk import AuthorsDesk  # noqa: PLC0415 - it has word lists
    from web.routes import dev  # noqa: PLC0415 - as above

    desk = AuthorsDesk(table, rig if isinstance(rig, Bench) else None)
    logging.getLogger().addHandler(desk.faults)
    dev.install(app, desk)


def _rig(settings: Settings) -> tuple[Rig, SharedPorts]:
    """Return the rig, not yet started, and the ports that it shares."""
    ports, takes_boards = SharedPorts(open_port), bool(settings.table_file)
    drivers = Drivers(open_port=ports.open)
    return open_rig(settings.rig, drivers, takes_boards=takes_boards), ports


def _watched(
    settings: Settings, systemd: Systemd, table: Table, way_in: WayIn, rig: Rig
) -> tuple[Callable[[], None], ...]:
    """Return what looks, from the web's loop, whether the world around has changed."""

    def moved() -> None:
        table.show_again()
        if not systemd:
            way_in.tell(table.publisher.latest.pin)

    return (
        AddressWatcher(way_in.everywhere, moved),
        StickNews(
            settings.data, table.note_incident, lambda: table.publisher.latest.incidents
        ),
        LostDisplays(rig.health, table.lose_displays),
    )


def _table(
    settings: Settings, rig: Rig, way_in: WayIn
) -> tuple[Mapping[str, GamePages], Table]:
    """Return each game's pages, and the table that shows itself on *rig*; not yet started."""
    games = Games(settings.dictionaries)
    pages = {name: game_pages(name, pages_of(name)) for name in games}
    text = settings.table_file
    table = Table(
        games,
        settings.data / LOG_FILE,
        {name: each.catalogues for name, each in pages.items()},
        lobby_lines=way_in.lines,
        rig=settings.rig,
        file=MadeStands(settings.data, text).text if text else str,
        on_refused=rig.refuse,
        on_held=rig.accept,
        bot_pause_s=settings.bot_pause_s,
    )

    def show(shown: Projection) -> None:
        rig.show(shown.faces, resting=not shown.table.playing)

    table.publisher.subscribe(show)
    table.publisher.subscribe(Lights(table.blinking(rig.blink)))
    return pages, table


def _close_on_signals(server: Server, session: RigSession, systemd: Systemd) -> None:
    def stop(number: int, _frame: FrameType | None) -> None:
        session.leave_dark = number == signal.SIGINT
        systemd.tell(STOPPING=1)
        # Closing waits for the loop, which is the very thread the signal interrupts.
        threading.Thread(target=server.close, name="stopping").start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def _greet(settings: Settings, way_in: WayIn, table: Table, *, quiet: bool) -> None:
    """Tell whoever started the program; *quiet*: a log is no place for a PIN."""
    if settings.demo is not None:
        begin_demo(table, settings.demo)
        way_in.greet_demo()
    elif settings.dev:
        way_in.greet_dev(settings.data)
    elif not quiet:
        pin = table.publisher.latest.pin
        way_in.greet(pin, settings.data)
        table.publisher.subscribe(PinPrinter(way_in, pin))


def _switch(command: tuple[str, ...]) -> Callable[[], None] | None:
    """Return what runs *command*, or None where there is none to run."""

    def off() -> None:
        try:
            done = subprocess.run(  # noqa: S603 - whoever started us wrote it
                command, stdin=subprocess.DEVNULL, timeout=SWITCH_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            why = getattr(error, "strerror", None) or f"no answer from {command[0]}"
            raise refuse("switch-off-failed", why=why) from error
        if done.returncode:
            raise refuse("switch-off-failed", why=f"{command[0]}: {done.returncode}")

    return off if command else None
