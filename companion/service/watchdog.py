"""What beats in the main thread: the watchdog, the status line, the log of changes."""

import logging
import shutil
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.ports import Health, Place
from companion.service.liveness import Pulse
from companion.service.log import Event, changes, write
from companion.service.systemd import Manager
from companion.table.faults import where
from companion.table.program_health import Doing, Vitals
from companion.table.publisher import Publisher

LOG = logging.getLogger(__name__)
BEAT_S: Final = 0.5
DARK_S: Final = 3600.0
VITAL_THREADS: Final = ("table", "herald")
_DISK_S: Final = 10.0
"""So long the last look at the disk holds good."""


class Signs:
    """Looks at the running program; any thread may ask."""

    def __init__(
        self,
        publisher: Publisher,
        pulse: Pulse,
        health: Callable[[], Mapping[Place, Health]],
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._publisher = publisher
        self._pulse = pulse
        self._health = health
        self._folder = folder
        self._clock = clock
        self._begun = clock()
        self._disk: tuple[float, int | None] = (-_DISK_S, None)

    def look(self) -> Vitals:
        """Return how the program is now."""
        return Vitals(
            Doing.of(self._publisher.latest),
            self._pulse.waits_s,
            self._free_mb(),
            self._health(),
            self._clock() - self._begun,
        )

    def _free_mb(self) -> int | None:
        at, free_mb = self._disk
        if self._clock() - at < _DISK_S:
            return free_mb
        try:
            free_mb = shutil.disk_usage(self._folder).free // 1_000_000
        except OSError:
            free_mb = None
        self._disk = (self._clock(), free_mb)
        return free_mb


class Heart:
    """Called whenever the web's loop comes round; beats while table and herald do too.

    So the watchdog hears nothing once any of the three hangs, and only then: a dark display
    or a full disk is no reason to start anew.
    """

    def __init__(
        self,
        manager: Manager,
        pulse: Pulse,
        look: Callable[[], Vitals],
        clock: Callable[[], float] = time.monotonic,
        *,
        note: Callable[[str, str], object] = lambda _kind, _detail: None,
    ) -> None:
        """*note* keeps an incident, for people to read."""
        self._note = note
        self._dark: dict[Place, float] = {}
        self._manager = manager
        self._pulse = pulse
        self._look = look
        self._clock = clock
        self._next = 0.0
        self._seen = look()
        self._status = ""

    def __call__(self) -> None:
        """Beat, if it is time."""
        if self._clock() < self._next:
            return
        self._next = self._clock() + BEAT_S
        if self._pulse.fresh:
            self._manager.tell(WATCHDOG=1)
        self._pulse.knock()
        try:
            self._tell(self._look())
        except Exception as error:  # noqa: BLE001 - whoever cannot be told of stops no match
            LOG.error("The program cannot be looked at: %s", where(error))  # noqa: TRY400

    def _tell(self, vitals: Vitals) -> None:
        for event in changes(self._seen, vitals):
            write(LOG, event)
        if self._seen.fresh and not vitals.fresh:
            for name in VITAL_THREADS:
                if at := whereabouts(name):
                    write(LOG, Event("thread", name=name, at=at))
        for place in self._went_dark(vitals):
            self._note("display-lost", place)
        self._seen = vitals
        if (status := sentence(vitals)) != self._status:
            self._status = status
            self._manager.tell(STATUS=status)

    def _went_dark(self, vitals: Vitals) -> Iterator[Place]:
        """Yield whose display was lost; a loose plug is told of once an hour."""
        for place, health in vitals.stands.items():
            was = self._seen.stands.get(place)
            told = self._dark.get(place, -DARK_S)
            lost = was is not None and was.up and not health.up
            if lost and self._clock() - told >= DARK_S:
                self._dark[place] = self._clock()
                yield place


def whereabouts(name: str) -> str:
    """Return the lines at which the thread *name* is, the newest last; no values."""
    frames = sys._current_frames()  # noqa: SLF001 - documented, for this very purpose
    idents = [each.ident for each in threading.enumerate() if each.name == name]
    found = [frames[ident] for ident in idents if ident in frames]
    steps = traceback.extract_stack(found[0]) if found else ()
    return " ".join(f"{step.filename}:{step.lineno}" for step in steps)


def sentence(vitals: Vitals) -> str:
    """Return how the program is, for ``systemctl status``."""
    doing = vitals.doing
    match = "finished" if doing.finished else "on"
    parts = [
        f"{doing.people} at the table",
        f"a match of {doing.game} is {match}" if doing.playing else "no match",
        "saved" if doing.saved else "NOT SAVED: look at the memory card",
    ]
    down = [place for place, health in vitals.stands.items() if not health.up]
    if down:
        parts.append(f"dark: {', '.join(down)}")
    if not vitals.roomy:
        parts.append(f"only {vitals.free_mb} MB free")
    if not vitals.fresh:
        parts.append("the table's thread hangs")
    return "; ".join(parts) + "."
