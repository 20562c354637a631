"""How people find the table: its address on the displays, at the terminal, and its PIN."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.network import NOWHERE, is_loopback, is_shared, lan_addresses, url
from companion.process.log import LogEvent
from companion.process.terminal import print_code
from companion.table.values.projection import Projection

LOG = logging.getLogger(__name__)
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound
MOST = 4
"""So many addresses are told: nobody wants to try a dozen codes."""
LOOK_S = 2.0
"""So often the way in is looked at."""


@dataclass(frozen=True, slots=True)
class WayIn:
    """Where the program listens; the machine's addresses may change while it runs."""

    host: str
    """The name or address that it was told."""
    port: int
    house_only: bool = False
    """Whether the system lets nobody else in, as it does for the service: no VPN of 100.64/10."""

    def urls(self) -> list[str]:
        """Return the addresses at which phones find this table, the likeliest one first."""
        found = self._found() or [NOWHERE]
        return [url(each, self.port) for each in found]

    def everywhere(self) -> tuple[str, ...]:
        """Return them as they are written; nothing while the machine is in no network."""
        return tuple(url(each, self.port).removeprefix("http://") for each in self._found())

    def lines(self) -> tuple[str, ...]:
        """Return what displays say."""
        return self.everywhere()[:1]

    def greet(self, pin: str, folder: object) -> None:
        """Tell whoever started the program where to go."""
        first, *others = self.urls()
        here = self._here()
        stands = f"{here}/bench   (shows every letter: not for players)"
        by_phone = "   (for the phone that sits down first)"
        print(
            "The table is open.",
            f"  Phones:         {first}   PIN {pin}",
            *(f"  or, elsewhere:  {each}" for each in others),
            f"  Host page here: {here}/host"
            if here
            else f"  Host page: {first}/host{by_phone}",
            f"  The six stands: {stands if here else 'on this machine only, without --host'}",
            f"  Matches are kept in {folder}. Ctrl+C stops; nothing is lost.",
            sep="\n",
            flush=True,
        )
        self.show_code(pin)

    def show_code(self, pin: str) -> None:
        """Show a terminal the code that leads a phone in, once there is a network."""
        if (found := self._found()) and not is_loopback(found[0]):
            print_code(f"{url(found[0], self.port)}/j/{pin}")

    def tell(self, pin: str) -> None:
        """Say where phones find the table now."""
        print(f"  Phones:         {'   '.join(self.urls())}", flush=True)
        self.show_code(pin)

    def greet_demo(self) -> None:
        """Tell whoever started a demo where to look."""
        here = self._here() or self.urls()[0]
        print(
            "Bots play a match.",
            f"  The six stands: {here}/bench",
            f"  The table:      {here}/table",
            "  Ctrl+C stops; nothing is kept.",
            sep="\n",
            flush=True,
        )

    def greet_dev(self, folder: object) -> None:
        """Tell whoever writes a game where all seats are."""
        print(
            f"Every seat on one page: {self.urls()[0]}/dev   (matches are kept in {folder})",
            flush=True,
        )

    def _found(self) -> list[str]:
        if self.host not in ANYWHERE:
            return [self.host]
        found = lan_addresses(six=self.host == "::")
        kept = [each for each in found if not (self.house_only and is_shared(each))]
        return kept[:MOST]

    def _here(self) -> str:
        """Return the address of this machine for itself; empty: nobody listens there."""
        if self.host in (*ANYWHERE, NOWHERE):
            return url("localhost", self.port)
        return url(self.host, self.port) if is_loopback(self.host) else ""


class PinPrinter:
    """Says the PIN whenever it has changed: whoever reads the terminal lets people in."""

    def __init__(self, way_in: WayIn, pin: str) -> None:
        self._way_in = way_in
        self._pin = pin

    def __call__(self, projection: Projection) -> None:
        """Print it, and the code that holds it, if it is another one."""
        if projection.pin != self._pin:
            self._pin = projection.pin
            print(f"  The PIN is {self._pin} now.", flush=True)
            self._way_in.show_code(self._pin)


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
