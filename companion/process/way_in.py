"""How people find the table: its address on the displays, at the terminal, and its PIN."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.network import NOWHERE, lan_address, url
from companion.process.log import LogEvent
from companion.table.values.projection import Projection

LOG = logging.getLogger(__name__)
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
LOOK_S = 2.0
"""So often the way in is looked at."""


@dataclass(frozen=True, slots=True)
class WayIn:
    """Where the program listens; the machine's address may change while it runs."""

    host: str
    port: int

    def url(self) -> str:
        """Return the address at which phones find this table."""
        return url(lan_address() if self.host in ANYWHERE else self.host, self.port)

    def lines(self) -> tuple[str, ...]:
        """Return what displays say; nothing while the machine is in no network."""
        if self.host in ANYWHERE and lan_address() == NOWHERE:
            return ()
        return (self.url().removeprefix("http://"),)

    def greet(self, pin: str, folder: object) -> None:
        """Tell whoever started the program where to go."""
        local = f"http://localhost:{self.port}"
        print(
            "The table is open.",
            f"  Phones:         {self.url()}   PIN {pin}",
            f"  Host page here: {local}/host",
            f"  The six stands: {local}/bench   (shows every letter: not for players)",
            f"  Matches are kept in {folder}. Ctrl+C stops; nothing is lost.",
            sep="\n",
            flush=True,
        )

    def greet_demo(self) -> None:
        """Tell whoever started a demo where to look."""
        local = f"http://localhost:{self.port}"
        print(
            "Bots play a match.",
            f"  The six stands: {local}/bench",
            f"  The table:      {local}/table",
            "  Ctrl+C stops; nothing is kept.",
            sep="\n",
            flush=True,
        )


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
        self._next = self._clock() + LOOK_S
        if (found := self._way_in()) != self._shown:
            self._shown = found
            LOG.info(LogEvent("address", at=" ".join(found) or "none"))
            self._show_again()
