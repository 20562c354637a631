"""Tells systemd, from the main thread, that all threads come round, and how things are."""

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Final

from companion.errors import location
from companion.ports import Place
from companion.process.log import LogEvent, changes, log_event
from companion.process.systemd import Systemd
from companion.table.values.program_health import ProgramHealth

LOG = logging.getLogger(__name__)
INTERVAL_S: Final = 0.5
TOLD_AGAIN_S: Final = 3600.0


class Liveness:
    """Pings a thread, and knows whether the last ping was answered.

    One thread pings; any thread may ask.
    """

    def __init__(
        self,
        ping: Callable[[], Future[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ping = ping
        self._clock = clock
        self._last: tuple[float, Future[None] | None] = (0.0, None)

    def ping(self) -> None:
        """Ask it to come round; while it owes an answer it is not asked again."""
        if self.responsive:
            self._last = (self._clock(), self._ping())

    @property
    def responsive(self) -> bool:
        """Whether the last ping was answered; True where nobody has asked yet."""
        return self._last[1] is None or self._last[1].done()

    @property
    def waits_s(self) -> float:
        """How long the last ping has been waiting for its answer."""
        return 0.0 if self.responsive else self._clock() - self._last[0]


class Watchdog:
    """Called whenever the web's loop comes round; tells systemd while the table does too.

    So the watchdog hears nothing once either of them hangs, and only then: a dark display
    or a full disk is no reason to start anew.
    """

    def __init__(
        self,
        systemd: Systemd,
        liveness: Liveness,
        look: Callable[[], ProgramHealth],
        clock: Callable[[], float] = time.monotonic,
        *,
        note: Callable[[str, str], object] = lambda _kind, _detail: None,
    ) -> None:
        """*note* keeps an incident, for people to read."""
        self._note = note
        self._dark: dict[Place, float] = {}
        self._systemd = systemd
        self._liveness = liveness
        self._look = look
        self._clock = clock
        self._next = 0.0
        self._seen = look()
        self._status = ""

    def __call__(self) -> None:
        """Beat, if it is time."""
        if self._clock() < self._next:
            return
        self._next = self._clock() + INTERVAL_S
        if self._liveness.responsive:
            self._systemd.tell(WATCHDOG=1)
        self._liveness.ping()
        try:
            self._tell(self._look())
        except Exception as error:  # noqa: BLE001 - whoever cannot be told of stops no match
            LOG.error("The program cannot be looked at: %s", location(error))  # noqa: TRY400

    def _tell(self, health: ProgramHealth) -> None:
        for event in changes(self._seen, health):
            log_event(LOG, event)
        if self._seen.responsive and not health.responsive and (at := stack_of("table")):
            log_event(LOG, LogEvent("thread", name="table", at=at))
        for place in self._went_dark(health):
            self._note("display-lost", place)
        self._seen = health
        if (status := status_line(health)) != self._status:
            self._status = status
            self._systemd.tell(STATUS=status)

    def _went_dark(self, health: ProgramHealth) -> Iterator[Place]:
        """Yield whose display was lost; a loose plug is told of once an hour."""
        for place, display in health.stands.items():
            was = self._seen.stands.get(place)
            told = self._dark.get(place, -TOLD_AGAIN_S)
            lost = was is not None and was.up and not display.up
            if lost and self._clock() - told >= TOLD_AGAIN_S:
                self._dark[place] = self._clock()
                yield place


def stack_of(name: str) -> str:
    """Return the lines at which the thread *name* is, the newest last; no values."""
    frames = sys._current_frames()  # noqa: SLF001 - documented, for this very purpose
    idents = [each.ident for each in threading.enumerate() if each.name.startswith(name)]
    found = [frames[ident] for ident in idents if ident in frames]
    steps = traceback.extract_stack(found[0]) if found else ()
    return " ".join(f"{step.filename}:{step.lineno}" for step in steps)


def status_line(health: ProgramHealth) -> str:
    """Return how the program is, for ``systemctl status``."""
    activity = health.activity
    match = "finished" if activity.finished else "on"
    parts = [
        f"{activity.people} at the table",
        f"a match of {activity.game} is {match}" if activity.playing else "no match",
        "saved" if activity.saved else "NOT SAVED: look at the memory card",
    ]
    down = [place for place, display in health.stands.items() if not display.up]
    if down:
        parts.append(f"dark: {', '.join(down)}")
    if not health.has_room:
        parts.append(f"only {health.free_mb} MB free")
    if not health.responsive:
        parts.append("the table's thread hangs")
    return "; ".join(parts) + "."
