"""Why a stick takes nothing, as stick.sh has left it beside the matches: for the host's page."""

import logging
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from companion.process.log import LogEvent
from companion.table.values.incidents import Incident

LOG = logging.getLogger(__name__)
LOOK_S: Final = 5.0
NEWS: Final = "stick.news"
KINDS: Final = frozenset(
    f"stick-{each}"
    for each in [
        "protected",
        "hibernated",
        "full",
        "broken",
        "unreadable",
        "unknown",
        "refused",
    ]
)
_LINE: Final = re.compile(r"(stick-[a-z]+) ([ -~]{1,40})\n")


class StickNews:
    """Has what was left told once, soon after it was left; the same thing not twice running."""

    def __init__(
        self,
        folder: Path,
        note: Callable[[str, str], object],
        told: Callable[[], Sequence[Incident]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file = folder / NEWS
        self._note = note
        self._told = told
        self._clock = clock
        self._next = 0.0

    def __call__(self) -> None:
        """Look, if it is time."""
        if self._clock() < self._next:
            return
        self._next = self._clock() + LOOK_S
        if not self._file.is_file():
            return  # nothing was left; a pipe would keep whoever opens it for ever
        try:
            with self._file.open(encoding="ascii", errors="replace") as file:
                text = file.read(100)
            self._file.unlink()
        except OSError:
            return
        found = _LINE.fullmatch(text)
        if found is None or found[1] not in KINDS:
            return
        LOG.warning(LogEvent("stick-takes-nothing", why=found[1]))
        last = next((each for each in self._told() if each.kind in KINDS), None)
        if last is None or (last.kind, last.detail) != (found[1], found[2]):
            self._note(found[1], found[2])
