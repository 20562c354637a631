"""The composition root: starts everything, stops it in reverse order."""

import ctypes
import faulthandler
import gc
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from companion.errors import refuse
from companion.games import GAMES
from companion.network import NOWHERE, lan_address, url
from companion.ports import Bench, RigConfig
from companion.service.folder_lock import claimed
from companion.service.health import HealthMonitor
from companion.service.log import LogEvent, set_up_logging
from companion.service.startup import Ear, Leave, starting
from companion.service.systemd import Systemd, inherited_socket
from companion.service.watchdog import Liveness, Watchdog
from companion.table.projection import DeviceId, Projection
from companion.table.table import BOT_PAUSE_S, Table
from hardware.rig import open_rig, twin_config
from web.app import create_app, shell_of
from web.pages import game_pages
from web.server import Server, listen

LOG = logging.getLogger(__name__)
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
DOOR_S = 2.0
"""So often the way in is looked at."""
M_ARENA_MAX = -8
"""What glibc's mallopt calls the number of heaps."""
SWITCH_S = 8.0
"""How long the command that switches the machine off may take to say yes or no."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A match that bots play by themselves."""

    game: str
    players: int
    strength: str
    language: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``companion run`` was asked for."""

    host: str
    port: int
    data: Path
    rig: RigConfig
    bot_pause_s: float = BOT_PAUSE_S
    """Between two moves of bots."""
    switch_off: tuple[str, ...] = ()
    """The command that switches the machine off; none: the host's page has no such button."""
    demo: Demo | None = None
    """Set: bots play a match at once, which is not kept."""


def limit_heaps() -> None:
    """Let all threads share two heaps: one for each of a hundred costs 8 MB on a Pi.

    Only glibc knows how; elsewhere nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if mallopt is not None:
        mallopt(M_ARENA_MAX, 2)


def freeze_heap() -> None:
    """Let the garbage collector leave alone what is loaded for good, word lists and all.

    Looking through it made every hundredth move wait for 60 ms.
    """
    gc.collect()
    gc.freeze()


def run(settings: Settings) -> int:
    """Serve a table until SIGINT or SIGTERM; return the exit code.

    SIGINT leaves the displays dark; SIGTERM leaves their pictures for the next start.
    """
    limit_heaps()
    manager = Systemd.of(os.environ)
    set_up_logging(os.environ, quiet=not manager)
    # The watchdog's SIGABRT tells where the web's loop was; Watchdog has told of the table's.
    faulthandler.enable(all_threads=False)
    with ExitStack() as stopping:
        # First of all: from here on whoever pings waits in the queue and is not refused.
        listener = stopping.enter_context(
            inherited_socket(os.environ, os.getpid())
            or listen(settings.host, settings.port)
        )
        settings = replace(settings, port=listener.getsockname()[1])
        if settings.demo is not None:
            folder = Path(stopping.enter_context(TemporaryDirectory(prefix="companion-")))
            settings = replace(settings, data=folder)
        stopping.enter_context(claimed(settings.data))
        rig, ear, leave = open_rig(settings.rig), Ear(), Leave()
        stopping.callback(leave.stop, rig)
        rig.start(ear)
        rig.greet(starting())
        games = {name: make() for name, make in GAMES.items()}
        pages = {name: game_pages(name, game.pages) for name, game in games.items()}
        table = Table(
            games,
            settings.data / "table.sqlite3",
            {name: each.catalogues for name, each in pages.items()},
            lobby_lines=lambda: _way_in(settings),
            wifi=settings.rig.wifi,
            on_refused=rig.refuse,
            bot_pause_s=settings.bot_pause_s,
        )

        def show(shown: Projection) -> None:
            resting = not (shown.table and shown.table.playing)
            rig.show(shown.faces, resting=resting)

        table.publisher.subscribe(show)
        stopping.callback(table.stop)
        table.start()
        stopping.callback(ear.close)
        ear.open(table.on_edge)
        liveness = Liveness(
            table.ping,
            lambda: shell_of(app).herald.ping(),  # noqa: PLW0108 - the app is made below
        )
        monitor = HealthMonitor(table.publisher, liveness, rig.health, settings.data)
        app = create_app(
            table,
            pages,
            bench=rig if isinstance(rig, Bench) else None,
            stands=twin_config(settings.rig).stands,
            addresses=lambda: addresses(settings),
            health=monitor.look,
            switch_off=_switch(settings.switch_off),
        )
        server = Server(app, listener)
        if settings.demo is not None:
            begin_demo(table, settings.demo)

        def stop(number: int, _frame: FrameType | None) -> None:
            leave.dark = number == signal.SIGINT
            manager.tell(STOPPING=1)
            # Closing waits for the loop, which is the very thread the signal interrupts.
            threading.Thread(target=server.close, name="stopping").start()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        if not manager:  # a log is no place for a PIN
            _greet(settings, server.port, table)
            table.publisher.subscribe(PinPrinter(table.publisher.latest.pin))
        freeze_heap()
        LOG.info(LogEvent("started", address=addresses(settings)[0]))
        manager.tell(READY=1)
        watchdog = Watchdog(manager, liveness, monitor.look, note=table.note_incident)
        doorplate = AddressWatcher(lambda: _way_in(settings), table.show_again)
        server.run((watchdog, doorplate))
    LOG.info(LogEvent("stopped"))
    return 0


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


class PinPrinter:
    """Says the PIN whenever it has changed: whoever reads the terminal lets people in."""

    def __init__(self, pin: str) -> None:
        self._pin = pin

    def __call__(self, projection: Projection) -> None:
        """Print it, if it is another one."""
        if projection.pin != self._pin:
            self._pin = projection.pin
            print(f"  The PIN is {self._pin} now.", flush=True)


class AddressWatcher:
    """Has the way in shown anew once the machine is found elsewhere: a late network."""

    def __init__(
        self,
        way_in: Callable[[], tuple[str, ...]],
        show_again: Callable[[], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._way_in = way_in
        self._show_again = show_again
        self._clock = clock
        self._shown = way_in()
        self._next = 0.0

    def __call__(self) -> None:
        """Look, if it is time."""
        if self._clock() < self._next:
            return
        self._next = self._clock() + DOOR_S
        if (found := self._way_in()) != self._shown:
            self._shown = found
            LOG.info(LogEvent("address", at=" ".join(found) or "none"))
            self._show_again()


def begin_demo(table: Table, demo: Demo) -> None:
    """Seat the bots and start their match."""
    host = DeviceId(sha256(b"the demo's own host").hexdigest())
    table.submit(table.lobby.take_host, host).result()
    table.submit(table.lobby.choose_game, host, demo.game).result()
    for _ in range(demo.players):
        table.submit(table.lobby.add_bot, host, demo.strength).result()
    table.submit(
        table.matches.start, host, {"language": demo.language}, "start-of-the-demo"
    ).result()


def addresses(settings: Settings) -> Sequence[str]:
    """Return the URLs at which phones find this table, the best one first."""
    host = lan_address() if settings.host in ANYWHERE else settings.host
    return [url(host, settings.port)]


def _way_in(settings: Settings) -> tuple[str, ...]:
    """Return what displays say; nothing while the machine is in no network."""
    if settings.host in ANYWHERE and lan_address() == NOWHERE:
        return ()
    return tuple(each.removeprefix("http://") for each in addresses(settings))


def _greet(settings: Settings, port: int, table: Table) -> None:
    local = f"http://localhost:{port}"
    if settings.demo is not None:
        print(
            "Bots play a match.",
            f"  The six stands: {local}/bench",
            f"  The table:      {local}/table",
            "  Ctrl+C stops; nothing is kept.",
            sep="\n",
            flush=True,
        )
        return
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
